// The sounds of the table, synthesized: filtered noise, struck and blown partials, and the reverb of a small room.

export type Sound = 'card' | 'wagon' | 'tunnel' | 'turn' | 'ticket' | 'last' | 'win'

type Context = BaseAudioContext
interface Room { out: AudioNode; noise: AudioBuffer }

const rooms = new WeakMap<Context, Room>()

/** Plays a sound now, so many times in a row. */
export function playSound(context: Context, name: Sound, times = 1): void {
  let room = rooms.get(context)
  if (!room) rooms.set(context, (room = furnish(context)))
  const { play, gap } = SOUNDS[name]
  for (let each = 0; each < times; each++) play(context, room, context.currentTime + 0.01 + each * gap)
}

const SOUNDS: Record<Sound, { gap: number; play: (context: Context, room: Room, at: number) => void }> = {
  // A card slides over felt, and its edge snaps.
  card: { gap: 0.14, play: (c, room, at) => {
    hiss(c, room, { at, lasts: 0.13, loud: 0.56, from: 1400, to: 5200, width: 0.9, attack: 0.05 })
    hiss(c, room, { at: at + 0.1, lasts: 0.05, loud: 0.9, from: 3200, to: 2400, width: 2, attack: 0.002 })
    strike(c, room, { at: at + 0.1, lasts: 0.07, loud: 0.15, frequency: 240, partials: [[1, 1], [2.3, 0.4]] })
  } },
  // Two axles over a rail joint, then the body of the wagon.
  wagon: { gap: 0.11, play: (c, room, at) => {
    for (const [late, loud] of [[0, 1], [0.055, 0.7]] as const) {
      hiss(c, room, { at: at + late, lasts: 0.04, loud: 0.2 * loud, from: 2600, to: 1500, width: 3, attack: 0.001 })
      strike(c, room, { at: at + late, lasts: 0.16, loud: 0.12 * loud, frequency: 310, partials: [[1, 1], [2.76, 0.5], [5.4, 0.25], [8.9, 0.1]] })
    }
    strike(c, room, { at, lasts: 0.2, loud: 0.22, frequency: 92, partials: [[1, 1], [1.5, 0.3]] })
  } },
  // Rock rumbles; three blows of a pick.
  tunnel: { gap: 1, play: (c, room, at) => {
    hiss(c, room, { at, lasts: 1.3, loud: 1.1, from: 150, to: 60, width: 0.7, attack: 0.25 })
    for (const late of [0.12, 0.46, 0.8]) {
      strike(c, room, { at: at + late, lasts: 0.22, loud: 0.08, frequency: 620, partials: [[1, 1], [1.53, 0.6], [2.41, 0.4]] })
      hiss(c, room, { at: at + late + 0.02, lasts: 0.18, loud: 0.14, from: 900, to: 300, width: 1.2, attack: 0.003 })
    }
  } },
  // Two soft notes of a wooden bar.
  turn: { gap: 0.4, play: (c, room, at) => {
    for (const [late, frequency] of [[0, 392], [0.13, 523.25]] as const) strike(c, room, { at: at + late, lasts: 0.55, loud: 0.13, frequency, partials: WOOD })
  } },
  // A small bell, three notes up.
  ticket: { gap: 0.6, play: (c, room, at) => {
    for (const [late, frequency] of [[0, 659.25], [0.11, 783.99], [0.22, 1046.5]] as const) strike(c, room, { at: at + late, lasts: 1.3, loud: 0.09, frequency, partials: BELL })
  } },
  // The bell of a station, struck twice, and a low steam whistle.
  last: { gap: 1, play: (c, room, at) => {
    for (const late of [0, 0.42]) strike(c, room, { at: at + late, lasts: 2, loud: 0.13, frequency: 440, partials: BELL })
    for (const frequency of [311.13, 392, 466.16]) blow(c, room, { at: at + 0.9, lasts: 0.9, loud: 0.05, frequency })
  } },
  // A fanfare of brass that ends with bells.
  win: { gap: 1, play: (c, room, at) => {
    const notes: [number, number, number[]][] = [[0, 0.2, [392]], [0.2, 0.2, [392]], [0.4, 0.22, [523.25]], [0.64, 1.3, [392, 523.25, 659.25, 783.99]]]
    for (const [late, lasts, frequencies] of notes) for (const frequency of frequencies) blow(c, room, { at: at + late, lasts, loud: frequencies.length > 1 ? 0.055 : 0.1, frequency })
    for (const [late, frequency] of [[0.66, 1046.5], [0.8, 1318.5], [0.94, 1568]] as const) strike(c, room, { at: at + late, lasts: 1.6, loud: 0.05, frequency, partials: BELL })
  } },
}

/** Partials as [ratio to the fundamental, loudness]. */
const BELL: [number, number][] = [[0.5, 0.35], [1, 1], [1.19, 0.3], [2, 0.5], [2.74, 0.25], [3.76, 0.14], [5.4, 0.07]]
const WOOD: [number, number][] = [[1, 1], [3.93, 0.32], [9.2, 0.08]]

/** The way of every sound to the loudspeaker: dry and through a short reverb, both through a limiter. */
function furnish(context: Context): Room {
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -12
  limiter.ratio.value = 8
  limiter.connect(context.destination)
  const out = context.createGain()
  out.gain.value = 1.1
  out.connect(limiter)
  const reverb = context.createConvolver()
  reverb.buffer = decay(context, 0.9)
  const wet = context.createGain()
  wet.gain.value = 0.22
  out.connect(reverb).connect(wet).connect(limiter)
  const noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1
  return { out, noise }
}

/** Stereo noise that fades: the echoes of a room. */
function decay(context: Context, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(2, Math.ceil(seconds * context.sampleRate), context.sampleRate)
  for (const channel of [0, 1]) {
    const samples = buffer.getChannelData(channel)
    for (let index = 0; index < samples.length; index++) samples[index] = (2 * Math.random() - 1) * (1 - index / samples.length) ** 3
  }
  return buffer
}

function envelope(context: Context, room: Room, at: number, attack: number, lasts: number, loud: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + Math.max(lasts, attack + 0.01))
  gain.connect(room.out)
  return gain
}

/** Noise through a band-pass filter that glides. */
function hiss(context: Context, room: Room, sound: { at: number; lasts: number; loud: number; from: number; to: number; width: number; attack: number }): void {
  const { at, lasts, loud, from, to, width, attack } = sound
  const source = context.createBufferSource()
  source.buffer = room.noise
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.Q.value = width
  filter.frequency.setValueAtTime(from, at)
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts)
  source.connect(filter).connect(envelope(context, room, at, attack, lasts, loud))
  source.start(at, Math.random())
  source.stop(at + lasts + 0.02)
}

/** Something that is struck: each partial fades the faster the higher it is. */
function strike(context: Context, room: Room, sound: { at: number; lasts: number; loud: number; frequency: number; partials: [number, number][] }): void {
  for (const [ratio, share] of sound.partials) {
    const tone = context.createOscillator()
    tone.frequency.value = sound.frequency * ratio
    const lasts = sound.lasts / Math.sqrt(Math.max(ratio, 1))
    tone.connect(envelope(context, room, sound.at, 0.003, lasts, sound.loud * share))
    tone.start(sound.at)
    tone.stop(sound.at + lasts + 0.02)
  }
}

/** A note that is blown: a bright tone behind a filter that opens and closes, with a little vibrato. */
function blow(context: Context, room: Room, sound: { at: number; lasts: number; loud: number; frequency: number }): void {
  const { at, lasts, loud, frequency } = sound
  const filter = context.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.setValueAtTime(frequency, at)
  filter.frequency.linearRampToValueAtTime(frequency * 5, at + 0.06)
  filter.frequency.linearRampToValueAtTime(frequency * 2.5, at + lasts)
  const vibrato = context.createOscillator()
  const depth = context.createGain()
  vibrato.frequency.value = 5.2
  depth.gain.setValueAtTime(0, at)
  depth.gain.linearRampToValueAtTime(7, at + Math.min(0.5, lasts))
  vibrato.connect(depth)
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + 0.03)
  gain.gain.setValueAtTime(loud, at + Math.max(0.03, lasts - 0.08))
  gain.gain.linearRampToValueAtTime(0, at + lasts)
  filter.connect(gain).connect(room.out)
  for (const detune of [-6, 5]) {
    const tone = context.createOscillator()
    tone.type = 'sawtooth'
    tone.frequency.value = frequency
    tone.detune.value = detune
    depth.connect(tone.detune)
    tone.connect(filter)
    tone.start(at)
    tone.stop(at + lasts + 0.02)
  }
  vibrato.start(at)
  vibrato.stop(at + lasts + 0.02)
}
