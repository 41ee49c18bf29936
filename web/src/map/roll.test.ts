// The way of wagons to their spaces.
import { describe as suite, expect, test } from 'vitest'
import { timeOf, wayOf } from './roll'
import type { Space } from './hits'

const straight: Space[] = [[0, 0, 0, 20], [25, 0, 0, 20], [50, 0, 0, 20]]

suite('wagons roll in', () => {
  test('along every space before their own, and stop on it', () => {
    expect(wayOf(straight, 2)).toEqual([{ x: -75, y: 0, turn: 0 }, { x: -50, y: 0, turn: 0 }, { x: -25, y: 0, turn: 0 }, { x: 0, y: 0, turn: 0 }])
    expect(wayOf(straight, 0)).toEqual([{ x: -25, y: 0, turn: 0 }, { x: 0, y: 0, turn: 0 }])
  })
  test('not across the whole map where a route continues at its other edge', () => {
    const round: Space[] = [[0, 0, 0, 20], [900, 0, 0, 20]]
    expect(wayOf(round, 1)).toEqual([{ x: -20, y: 0, turn: 0 }, { x: 0, y: 0, turn: 0 }])
  })
  test('without turning over', () => {
    const curve: Space[] = [[0, 0, 80, 20], [0, 25, -80, 20]]
    expect(wayOf(curve, 1).map((point) => Math.abs(point.turn)).every((turn) => turn <= 90)).toBe(true)
  })
  test('one after the other, the farthest first', () => {
    expect(timeOf(3, 2).delay).toBe(0)
    expect(timeOf(3, 0).delay).toBeGreaterThan(timeOf(3, 1).delay)
  })
})
