// Where the controls of the map are: in a corner in which they cover no city while the whole map is shown.
import type { Geometry } from '../lib/types'
import { whole, type Box, type Size } from './fit'
import { turns } from './picture'

/** A corner of the panel, and whether the buttons are below each other. */
export interface Spot { right: boolean; bottom: boolean; upright: boolean }

/** The distance of the controls from the edges of the panel. */
export const EDGE = 8
/** What counts more is kept free first: cities, names, spaces. */
const CITY = 10_000
const NAME = 50

const SPOTS: Spot[] = [true, false].flatMap((upright) => [
  { right: true, bottom: false, upright },
  { right: true, bottom: true, upright },
  { right: false, bottom: true, upright },
  { right: false, bottom: false, upright },
])

/** The best corner for controls of this size, and the box to fit: longer below if no corner is free of cities. */
export function freeSpot(geometry: Geometry, box: Box, panel: Size, long: number, short: number): { spot: Spot; box: Box } {
  const costs = SPOTS.map((spot) => costOf(geometry, box, panel, spot, long, short))
  const least = Math.min(...costs)
  if (least < CITY) return { spot: SPOTS[costs.indexOf(least)]!, box }
  const more = (short + 2 * EDGE) / whole(box, panel).scale
  return { spot: { right: true, bottom: true, upright: false }, box: [box[0], box[1], box[2], box[3] + more, ...box.slice(4)] as unknown as Box }
}

/** What the controls would cover in this corner. */
function costOf(geometry: Geometry, box: Box, panel: Size, { right, bottom, upright }: Spot, long: number, short: number): number {
  const view = whole(box, panel)
  const [width, height] = upright ? [short, long] : [long, short]
  const left = right ? panel.width - width - EDGE : EDGE
  const top = bottom ? panel.height - height - EDGE : EDGE
  let cost = 0
  const covers = (x: number, y: number, aside: number, above: number, below: number) =>
    turns(geometry).some((turn) => {
      const [atX, atY] = [(x + turn) * view.scale + view.x, y * view.scale + view.y]
      return (
        atX + aside * view.scale > left && atX - aside * view.scale < left + width &&
        atY + below * view.scale > top && atY - above * view.scale < top + height
      )
    })
  const dot = geometry.dot + 6
  for (const [x, y] of Object.values(geometry.cities)) if (covers(x, y, dot, dot, dot)) cost += CITY
  for (const [x, y, wide] of Object.values(geometry.names.en ?? {})) if (covers(x, y, wide / 2, 14, 4)) cost += NAME
  for (const { spaces } of Object.values(geometry.routes)) for (const [x, y] of spaces) if (covers(x, y, 8, 8, 8)) cost++
  return cost
}
