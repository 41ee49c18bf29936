// The outline of the land for small pictures.
import { expect, it } from 'vitest'
import { simplified } from './outline'

it('keeps large shapes with few points and drops small islands', () => {
  const coast = Array.from({ length: 400 }, (_, i) => `${(100 * Math.cos(i / 63.7)).toFixed(1)} ${(100 * Math.sin(i / 63.7)).toFixed(1)}`)
  const island = 'M300 300L301 300L301 301L300 301Z'
  const found = simplified(`M${coast.join('L')}Z${island}`, 20)
  const points = found.slice(1, -1).split('L').map((point) => point.split(' ').map(Number))
  expect(points.length).toBeGreaterThan(20)
  expect(points.length).toBeLessThan(40)
  for (const [x, y] of points) expect(Math.hypot(x!, y!)).toBeCloseTo(100, -0.5)
})
