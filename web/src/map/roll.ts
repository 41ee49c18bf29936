// How wagons roll in: along the spaces of their route, the one for the farthest space first.
import type { Space } from './hits'

/** A place on the way, relative to the space where the wagon stops; `turn` is in degrees. */
export interface Waypoint { x: number; y: number; turn: number }

/** A longer distance between two spaces means that the route continues at the other edge of the map. */
const JUMP = 400
/** Milliseconds for each space of the way, between two wagons, and to stop. */
const STEP = 85
const GAP = 110
const STOP = 220

/** The way of a wagon to its space, from one length before the first space. */
export function wayOf(spaces: readonly Space[], car: number): Waypoint[] {
  const end = spaces[car]!
  let first = car
  while (first > 0 && distance(spaces[first - 1]!, spaces[first]!) < JUMP) first--
  const start = spaces[first]!
  const next = spaces[first + 1]
  const turn = (start[2] * Math.PI) / 180
  const ahead = next && distance(start, next) < JUMP ? [next[0] - start[0], next[1] - start[1]] : [Math.cos(turn) * start[3], Math.sin(turn) * start[3]]
  const before: Space = [start[0] - ahead[0]!, start[1] - ahead[1]!, start[2], start[3]]
  return [before, ...spaces.slice(first, car + 1)].map((space) => ({ x: space[0] - end[0], y: space[1] - end[1], turn: nearTurn(space[2] - end[2]) }))
}

/** When a wagon starts, and how long it takes. */
export function timeOf(count: number, car: number): { delay: number; duration: number } {
  return { delay: (count - 1 - car) * GAP, duration: (car + 1) * STEP + STOP }
}

/** Spaces look the same from both ends: no wagon turns by more than a quarter. */
function nearTurn(turn: number): number {
  const near = ((turn % 180) + 270) % 180 - 90
  return near === -90 ? 90 : near
}

function distance(a: Space, b: Space): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
