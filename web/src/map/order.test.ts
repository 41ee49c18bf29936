// Keyboard navigation on the map: arrows go where they point, and every node can be reached.
import { describe, expect, it } from 'vitest'
import type { Geometry } from '../lib/types'
import { following, neighbour, nodesOf, readingOrder, step, type Direction, type Node } from './order'

const nodes: Node[] = [
  { id: 'a', x: 0, y: 0 },
  { id: 'b', x: 100, y: 10 },
  { id: 'c', x: 60, y: 80 },
  { id: 'd', x: 110, y: 100 },
]
const node = (id: string) => nodes.find((each) => each.id === id)!
const next = (id: string, direction: Direction) => neighbour(nodes, node(id), direction)?.id

describe('arrows', () => {
  it('go to what lies ahead', () => {
    expect(next('a', 'right')).toBe('b')
    expect(next('a', 'down')).toBe('c')
    expect(next('b', 'down')).toBe('d')
    expect(next('d', 'left')).toBe('c')
    expect(next('a', 'left')).toBeUndefined()
    expect(next('d', 'right')).toBeUndefined()
  })
})

describe('other keys', () => {
  it('go to the ends and through what can be claimed', () => {
    const offered = [node('b'), node('d')]
    expect(step('Home', 'c', nodes, nodes, offered)?.id).toBe('a')
    expect(step('End', 'c', nodes, nodes, offered)?.id).toBe('d')
    expect(step('PageDown', 'c', nodes, nodes, offered)?.id).toBe('b')
    expect(step('PageDown', 'b', nodes, nodes, offered)?.id).toBe('d')
    expect(step('PageUp', 'b', nodes, nodes, offered)?.id).toBe('d')
    expect(step('PageUp', 'b', nodes, nodes, [])).toBeNull()
    expect(step('x', 'b', nodes, nodes, offered)).toBeUndefined()
  })
})

describe('reading order', () => {
  it('goes by bands from the north, from west to east', () => {
    expect(readingOrder(nodes, 50).map((each) => each.id)).toEqual(['a', 'b', 'c', 'd'])
  })
  it('goes round in both directions, and begins at an end', () => {
    expect(following(nodes, 'd', 1)?.id).toBe('a')
    expect(following(nodes, 'a', -1)?.id).toBe('d')
    expect(following(nodes, null, 1)?.id).toBe('a')
    expect(following([], 'a', 1)).toBeNull()
  })
})

const maps = import.meta.glob<Geometry>('../../.generated/maps/*.json', { eager: true, import: 'default' })

describe.each(Object.values(maps).map((geometry) => [geometry.id, geometry] as const))('the gameMap of %s', (_, geometry) => {
  it('can be walked over completely by arrows', () => {
    const all = nodesOf({ geometry })
    const reached = new Set<Node>([all[0]!])
    for (const here of reached) for (const direction of ['left', 'right', 'up', 'down'] as const) {
      const found = neighbour(all, here, direction)
      if (found) reached.add(found)
    }
    expect(all.filter((each) => !reached.has(each)).map((each) => each.id)).toEqual([])
  })
})

describe('round a gameMap whose edges are joined', () => {
  it('arrows go on at the other edge', () => {
    expect(neighbour(nodes, node('b'), 'right', 190)?.id).toBe('a')
    expect(neighbour(nodes, node('a'), 'left', 190)?.id).toBe('b')
  })
})
