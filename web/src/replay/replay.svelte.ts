// The controller of a replay: the moment shown, the seat it is seen from, and playback. Positions come from the server;
// the neighbours of the shown one are loaded in advance, so that a step is immediate.
import { api, Refusal, type Story } from '../lib/api'
import { loadTableMap, type GameMap } from '../lib/maps'
import type { Showing } from '../lib/table.svelte'
import { still } from '../lib/settings.svelte'
import { trouble } from '../lib/trouble'
import { seenBy } from '../lib/events'
import type { EventName } from '../lib/generated'
import type { Entry, EntryLine, Position, TableInfo } from '../lib/types'

/** A seat, all hands open (once the game is over), or what I may see of a game in progress. */
export type Eyes = number | 'open' | 'mine'
export const SPEEDS = [0.5, 1, 2, 4]
const MOST_KEPT = 400
const AT_ONCE = 1000

/** Events that put something on the map. */
export const BUILDS: EventName[] = ['claimed', 'station', 'port']

/** How long an entry is shown, in milliseconds at the usual speed. */
export function lasting(entry: EntryLine): number {
  const kinds = entry.events.map((event) => event.event)
  if (kinds.includes('turned')) return 1900
  return BUILDS.some((kind) => kinds.includes(kind)) ? 1200 : 700
}

/** An entry reduced to what the chosen seat may know. */
export function through(entry: EntryLine, eyes: Eyes): EntryLine {
  return typeof eyes === 'number' ? seenBy(entry, eyes) : entry
}

export class Replay {
  info = $state.raw<TableInfo | null>(null)
  gameMap = $state.raw<GameMap | null>(null)
  record = $state.raw<EntryLine[]>([])
  position = $state.raw<Position | null>(null)
  showing = $state.raw<Showing | null>(null)
  story = $state.raw<Story | null>(null)
  at = $state(0)
  eyes = $state<Eyes>('mine')
  speed = $state(1)
  isPlaying = $state(false)
  /** Whether all hands may be shown: the game is over, and if it is private, I played in it. */
  isOpen = $state(false)
  problem = $state('')
  private kept = new Map<string, Promise<Position>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false

  constructor(readonly id: string) {}

  get last(): number {
    return Math.max(0, this.record.length - 1)
  }
  get isOver(): boolean {
    return this.info?.status === 'over'
  }
  /** The entries as the chosen seat knows them. */
  get entries(): EntryLine[] {
    return this.record.map((entry) => through(entry, this.eyes))
  }

  async open(at: number | null, eyes: Eyes | null): Promise<void> {
    try {
      const now = await api.view(this.id)
      this.info = now.info
      this.isOpen = this.isOver && (await this.mayBeOpened())
      this.eyes = this.isOpen ? (eyes ?? 'open') : 'mine'
      const [gameMap, record] = await Promise.all([loadTableMap(now.info), this.readAll(now.info.seq)])
      this.gameMap = gameMap
      this.record = record
      if (this.isClosed) return
      await this.go(at ?? 0)
      api.story(this.id).then((story) => (this.story = story), () => undefined)
    } catch (error) {
      this.problem = await trouble(error)
    }
  }

  private async mayBeOpened(): Promise<boolean> {
    try {
      await api.entries(this.id, 0, 1, 'open')
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'private_table') return false
      throw error
    }
  }

  private async readAll(count: number): Promise<EntryLine[]> {
    const all: EntryLine[] = []
    while (all.length < count) {
      const some = await api.entries(this.id, all.length, Math.min(count, all.length + AT_ONCE), this.isOpen ? 'open' : undefined)
      if (!some.length) break
      all.push(...some)
    }
    return all
  }

  close(): void {
    this.isClosed = true
    this.pause()
  }

  private view(at: number): Promise<Position> {
    const key = `${this.eyes}:${at}`
    let found = this.kept.get(key)
    if (!found) {
      found = api.view(this.id, at, this.eyes === 'mine' ? undefined : this.eyes)
      this.kept.set(key, found)
      found.catch(() => this.kept.delete(key))
      if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value!)
    }
    return found
  }

  /** Shows the moment after an entry; animated if it is the next one. */
  async go(to: number): Promise<void> {
    const at = Math.min(this.last, Math.max(0, Math.round(to)))
    const isStep = at === this.at + 1 && this.position !== null
    this.at = at
    try {
      const eyes = this.eyes
      const view = await this.view(at)
      // Another moment may have been requested meanwhile.
      if (this.at !== at || this.eyes !== eyes || this.isClosed) return
      this.position = view
      this.problem = ''
      const entry = this.record[at]
      const lasts = entry ? lasting(entry) / this.speed : 0
      this.showing = isStep && entry && !still() ? { entry: { ...through(entry, eyes), ...view, type: 'entry', table: this.id, deadline: null, hold: 0 } as Entry, part: 'all', lasts } : null
      for (const next of this.isPlaying ? [1, 2, 3, 4, 5, 6] : [1, -1, 2, -2, 3]) if (at + next >= 0 && at + next <= this.last) void this.view(at + next).catch(() => undefined)
    } catch (error) {
      this.pause()
      const words = await trouble(error)
      if (this.at === at) this.problem = words
    }
  }

  look(eyes: Eyes): void {
    this.eyes = eyes
    this.showing = null
    void this.go(this.at)
  }

  step(by: number): void {
    this.pause()
    void this.go(this.at + by)
  }

  /** Goes to the start of the next turn; backwards, to the start of this turn and then of the one before. */
  stepTurn(by: 1 | -1): void {
    this.pause()
    const seat = this.record[this.at]?.seat
    let to = this.at + by
    while (to > 0 && to < this.last && (this.record[to]?.seat === seat || this.record[to]?.seat === null)) to += by
    void this.go(to)
  }

  play(): void {
    if (this.at >= this.last) this.at = 0
    this.isPlaying = true
    void this.run()
  }
  pause(): void {
    this.isPlaying = false
    clearTimeout(this.timer)
  }
  toggle(): void {
    if (this.isPlaying) this.pause()
    else this.play()
  }

  private async run(): Promise<void> {
    if (!this.isPlaying) return
    if (this.at >= this.last) {
      this.pause()
      return
    }
    await this.go(this.at + 1)
    const entry = this.record[this.at]
    clearTimeout(this.timer)
    if (this.isPlaying) this.timer = setTimeout(() => void this.run(), (entry ? lasting(entry) : 700) / this.speed)
  }
}
