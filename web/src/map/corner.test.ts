// The controls of the map: in a corner that is free of cities, or the map leaves room for them.
import { describe, expect, it } from 'vitest'
import type { Geometry } from '../lib/types'
import { freeSpot } from './corner'
import type { Box } from './fit'

const box: Box = [0, 0, 400, 300]
const panel = { width: 400, height: 300 }
const withCities = (...cities: [number, number][]) =>
  ({ box: [0, 0, 400, 300], dot: 6, cities: Object.fromEntries(cities.map((at, index) => [String(index), at])), names: {}, routes: {} }) as unknown as Geometry

describe('the place of the controls', () => {
  it('is the upper right corner if that is free', () => {
    expect(freeSpot(withCities([200, 150]), box, panel, 150, 40)).toEqual({ spot: { right: true, bottom: false, upright: true }, box })
  })
  it('is another corner if a city is there', () => {
    const { spot } = freeSpot(withCities([380, 20]), box, panel, 150, 40)
    expect(spot).toEqual({ right: true, bottom: true, upright: true })
  })
  it('is below the map if no corner is free', () => {
    const found = freeSpot(withCities([380, 20], [380, 280], [20, 20], [20, 280]), box, panel, 150, 40)
    expect(found.spot.bottom).toBe(true)
    expect(found.box[3]).toBe(300 + 56)
  })
})
