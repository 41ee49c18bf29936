// Paths of the drawing: letters are upright, waves and pieces follow their line.
import { describe, expect, it } from 'vitest'
import { evenly, ferrySpaces, heart, pieces, tile, upright } from './shapes'

describe('what is written on a space', () => {
  it('is never upside down, and keeps the direction of the track', () => {
    for (let angle = -360; angle <= 360; angle += 7) {
      const turned = upright(angle)
      expect(Math.abs(turned)).toBeLessThanOrEqual(90.5)
      expect(Math.abs(((turned - angle) % 180) + 0)).toBeCloseTo(0)
    }
  })
})

describe('a line', () => {
  it('is walked in equal steps from end to end', () => {
    const points = evenly([[0, 0], [30, 0], [30, 40]], 10)
    expect(points).toHaveLength(8)
    expect(points[0]).toEqual([0, 0])
    expect(points[7]![0]).toBeCloseTo(30)
    expect(points[7]![1]).toBeCloseTo(40)
    expect(points[4]![1]).toBeCloseTo(10)
  })
  it('that goes round the world falls into pieces', () => {
    expect(pieces([[0, 0], [10, 0], [900, 0], [910, 0]])).toEqual([[[0, 0], [10, 0]], [[900, 0], [910, 0]]])
    expect(heart([[0, 0, 0, 20], [900, 0, 0, 20]])).toEqual([0, 0])
  })
})

describe('a ferry', () => {
  it('shows as many locomotives as it asks for, on spaces of its own', () => {
    for (let length = 1; length <= 8; length++)
      for (let count = 0; count <= length; count++) {
        const shown = ferrySpaces(length, count)
        expect(shown.size).toBe(count)
        for (const index of shown) expect(index).toBeLessThan(length)
      }
  })
})

describe('a tile', () => {
  it('covers its space and what it grows by', () => {
    const numbers = tile([100, 50, 0, 40], 15, 1, 2).match(/-?[\d.]+/g)!.map(Number)
    const xs = numbers.filter((_, i) => i % 2 === 0)
    expect(Math.min(...xs)).toBe(79)
    expect(Math.max(...xs)).toBe(121)
  })
})
