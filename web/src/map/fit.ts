// The view of the map in its panel: fit, zoom round a point, and bounds that keep the map visible.

/** Panel = map × scale + (x, y). */
export interface View { x: number; y: number; scale: number }
export interface Size { width: number; height: number }
/** Left, top, width, height, as in Geometry; a fifth item says that the left and right edges are joined. */
export type Box = readonly [number, number, number, number, true?]

export const LARGEST = 3.2

export function bounded(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}

/** The largest scale at which the whole map is visible. */
export function wholeScale(box: Box, panel: Size): number {
  const all = Math.max(0.05, Math.min(panel.width / box[2], panel.height / box[3]))
  // A map that goes round is drawn three times, so at most two may be visible.
  return box[4] ? Math.max(all, panel.width / (1.9 * box[2])) : all
}

/** The view with the point of the map in the middle of the panel. */
export function centred(box: Box, panel: Size, scale: number, at: readonly [number, number]): View {
  return kept({ x: panel.width / 2 - at[0] * scale, y: panel.height / 2 - at[1] * scale, scale }, box, panel)
}

export function whole(box: Box, panel: Size): View {
  return centred(box, panel, wholeScale(box, panel), middle(box))
}

export function middle(box: Box): [number, number] {
  return [box[0] + box[2] / 2, box[1] + box[3] / 2]
}

/** The view within its bounds: a small map is centred, a large one covers the panel. */
export function kept(view: View, box: Box, panel: Size, slack = 0): View {
  const along = (offset: number, start: number, size: number, room: number) => {
    const from = start * view.scale
    const length = size * view.scale
    if (length <= room) return (room - length) / 2 - from
    return bounded(offset, room - length - from - slack, slack - from)
  }
  return {
    x: box[4] ? view.x : along(view.x, box[0], box[2], panel.width),
    y: along(view.y, box[1], box[3], panel.height),
    scale: view.scale,
  }
}

/** On a map that goes round: the image of a place that is nearest to `x`. */
export function nearest(point: readonly [number, number], x: number, period: number): [number, number] {
  return [period ? point[0] + period * Math.round((x - point[0]) / period) : point[0], point[1]]
}

/** Zoomed by a factor so that the point of the panel stays where it is. */
export function zoomed(view: View, factor: number, at: readonly [number, number], least: number, most = LARGEST): View {
  const scale = bounded(view.scale * factor, least, most)
  const real = scale / view.scale
  return { x: at[0] - (at[0] - view.x) * real, y: at[1] - (at[1] - view.y) * real, scale }
}

/** The view moved just far enough that the point is at least `margin` inside the panel. */
export function showing(view: View, point: readonly [number, number], panel: Size, margin: number): View {
  const inside = (at: number, room: number) => bounded(at, Math.min(margin, room / 2), room - Math.min(margin, room / 2))
  const x = point[0] * view.scale + view.x
  const y = point[1] * view.scale + view.y
  return { x: view.x + inside(x, panel.width) - x, y: view.y + inside(y, panel.height) - y, scale: view.scale }
}

/** The view that shows all these points together, with a margin round them and no larger than `most`. */
export function framing(points: readonly (readonly [number, number])[], box: Box, panel: Size, least: number, most: number): View {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  // Room for a name beside the outermost city, and less in a small panel.
  const margin = Math.min(90, panel.width / 8, panel.height / 8)
  const scale = Math.min((panel.width - 2 * margin) / Math.max(1, right - left), (panel.height - 2 * margin) / Math.max(1, bottom - top))
  return centred(box, panel, bounded(scale, least, most), [(left + right) / 2, (top + bottom) / 2])
}

export function toMap(view: View, x: number, y: number): [number, number] {
  return [(x - view.x) / view.scale, (y - view.y) / view.scale]
}

export function toPanel(view: View, point: readonly [number, number]): [number, number] {
  return [point[0] * view.scale + view.x, point[1] * view.scale + view.y]
}

const ROOM = 8
const GAP = 26

/** The corner of a note about a point of the panel: above the point, or below it, and never under what covers the top of the panel (`roof`). */
export function beside(at: readonly [number, number], note: Size, panel: Size, roof: number): [number, number] {
  const highest = ROOM + (roof && roof + 4)
  const isBelow = at[1] - GAP - note.height < highest && at[1] + GAP + note.height < panel.height
  return [bounded(at[0] - note.width / 2, ROOM, panel.width - note.width - ROOM), Math.max(highest, isBelow ? at[1] + GAP : at[1] - GAP - note.height)]
}
