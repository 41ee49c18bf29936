// Lays the coast under every map: world-atlas land (never borders), projected as the map is, clipped and thinned. Makes a small picture of each.
import { geoConicConformal, geoGraticule, geoMercator, geoPath, geoProjection } from 'd3-geo'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { feature } from 'topojson-client'

const here = new URL('../.generated/', import.meta.url)
const atlas = JSON.parse(readFileSync(new URL('../node_modules/world-atlas/land-50m.json', import.meta.url), 'utf8'))
const land = feature(atlas, atlas.objects.land)

function projection(told) {
  const made =
    told.kind === 'conic'
      ? geoConicConformal().parallels(told.parallels)
      : told.kind === 'mercator'
        ? geoMercator()
        : told.kind === 'stretched'
          ? geoProjection((lambda, phi) => [stretched(lambda, told.longitude) * told.narrow, stretched(phi, told.latitude)])
          : geoProjection((lambda, phi) => [lambda * told.narrow, phi])
  return made.rotate([-told.middle, 0]).scale(told.scale).translate(told.translate)
}

/** Units from the first knot to an angle: a knot is a degree and the scale from it to the next knot, or beyond. */
function stretched(radians, knots) {
  const degrees = (radians * 180) / Math.PI
  const [first, last] = [knots[0], knots.at(-1)]
  let found = Math.min(degrees - first[0], 0) * first[1] + Math.max(degrees - last[0], 0) * last[1]
  for (let i = 1; i < knots.length; i++) {
    const [begin, scale] = knots[i - 1]
    found += Math.min(Math.max(degrees - begin, 0), knots[i][0] - begin) * scale
  }
  return found
}

/** Drops what cannot be seen at this size: rings smaller than a few pixels, points nearer than a pixel to the line. */
function thinned(path, tolerance, digits = 1) {
  const rings = path.split('M').filter(Boolean)
  return rings
    .map((ring) => {
      const points = ring.replace('Z', '').split('L').map((pair) => pair.split(',').map(Number))
      const xs = points.map((p) => p[0])
      const ys = points.map((p) => p[1])
      const least = tolerance * 6
      if (Math.max(...xs) - Math.min(...xs) < least && Math.max(...ys) - Math.min(...ys) < least) return ''
      const kept = simplify(points, tolerance)
      if (kept.length < 3) return ''
      return 'M' + kept.map((p) => `${+p[0].toFixed(digits)} ${+p[1].toFixed(digits)}`).join('L') + 'Z'
    })
    .join('')
}

/** Meridians and parallels with a point every few pixels less. */
function lines(path) {
  return path
    .split('M')
    .filter(Boolean)
    .map((line) => 'M' + simplify(line.split('L').map((pair) => pair.split(',').map(Number)), 0.4).map((p) => `${Math.round(p[0])} ${Math.round(p[1])}`).join('L'))
    .join('')
}

/** Douglas and Peucker's, without recursion. */
function simplify(points, tolerance) {
  const keep = new Uint8Array(points.length)
  keep[0] = keep[points.length - 1] = 1
  const stack = [[0, points.length - 1]]
  while (stack.length) {
    const [from, to] = stack.pop()
    const [ax, ay] = points[from]
    const [bx, by] = points[to]
    const length = Math.hypot(bx - ax, by - ay)
    let worst = -1
    let far = tolerance
    for (let i = from + 1; i < to; i++) {
      const [x, y] = points[i]
      const off = length > 1e-9 ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length : Math.hypot(x - ax, y - ay)
      if (off > far) {
        far = off
        worst = i
      }
    }
    if (worst > 0) {
      keep[worst] = 1
      stack.push([from, worst], [worst, to])
    }
  }
  return points.filter((_, i) => keep[i])
}

/** A picture of a map for lists: a coarse coast, and the spaces by colour. It has a tenth of the geometry's size. */
function miniature(geometry, made, colours) {
  const { id, box, wrap, thick, dot, lakes } = geometry
  const [x, , width] = box
  const routes = {}
  for (const [name, { spaces }] of Object.entries(geometry.routes)) {
    const found = (routes[colours[name]] ??= [])
    for (const [at, ...rest] of spaces)
      // On a map whose edges are joined, a space near an edge is drawn beside the other edge too.
      for (const turn of wrap ? [-wrap, 0, wrap] : [0]) if (at + turn > x - 30 && at + turn < x + width + 30) found.push([at + turn, ...rest].map(Math.round))
  }
  const cities = Object.values(geometry.cities).map((place) => place.map(Math.round))
  return { id, box, wrap, thick, dot, land: thinned(geoPath(made)(land) ?? '', Math.max(3, width / 500), 0), lakes, cities, routes }
}

/** A geometry with the coast and the graticule under it, and the projection that made them. */
function laid(told) {
  const { projection: kind, ...geometry } = told
  const [x, y, width, height] = geometry.box
  // The page lets the drawing go on beyond the map and fade out; the cut lies beyond that.
  const margin = 270
  const made = projection(kind).clipExtent([
    [x - margin, y - margin],
    [x + width + margin, y + height + margin],
  ])
  geometry.land = thinned(geoPath(made)(land) ?? '', geometry.wrap ? 1.5 : 0.7)
  geometry.graticule = lines(geoPath(made)(geoGraticule().step([5, 5])()) ?? '')
  return { geometry, made }
}

function layAll() {
  for (const folder of ['maps/', 'minis/']) mkdirSync(new URL(folder, here), { recursive: true })
  for (const file of readdirSync(new URL('geometry/', here))) {
    const { geometry, made } = laid(JSON.parse(readFileSync(new URL(`geometry/${file}`, here), 'utf8')))
    const colours = JSON.parse(readFileSync(new URL(`colours/${file}`, here), 'utf8'))
    writeFileSync(new URL(`minis/mini-${file}`, here), JSON.stringify(miniature(geometry, made, colours)))
    const text = JSON.stringify(geometry)
    writeFileSync(new URL(`maps/${file}`, here), text)
    console.log(`coast of ${file}: ${Math.round(text.length / 1000)} kB`)
  }
}

// With two names of files: one geometry, for a board that the server keeps.
const [given, target] = process.argv.slice(2)
if (given && target) writeFileSync(target, JSON.stringify(laid(JSON.parse(readFileSync(given, 'utf8'))).geometry))
else layAll()
