// How the routes of a board stand: whose they are, which can be claimed now, which lanes are closed.
import type { Board } from '../lib/maps'
import type { Moves } from '../lib/moves'
import type { Position, RouteData } from '../lib/types'
import type { State } from './words'

/** The free lanes that nobody may claim any more, since with few players a double has only one (C11). */
export function closedLanes(board: Board, position: Position | null): Set<string> {
  const closed = new Set<string>()
  if (!position) return closed
  const owners = position.public.routes
  const opensFrom = Number(board.variant.rules.doubles_open_from ?? 4)
  if (position.public.players.length >= opensFrom) return closed
  const taken = new Set(board.map.routes.filter((route) => owners[route.name] !== undefined).map((route) => route.group))
  for (const route of board.map.routes) if (taken.has(route.group) && owners[route.name] === undefined) closed.add(route.name)
  return closed
}

export function stateOf(route: RouteData, position: Position | null, seat: number | null, moves: Moves | null, closed: Set<string>): State {
  const owner = position?.public.routes[route.name]
  if (owner !== undefined) return owner === seat ? 'yours' : 'taken'
  if (moves?.claims.has(route.name)) return 'offer'
  return closed.has(route.name) ? 'closed' : 'free'
}

/** How many cards of a hand could go into a route, and how many of them are wild. */
export function heldFor(route: RouteData, hand: Record<string, number>): { held: number; wilds: number } {
  const wilds = hand.locomotive ?? 0
  const byColour = new Map<string, number>()
  for (const [card, count] of Object.entries(hand)) {
    if (card === 'locomotive') continue
    const [colour, ...face] = card.split('-')
    const isShip = face.at(-1) === 'ship'
    if (face.length && isShip !== (route.kind === 'sea')) continue
    const worth = face[0] === 'double' ? 2 * count : count
    byColour.set(colour!, (byColour.get(colour!) ?? 0) + worth)
  }
  const held = route.colour === 'gray' ? Math.max(0, ...byColour.values()) : (byColour.get(route.colour) ?? 0)
  return { held, wilds }
}
