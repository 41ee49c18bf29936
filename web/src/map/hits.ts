// Hit testing: the lane or city under a pointer, or the candidates if a finger covers several lanes.
import type { Geometry } from '../lib/types'

/** Middle, angle in degrees and length of one space, as in Geometry. */
export type Space = readonly [number, number, number, number]

/** The distance of a point from the middle line of the nearest space. */
export function distanceToRoute(spaces: readonly Space[], x: number, y: number, period = 0): number {
  let best = Infinity
  for (const [at, sy, angle, length] of spaces) {
    const sx = period ? at + period * Math.round((x - at) / period) : at
    const turn = (angle * Math.PI) / 180
    const cos = Math.cos(turn)
    const sin = Math.sin(turn)
    const along = (x - sx) * cos + (y - sy) * sin
    const across = (y - sy) * cos - (x - sx) * sin
    const beyond = Math.max(0, Math.abs(along) - length / 2)
    best = Math.min(best, Math.hypot(beyond, across))
  }
  return best
}

export interface Hit { route: string; distance: number }
export interface Meaning { city: string | null; routes: string[] }

/** The routes within reach of a point, nearest first. */
export function routesNear(geometry: Geometry, x: number, y: number, reach: number): Hit[] {
  const found: Hit[] = []
  for (const [route, { spaces }] of Object.entries(geometry.routes)) {
    const distance = distanceToRoute(spaces, x, y, geometry.wrap ?? 0)
    if (distance <= reach) found.push({ route, distance })
  }
  return found.sort((a, b) => a.distance - b.distance)
}

export function cityNear(geometry: Geometry, x: number, y: number, reach: number): { city: string; distance: number } | null {
  let best: { city: string; distance: number } | null = null
  for (const [city, [cx, cy]] of Object.entries(geometry.cities)) {
    const period = geometry.wrap ?? 0
    const distance = Math.hypot(x - cx - (period ? period * Math.round((x - cx) / period) : 0), y - cy)
    if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { city, distance }
  }
  return best
}

/** A finger means the nearest lane alone if it is nearer than the next by this many pixels. */
const CLEARLY = 14
const FINGER = 22

/** The most lanes among which a finger is asked to choose. */
const MOST = 5

/**
 * The target of a pointer at a point of the map. A mouse means what is under it. A finger reaches further and may mean
 * several lanes, which are returned nearest first: the nearest and those that can be claimed. So a claimable twin lane is
 * never taken silently for the lane under the finger. Lanes with the same `choiceOf` are one choice: the nearest.
 */
export function meant(
  geometry: Geometry,
  x: number,
  y: number,
  scale: number,
  touch: boolean,
  claimable: (route: string) => boolean,
  wantsCity: boolean,
  choiceOf: (route: string) => string = (route) => route,
): Meaning {
  const reach = touch ? Math.max(FINGER / scale, geometry.thick) : Math.max(4 / scale, 2) + geometry.thick / 2
  const dot = Math.max(geometry.dot + 2, (touch ? (wantsCity ? FINGER : 13) : 7) / scale)
  const city = cityNear(geometry, x, y, dot)
  const hits = routesNear(geometry, x, y, reach)
  const nearest = hits[0]
  const close = nearest && touch ? hits.filter((hit) => (hit.distance - nearest.distance) * scale < CLEARLY).map((hit) => hit.route) : []
  const claims = close.some(claimable)
  // The dot of a city covers the ends of its lanes. Inside the dot a pointer means the city; beside it a finger means
  // the city only if no lane there can be claimed.
  if (city && (!nearest || wantsCity || city.distance <= geometry.dot + 1 || (!claims && city.distance - geometry.dot < nearest.distance - geometry.thick / 2)))
    return { city: city.city, routes: [] }
  if (!nearest) return { city: null, routes: [] }
  if (!touch) return { city: null, routes: [nearest.route] }
  const wanted = claims ? close.filter((route) => route === nearest.route || claimable(route)) : close
  return { city: null, routes: distinct(wanted, choiceOf).slice(0, MOST) }
}

/** One route for each choice, the first. */
function distinct(routes: string[], choiceOf: (route: string) => string): string[] {
  const firsts = new Map<string, string>()
  for (const route of routes) if (!firsts.has(choiceOf(route))) firsts.set(choiceOf(route), route)
  return [...firsts.values()]
}
