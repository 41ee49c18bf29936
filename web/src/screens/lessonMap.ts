// The practice map of the lesson: six cities and eight routes, small enough for a phone, as a GameMap.
import type { GameMap } from '../lib/maps'
import type { Geometry, MapPage, RouteData, TicketData, VariantData } from '../lib/types'

type Point = [number, number]

const CITIES: Record<string, { name: string; at: Point; label: Point; width: number }> = {
  berlin: { name: 'Berlin', at: [50, 95], label: [50, 74], width: 76 },
  warszawa: { name: 'Warszawa', at: [222, 84], label: [222, 63], width: 100 },
  kyiv: { name: 'Kyiv', at: [400, 168], label: [424, 142], width: 60 },
  wien: { name: 'Wien', at: [70, 262], label: [62, 292], width: 70 },
  budapest: { name: 'Budapest', at: [188, 306], label: [158, 334], width: 104 },
  bucuresti: { name: 'Bucuresti', at: [316, 338], label: [378, 348], width: 104 },
}

/** From, to, spaces, colour, and the bend of the line. */
const ROUTES: [string, string, number, string, number][] = [
  ['wien', 'budapest', 2, 'red', -6],
  ['budapest', 'kyiv', 4, 'gray', 4],
  ['warszawa', 'kyiv', 3, 'white', -14],
  ['berlin', 'warszawa', 3, 'green', -10],
  ['berlin', 'wien', 3, 'black', 14],
  ['wien', 'warszawa', 4, 'blue', 12],
  ['budapest', 'bucuresti', 3, 'orange', 10],
  ['bucuresti', 'kyiv', 4, 'pink', 12],
]

const COAST: Point[] = [
  [-400, 20], [-250, 36], [-150, 12], [-60, 30], [0, 8], [52, 22], [96, -4], [140, 14], [176, -12], [170, -60], [206, -96], [196, -400],
  [900, -400], [900, 318], [760, 300], [690, 330], [640, 306], [588, 332], [540, 316], [500, 346], [472, 334], [446, 372], [436, 404],
  [448, 430], [424, 462], [436, 520], [414, 600], [430, 900], [-400, 900],
]

/** Smooths a coast by cutting its corners (Chaikin). */
function smooth(points: Point[]): Point[] {
  return points.flatMap(([ax, ay], i): Point[] => {
    const [bx, by] = points[(i + 1) % points.length]!
    return [[ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]]
  })
}

/** A gently bent line of points. */
function bent([ax, ay]: Point, [bx, by]: Point, bend: number): Point[] {
  const length = Math.hypot(bx - ax, by - ay)
  const middle: Point = [(ax + bx) / 2 - ((by - ay) / length) * bend * 2, (ay + by) / 2 + ((bx - ax) / length) * bend * 2]
  return Array.from({ length: 33 }, (_, i): Point => {
    const t = i / 32
    return [(1 - t) ** 2 * ax + 2 * t * (1 - t) * middle[0] + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * middle[1] + t * t * by]
  })
}

/** The middle, angle and length of each space along a line, clear of the cities at its ends. */
function spacesOn(line: Point[], count: number): [number, number, number, number][] {
  const far = line.map((point, i) => (i ? Math.hypot(point[0] - line[i - 1]![0], point[1] - line[i - 1]![1]) : 0))
  for (let i = 1; i < far.length; i++) far[i]! += far[i - 1]!
  const [from, room] = [15, far.at(-1)! - 30]
  const size = room / count
  return Array.from({ length: count }, (_, n) => {
    const at = from + size * (n + 0.5)
    const i = Math.max(1, far.findIndex((each) => each >= at))
    const [a, b] = [line[i - 1]!, line[i]!]
    const share = (at - far[i - 1]!) / (far[i]! - far[i - 1]!)
    const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, angle, Math.min(46, size - 5)]
  })
}

const routes: RouteData[] = ROUTES.map(([a, b, length, colour], group) => ({
  name: `${a}-${b}`, a, b, length, colour, group, lane: 0, lanes: 1, kind: 'rail', locomotives: 0, tunnel: false,
}))
const tickets: TicketData[] = [
  { name: 'wien-kyiv', cities: ['wien', 'kyiv'], points: 9, out_of_order: null, penalty: 9, long: false },
  { name: 'berlin-kyiv', cities: ['berlin', 'kyiv'], points: 8, out_of_order: null, penalty: 8, long: false },
]
const rules = { route_points: [1, 2, 4, 7], longest_path: 0, stations: 0, trains: 12 }
const variant: VariantData = { id: 'base', name: '', summary: '', rules, tickets }
const cities = Object.entries(CITIES).map(([id, { name }]) => ({ id, name, latitude: 0, longitude: 0 }))
const CARDS = ['red', 'blue', 'green', 'yellow', 'black', 'white', 'orange', 'pink', 'locomotive']
const map: MapPage = {
  id: 'lesson', name: '', summary: '', edition: '', cities, routes, variants: { base: variant },
  decks: { trains: Object.fromEntries(CARDS.map((card) => [card, 12])) },
}
const names = Object.fromEntries(Object.entries(CITIES).map(([id, { label, width }]) => [id, [...label, width] as [number, number, number]]))
const geometry: Geometry = {
  id: 'lesson',
  box: [0, 30, 460, 360],
  thick: 16,
  dot: 10,
  land: `M${smooth(smooth(COAST)).map((point) => point.map((each) => each.toFixed(1)).join(' ')).join('L')}Z`,
  cities: Object.fromEntries(Object.entries(CITIES).map(([id, { at }]) => [id, at])),
  names: { en: names, uk: names, el: names },
  routes: Object.fromEntries(
    ROUTES.map(([a, b, length, , bend]) => {
      const line = bent(CITIES[a]!.at, CITIES[b]!.at, bend)
      return [`${a}-${b}`, { line, spaces: spacesOn(line, length) }]
    }),
  ),
}

export const lessonMap: GameMap = {
  kit: null,
  id: 'lesson',
  served: map,
  variant,
  geometry,
  route: new Map(routes.map((route) => [route.name, route])),
  city: new Map(cities.map((city) => [city.id, city])),
  ticket: new Map(tickets.map((ticket) => [ticket.name, ticket])),
  cards: CARDS,
}
