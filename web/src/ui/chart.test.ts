// Ticks are round and cover the numbers; lines keep their shape; names do not cover each other.
import { describe, expect, it } from 'vitest'
import { apart, path, ticks, type Frame } from './chart'

describe('ticks', () => {
  it('are round and cover both ends', () => {
    expect(ticks(0, 117)).toEqual([0, 50, 100, 150])
    expect(ticks(-23, 80)[0]).toBeLessThanOrEqual(-23)
    expect(ticks(0, 0)).toContain(0)
  })
})

describe('a line', () => {
  const frame: Frame = { left: 0, top: 0, width: 100, height: 100, least: 0, most: 10, points: 5 }
  it('leaves out what lies on a level stretch', () => {
    expect(path(frame, [0, 0, 0, 10, 10])).toBe('M0.0 100.0L50.0 100.0L75.0 0.0L100.0 0.0')
  })
})

it('names are kept apart', () => {
  const found = apart([10, 12, 50], 14)
  expect(found).toEqual([10, 24, 50])
})
