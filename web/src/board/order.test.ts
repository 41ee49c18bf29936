// Keys over the board: arrows go where they point, and everything can be reached.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Geometry } from '../lib/types'
import { following, neighbour, readingOrder, type Direction, type Node } from './order'
import { heart } from './shapes'

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

const folder = new URL('../../.generated/maps/', import.meta.url)
const maps = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []

describe.each(maps)('the board of %s', (file) => {
  it('can be walked over completely by arrows', () => {
    const geometry: Geometry = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const all: Node[] = [
      ...Object.entries(geometry.routes).map(([route, { spaces }]) => ({ id: `r:${route}`, x: heart(spaces)[0], y: heart(spaces)[1] })),
      ...Object.entries(geometry.cities).map(([city, [x, y]]) => ({ id: `c:${city}`, x, y })),
    ]
    const reached = new Set<Node>([all[0]!])
    for (const here of reached) for (const direction of ['left', 'right', 'up', 'down'] as const) {
      const found = neighbour(all, here, direction)
      if (found) reached.add(found)
    }
    expect(all.filter((each) => !reached.has(each)).map((each) => each.id)).toEqual([])
  })
})
