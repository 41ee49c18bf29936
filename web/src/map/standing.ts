// The state of routes: owner, claimable now, or closed.
import type { Moves } from '../lib/moves'
import type { OwnPart, Position, RouteData } from '../lib/types'
import type { State } from './words'

/** The free lanes that are closed to a seat; for a spectator, those closed to all. The server sends them. */
export function closedLanes(position: Position | null, seat: number | null): Set<string> {
  if (!position) return new Set()
  const { closed, players } = position.public
  const isClosed = (seats: number[]) => (seat === null ? seats.length === players.length : seats.includes(seat))
  return new Set(Object.keys(closed).filter((route) => isClosed(closed[route]!)))
}

export function stateOf(route: RouteData, position: Position | null, seat: number | null, moves: Moves | null, closed: Set<string>): State {
  const owner = position?.public.routes[route.name]
  if (owner !== undefined) return owner === seat ? 'yours' : 'taken'
  if (moves?.claims.has(route.name)) return 'offer'
  return closed.has(route.name) ? 'closed' : 'free'
}

/** How many spaces of a route the cards of the seat cover. The server sends it. */
export function coveredSpaces(route: RouteData, own: OwnPart): number {
  const covered = route.locomotives ? own.covers.ferry?.[route.name] : own.covers[route.pair ? 'pair' : route.kind]?.[route.colour]
  return Math.min(route.length, covered ?? 0)
}
