// The outline of a map's land in few points, for pictures of a ticket's size.
import type { Geometry } from '../lib/types'

/** The finest detail, as a share of the width of the map. */
const DETAIL = 1 / 110

const outlines = new WeakMap<Geometry, string>()

/** The land as one path. It is made once for each map. */
export function outlineOf(geometry: Geometry): string {
  let found = outlines.get(geometry)
  if (found === undefined) {
    found = simplified(geometry.land, geometry.box[2] * DETAIL)
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
