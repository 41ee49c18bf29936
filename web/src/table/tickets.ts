// The progress of tickets as the server sends it: done, or what the cheapest remaining path lacks.
import type { GameMap } from '../lib/maps'
import type { OwnPart, RouteData, TicketPart } from '../lib/types'
import { citiesOf } from './names'

export interface TicketState {
  ticket: string
  points: number
  isLong: boolean
  cities: string[]
  /** Own routes connect its cities. */
  done: boolean
  /** A station would connect them, with the present owners of routes. */
  byStation: boolean
  /** Routes to be claimed on the cheapest path; null if own routes cannot connect the cities any more. */
  missing: RouteData[] | null
  spaces: number
  /** The path takes more pieces than are left. */
  tooFar: boolean
  /** For a tour: whether it is connected in the printed order, its lower value and its penalty. */
  tour: { inOrder: boolean; other: number; penalty: number } | null
}

export function ticketState(gameMap: GameMap, part: TicketPart): TicketState {
  const facts = gameMap.ticket.get(part.ticket)
  const done = part.done && !part.by_station
  const other = facts?.out_of_order ?? null
  const tour = other === null ? null : { inOrder: done && part.in_order, other, penalty: facts?.penalty ?? 0 }
  return {
    ticket: part.ticket,
    points: done && tour && !tour.inOrder ? tour.other : (facts?.points ?? 0),
    isLong: facts?.long ?? false,
    cities: citiesOf(gameMap, part.ticket),
    done,
    byStation: part.by_station,
    missing: part.spaces === null ? null : part.missing.flatMap((name) => gameMap.route.get(name) ?? []),
    spaces: part.spaces ?? Infinity,
    tooFar: part.too_far,
    tour,
  }
}

/** The tickets of a seat, and those it is offered. */
export function ticketStates(gameMap: GameMap, own: OwnPart): { held: TicketState[]; offered: TicketState[] } {
  const states = own.progress.map((part) => ticketState(gameMap, part))
  return { held: states.slice(0, own.tickets.length), offered: states.slice(own.tickets.length) }
}

/** The trains and ships that routes take. */
export function piecesFor(routes: Iterable<RouteData>): { trains: number; ships: number } {
  const found = { trains: 0, ships: 0 }
  for (const route of routes) found[route.kind === 'sea' ? 'ships' : 'trains'] += route.length
  return found
}

/** Tickets that were not done before and are done now. */
export function newlyDone(before: TicketState[], after: TicketState[]): string[] {
  const open = new Set(before.filter((each) => !each.done).map((each) => each.ticket))
  return after.filter((each) => each.done && open.has(each.ticket)).map((each) => each.ticket)
}
