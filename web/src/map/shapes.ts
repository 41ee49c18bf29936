// SVG paths of the drawing, in map coordinates: tiles along a track, waves, cars, symbols.
import type { Space } from './hits'

type Point = readonly [number, number]

const n = (value: number) => String(Math.round(value * 10) / 10)

/** A rounded tile over a space, larger by `grow` on every side. */
export function tile(space: Space, thick: number, grow = 0, round = 2): string {
  const [x, y, angle, length] = space
  const turn = (angle * Math.PI) / 180
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const w = length / 2 + grow
  const h = thick / 2 + grow
  const r = Math.min(round, w, h)
  const at = (a: number, b: number) => `${n(x + a * cos - b * sin)} ${n(y + a * sin + b * cos)}`
  return (
    `M${at(-w + r, -h)}L${at(w - r, -h)}Q${at(w, -h)} ${at(w, -h + r)}L${at(w, h - r)}Q${at(w, h)} ${at(w - r, h)}` +
    `L${at(-w + r, h)}Q${at(-w, h)} ${at(-w, h - r)}L${at(-w, -h + r)}Q${at(-w, -h)} ${at(-w + r, -h)}Z`
  )
}

/** A ship over a space: a round stern and a pointed bow. */
export function hull(space: Space, thick: number, grow = 0): string {
  const [x, y, angle, length] = space
  const turn = (angle * Math.PI) / 180
  const w = length / 2 + grow
  const h = thick / 2 + grow
  const at = (a: number, b: number) => `${n(x + a * Math.cos(turn) - b * Math.sin(turn))} ${n(y + a * Math.sin(turn) + b * Math.cos(turn))}`
  return `M${at(-w + h * 0.6, -h)}L${at(w - h * 1.3, -h)}Q${at(w - h * 0.3, -h * 0.8)} ${at(w, 0)}Q${at(w - h * 0.3, h * 0.8)} ${at(w - h * 1.3, h)}L${at(-w + h * 0.6, h)}Q${at(-w, h)} ${at(-w, 0)}Q${at(-w, -h)} ${at(-w + h * 0.6, -h)}Z`
}

export function tiles(spaces: readonly Space[], thick: number, grow = 0, round = 2): string {
  return spaces.map((space) => tile(space, thick, grow, round)).join('')
}

/** The middle lines of the spaces, one by one. A stroke along them marks a lane, also across joined edges. */
export function spine(spaces: readonly Space[]): string {
  return spaces
    .map(([x, y, angle, length]) => {
      const dx = (Math.cos((angle * Math.PI) / 180) * length) / 2
      const dy = (Math.sin((angle * Math.PI) / 180) * length) / 2
      return `M${n(x - dx)} ${n(y - dy)}L${n(x + dx)} ${n(y + dy)}`
    })
    .join('')
}

export function polyline(points: readonly Point[]): string {
  return points.length ? 'M' + points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L') : ''
}

/** A longer jump in a line means that it continues at the other edge. */
const JUMP = 400

/** A line split at jumps. */
export function pieces(points: readonly Point[]): Point[][] {
  const found: Point[][] = [[]]
  for (const point of points) {
    const last = found.at(-1)!.at(-1)
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) > JUMP) found.push([])
    found.at(-1)!.push(point)
  }
  return found
}

export function track(points: readonly Point[]): string {
  return pieces(points).map(polyline).join('')
}

/** Waves along a line: arcs of about `step`, alternately left and right. */
export function waves(points: readonly Point[], step = 15, swing = 4.5): string {
  let path = ''
  for (const piece of pieces(points)) {
    const walked = evenly(piece, step)
    const start = walked[0]
    if (!start) continue
    path += `M${n(start[0])} ${n(start[1])}`
    for (let i = 1; i < walked.length; i++) {
      const [ax, ay] = walked[i - 1]!
      const [bx, by] = walked[i]!
      const size = Math.hypot(bx - ax, by - ay) || 1
      const side = i % 2 ? swing : -swing
      path += `Q${n((ax + bx) / 2 - ((by - ay) / size) * side)} ${n((ay + by) / 2 + ((bx - ax) / size) * side)} ${n(bx)} ${n(by)}`
    }
  }
  return path
}

/** Points along a line at equal distances of about `step`. */
export function evenly(points: readonly Point[], step: number): Point[] {
  let total = 0
  for (let i = 1; i < points.length; i++) total += Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1])
  const count = Math.max(1, Math.round(total / step))
  const found: Point[] = points[0] ? [points[0]] : []
  let walked = 0
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1]!
    const [bx, by] = points[i]!
    const length = Math.hypot(bx - ax, by - ay)
    while (found.length <= count && (found.length * total) / count <= walked + length + 1e-6) {
      const part = length ? ((found.length * total) / count - walked) / length : 0
      found.push([ax + (bx - ax) * part, ay + (by - ay) * part])
    }
    walked += length
  }
  return found
}

/** The angle turned so that text on a space is not upside down. */
export function upright(angle: number): number {
  const turned = ((angle % 360) + 540) % 360 - 180
  return Math.abs(turned) > 90.5 ? turned - Math.sign(turned) * 180 : turned
}

/** The spaces of a ferry with a locomotive symbol, spread evenly. */
export function ferrySpaces(length: number, locomotives: number): Set<number> {
  const spread = new Set(Array.from({ length: locomotives }, (_, i) => Math.round(((i + 0.5) * length) / locomotives - 0.5)))
  return spread.size < locomotives ? new Set(Array.from({ length: locomotives }, (_, i) => i)) : spread
}

/** The middle of a route: where a note about it points, and where keys find it. */
export function heart(spaces: readonly Space[]): [number, number] {
  const half = spaces.length / 2
  const a = spaces[Math.ceil(half) - 1] ?? [0, 0]
  const b = spaces[Math.floor(half)] ?? a
  return Math.hypot(a[0] - b[0], a[1] - b[1]) > JUMP ? [a[0], a[1]] : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/** A locomotive from the side, about 20 by 11, round its middle. */
export const LOCOMOTIVE =
  'M-9-4.5h5v2.5h7.5v-2.5h2.4v2.5h1.3q1.8 0 1.8 2v2.2h-18zM-10-5.6h7v1.3h-7zM9 2.2l2 1.6h-4zM-7.9 2.9a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0zM-2.7 2.9a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0zM2.5 2.9a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0z'
/** A small house for a station, round the city's middle. */
export const HOUSE = 'M-11 9.5v-12.5l11-9.5 11 9.5v12.5z'
/** A hull for a port that is built, round the city's middle. */
export const QUAY = 'M-18-11h36l-3 13q-1 9-15 9t-15-9z'
/** The mark of a large city: a square on its corner that ends where routes begin. */
export const LARGE = 'M0-12.8L12.8 0L0 12.8L-12.8 0Z'
export { ANCHOR } from '../lib/colours'
