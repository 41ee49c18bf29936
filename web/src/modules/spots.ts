// Where the marks of a city stand: beside it, in the directions that are farthest from routes, names and other cities.
import type { Geometry } from '../lib/types'

type Point = [number, number]
const DIRECTIONS = 16

/** So many places round a city, the freest first. */
export function freeSpots(geometry: Geometry, city: string, count: number): Point[] {
  const at = geometry.cities[city]
  if (!at) return []
  const far = geometry.dot + 16
  const things: Point[] = []
  const add = (x: number, y: number) => Math.hypot(x - at[0], y - at[1]) < 90 && things.push([x, y])
  for (const { spaces } of Object.values(geometry.routes))
    for (const [x, y, angle, length] of spaces) {
      const [dx, dy] = [(Math.cos((angle * Math.PI) / 180) * length) / 2, (Math.sin((angle * Math.PI) / 180) * length) / 2]
      for (const part of [-1, 0, 1]) add(x + dx * part, y + dy * part)
    }
  for (const [id, [x, y]] of Object.entries(geometry.cities)) if (id !== city) add(x, y)
  for (const [x, y, width] of Object.values(geometry.names.en ?? {})) for (const part of [-0.5, -0.25, 0, 0.25, 0.5]) add(x + width * part, y - 6)
  const places = Array.from({ length: DIRECTIONS }, (_, index): Point => {
    const turn = (index * 2 * Math.PI) / DIRECTIONS
    return [at[0] + Math.cos(turn) * far, at[1] + Math.sin(turn) * far]
  })
  const found: Point[] = []
  while (found.length < count) {
    const clear = ([x, y]: Point) => Math.min(...[...things, ...found.map(([a, b]): Point => [x + (a - x) * 0.8, y + (b - y) * 0.8])].map(([a, b]) => Math.hypot(a - x, b - y)), 90)
    const best = places.filter((place) => !found.includes(place)).sort((a, b) => clear(b) - clear(a))[0]
    if (!best) break
    found.push(best)
  }
  return found
}
