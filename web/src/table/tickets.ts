// How a ticket stands: done, or what it still lacks by the cheapest remaining path.
import type { Board } from '../lib/maps'
import { joined, missingPath } from '../lib/paths'
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
  /** More spaces than trains left. */
  tooFar: boolean
}

export function ticketState(board: Board, position: PublicPart, seat: number, ticket: string): TicketState {
  const facts = board.ticket.get(ticket)
  const cities = citiesOf(board, ticket)
  const base = { ticket, points: facts?.points ?? 0, isLong: facts?.long ?? false, cities }
  if (cities.length && joined(board.map, position.routes, seat, cities)) return { ...base, done: true, missing: [], spaces: 0, tooFar: false }
  const opensFrom = Number(board.variant.rules.doubles_open_from ?? 4)
  const missing = new Set<RouteData>()
  for (let i = 1; i < cities.length; i++) {
    const part = missingPath(board.map, position.routes, seat, cities[i - 1]!, cities[i]!, position.players.length, opensFrom)
    if (!part) return { ...base, done: false, missing: null, spaces: Infinity, tooFar: true }
    for (const route of part.routes) missing.add(route)
  }
  const routes = [...missing]
  const spaces = routes.reduce((sum, route) => sum + route.length, 0)
  return { ...base, done: false, missing: routes, spaces, tooFar: spaces > (position.players[seat]?.trains ?? 0) }
}

/** Tickets that were open before and are done now. */
export function newlyDone(before: TicketState[], after: TicketState[]): string[] {
  const open = new Set(before.filter((each) => !each.done).map((each) => each.ticket))
  return after.filter((each) => each.done && open.has(each.ticket)).map((each) => each.ticket)
}
