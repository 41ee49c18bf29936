// Short synthesized sounds, off by default: a card, a claim, my turn, a completed ticket, the end.
import { settings } from '../lib/settings.svelte'

type Note = [frequency: number, at: number, lasts: number]
const SOUNDS: Record<string, Note[]> = {
  card: [[620, 0, 0.05]],
  claim: [[196, 0, 0.12], [294, 0.07, 0.16]],
  turn: [[523, 0, 0.14], [659, 0.12, 0.2]],
  ticket: [[523, 0, 0.12], [659, 0.1, 0.12], [784, 0.2, 0.26]],
  end: [[392, 0, 0.18], [523, 0.16, 0.18], [659, 0.32, 0.18], [784, 0.48, 0.45]],
}
let context: AudioContext | undefined

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return
  try {
    context ??= new AudioContext()
    const start = context.currentTime
    for (const [frequency, at, lasts] of SOUNDS[name] ?? []) {
      const tone = context.createOscillator()
      const loud = context.createGain()
      tone.type = 'triangle'
      tone.frequency.value = frequency
      loud.gain.setValueAtTime(0, start + at)
      loud.gain.linearRampToValueAtTime(0.12, start + at + 0.01)
      loud.gain.exponentialRampToValueAtTime(0.001, start + at + lasts)
      tone.connect(loud).connect(context.destination)
      tone.start(start + at)
      tone.stop(start + at + lasts + 0.02)
    }
  } catch {
    // No sound in this browser.
  }
}
