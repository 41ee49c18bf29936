// What a person is about to do at a table: the route, city or tickets chosen, what the board points out, what is open.
import { api, Refusal, type Hint } from '../lib/api'
import { byThrift, type Moves, type Payment } from '../lib/moves'
import { longestTrail } from '../lib/paths'
import { confirms } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { Counts, Told } from '../lib/types'
import { nothing, type Pointing } from '../lib/view'
import { readHint } from './hints'
import { isUndoable, seenBy, touched } from './log'
import { namesOf } from './names'
import { isPlainChoice, payable, paymentsFor, priceNow, routePrice } from './payments'
import { ticketState, type TicketState } from './tickets'

export type Opened = 'can' | 'keys' | 'plans' | 'leave' | 'abort' | 'menu' | null
export type Tab = 'cards' | 'tickets' | 'players' | 'log' | 'chat'

export class Play {
  route = $state<string | null>(null)
  city = $state<string | null>(null)
  isChoosingCity = $state(false)
  /** Pieces are about to be exchanged with the box. */
  isExchanging = $state(false)
  /** A place of the row whose card is about to be taken, while the deck that fills it is asked for. */
  slot = $state<number | null>(null)
  /** Offered tickets chosen to be kept, by index. */
  kept = $state<number[]>([])
  /** A ticket whose cities and path the board shows: one's own that was clicked, or an offered one under the pointer. */
  lit = $state<string | null>(null)
  trailOf = $state<number | null>(null)
  entry = $state.raw<Told | null>(null)
  hint = $state.raw<Hint | null>(null)
  isAsking = $state(false)
  /** The story of the end points at the board itself. */
  story = $state.raw<Pointing | null>(null)
  opened = $state<Opened>(null)
  /** The game was seen going on here: then its end is told as a story. */
  sawPlaying = false
  tab = $state<Tab>('cards')

  /** The last press: with a finger a claim is confirmed, with Shift the choice of payment is asked for, by keys the focus goes along. */
  press = { touch: false, shift: false, keys: false }

  readonly moves: Moves | null = $derived.by(() => this.table.moves)
  readonly hand: Counts = $derived.by(() => this.table.own?.hand ?? {})
  readonly names: string[] = $derived.by(() => namesOf(this.table.info))
  /** How many cards what is chosen takes. */
  readonly price: number = $derived.by(() => {
    const { board, position, seat } = this.table
    return board && position ? priceNow(board, position.public, seat ?? 0, { route: this.route, city: this.city }) : 0
  })
  readonly payments: Payment[] = $derived(paymentsFor(this.moves, { route: this.route, city: this.city }))
  readonly usual: Payment | null = $derived.by(() => byThrift(this.payments, this.hand, this.price)[0] ?? null)
  readonly canUndo: boolean = $derived.by(
    () => this.table.info?.status === 'playing' && !this.table.pending && isUndoable(this.table.entries.at(-1), this.table.seat),
  )
  readonly tickets: TicketState[] = $derived.by(() => {
    const { board, position, own, seat } = this.table
    if (!board || !position || !own || seat === null) return []
    return own.tickets.map((ticket) => ticketState(board, position.public, seat, ticket))
  })
  readonly litState: TicketState | null = $derived.by(() => {
    const { board, position, seat } = this.table
    if (!this.lit || !board || !position) return null
    return this.tickets.find((each) => each.ticket === this.lit) ?? ticketState(board, position.public, seat ?? -1, this.lit)
  })
  readonly pointing: Pointing = $derived.by(() => this.point())

  constructor(readonly table: Table) {}

  private point(): Pointing {
    if (this.story) return this.story
    const { board, position } = this.table
    if (!board || !position) return nothing
    const routes: Pointing['routes'] = new Map()
    const cities: Pointing['cities'] = new Map()
    for (const each of this.tickets) for (const city of each.cities) if (cities.get(city) !== 'ticket') cities.set(city, each.done ? 'done' : 'ticket')
    const offered = this.table.own?.offered ?? []
    for (const index of this.kept) for (const city of board.ticket.get(offered[index] ?? '')?.cities ?? []) cities.set(city, 'ticket')
    if (this.isChoosingCity && this.moves) for (const city of [...this.moves.stations.keys(), ...this.moves.ports.keys()]) cities.set(city, 'offer')
    if (this.trailOf !== null) for (const route of longestTrail(board.map, position.public.routes, this.trailOf)) routes.set(route.name, 'trail')
    if (this.litState) {
      for (const route of this.litState.missing ?? []) routes.set(route.name, 'missing')
      for (const city of this.litState.cities) cities.set(city, this.litState.done ? 'done' : 'chosen')
    }
    if (this.entry) {
      const shown = touched(this.entry)
      for (const [route, mark] of shown.routes) routes.set(route, mark)
      for (const [city, mark] of shown.cities) cities.set(city, mark)
    }
    const hinted = this.hint?.action.split(' ') ?? []
    if (hinted[0] === 'claim' && hinted[1]) routes.set(hinted[1], 'offer')
    if ((hinted[0] === 'station' || hinted[0] === 'port') && hinted[1]) cities.set(hinted[1], 'offer')
    if (this.route) routes.set(this.route, 'chosen')
    if (this.city) cities.set(this.city, 'chosen')
    return { routes, cities }
  }

  /** Nothing chosen any more. */
  rest(): void {
    this.route = this.city = this.lit = this.entry = this.trailOf = this.slot = null
    this.isChoosingCity = this.isExchanging = false
  }

  /** Take a card of the row; where two decks could fill its place, that is asked first. */
  take(slot: number): void {
    const ways = this.moves?.row.get(slot) ?? []
    this.route = this.city = null
    this.isChoosingCity = this.isExchanging = false
    if (ways.length === 1) this.do(ways[0]!)
    else this.slot = this.slot === slot ? null : slot
  }
  /** Begin or leave off to choose a city, or to exchange pieces. */
  begin(what: 'city' | 'exchange'): void {
    const [city, exchange] = [what === 'city' && !this.isChoosingCity, what === 'exchange' && !this.isExchanging]
    this.rest()
    this.isChoosingCity = city
    this.isExchanging = exchange
    this.tab = 'cards'
  }

  chooseRoute(name: string): void {
    this.isChoosingCity = this.isExchanging = false
    this.city = this.slot = null
    this.entry = null
    const payments = this.moves?.claims.get(name)
    if (payments && !confirms() && !this.press.touch && !this.press.shift && isPlainChoice(this.table.board?.route.get(name), payments)) {
      this.do(byThrift(payments, this.hand, routePrice(this.table.board?.route.get(name)))[0]!.action)
      return
    }
    // Why one cannot be claimed is told by the board itself; a free one can be planned for while others move.
    if (!payments && !this.canPlan(name)) return
    this.route = this.route === name ? null : name
    this.tab = 'cards'
  }

  /** Whether a claim of this route could be left as a plan for the next turn. */
  canPlan(name: string): boolean {
    const { board, position, seat, info } = this.table
    const route = board?.route.get(name)
    if (!board || !route || !position || seat === null || this.moves || info?.status !== 'playing') return false
    return position.public.routes[name] === undefined && payable(board, route, this.hand).length > 0
  }

  chooseCity(id: string): void {
    if (!this.moves?.stations.has(id) && !this.moves?.ports.has(id)) return
    this.route = this.slot = null
    this.isExchanging = false
    this.city = id
    this.tab = 'cards'
  }

  /** Take an action; a refusal is told by the table. */
  do(action: string): void {
    void this.table.act(action).then(
      () => this.clear(),
      () => undefined,
    )
  }
  private clear(): void {
    this.route = this.city = this.hint = this.slot = null
    this.kept = []
    this.isChoosingCity = this.isExchanging = false
    this.lit = null
    this.opened = null
  }

  undo(): void {
    if (!this.canUndo) this.table.refusal = new Refusal(isOwn(this.table) ? 'undo_after_hidden' : 'nothing_to_undo')
    else void this.table.undo().catch(() => undefined)
  }

  async ask(): Promise<void> {
    const seat = this.table.seat
    if (seat === null || this.isAsking) return
    this.isAsking = true
    await this.try(async () => {
      this.hint = readHint(await api.hint(this.table.id, seat))
    })
    this.isAsking = false
  }

  /** Whatever is asked of the server: its refusal is told like one of a move. */
  async try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (trouble) {
      this.table.refusal = trouble instanceof Refusal ? trouble : new Refusal('unavailable')
      return false
    }
  }

  /** An entry as whoever holds the device may know it. */
  seen(entry: Told): Told {
    return this.table.isHotSeat && this.table.position?.public.phase !== 'over' ? seenBy(entry, this.table.seat) : entry
  }

  show(entry: Told): void {
    this.entry = this.entry?.seq === entry.seq ? null : entry
  }
}


function isOwn(table: Table): boolean {
  const last = table.entries.at(-1)
  return last?.kind === 'move' && last.seat === table.seat && !last.by_bot
}
