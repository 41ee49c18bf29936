// The examples of the rulebook, chosen from the map itself: a route of each kind, a ticket with its way, and the part of the map round them.
import type { GameMap } from '../lib/maps'
import type { Geometry, RouteData, TicketData, VariantData } from '../lib/types'
import { turns } from '../map/picture'

/** The numbers that the rulebook names. They come from the map. */
export interface Numbers {
  trains: number
  stations: number
  station_cost: number[]
  unbuilt_station: number
  tunnel_cards: number
  hand: number[]
  row: number[]
  row_locomotives: number
  doubles_open_from: number
  triples_open_from: number
  end_at: number
  last_turns: number
  route_points: number[]
  opening: { short: number; long: number; keep: number }
  draw: { tickets: number; keep: number }
  longest_path: number
  globetrotter: number
  ships: number
  pieces: number
  ports: number
  port_cost: number[]
  port_points: number[]
  unbuilt_port: number
  exchange_cost: number
  money: number
  newspapers: number[]
  trains_left: number[]
}

export function numbersOf(variant: VariantData): Numbers {
  return variant.rules as unknown as Numbers
}

/** The best example of a kind of route: of usual length, and not across the joined edges of a map. */
function example(gameMap: GameMap, fits: (route: RouteData) => boolean, length = 3): RouteData | undefined {
  const found = gameMap.served.routes.filter((route) => gameMap.geometry.routes[route.name] && !route.wraps && fits(route))
  return found.sort((a, b) => Math.abs(a.length - length) - Math.abs(b.length - length))[0]
}

const isPlain = (route: RouteData) => route.kind === 'rail' && !route.tunnel && !route.locomotives && !route.pair

export interface Examples {
  claim?: RouteData
  /** The lanes of a double route. */
  double: RouteData[]
  tunnel?: RouteData
  ferry?: RouteData
  sea?: RouteData
  pair?: RouteData
  station?: RouteData
  port?: RouteData
  ticket?: { ticket: TicketData; routes: string[] }
  /** A route in the colour of a company. */
  company?: RouteData
}

export function examplesOf(gameMap: GameMap): Examples {
  const { served, variant } = gameMap
  const rules = numbersOf(variant)
  const lane = example(gameMap, (route) => isPlain(route) && route.lanes === 2)
  const isCompany = (route: RouteData) => served.companies?.includes(route.colour) ?? false
  const isPort = (city: string) => gameMap.city.get(city)?.port ?? false
  return {
    claim: example(gameMap, (route) => isPlain(route) && route.lanes === 1 && route.colour !== 'gray' && !isCompany(route)) ?? example(gameMap, isPlain),
    double: lane ? served.routes.filter((route) => route.group === lane.group) : [],
    tunnel: example(gameMap, (route) => route.tunnel && route.lanes === 1) ?? example(gameMap, (route) => route.tunnel),
    ferry: example(gameMap, (route) => route.locomotives > 0, 4),
    sea: example(gameMap, (route) => route.kind === 'sea' && route.lanes === 1) ?? example(gameMap, (route) => route.kind === 'sea'),
    pair: example(gameMap, (route) => !!route.pair),
    station: rules.stations ? example(gameMap, (route) => isPlain(route) && route.lanes === 1, 2) : undefined,
    port: rules.ports ? example(gameMap, (route) => route.kind === 'sea' && isPort(route.b)) : undefined,
    ticket: ticketExample(gameMap),
    company: example(gameMap, (route) => isPlain(route) && isCompany(route)),
  }
}

/** The ticket with the shortest way of two routes or more, and this way. */
function ticketExample(gameMap: GameMap): Examples['ticket'] {
  const found = gameMap.variant.tickets
    .filter((ticket) => ticket.cities.length === 2)
    .map((ticket) => ({ ticket, ...wayOf(gameMap, ticket.cities[0]!, ticket.cities[1]!) }))
    .filter(({ routes }) => routes.length > 1)
  return found.sort((a, b) => a.routes.length - b.routes.length || a.length - b.length)[0]
}

/** The way with the fewest spaces between two cities (Dijkstra); empty if there is none. */
export function wayOf(gameMap: GameMap, from: string, to: string): { routes: string[]; length: number } {
  const best = new Map<string, { length: number; routes: string[] }>([[from, { length: 0, routes: [] }]])
  const open = new Set([from])
  while (open.size) {
    const here = [...open].reduce((a, b) => (best.get(a)!.length <= best.get(b)!.length ? a : b))
    open.delete(here)
    const { length, routes } = best.get(here)!
    if (here === to) return { routes, length }
    for (const route of gameMap.served.routes) {
      if (route.wraps || !gameMap.geometry.routes[route.name] || (route.a !== here && route.b !== here)) continue
      const next = route.a === here ? route.b : route.a
      const far = length + route.length
      if (far >= (best.get(next)?.length ?? Infinity)) continue
      best.set(next, { length: far, routes: [...routes, route.name] })
      open.add(next)
    }
  }
  return { routes: [], length: 0 }
}

/** Width divided by height of a picture. */
export const SHAPE = 1.75
const AIR = 34

/** The part of a map round some routes, as a map of its own: only what is inside is drawn. */
export function around(gameMap: GameMap, names: string[]): GameMap {
  const { geometry } = gameMap
  const points = names.flatMap((name): [number, number][] => {
    const { a, b } = gameMap.route.get(name)!
    // The names of its cities are inside too.
    const labels = Object.values(geometry.names).flatMap((places) => [places[a], places[b]]).filter((place) => place !== undefined)
    return [...(geometry.routes[name]?.line ?? []), ...labels.flatMap(([x, y, width]): [number, number][] => [[x - width / 2 + AIR, y], [x + width / 2 - AIR, y]])]
  })
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs) - AIR, Math.max(...xs) + AIR, Math.min(...ys) - AIR, Math.max(...ys) + AIR]
  const width = Math.max(right - left, (bottom - top) * SHAPE, 260)
  const height = width / SHAPE
  const box: Geometry['box'] = [(left + right - width) / 2, (top + bottom - height) / 2, width, height]
  const isIn = ([x, y]: readonly [number, number, ...number[]], air = 0) =>
    x > box[0] - air && x < box[0] + width + air && y > box[1] - air && y < box[1] + height + air
  const routes = Object.entries(geometry.routes).flatMap(([name, drawn]) => {
    // On a map whose edges are joined, the turn of the drawing that lies inside.
    const turn = turns(geometry).find((by) => drawn.spaces.some(([x, y]) => isIn([x + by, y], 30)))
    if (turn === undefined) return []
    return [[name, { line: drawn.line.map(([x, y]): [number, number] => [x + turn, y]), spaces: drawn.spaces.map(([x, y, ...rest]): [number, number, number, number] => [x + turn, y, ...rest]) }] as const]
  })
  const cities = gameMap.served.cities.filter((city) => isIn(geometry.cities[city.id] ?? [NaN, NaN]))
  const shown = Object.fromEntries(routes)
  return {
    ...gameMap,
    served: { ...gameMap.served, routes: gameMap.served.routes.filter((route) => shown[route.name]), cities },
    geometry: { ...geometry, id: `${geometry.id}-${names[0]}`, box, wrap: null, edges: undefined, graticule: undefined, routes: shown },
  }
}

/** The points of a table by row, with equal neighbours joined: what trains left are worth. */
export function steps(values: number[]): { from: number; to: number; value: number }[] {
  const found: { from: number; to: number; value: number }[] = []
  for (const [at, value] of values.entries()) {
    const last = found.at(-1)
    if (last?.value === value) last.to = at
    else found.push({ from: at, to: at, value })
  }
  return found
}

/** The cards that pay for a route, as an example: its colour, or the first of the deck, with a locomotive where it must be. */
export function paymentOf(gameMap: GameMap, route: RouteData): string[] {
  const isSea = route.kind === 'sea'
  const colour = route.colour === 'gray' ? colourOf(gameMap) : route.colour
  const [single, double] = isSea ? [`${colour}-ship`, `${colour}-double-ship`] : [gameMap.cards.includes(colour) ? colour : `${colour}-train`, null]
  const cards: string[] = Array.from({ length: route.locomotives }, () => 'locomotive')
  let left = route.length * (route.pair ? 2 : 1) - cards.length
  while (double && left >= 2) {
    cards.push(double)
    left -= 2
  }
  for (; left > 0; left--) cards.push(single)
  return cards
}

function colourOf(gameMap: GameMap): string {
  return gameMap.cards.find((card) => card !== 'locomotive')!.split('-')[0]!
}

/** Cards for a picture of the open row, and for the turned cards of a tunnel: colours in the order of the deck. */
export function coloursOf(gameMap: GameMap, count: number, first?: string): string[] {
  const cards = gameMap.cards.filter((card) => card !== 'locomotive' && card !== first && !card.includes('-anchor') && !card.includes('-double'))
  return [...(first ? [first] : []), ...cards.filter((_, i) => i % 2 === 0), ...cards.filter((_, i) => i % 2)].slice(0, count)
}
