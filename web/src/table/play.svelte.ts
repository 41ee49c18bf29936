// The state of the player's input at a table: chosen route, city or tickets, marks on the map, open dialogs.
import { api, Refusal, type Hint } from '../lib/api'
import { withWords } from '../lib/areas'
import { seenBy } from '../lib/events'
import { byThrift, type Moves, type Payment } from '../lib/moves'
import { confirms } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { Counts, EntryLine, TurnPlan } from '../lib/types'
import { nothing, type Pointing } from '../lib/view'
import { readHint } from './hints'
import { eventsOf, lastTurns } from './lastMoves'
import { isUndoable, touched } from './log'
import { namesOf } from './names'
import { isPlainChoice, paymentsFor, plansBy } from './payments'
import { ticketStates, type TicketState } from './tickets'

export type Opened = 'can' | 'keys' | 'plans' | 'leave' | 'abort' | 'menu' | 'tray' | null
export type Tab = 'cards' | 'tickets' | 'players' | 'log' | 'chat'

export class Play {
  route = $state<string | null>(null)
  city = $state<string | null>(null)
  isChoosingCity = $state(false)
  /** The panel for exchanging pieces is open. */
  isExchanging = $state(false)
  /** Drawing tickets waits for a confirmation. */
  isTakingTickets = $state(false)
  /** The row slot that was chosen, while the player chooses the deck that refills it. */
  slot = $state<number | null>(null)
  /** Offered tickets chosen to be kept, by index. */
  kept = $state<number[]>([])
  /** The ticket whose cities and path the map shows: clicked, or offered and under the pointer. */
  lit = $state<string | null>(null)
  /** Cities that the tray points out. */
  ends = $state.raw<string[]>([])
  trailOf = $state<number | null>(null)
  entry = $state.raw<EntryLine | null>(null)
  hint = $state.raw<Hint | null>(null)
  isAsking = $state(false)
  /** The plans that may be stored as premoves, as the server last sent them. */
  plans = $state.raw<TurnPlan[]>([])
  private plannedAt = ''
  /** What the end of the game points out on the map. */
  story = $state.raw<Pointing | null>(null)
  opened = $state<Opened>(null)
  /** The ceremony at the end is shown. */
  isCrowning = $state(false)
  /** The game was watched in progress here; then its end is shown step by step. */
  sawPlaying = false
  tab = $state<Tab>('cards')

  /** The last press. Touch asks for confirmation of a claim, Shift for the payment, and the keyboard moves the focus. */
  press = { touch: false, shift: false, keys: false }

  readonly moves: Moves | null = $derived.by(() => this.table.moves)
  readonly hand: Counts = $derived.by(() => this.table.own?.hand ?? {})
  readonly names: string[] = $derived.by(() => namesOf(this.table.info))
  readonly payments: Payment[] = $derived(paymentsFor(this.moves, { route: this.route, city: this.city }))
  readonly usual: Payment | null = $derived.by(() => byThrift(this.payments, this.hand)[0] ?? null)
  readonly canUndo: boolean = $derived.by(
    () => this.table.info?.status === 'playing' && !this.table.pending && isUndoable(this.table.entries.at(-1), this.table.seat),
  )
  private readonly allTickets = $derived.by(() => {
    const { gameMap, own } = this.table
    return gameMap && own ? ticketStates(gameMap, own) : { held: [], offered: [] }
  })
  readonly tickets: TicketState[] = $derived(this.allTickets.held)
  readonly litState: TicketState | null = $derived.by(() => [...this.allTickets.held, ...this.allTickets.offered].find((each) => each.ticket === this.lit) ?? null)
  /** The last turn of each player by seat, as far as it was shown. */
  readonly lastTurns: Map<number, EntryLine[]> = $derived.by(() => {
    const shown = this.table.position?.seq ?? 0
    return lastTurns(this.table.entries.filter((entry) => entry.seq < shown))
  })
  /** How many cards of a tunnel are turned up, while they are turned. */
  turnedUp = $state(0)
  readonly pointing: Pointing = $derived.by(() => this.point())

  constructor(readonly table: Table) {}

  private point(): Pointing {
    if (this.story) return this.story
    const { gameMap, position } = this.table
    if (!gameMap || !position) return nothing
    const routes: Pointing['routes'] = new Map()
    const cities: Pointing['cities'] = new Map()
    if (position.public.phase !== 'over')
      for (const turn of this.lastTurns.values())
        for (const event of eventsOf(turn)) {
          if (event.event === 'claimed') routes.set(event.route, 'last')
          if (event.event === 'station' || event.event === 'port') cities.set(event.city, 'last')
        }
    for (const each of this.tickets) for (const city of each.cities) if (cities.get(city) !== 'ticket') cities.set(city, each.done ? 'done' : 'ticket')
    const offered = this.table.own?.offered ?? []
    for (const { cities: named } of this.allTickets.offered) for (const city of named) cities.set(city, 'ticket')
    for (const index of this.kept) for (const city of gameMap.ticket.get(offered[index] ?? '')?.cities ?? []) cities.set(city, 'chosen')
    for (const route of this.wantedRoutes) routes.set(route, 'wanted')
    if (this.isChoosingCity && this.moves) for (const city of [...this.moves.stations.keys(), ...this.moves.ports.keys()]) cities.set(city, 'offer')
    if (this.trailOf !== null) for (const route of position.public.players[this.trailOf]?.trail?.routes ?? []) routes.set(route, 'trail')
    if (this.litState) {
      for (const route of this.litState.missing ?? []) routes.set(route.name, 'missing')
      for (const city of this.litState.cities) cities.set(city, this.litState.done ? 'done' : 'chosen')
    }
    for (const city of this.ends) cities.set(city, 'chosen')
    if (this.entry) {
      const shown = touched(this.entry)
      for (const [route, mark] of shown.routes) routes.set(route, mark)
      for (const [city, mark] of shown.cities) cities.set(city, mark)
    }
    const hinted = this.hint?.action.split(' ') ?? []
    if (hinted[0] === 'claim' && hinted[1]) routes.set(hinted[1], 'hint')
    if ((hinted[0] === 'station' || hinted[0] === 'port') && hinted[1]) cities.set(hinted[1], 'offer')
    if (this.route) routes.set(this.route, 'chosen')
    if (this.city) cities.set(this.city, 'chosen')
    return { routes, cities, frame: this.framed }
  }
  /**
   * The cities that the map shows together: those of the offered tickets, or of the ticket that was pressed. In the opening
   * the whole map is shown until a ticket is chosen.
   */
  private get framed(): string[] {
    const { held, offered } = this.allTickets
    const isChoosing = this.moves?.keeps.length && (held.length || this.kept.length)
    const shown = isChoosing ? offered : held.filter((each) => each.ticket === this.lit)
    return [...new Set([...shown.flatMap((each) => each.cities), ...this.ends])]
  }
  /** The lanes that can be claimed and that the cheapest way of a ticket needs. */
  private get wantedRoutes(): string[] {
    const groups = new Set(this.tickets.flatMap((each) => (each.missing ?? []).map((route) => route.group)))
    return [...(this.moves?.claims.keys() ?? [])].filter((name) => groups.has(this.table.gameMap?.route.get(name)?.group ?? -1))
  }

  /** Clears all choices. */
  rest(): void {
    this.route = this.city = this.lit = this.entry = this.trailOf = this.slot = null
    this.isChoosingCity = this.isExchanging = this.isTakingTickets = false
    this.ends = []
  }

  /** Takes a card of the row. If two decks can refill its slot, the player chooses the deck first. */
  take(slot: number): void {
    const ways = this.moves?.row.get(slot) ?? []
    this.route = this.city = null
    this.isChoosingCity = this.isExchanging = this.isTakingTickets = false
    if (ways.length === 1) this.do(ways[0]!)
    else this.slot = this.slot === slot ? null : slot
  }
  /** Starts or stops choosing a city, or exchanging pieces. */
  begin(what: 'city' | 'exchange'): void {
    const [city, exchange] = [what === 'city' && !this.isChoosingCity, what === 'exchange' && !this.isExchanging]
    this.rest()
    this.isChoosingCity = city
    this.isExchanging = exchange
    this.tab = 'cards'
  }

  chooseRoute(name: string): void {
    this.isChoosingCity = this.isExchanging = this.isTakingTickets = false
    this.city = this.slot = null
    this.entry = null
    const payments = this.moves?.claims.get(name)
    if (payments && !confirms() && !this.press.touch && !this.press.shift && isPlainChoice(this.table.gameMap?.route.get(name), payments)) {
      this.do(byThrift(payments, this.hand)[0]!.action)
      return
    }
    // The map explains why a route cannot be claimed. A free one can be a premove while others move.
    if (payments) this.mark(name)
    else if (this.mayPlan && this.table.position?.public.routes[name] === undefined)
      void this.readPlans().then(() => {
        if (this.canPlan(name)) this.mark(name)
      })
  }
  private mark(route: string): void {
    this.route = this.route === route ? null : route
    this.tab = 'cards'
  }

  /** Whether the player can store premoves now. */
  get mayPlan(): boolean {
    return this.table.seat !== null && !this.moves && this.table.info?.status === 'playing'
  }
  /** Whether a claim of this route is among the plans, if they were requested. */
  canPlan(name: string): boolean {
    return this.mayPlan && plansBy(this.plans, 'claim').has(name)
  }
  /** Requests the plans for the shown position. */
  async readPlans(): Promise<void> {
    const { id, seat, position } = this.table
    const asked = `${seat}:${position?.seq}`
    if (seat === null || !this.mayPlan || asked === this.plannedAt) return
    await this.try(async () => {
      const found = await api.plans(id, seat)
      this.plans = found.plans
      this.plannedAt = asked
    })
  }

  chooseCity(id: string): void {
    if (!this.moves?.stations.has(id) && !this.moves?.ports.has(id)) return
    this.route = this.slot = null
    this.isExchanging = this.isTakingTickets = false
    this.city = id
    this.tab = 'cards'
  }

  /** Sends an action; drawing tickets is confirmed first. The table shows a refusal. */
  do(action: string): void {
    if (action !== this.moves?.tickets) return this.send(action)
    this.rest()
    this.opened = null
    this.isTakingTickets = true
    this.tab = 'cards'
  }
  send(action: string): void {
    void this.table.act(action).then(
      () => this.clear(),
      () => undefined,
    )
  }
  private clear(): void {
    this.route = this.city = this.hint = this.slot = null
    this.kept = []
    this.isChoosingCity = this.isExchanging = this.isTakingTickets = false
    this.lit = null
    this.opened = null
  }

  undo(): void {
    if (!this.canUndo) this.table.refusal = new Refusal(isOwn(this.table) ? 'undo_after_hidden' : 'nothing_to_undo')
    else void this.table.undo().catch(() => undefined)
  }

  /** Whether a hint advises one of these actions. */
  isHinted(...actions: (string | null | undefined)[]): boolean {
    return !!this.hint && actions.includes(this.hint.action)
  }

  async ask(): Promise<void> {
    const seat = this.table.seat
    if (seat === null || this.isAsking) return
    this.isAsking = true
    await this.try(async () => {
      this.hint = readHint(await withWords(['hints'], api.hint(this.table.id, seat)))
    })
    this.isAsking = false
  }

  /** Runs a request to the server and shows its refusal like that of a move. */
  async try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (trouble) {
      this.table.refusal = trouble instanceof Refusal ? trouble : new Refusal('unavailable')
      return false
    }
  }

  /** An entry, redacted for the player who holds the device. */
  seen(entry: EntryLine): EntryLine {
    return this.table.isHotSeat && this.table.position?.public.phase !== 'over' ? seenBy(entry, this.table.seat) : entry
  }

  show(entry: EntryLine): void {
    this.entry = this.entry?.seq === entry.seq ? null : entry
  }
}

function isOwn(table: Table): boolean {
  const last = table.entries.at(-1)
  return last?.kind === 'move' && last.seat === table.seat && !last.by_bot
}
