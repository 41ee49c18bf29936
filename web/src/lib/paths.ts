// Paths over a board: what a ticket still lacks (the cheapest remaining path), and what a player has joined.
import type { MapPage, RouteData } from './types'

/** The routes that seat owns or still may own, by the owners known: free ones cost their spaces, own ones nothing. */
export function missingPath(map: MapPage, owners: Record<string, number>, seat: number, from: string, to: string, players: number, opensFrom = 4): { routes: RouteData[]; spaces: number } | null {
  const taken = new Map<number, number[]>()
  for (const route of map.routes) {
    const owner = owners[route.name]
    if (owner !== undefined) taken.set(route.group, [...(taken.get(route.group) ?? []), owner])
  }
  const cost = (route: RouteData): number => {
    const owner = owners[route.name]
    if (owner === seat) return 0
    if (owner !== undefined) return Infinity
    const others = taken.get(route.group)
    if (others && (others.includes(seat) || players < opensFrom)) return Infinity
    return route.length
  }
  const distance = new Map<string, number>([[from, 0]])
  const came = new Map<string, RouteData>()
  const done = new Set<string>()
  for (;;) {
    let here: string | null = null
    for (const [city, d] of distance) if (!done.has(city) && (here === null || d < distance.get(here)!)) here = city
    if (here === null) return null
    if (here === to) break
    done.add(here)
    for (const route of map.routes) {
      if (route.a !== here && route.b !== here) continue
      const next = route.a === here ? route.b : route.a
      const total = distance.get(here)! + cost(route)
      // Of equal ones that with fewer routes: a small charge for each.
      if (total < (distance.get(next) ?? Infinity) - 1e-9) {
        distance.set(next, total + 0.001)
        came.set(next, route)
      }
    }
  }
  const routes: RouteData[] = []
  for (let city = to; city !== from; ) {
    const route = came.get(city)!
    if (owners[route.name] !== seat) routes.push(route)
    city = route.a === city ? route.b : route.a
  }
  return { routes, spaces: routes.reduce((sum, route) => sum + route.length, 0) }
}

/** Whether the cities are joined by the seat's own routes. */
export function joined(map: MapPage, owners: Record<string, number>, seat: number, cities: string[]): boolean {
  const reached = new Set([cities[0]])
  for (let grown = true; grown; ) {
    grown = false
    for (const route of map.routes)
      if (owners[route.name] === seat && reached.has(route.a) !== reached.has(route.b)) {
        reached.add(route.a).add(route.b)
        grown = true
      }
  }
  return cities.every((city) => reached.has(city))
}

/** Whether a trail of the seat's own routes, none used twice, passes the cities in this order or its reverse (W9). */
export function joinedInOrder(map: MapPage, owners: Record<string, number>, seat: number, cities: string[]): boolean {
  const own = map.routes.filter((route) => owners[route.name] === seat)
  const used = new Set<RouteData>()
  let steps = 0
  const walk = (city: string, next: number): boolean => {
    if (city === cities[next] && ++next === cities.length) return true
    if (++steps > 200_000) return false
    return own.some((route) => {
      if (used.has(route) || (route.a !== city && route.b !== city)) return false
      used.add(route)
      const found = walk(route.a === city ? route.b : route.a, next)
      used.delete(route)
      return found
    })
  }
  return cities.length > 0 && walk(cities[0]!, 0)
}

/** The longest trail of a seat's routes (C18), by trying; small enough for forty-five trains when bounded. */
export function longestTrail(map: MapPage, owners: Record<string, number>, seat: number): RouteData[] {
  const own = map.routes.filter((route) => owners[route.name] === seat)
  const at = new Map<string, RouteData[]>()
  for (const route of own) for (const city of [route.a, route.b]) at.set(city, [...(at.get(city) ?? []), route])
  let best: RouteData[] = []
  let bestSpaces = 0
  let steps = 0
  const used = new Set<RouteData>()
  const trail: RouteData[] = []
  const walk = (city: string, spaces: number, left: number) => {
    if (spaces > bestSpaces) {
      bestSpaces = spaces
      best = [...trail]
    }
    if (spaces + left <= bestSpaces || ++steps > 400_000) return
    for (const route of at.get(city) ?? [])
      if (!used.has(route)) {
        used.add(route)
        trail.push(route)
        walk(route.a === city ? route.b : route.a, spaces + route.length, left - route.length)
        trail.pop()
        used.delete(route)
      }
  }
  const all = own.reduce((sum, route) => sum + route.length, 0)
  for (const city of at.keys()) walk(city, 0, all)
  return best
}
