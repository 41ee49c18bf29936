// The examples of the rulebook: real routes of the map, a way for a ticket, and the part of the map round them.
import { describe, expect, it } from 'vitest'
import { lessonMap } from './lessonMap'
import { around, examplesOf, paymentOf, SHAPE, steps, wayOf } from './rulebook'

describe('examples', () => {
  it('are routes of the map, and only of kinds that it has', () => {
    const found = examplesOf(lessonMap)
    expect(found.claim?.length).toBe(3)
    expect(found.ticket?.routes.length).toBeGreaterThan(1)
    expect([found.tunnel, found.ferry, found.sea, found.pair, found.port, found.station, found.company]).toEqual(Array(7).fill(undefined))
    expect(found.double).toEqual([])
  })
  it('find the way with the fewest spaces', () => {
    expect(wayOf(lessonMap, 'wien', 'kyiv')).toEqual({ routes: ['wien-budapest', 'budapest-kyiv'], length: 6 })
    expect(wayOf(lessonMap, 'wien', 'nowhere').routes).toEqual([])
  })
})

describe('a part of the map', () => {
  it('holds the whole route and leaves out what is elsewhere', () => {
    const part = around(lessonMap, ['wien-budapest'])
    const [x, y, width, height] = part.geometry.box
    expect(width / height).toBeCloseTo(SHAPE)
    for (const [at, down] of part.geometry.routes['wien-budapest']!.line) {
      expect(at).toBeGreaterThan(x)
      expect(at).toBeLessThan(x + width)
      expect(down).toBeGreaterThan(y)
      expect(down).toBeLessThan(y + height)
    }
    expect(Object.keys(part.geometry.routes)).not.toContain('warszawa-kyiv')
    expect(part.served.cities.map((city) => city.id)).not.toContain('kyiv')
  })
})

describe('payments', () => {
  const route = { ...lessonMap.route.get('wien-budapest')!, length: 3 }
  it('have the colour and the length of the route', () => expect(paymentOf(lessonMap, route)).toEqual(['red', 'red', 'red']))
  it('have a locomotive for each symbol of a ferry', () => expect(paymentOf(lessonMap, { ...route, locomotives: 1 })).toEqual(['locomotive', 'red', 'red']))
  it('have double ships at sea', () => expect(paymentOf(lessonMap, { ...route, kind: 'sea' })).toEqual(['red-double-ship', 'red-ship']))
  it('have two cards for each space of pairs', () => expect(paymentOf(lessonMap, { ...route, pair: true })).toHaveLength(6))
})

it('joins equal neighbours of a table', () => {
  expect(steps([9, 4, 4, 2])).toEqual([{ from: 0, to: 0, value: 9 }, { from: 1, to: 2, value: 4 }, { from: 3, to: 3, value: 2 }])
})
