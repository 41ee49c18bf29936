// The outlines of a map's land and lakes in few points, for pictures of a ticket's size.
import type { Geometry } from '../lib/types'

/** The finest detail, as a share of the width of the map. */
const DETAIL = 1 / 110

interface Outline { land: string; lakes: string }
const outlines = new WeakMap<Geometry, Outline>()

/** The land and the lakes, each as one path. They are made once for each map. */
export function outlineOf(geometry: Geometry): Outline {
  let found = outlines.get(geometry)
  if (!found) {
    const detail = geometry.box[2] * DETAIL
    found = { land: simplified(geometry.land, detail), lakes: simplified(geometry.lakes ?? '', detail) }
    outlines.set(geometry, found)
  }
  return found
}

/** A path of rings without details: only points that lie apart, and no ring that is smaller than a few of them. */
export function simplified(path: string, detail: number): string {
  return path
    .split('Z')
    .map((ring) => {
      const numbers = (ring.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
      const points: [number, number][] = []
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        const [x, y] = [numbers[i]!, numbers[i + 1]!]
        const last = points.at(-1)
        if (!last || Math.hypot(x - last[0], y - last[1]) >= detail) points.push([x, y])
      }
      return points.length < 4 ? '' : `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`
    })
    .join('')
}
