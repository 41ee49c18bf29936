// Keyboard navigation on the map: the next route or city in a direction, and the reading order.
import type { GameMap } from '../lib/maps'
import type { Camera } from './camera'
import { heart } from './shapes'

export interface Node { id: string; x: number; y: number }
export type Direction = 'left' | 'right' | 'up' | 'down'

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** The next node in a direction, preferring near ones straight ahead; null if there is none. */
export function neighbour(nodes: readonly Node[], from: Node, direction: Direction, period = 0): Node | null {
  let best: Node | null = null
  let least = Infinity
  for (const node of nodes) {
    if (node.id === from.id) continue
    const straight = node.x - from.x
    const dx = period ? straight - period * Math.round(straight / period) : straight
    const dy = node.y - from.y
    const ahead = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
    // Within a right angle round the direction. Of its two edges only one is included.
    if (ahead <= 0 || aside > ahead) continue
    const cost = ahead + aside * 1.2
    if (cost < least) {
      least = cost
      best = node
    }
  }
  return best
}

/** Reading order: from west to east, in bands from north to south. */
export function readingOrder(nodes: readonly Node[], band = 120): Node[] {
  const row = (node: Node) => Math.floor(node.y / band)
  return [...nodes].sort((a, b) => row(a) - row(b) || a.x - b.x)
}

/** The node after (or before) an id, cyclic; the first (or last) node if the list does not have the id. */
export function following(order: readonly Node[], id: string | null, step: 1 | -1): Node | null {
  if (!order.length) return null
  const at = order.findIndex((node) => node.id === id)
  if (at < 0) return order[step > 0 ? 0 : order.length - 1]!
  return order[(at + step + order.length) % order.length]!
}

/** All nodes of the keyboard navigation: `r:` and the name of a route, or `c:` and the id of a city. */
export function nodesOf(gameMap: Pick<GameMap, 'geometry'>): Node[] {
  const { routes, cities } = gameMap.geometry
  return [
    ...Object.entries(routes).map(([route, { spaces }]) => ({ id: `r:${route}`, x: heart(spaces)[0], y: heart(spaces)[1] })),
    ...Object.entries(cities).map(([city, [x, y]]) => ({ id: `c:${city}`, x, y })),
  ]
}

/** Handles keys that move the view; returns whether it was one. */
export function steer(camera: Camera, event: KeyboardEvent): boolean {
  const direction = event.shiftKey ? ARROWS[event.key] : undefined
  if (event.key === '+' || event.key === '=') camera.zoom(1.4)
  else if (event.key === '-' || event.key === '_') camera.zoom(1 / 1.4)
  else if (event.key === '0') camera.showWhole()
  else if (direction) camera.pull(direction)
  else return false
  return true
}

/** The node to which a key leads: null if there is none, undefined if it is not a navigation key. */
export function step(key: string, from: string | null, nodes: readonly Node[], order: readonly Node[], offered: readonly Node[], period = 0): Node | null | undefined {
  const direction = ARROWS[key]
  if (direction) {
    const here = nodes.find((node) => node.id === from)
    return here ? neighbour(nodes, here, direction, period) : (order[0] ?? null)
  }
  if (key === 'Home') return order[0] ?? null
  if (key === 'End') return order.at(-1) ?? null
  if (key === 'PageDown') return following(offered, from, 1)
  if (key === 'PageUp') return following(offered, from, -1)
  return undefined
}
