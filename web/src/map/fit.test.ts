// Fit and zoom: the map stays visible, and the zoomed point stays where it is.
import { describe, expect, it } from 'vitest'
import { beside, centred, framing, kept, LARGEST, nearest, showing, toMap, toPanel, whole, wholeScale, zoomed, type Box } from './fit'

const box: Box = [20, 100, 1600, 1000]
const wide = { width: 1000, height: 700 }
const phone = { width: 390, height: 500 }

describe('the whole gameMap', () => {
  it('fits into the panel and stands in its middle', () => {
    for (const panel of [wide, phone, { width: 500, height: 2000 }]) {
      const view = whole(box, panel)
      const [left, top] = toPanel(view, [20, 100])
      const [right, bottom] = toPanel(view, [1620, 1100])
      expect(left).toBeGreaterThanOrEqual(-0.01)
      expect(top).toBeGreaterThanOrEqual(-0.01)
      expect(left).toBeCloseTo(panel.width - right)
      expect(top).toBeCloseTo(panel.height - bottom)
      expect(Math.min(left, top)).toBeCloseTo(0)
    }
  })
})

describe('some cities together', () => {
  it('are all visible, and nearer than on the whole map', () => {
    const cities = [[300, 300], [700, 380], [520, 640]] as const
    for (const panel of [wide, phone]) {
      const least = wholeScale(box, panel)
      const view = framing(cities, box, panel, least, 1.6)
      expect(view.scale).toBeGreaterThan(least)
      for (const city of cities) {
        const [x, y] = toPanel(view, city)
        expect(x > 30 && x < panel.width - 30 && y > 30 && y < panel.height - 30).toBe(true)
      }
    }
  })
  it('never need more than the whole map, and one alone is not enlarged without bound', () => {
    expect(framing([[20, 100], [1620, 1100]], box, wide, wholeScale(box, wide), 1.6)).toEqual(whole(box, wide))
    expect(framing([[500, 500]], box, wide, 0.5, 1.6).scale).toBe(1.6)
  })
})

describe('pulling and zooming', () => {
  it('keeps the point under the pointer', () => {
    const before = whole(box, phone)
    const after = zoomed(before, 1.7, [100, 300], 0.2)
    expect(toMap(after, 100, 300)[0]).toBeCloseTo(toMap(before, 100, 300)[0])
    expect(toMap(after, 100, 300)[1]).toBeCloseTo(toMap(before, 100, 300)[1])
  })
  it('stops at the least and at the largest scale', () => {
    const view = whole(box, wide)
    expect(zoomed(view, 0.1, [0, 0], view.scale).scale).toBe(view.scale)
    expect(zoomed(view, 100, [0, 0], view.scale).scale).toBe(LARGEST)
  })
  it('never leaves an empty panel, however far it is pulled', () => {
    for (const far of [-1e5, 1e5]) {
      const view = kept({ x: far, y: far, scale: 1 }, box, phone)
      const [left, top] = toPanel(view, [20, 100])
      expect(left).toBeLessThanOrEqual(0)
      expect(top).toBeLessThanOrEqual(0)
      expect(left + 1600).toBeGreaterThanOrEqual(phone.width)
      expect(top + 1000).toBeGreaterThanOrEqual(phone.height)
    }
  })
  it('moves just so far that a point is in sight, and not at all if it is', () => {
    const view = centred(box, phone, 1, [800, 600])
    expect(showing(view, [800, 600], phone, 50)).toEqual(view)
    const moved = showing(view, [1500, 600], phone, 50)
    expect(toPanel(moved, [1500, 600])[0]).toBeCloseTo(340)
    expect(moved.y).toBe(view.y)
  })
})

describe('a gameMap whose edges are joined', () => {
  const round: Box = [14, 86, 2172, 1100, true]
  it('can be turned as far as one likes, but not lost upwards', () => {
    const view = kept({ x: -90_000, y: 5000, scale: 1 }, round, wide)
    expect(view.x).toBe(-90_000)
    expect(view.y).toBe(-86)
  })
  it('is never seen more than twice', () => {
    for (const panel of [wide, phone, { width: 2000, height: 200 }]) expect(panel.width / wholeScale(round, panel)).toBeLessThan(2 * 2172)
  })
  it('has every place on every turn; the nearest is meant', () => {
    expect(nearest([100, 5], 2100, 2172)).toEqual([2272, 5])
    expect(nearest([100, 5], 300, 2172)).toEqual([100, 5])
    expect(nearest([100, 5], 2100, 0)).toEqual([100, 5])
  })
})

describe('the note about a route', () => {
  const panel = { width: 390, height: 468 }
  const note = { width: 280, height: 120 }
  it('is above the route, or below it where there is no room', () => {
    expect(beside([200, 300], note, panel, 0)).toEqual([60, 154])
    expect(beside([200, 100], note, panel, 0)).toEqual([60, 126])
  })
  it.each([0, 20, 60, 150, 300, 460])('never lies under a caption (route at %d)', (y) => {
    expect(beside([10, y], note, panel, 90)[1]).toBeGreaterThan(90)
  })
})
