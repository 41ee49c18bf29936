// How routes stand: closed lanes by the number of players, and what a hand has for a route.
import { describe, expect, it } from 'vitest'
import type { Board } from '../lib/maps'
import type { Position, RouteData } from '../lib/types'
import { closedLanes, heldFor } from './standing'

const route = (name: string, group: number, more: Partial<RouteData> = {}): RouteData => ({
  name, a: 'a', b: 'b', length: 3, colour: 'red', group, lane: 0, lanes: 1, kind: 'rail', locomotives: 0, tunnel: false, ...more,
})
const board = { map: { routes: [route('a-b:1', 1), route('a-b:2', 1), route('c-d', 2)] }, variant: { rules: { doubles_open_from: 4 } } } as unknown as Board
const position = (players: number, routes: Record<string, number>) => ({ public: { routes, players: Array(players).fill({}) } }) as unknown as Position

describe('lanes', () => {
  it('close with few players when their twin is taken', () => {
    expect([...closedLanes(board, position(3, { 'a-b:1': 0 }))]).toEqual(['a-b:2'])
    expect([...closedLanes(board, position(4, { 'a-b:1': 0 }))]).toEqual([])
    expect([...closedLanes(board, position(2, { 'c-d': 0 }))]).toEqual([])
  })
})

describe('a hand', () => {
  it('counts the cards of the colour, of any one colour for gray, and wilds apart', () => {
    const hand = { red: 2, blue: 4, locomotive: 1 }
    expect(heldFor(route('x', 1), hand)).toEqual({ held: 2, wilds: 1 })
    expect(heldFor(route('x', 1, { colour: 'gray' }), hand)).toEqual({ held: 4, wilds: 1 })
  })
  it('keeps trains and ships apart, and counts a double ship twice', () => {
    const hand = { 'red-train': 1, 'red-anchor-train': 1, 'red-ship': 1, 'red-double-ship': 2 }
    expect(heldFor(route('x', 1), hand).held).toBe(2)
    expect(heldFor(route('x', 1, { kind: 'sea' }), hand).held).toBe(5)
  })
})
