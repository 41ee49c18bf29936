// Where the marks of a campaign stand on the map: names of routes, spikes, years, signatures. Pure geometry.
import type { GameMap } from '../../lib/maps'
import { contentOf } from '../../map/picture'
import { upright } from '../../map/shapes'
import type { CampaignBoard, CampaignState } from '../types'

type Point = [number, number]
export interface Sign { x: number; y: number; angle: number; text: string; width: number }
export interface Spike { x: number; y: number; city: string; territory: string; company: string; year: number }
export interface Year { x: number; y: number; territory: string; year: number; company: string | null }
export interface Repaint { route: string; company: string; x: number; y: number }
/** A mark on a route that stays: a span of a company, or a bored tunnel. */
export interface RouteSign { kind: 'span' | 'bored'; route: string; company: string | null; x: number; y: number; angle: number }
export interface Corner { x: number; y: number; width: number; height: number }
export interface Marks {
  repaints: Repaint[]
  names: Sign[]
  spikes: Spike[]
  years: Year[]
  /** Cities that became large in the campaign. */
  grown: string[]
  /** Cities on the way to become large, with their growth marks. */
  growth: { city: string; marks: number; x: number; y: number }[]
  signs: RouteSign[]
  corner: Corner
}

/** The part of the state that is drawn on the map. */
export type Marked = Pick<CampaignState, 'repaints' | 'names' | 'spikes' | 'charters' | 'large' | 'spans' | 'bored' | 'growth' | 'grown'>
type Box = CampaignBoard['boxes'][number]

/** Height of a signature in the corner, and its width. */
export const ROW = 50
export const WIDE = 230

export function marksOf(gameMap: GameMap, state: Marked, boxes: Box[], signatures: number): Marks {
  const { geometry } = gameMap
  const middle = (route: string) => {
    const spaces = geometry.routes[route]?.spaces ?? []
    return spaces[Math.floor(spaces.length / 2)]
  }
  const repaints = Object.entries(state.repaints).flatMap(([route, company]) => {
    const space = middle(route)
    return space ? [{ route, company, x: space[0], y: space[1] }] : []
  })
  const names = Object.entries(state.names).flatMap(([route, { name }]) => {
    const spaces = geometry.routes[route]?.spaces ?? []
    const first = spaces[0]
    const last = spaces.at(-1)
    if (!first || !last) return []
    const angle = upright((Math.atan2(last[1] - first[1], last[0] - first[0]) * 180) / Math.PI || first[2])
    const turn = ((spaces.length > 1 ? angle : upright(first[2])) * Math.PI) / 180
    const lift = geometry.thick / 2 + 7
    // Above the line as one reads it.
    const x = (first[0] + last[0]) / 2 + Math.sin(turn) * lift
    const y = (first[1] + last[1]) / 2 - Math.cos(turn) * lift
    return [{ x, y, angle: (turn * 180) / Math.PI, text: name, width: Math.max(70, Math.hypot(last[0] - first[0], last[1] - first[1]) + first[3]) }]
  })
  const spikes = Object.entries(state.spikes).flatMap(([territory, { company, year }]) => {
    const city = cityOf(gameMap, boxes, territory)
    const spot = city && geometry.cities[city]
    return spot ? [{ x: spot[0] - geometry.dot - 7, y: spot[1] - geometry.dot - 4, city, territory, company, year }] : []
  })
  const things = thingsOf(gameMap)
  const years = Object.entries(state.charters).flatMap(([territory, { company, year }]) => {
    const cities = boxes.find((box) => box.territory === territory)?.cities ?? []
    const spot = freest(cities.flatMap((city) => (geometry.cities[city] ? [geometry.cities[city]] : [])), things)
    if (!spot) return []
    things.push(spot)
    return [{ x: spot[0], y: spot[1], territory, year, company }]
  })
  const signs = [...Object.entries(state.spans).map(([route, company]) => ({ kind: 'span' as const, route, company })), ...state.bored.map((route) => ({ kind: 'bored' as const, route, company: null }))].flatMap((sign) => {
    const space = middle(sign.route)
    return space ? [{ ...sign, x: space[0], y: space[1], angle: upright(space[2]) }] : []
  })
  const growth = Object.entries(state.growth).flatMap(([city, marks]) => {
    const spot = geometry.cities[city]
    return spot && !state.grown.includes(city) ? [{ city, marks, x: spot[0] + geometry.dot + 6, y: spot[1] - geometry.dot - 2 }] : []
  })
  return { repaints, names, spikes, years, grown: state.large.filter((city) => geometry.cities[city]), growth, signs, corner: cornerOf(gameMap, things, signatures) }
}

/** The large city of a territory, where its golden spike is driven. */
export function cityOf(gameMap: GameMap, boxes: Box[], territory: string): string | undefined {
  const cities = boxes.find((box) => box.territory === territory)?.cities ?? []
  return cities.find((city) => gameMap.city.get(city)?.large) ?? cities[0]
}

/** The middles of all spaces, cities and names: what a mark keeps away from. */
function thingsOf({ geometry }: GameMap): Point[] {
  const found: Point[] = Object.values(geometry.cities).map(([x, y]) => [x, y])
  for (const { spaces } of Object.values(geometry.routes)) for (const [x, y] of spaces) found.push([x, y])
  for (const { lanes } of geometry.edges ?? []) for (const [x, y] of lanes.flat()) found.push([x, y])
  for (const [x, y, width] of Object.values(geometry.names.en ?? {})) found.push([x - width / 3, y - 6], [x + width / 3, y - 6])
  return found
}

const STEPS = 14

/** The point within the box of these points that is farthest from everything drawn. */
export function freest(within: readonly Point[], things: readonly Point[]): Point | null {
  if (!within.length) return null
  const xs = within.map(([x]) => x)
  const ys = within.map(([, y]) => y)
  const [left, top, right, bottom] = [Math.min(...xs) - 30, Math.min(...ys) - 30, Math.max(...xs) + 30, Math.max(...ys) + 30]
  let best: Point = [(left + right) / 2, (top + bottom) / 2]
  let most = -1
  for (let i = 0; i <= STEPS; i++)
    for (let j = 0; j <= STEPS; j++) {
      const point: Point = [left + ((right - left) * i) / STEPS, top + ((bottom - top) * j) / STEPS]
      let least = Infinity
      // A year is wider than it is high. Distances are squared; a point nearer to something than the best so far is given up at once.
      for (const [x, y] of things) {
        least = Math.min(least, ((x - point[0]) * 0.7) ** 2 + (y - point[1]) ** 2)
        if (least <= most) break
      }
      if (least > most) [most, best] = [least, point]
    }
  return best
}

/** The corner with the fewest things, for the signatures. */
function cornerOf(gameMap: GameMap, things: readonly Point[], count: number): Corner {
  const [x, y, width, height] = contentOf(gameMap.geometry)
  const [wide, high] = [WIDE, Math.max(1, count) * ROW]
  // At the right below are the buttons of the map.
  const corners = [[x, y + height - high], [x, y], [x + width - wide, y], [x + width - wide, y + height - high]] as const
  const crowd = ([left, top]: readonly [number, number]) => things.filter(([a, b]) => a > left - 20 && a < left + wide + 20 && b > top - 20 && b < top + high + 20).length
  const [left, top] = [...corners].sort((a, b) => crowd(a) - crowd(b))[0]!
  return { x: left, y: top, width: wide, height: high }
}
