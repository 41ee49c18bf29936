// The controller of a table for one client. The map, the text view and every panel read from it and act through it.
import { api, Refusal } from './api'
import { loadTableMap, type GameMap } from './maps'
import { readMoves, type Moves } from './moves'
import { line } from './socket.svelte'
import { me } from './me.svelte'
import { Playback } from './playback'
import { rememberSeal } from './seal'
import { pace } from './settings.svelte'
import type { Entry, EntryLine, FromServer, OwnPart, Position, Snapshot, TableInfo } from './types'
import { Watched } from './watched.svelte'

/** The entry that is being shown; panels animate its events. The cards of a tunnel are turned up first (`turning`), then what follows from them is shown (`after`). */
export interface Showing { entry: Entry; part: 'all' | 'turning' | 'after'; lasts: number }

export class Table extends Watched {
  info = $state.raw<TableInfo | null>(null)
  gameMap = $state.raw<GameMap | null>(null)
  /** The position shown; it lags behind the newest one while entries are animated. */
  position = $state.raw<Position | null>(null)
  showing = $state.raw<Showing | null>(null)
  /** The entries received so far, oldest first, for the log. */
  entries = $state.raw<EntryLine[]>([])
  /** Hot-seat: the seat whose hand is shown on this device, or null while it is covered. */
  uncovered = $state<number | null>(null)
  deadline = $state<number | null>(null)
  /** The premoves of the client's seats, as stored by the server, from any device. */
  premoves = $state.raw<Record<number, string[]>>({})

  /** How many entries wait to be shown after this one. */
  waiting = $state(0)
  /** Until when bots wait for an undo of the last entry, by `performance.now()`. */
  heldUntil = $state(0)

  private latest: Position | null = null
  private playback = new Playback<Omit<Showing, 'lasts'>>({
    pace: ({ entry, part }, waiting) => pace(entry, part, waiting, this.isOwn(entry)),
    show: (scene, lasts) => this.present({ ...scene, lasts }),
    rest: () => this.rest(),
  })
  private stop: () => void

  constructor(id: string) {
    super(id)
    this.stop = line.listen(
      (message) => this.hear(message),
      () => this.reconnect(),
    )
  }

  close(): void {
    this.playback.skip()
    line.send({ type: 'unwatch', table: this.id })
    this.stop()
  }

  // --- who and what ---

  /** The seats of this client, in order. */
  get mine(): number[] {
    return this.position?.own.map((own) => own.seat) ?? []
  }
  get isHotSeat(): boolean {
    return this.mine.length > 1
  }
  /** The seat that this device acts for now: its only one, or with hot-seat the uncovered one, until another has to take the device. */
  get seat(): number | null {
    if (this.mine.length <= 1) return this.mine[0] ?? null
    return this.nextToUncover === null ? this.uncovered : null
  }
  /** Hot-seat: the seat that should take the device now. */
  get nextToUncover(): number | null {
    if (!this.isHotSeat || !this.position) return null
    const acting = this.position.turns.map((turn) => turn.seat)
    if (this.uncovered !== null && acting.includes(this.uncovered)) return null
    return acting[0] ?? null
  }
  get own(): OwnPart | null {
    return this.position?.own.find((own) => own.seat === this.seat) ?? null
  }
  /** The legal actions of this seat; null if there are none, or while an older position or a tunnel is shown. */
  get moves(): Moves | null {
    // While all seats choose at once, choices of others do not interrupt anybody.
    const phase = this.position?.public.phase
    const isTogether = phase === 'opening' || phase === 'split'
    if ((this.waiting || this.isTunnelling) && !isTogether) return null
    if (this.hasLeft) return null
    const turn = this.position?.turns.find((each) => each.seat === this.seat)
    return turn ? readMoves(turn) : null
  }
  get isHost(): boolean {
    return this.info !== null && this.info.host === me.person?.id
  }
  get isSpectator(): boolean {
    return this.mine.length === 0
  }
  /** Whether entries wait to be shown. */
  get isBehind(): boolean {
    return this.showing !== null
  }
  /** Whether the cards of a tunnel are being turned up; their outcome is hidden until then. */
  get isTunnelling(): boolean {
    return this.showing?.part === 'turning'
  }
  /** Whether an entry was a move of this client, made by a person. */
  isOwn(entry: EntryLine): boolean {
    return entry.seat !== null && this.mine.includes(entry.seat) && !entry.by_bot
  }
  /** Whether this person left the game for good. */
  get hasLeft(): boolean {
    return this.mine.some((seat) => this.info?.seats[seat]?.left)
  }
  /** Whether a bot plays for this seat just now. */
  get isSubstituted(): boolean {
    return this.mine.some((seat) => this.info?.seats[seat]?.substituted)
  }
  seatName(seat: number): string {
    return this.info?.seats[seat]?.name ?? ''
  }

  // --- acting ---

  /** Sends an action for this seat. Resolves when it is stored; a refusal has a code. */
  act(action: string, seat: number | null = this.seat): Promise<void> {
    if (seat === null) return Promise.reject(new Refusal('not_your_seat'))
    return this.ask({ type: 'act', seat, action }, action)
  }
  undo(): Promise<void> {
    if (this.seat === null) return Promise.reject(new Refusal('not_your_seat'))
    return this.ask({ type: 'undo', seat: this.seat }, 'undo')
  }

  private ask(wish: { type: 'act'; seat: number; action: string } | { type: 'undo'; seat: number }, name: string): Promise<void> {
    const answer = this.send(name, (action_id) => ({ ...wish, table: this.id, base_seq: this.latest?.seq ?? 0, action_id }))
    this.skip()
    return answer
  }

  // --- receiving ---

  private reconnect(): void {
    // After a reconnect the missed entries are requested, from the last one that was shown.
    const seen = Number(localStorage.getItem(`seen:${this.id}`) ?? 0)
    const since = this.latest ? this.latest.seq : seen > 0 ? seen - 1 : null
    line.send(since === null ? { type: 'watch', table: this.id } : { type: 'watch', table: this.id, since })
    this.sendAgain()
  }

  private hear(message: FromServer): void {
    if (message.type === 'snapshot') {
      if (message.info.table === this.id) this.start(message)
    } else if (message.type === 'pong' || ('table' in message && message.table !== this.id)) return
    else if (message.type === 'entry') this.receive(message)
    else if (message.type === 'table') this.learn(message)
    else if (message.type === 'premoves') this.premoves = { ...this.premoves, [message.seat]: message.actions }
    else {
      this.hearShared(message, this.info !== null)
      if (message.type === 'refused' && message.code === 'stale') this.reconnect()
    }
  }

  private learn(info: TableInfo): void {
    this.info = info
    this.deadline = info.deadline
    if (info.status === 'open') rememberSeal(info.table, { commitment: info.commitment })
    if (info.campaign ? !this.gameMap : this.gameMap?.id !== info.map || this.gameMap.variant.id !== info.variant) {
      void loadTableMap(info).then((gameMap) => (this.gameMap = gameMap))
    }
  }

  private start(snapshot: Snapshot): void {
    this.learn(snapshot.info)
    this.chat = snapshot.chat
    this.premoves = Object.fromEntries(snapshot.premoves.map(({ seat, actions }) => [seat, actions]))
    this.gone = null
    this.latest = snapshot
    this.playback.skip()
    // Before the game there is no position.
    this.position = snapshot.public.phase ? snapshot : null
    this.remember()
  }

  private remember(): void {
    if (this.latest?.seq) localStorage.setItem(`seen:${this.id}`, String(this.latest.seq))
  }

  private receive(entry: Entry): void {
    // The seq of an entry is its own number; the seq of a position is that of the next entry.
    if (this.latest && entry.seq < this.latest.seq) return
    if (this.latest && entry.seq > this.latest.seq) {
      // An entry is missing: request it. It arrives before anything newer.
      line.send({ type: 'watch', table: this.id, since: this.latest.seq })
      return
    }
    const isFirst = this.latest === null
    this.latest = { seq: entry.seq + 1, public: entry.public, own: entry.own, turns: entry.turns }
    this.deadline = entry.deadline
    this.entries = [...this.entries, entry]
    this.heldUntil = entry.hold && this.isOwn(entry) ? performance.now() + 1000 * entry.hold : 0
    if (isFirst) this.skip()
    else if (entry.events.some((event) => event.event === 'turned')) for (const part of ['turning', 'after'] as const) this.playback.add({ entry, part })
    else this.playback.add({ entry, part: 'all' })
    this.waiting = this.playback.waiting
  }

  /** Shows an entry with the position after it; while the cards of a tunnel are turned up, with that before it. */
  private present(showing: Showing): void {
    const { entry } = showing
    this.waiting = this.playback.waiting
    if (showing.part !== 'turning') this.position = { seq: entry.seq + 1, public: entry.public, own: entry.own, turns: entry.turns }
    this.showing = showing
  }

  private rest(): void {
    this.waiting = 0
    this.showing = null
    if (this.latest?.public.phase) this.position = this.latest
    this.remember()
  }

  /** Skips the entries that wait to be shown. */
  skip(): void {
    this.playback.skip()
  }

  /** Takes the seat back from the bot; watching the table is enough for that. */
  comeBack(): void {
    this.reconnect()
  }

  /** Hot-seat: uncovers the hand of the next player. */
  uncover(seat: number): void {
    this.uncovered = seat
  }
  cover(): void {
    this.uncovered = null
  }

  /** Loads the entries from before this page was opened, for the log. */
  async readBack(): Promise<void> {
    const from = this.entries[0]?.seq ?? this.latest?.seq ?? 0
    if (from <= 0) return
    const earlier = await api.entries(this.id, 0, from)
    const first = this.entries[0]?.seq ?? from
    this.entries = [...earlier.filter((entry) => entry.seq < first), ...this.entries]
  }
}
