// When sounds are played: after the first press on the page, unless they are muted. The synthesizer is loaded then.
import { hasSound } from '../lib/settings.svelte'
import type { GameEvent } from '../lib/types'
import type { Sound } from './synthesizer'

let context: AudioContext | undefined
let synthesizer: typeof import('./synthesizer') | undefined

// Browsers allow sound only after a press.
for (const kind of ['pointerdown', 'keydown'] as const) globalThis.addEventListener?.(kind, () => void awake(), { once: true, capture: true })

async function awake(): Promise<void> {
  if (!hasSound() || context || !('AudioContext' in globalThis)) return
  try {
    context = new AudioContext()
    synthesizer = await import('./synthesizer')
  } catch {
    // No sound in this browser.
  }
}

export function sound(name: Sound, times = 1): void {
  if (!hasSound() || document.hidden) return
  if (!context) void awake()
  if (!context || !synthesizer) return
  if (context.state === 'suspended') void context.resume()
  synthesizer.playSound(context, name, times)
}

/** The sounds of an entry. */
export function soundsOf(events: GameEvent[]): void {
  const claimed = events.find((event) => event.event === 'claimed')
  if (claimed) sound('wagon', Math.min(claimed.cards || 1, 6))
  else if (events.some((event) => event.event === 'station' || event.event === 'port')) sound('wagon')
  else if (events.some((event) => event.event.startsWith('drew') || event.event === 'took')) sound('card')
  else if (events.some((event) => event.event === 'offered')) sound('card', 3)
  if (events.some((event) => event.event === 'last-turns')) sound('last')
}
