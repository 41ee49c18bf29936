// The settings of this device: theme, motion, sound, how moves are confirmed. Stored only in the browser.
import type { Showing } from './table.svelte'
import type { Entry, PlayerColour } from './types'

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'off'
  /** How fast the moves of others are shown; `off` shows only their outcome. */
  speed: 'slow' | 'usual' | 'fast' | 'off'
  /** `auto`: on, but off with reduced motion. */
  sounds: 'auto' | 'on' | 'off'
  /** Ask before a claim: on touch only, always, or never. */
  confirm: 'touch' | 'always' | 'never'
  /** The map (stored as `board`), or the text view. */
  view: 'board' | 'text'
  /** The bot to play against, if one was chosen. */
  bot: string
  /** The player colour that was chosen last. */
  colour: PlayerColour | ''
}

const usual: Settings = { theme: 'auto', motion: 'auto', speed: 'usual', sounds: 'auto', confirm: 'touch', view: 'board', bot: '', colour: '' }

function read(): Settings {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem('settings') ?? '{}') }
  } catch {
    return { ...usual }
  }
}

export const settings = $state<Settings>(read())

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value
  localStorage.setItem('settings', JSON.stringify(settings))
  dress()
}

/** Applies theme and motion to the document. */
export function dress(): void {
  const dark = settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.motion = settings.motion
}

export function still(): boolean {
  return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether moves of others are shown as theatre: captions, travelling cards, rolling wagons. */
export function isTheatreOff(): boolean {
  return still() || settings.speed === 'off' || settings.view === 'text'
}

export function hasSound(): boolean {
  return settings.sounds === 'on' || (settings.sounds === 'auto' && !still())
}

/** Whether the pointer is a finger: then a claim is confirmed. */
export function coarse(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

export function confirms(): boolean {
  return settings.confirm === 'always' || (settings.confirm === 'touch' && coarse())
}

const BUILT = new Set(['station', 'port', 'space-paid', 'withdrew', 'split'])
const DRAWN = new Set(['drew', 'drew-blind', 'offered', 'kept', 'passed', 'exchanged', 'took'])

/** By how much theatre is slower than usual. */
export function tempo(): number {
  return { slow: 1.7, usual: 1, fast: 0.45, off: 0 }[settings.speed]
}

/** How long an entry is shown before the next, in milliseconds. */
export function pace(entry: Entry, part: Showing['part'], waiting: number, own: boolean): number {
  if (isTheatreOff()) return 0
  const kinds = entry.events.map((event) => event.event)
  // The player's own actions are shown at once, except a tunnel, whose cards are turned up for everybody.
  if (own && part !== 'turning') return 0
  const base = part === 'turning' ? 2600 : kinds.includes('news') || kinds.includes('claimed') ? 1900 : kinds.some((kind) => BUILT.has(kind)) ? 1500 : kinds.some((kind) => DRAWN.has(kind)) ? 1000 : 700
  return base * tempo() * (waiting > 8 ? 0.3 : waiting > 4 ? 0.6 : 1)
}
