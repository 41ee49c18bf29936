// The settings of this device: theme, motion, sound, how moves are confirmed. Stored only in the browser.
import type { Entry } from './types'

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'off'
  /** How fast the moves of others are shown. */
  speed: 'slow' | 'usual' | 'fast'
  sound: boolean
  /** Ask before a claim: on touch only, always, or never. */
  confirm: 'touch' | 'always' | 'never'
  /** The map (stored as `board`), or the text view. */
  view: 'board' | 'text'
  /** The bot to play against, if one was chosen. */
  bot: string
}

const usual: Settings = { theme: 'auto', motion: 'auto', speed: 'usual', sound: false, confirm: 'touch', view: 'board', bot: '' }

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

/** Whether the pointer is a finger: then a claim is confirmed. */
export function coarse(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

export function confirms(): boolean {
  return settings.confirm === 'always' || (settings.confirm === 'touch' && coarse())
}

/** How long an entry is shown before the next, in milliseconds. */
export function pace(entry: Entry, waiting: number, own: boolean): number {
  if (still() || settings.view === 'text') return 0
  const kinds = entry.events.map((event) => event.event)
  // The player's own actions are shown at once, except a tunnel, whose cards are turned up for everybody.
  if (own && !kinds.includes('turned')) return 0
  const base = kinds.includes('turned') || kinds.includes('news') ? 1800 : kinds.some((kind) => ['claimed', 'station', 'port', 'space-paid', 'split'].includes(kind)) ? 900 : 550
  const speed = { slow: 1.8, usual: 1, fast: 0.4 }[settings.speed]
  return base * speed * (waiting > 12 ? 0.25 : waiting > 5 ? 0.5 : 1)
}
