// Hit testing: a mouse hits the lane under it, a finger perhaps two.
import { describe, expect, it } from 'vitest'
import type { Geometry } from '../lib/types'
import { distanceToRoute, meant } from './hits'

// Two lanes side by side from west to east, one single route going south.
const geometry: Geometry = {
  id: 'test',
  box: [0, 0, 400, 400],
  thick: 15,
  dot: 9,
  land: '',
  cities: { west: [0, 100], east: [200, 100], south: [200, 300] },
  names: {},
  routes: {
    'west-east:1': { line: [], spaces: [[60, 90.75, 0, 40], [120, 90.75, 0, 40]] },
    'west-east:2': { line: [], spaces: [[60, 109.25, 0, 40], [120, 109.25, 0, 40]] },
    'east-south': { line: [], spaces: [[200, 160, 90, 40], [200, 220, 90, 40]] },
  },
}
const none = (_: string) => false
const at = (x: number, y: number, scale: number, touch: boolean, claimable = none, wantsCity = false) =>
  meant(geometry, x, y, scale, touch, claimable, wantsCity)

describe('distance', () => {
  it('is measured to the middle line of turned spaces', () => {
    expect(distanceToRoute([[0, 0, 90, 40]], 0, 15)).toBeCloseTo(0)
    expect(distanceToRoute([[0, 0, 90, 40]], 7, 15)).toBeCloseTo(7)
    expect(distanceToRoute([[0, 0, 90, 40]], 0, 25)).toBeCloseTo(5)
    expect(distanceToRoute([[0, 0, 45, 40]], 10, 10)).toBeCloseTo(0)
  })
})

describe('a mouse', () => {
  it('means the one lane it is over', () => {
    expect(at(60, 92, 0.6, false).routes).toEqual(['west-east:1'])
    expect(at(60, 108, 0.6, false).routes).toEqual(['west-east:2'])
    expect(at(60, 60, 0.6, false)).toEqual({ city: null, routes: [] })
  })
  it('means the city on its dot', () => {
    expect(at(202, 103, 1, false)).toEqual({ city: 'east', routes: [] })
  })
})

describe('a finger', () => {
  it('between two small lanes is asked which one', () => {
    expect(at(60, 92, 0.6, true).routes).toEqual(['west-east:1', 'west-east:2'])
    expect(at(60, 108, 0.6, true).routes).toEqual(['west-east:2', 'west-east:1'])
  })
  it('on a lane that is large enough is believed', () => {
    expect(at(60, 91, 2.5, true).routes).toEqual(['west-east:1'])
  })
  it('means the nearest lane if that is the only one to be claimed', () => {
    expect(at(60, 92, 0.6, true, (route) => route === 'west-east:1').routes).toEqual(['west-east:1'])
    expect(at(60, 92, 0.6, true, () => true).routes).toHaveLength(2)
  })
  it('is asked before a twin is claimed in place of the lane under it', () => {
    expect(at(60, 92, 0.6, true, (route) => route === 'west-east:2').routes).toEqual(['west-east:1', 'west-east:2'])
  })
  it('is not asked between lanes that are the same choice: the nearest is meant', () => {
    const same = (route: string) => route.slice(0, -2)
    expect(meant(geometry, 60, 92, 0.6, true, () => true, false, same).routes).toEqual(['west-east:1'])
    expect(meant(geometry, 60, 108, 0.6, true, () => true, false, same).routes).toEqual(['west-east:2'])
  })
  it('reaches a single route 22 pixels away at any scale', () => {
    for (const scale of [0.3, 0.6, 1, 2]) expect(at(200 + 21 / scale, 160, scale, true).routes).toContain('east-south')
    expect(at(200 + 24, 160, 1, true).routes).toEqual([])
  })
  it('beside a dot means the city, or the lane that can be claimed there', () => {
    expect(at(150, 98, 0.25, true).city).toBeNull()
    expect(at(185, 98, 0.25, true).city).toBe('east')
    expect(at(185, 98, 0.25, true, (route) => route === 'west-east:1').routes).toContain('west-east:1')
    expect(at(195, 98, 0.25, true, (route) => route === 'west-east:1').city).toBe('east')
  })
  it('finds cities from further away while a city is asked for', () => {
    expect(at(222, 300, 0.8, true).city).toBeNull()
    expect(at(222, 300, 0.8, true, none, true).city).toBe('south')
  })
})

describe('over the joined edges of a gameMap', () => {
  const round: Geometry = { ...geometry, wrap: 400 }
  it('the same lane and city are met on every turn', () => {
    for (const turn of [-400, 0, 400, 1200]) {
      expect(meant(round, 60 + turn, 91, 1, false, none, false).routes).toEqual(['west-east:1'])
      expect(meant(round, 2 + turn, 100, 1, false, none, false).city).toBe('west')
    }
  })
})
