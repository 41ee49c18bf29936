// How a ticket stands: done, or what it still lacks by the cheapest remaining path.
import type { Board } from '../lib/maps'
import { joined, joinedInOrder, missingPath } from '../lib/paths'
import type { PublicPart, RouteData } from '../lib/types'
import { citiesOf } from './names'

export interface TicketState {
  ticket: string
  points: number
  isLong: boolean
  cities: string[]
  done: boolean
  /** Routes still to be claimed on the cheapest path; null if own routes cannot do it any more. */
  missing: RouteData[] | null
  spaces: number
  /** More spaces than trains (or ships) left. */
  tooFar: boolean
  /** Of a tour: whether what is joined is joined in the printed order; its lower value and its penalty. */
  tour: { inOrder: boolean; other: number; penalty: number } | null
}

export function ticketState(board: Board, position: PublicPart, seat: number, ticket: string): TicketState {
  const facts = board.ticket.get(ticket)
  const cities = citiesOf(board, ticket)
  const isDone = cities.length > 0 && joined(board.map, position.routes, seat, cities)
  const other = facts?.out_of_order ?? null
  const inOrder = isDone && other !== null && joinedInOrder(board.map, position.routes, seat, cities)
  const tour = other === null ? null : { inOrder, other, penalty: facts?.penalty ?? 0 }
  const points = isDone && tour && !inOrder ? tour.other : (facts?.points ?? 0)
  const base = { ticket, points, isLong: facts?.long ?? false, cities, tour }
  if (isDone) return { ...base, done: true, missing: [], spaces: 0, tooFar: false }
  const opensFrom = Number(board.variant.rules.doubles_open_from ?? 4)
  const missing = new Set<RouteData>()
  for (let i = 1; i < cities.length; i++) {
    const part = missingPath(board.map, position.routes, seat, cities[i - 1]!, cities[i]!, position.players.length, opensFrom)
    if (!part) return { ...base, done: false, missing: null, spaces: Infinity, tooFar: true }
    for (const route of part.routes) missing.add(route)
  }
  const routes = [...missing]
  const spaces = routes.reduce((sum, route) => sum + route.length, 0)
  const player = position.players[seat]
  const asked = piecesFor(routes)
  // Pieces in the box can be exchanged for: too far is what neither kind nor all together would do.
  const has = (kind: 'trains' | 'ships') => (player?.[kind] ?? 0) + (player?.box?.[kind] ?? 0)
  const unknown = position.phase === 'opening' || position.phase === 'split'
  const tooFar = player?.ships === undefined ? spaces > (player?.trains ?? 0) : !unknown && (asked.trains > has('trains') || asked.ships > has('ships') || spaces > player.trains + player.ships)
  return { ...base, done: false, missing: routes, spaces, tooFar }
}

/** The trains and ships that routes take. */
export function piecesFor(routes: Iterable<RouteData>): { trains: number; ships: number } {
  const found = { trains: 0, ships: 0 }
  for (const route of routes) found[route.kind === 'sea' ? 'ships' : 'trains'] += route.length
  return found
}

/** Tickets that were open before and are done now. */
export function newlyDone(before: TicketState[], after: TicketState[]): string[] {
  const open = new Set(before.filter((each) => !each.done).map((each) => each.ticket))
  return after.filter((each) => each.done && open.has(each.ticket)).map((each) => each.ticket)
}
