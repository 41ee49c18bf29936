// A tiny map for tests: four cities, a double, a tunnel and a ferry.
import type { GameMap } from '../lib/maps'
import type { PublicPart, RouteData } from '../lib/types'

function route(name: string, length: number, colour: string, group: number, more: Partial<RouteData> = {}): RouteData {
  const [a, b] = name.split(':')[0]!.split('-') as [string, string]
  return { name, a, b, length, colour, group, lane: 0, lanes: 1, kind: 'rail', locomotives: 0, tunnel: false, ...more }
}

const cities = ['alba', 'berg', 'corte', 'dorf'].map((id) => ({ id, name: id[0]!.toUpperCase() + id.slice(1), latitude: 0, longitude: 0 }))
const routes = [
  route('alba-berg:red', 2, 'red', 0),
  route('alba-berg:blue', 2, 'blue', 0, { lane: 1 }),
  route('berg-corte', 3, 'gray', 1),
  route('corte-dorf', 4, 'gray', 2, { tunnel: true }),
  route('alba-dorf', 6, 'gray', 3, { locomotives: 2 }),
]
const tickets = [
  { name: 'alba-corte', cities: ['alba', 'corte'], points: 7, out_of_order: null, penalty: 7, long: false },
  { name: 'alba-dorf', cities: ['alba', 'dorf'], points: 12, out_of_order: null, penalty: 12, long: true },
]
const variant = { id: 'base', name: '', summary: '', tickets, rules: { route_points: [1, 2, 4, 7, 10, 15], longest_path: 10, stations: 3, trains: 45 } }

export const sample: GameMap = {
  kit: null,
  id: 'sample',
  served: { id: 'sample', name: 'Sample', summary: '', edition: '', decks: {}, cities, routes, variants: { base: variant } },
  variant,
  geometry: { id: 'sample', box: [0, 0, 1, 1], thick: 1, dot: 1, land: '', cities: {}, names: {}, routes: {} },
  route: new Map(routes.map((each) => [each.name, each])),
  city: new Map(cities.map((each) => [each.id, each])),
  ticket: new Map(tickets.map((each) => [each.name, each])),
  cards: ['red', 'blue', 'locomotive'],
}

export function position(routes: Record<string, number> = {}, more: Partial<PublicPart> = {}): PublicPart {
  const player = { cards: 4, known: {}, tickets: 2, offered: 0, chosen: true, trains: 45, stations: 3, points: 0 }
  return {
    phase: 'turn', turn: 1, seat: 0, to_act: [0], turns_left: null, row: ['red', 'locomotive'], decks: { trains: { cards: 9, discards: {} } },
    tickets_left: 5, routes, closed: {}, stations: {}, tunnel: null, players: [{ ...player }, { ...player }], ...more,
  }
}
