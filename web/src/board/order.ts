// Keys over the board: which route or city lies next in a direction, and the order in which one reads them.

export interface Node { id: string; x: number; y: number }
export type Direction = 'left' | 'right' | 'up' | 'down'

export const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** The next node in a direction: near, and rather straight ahead than aside. Nothing lies there: null. */
export function neighbour(nodes: readonly Node[], from: Node, direction: Direction): Node | null {
  let best: Node | null = null
  let least = Infinity
  for (const node of nodes) {
    if (node.id === from.id) continue
    const dx = node.x - from.x
    const dy = node.y - from.y
    const ahead = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
    // Within a right angle of the direction, edges belong to one side only.
    if (ahead <= 0 || aside > ahead) continue
    const cost = ahead + aside * 1.2
    if (cost < least) {
      least = cost
      best = node
    }
  }
  return best
}

/** West to east in bands from north to south, as a page is read. */
export function readingOrder(nodes: readonly Node[], band = 120): Node[] {
  const row = (node: Node) => Math.floor(node.y / band)
  return [...nodes].sort((a, b) => row(a) - row(b) || a.x - b.x)
}

/** The one after (or before) an id among some, going round; the nearest to the start if the id is not among them. */
export function following(order: readonly Node[], id: string | null, step: 1 | -1): Node | null {
  if (!order.length) return null
  const at = order.findIndex((node) => node.id === id)
  if (at < 0) return order[step > 0 ? 0 : order.length - 1]!
  return order[(at + step + order.length) % order.length]!
}
