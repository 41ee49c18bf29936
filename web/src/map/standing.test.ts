// The state of routes as the server sends it: closed lanes, and how much of a route the hand covers.
import { describe, expect, it } from 'vitest'
import type { OwnPart, Position, RouteData } from '../lib/types'
import { closedLanes, coveredSpaces } from './standing'

const route = (more: Partial<RouteData> = {}): RouteData => ({
  name: 'x', a: 'a', b: 'b', length: 3, colour: 'red', group: 1, lane: 0, lanes: 1, kind: 'rail', locomotives: 0, tunnel: false, ...more,
})

describe('lanes', () => {
  const position = { public: { closed: { 'a-b:2': [0, 1, 2, 3], 'c-d:2': [1] }, players: Array(4).fill({}) } } as unknown as Position
  it('are closed to the seats that the server names', () => {
    expect([...closedLanes(position, 0)]).toEqual(['a-b:2'])
    expect([...closedLanes(position, 1)]).toEqual(['a-b:2', 'c-d:2'])
  })
  it('are closed for a spectator when nobody may claim them', () => {
    expect([...closedLanes(position, null)]).toEqual(['a-b:2'])
  })
})

describe('a hand', () => {
  const own = { covers: { rail: { red: 2, gray: 9 }, sea: { red: 1 }, pair: { gray: 2 }, ferry: { x: 1 } } } as unknown as OwnPart
  it('covers what the server says for the kind and colour of a route, at most all of it', () => {
    expect(coveredSpaces(route(), own)).toBe(2)
    expect(coveredSpaces(route({ colour: 'gray' }), own)).toBe(3)
    expect(coveredSpaces(route({ kind: 'sea' }), own)).toBe(1)
    expect(coveredSpaces(route({ colour: 'gray', pair: true }), own)).toBe(2)
    expect(coveredSpaces(route({ colour: 'blue' }), own)).toBe(0)
    expect(coveredSpaces(route({ colour: 'gray', locomotives: 2 }), own)).toBe(1)
  })
})
