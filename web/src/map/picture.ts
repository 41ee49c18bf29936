// The static part of a map as SVG text: coast, tracks, spaces. Setting it at once is much
// faster than a thousand reactive elements, and a pull changes nothing in it.
import { look, SHAPES } from '../lib/colours'
import type { GameMap } from '../lib/maps'
import type { Geometry, Miniature, RouteData } from '../lib/types'
import type { Box } from './fit'
import { ferrySpaces, LOCOMOTIVE, tile, tiles, track, upright, waves } from './shapes'

/** How far the drawing continues beyond the map, fading out. */
export const MARGIN = 240
/** How far the fade reaches over the edge of the drawing. */
const OVER = 3

type Coast = Pick<Geometry, 'id' | 'box' | 'wrap' | 'land' | 'lakes' | 'graticule'>

/** The drawing with its margin. */
export function world({ box, wrap }: Pick<Geometry, 'box' | 'wrap'>): [number, number, number, number] {
  const [x, y, width, height] = box
  if (!wrap) return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN]
  return [x + (width - wrap) / 2 - wrap, y - MARGIN, 3 * wrap, height + 2 * MARGIN]
}

/** The offsets of the drawing: one, or three side by side if its edges are joined. */
export function turns({ wrap }: Geometry): number[] {
  return wrap ? [-wrap, 0, wrap] : [0]
}

/** The box of routes, cities and names with a small margin: what "the whole map" shows. */
export function contentOf(geometry: Geometry): Box {
  const { box, wrap } = geometry
  if (wrap) return [box[0] + (box[2] - wrap) / 2, box[1], wrap, box[3], true]
  const xs: number[] = []
  const ys: number[] = []
  for (const { spaces } of Object.values(geometry.routes))
    for (const [x, y] of spaces) {
      xs.push(x)
      ys.push(y)
    }
  for (const { lanes } of geometry.edges ?? [])
    for (const [x, y] of lanes.flat()) {
      xs.push(x)
      ys.push(y)
    }
  for (const [x, y] of Object.values(geometry.cities)) {
    xs.push(x - 20, x + 20)
    ys.push(y - 30, y + 20)
  }
  for (const places of Object.values(geometry.names))
    for (const [x, y, width] of Object.values(places)) {
      xs.push(x - width / 2, x + width / 2)
      ys.push(y - 16, y + 6)
    }
  const air = 14
  const [left, top] = [Math.min(...xs) - air, Math.min(...ys) - air]
  return [left, top, Math.max(...xs) + air - left, Math.max(...ys) + air - top]
}

/** The sea, the land with waterlines along its coast, its lakes, and lines of latitude and longitude. */
export function coastOf(geometry: Coast): string {
  const [x, y, width, height] = world(geometry)
  const { id, land, lakes, graticule } = geometry
  const coast = shoreOf(geometry)
  const water = (['34', '22', '11'] as const).map((wide) => `<path d="${coast}" stroke-width="${wide}"/>`).join('')
  const high = `fill="url(#${id}-relief)"`
  const raised = `<path class="cliff" d="${land}" transform="translate(3 4.5)"/>`
  const shore = coast === land ? `<path class="land" ${high} d="${land}"/>` : `<path class="land inner" ${high} d="${land}"/><path class="shore" d="${coast}"/>`
  return (
    lightOf(geometry) +
    `<rect class="sea" x="${x}" y="${y}" width="${width}" height="${height}"/><rect fill="url(#${id}-gleam)" x="${x}" y="${y}" width="${width}" height="${height}"/>` +
    again(geometry, `${id}-water`, `<g class="waterlines">${water}</g>${raised}`) +
    again(geometry, `${id}-land`, `${shore}${lakes ? `<path class="lake" d="${lakes}"/>` : ''}${graticule ? `<path class="graticule" d="${graticule}"/>` : ''}`)
  )
}

/** Light from the north-west: on the water, and over the land in broad folds. Gradients cost nothing while the map moves. */
function lightOf({ id, box, wrap }: Coast): string {
  const [x, y, width, height] = box
  const fold = (wrap ?? 1600) / 4
  return (
    `<radialGradient id="${id}-gleam" class="gleam" gradientUnits="userSpaceOnUse" cx="${x + width * 0.3}" cy="${y + height * 0.2}" r="${width * 0.6}"><stop/><stop offset="1" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${id}-relief" class="relief" gradientUnits="userSpaceOnUse" spreadMethod="repeat" x1="0" y1="0" x2="${fold}" y2="${Math.round(fold * 0.6)}">` +
    '<stop class="high"/><stop offset=".3"/><stop class="low" offset=".62"/><stop offset=".8"/><stop class="high" offset="1"/></linearGradient>'
  )
}

/** The coast as lines, without the cut at joined edges. */
function shoreOf({ land, box, wrap }: Coast): string {
  if (!wrap) return land
  const edge = box[0] + (box[2] - wrap) / 2
  const isEdge = (point: string | undefined) => [edge, edge + wrap].some((x) => Math.abs(parseFloat(point ?? '') - x) < 1)
  return land.split('Z').map((ring) => {
    const points = ring.slice(1).split('L')
    return points.map((point, i) => `${i && !(isEdge(point) && isEdge(points[i - 1])) ? 'L' : 'M'}${point}`).join('') + (isEdge(points[0]) && isEdge(points.at(-1)) ? '' : `L${points[0]}`)
  }).slice(0, -1).join('')
}

/** Repeats a drawing on both sides of a map whose edges are joined. */
function again(geometry: Pick<Geometry, 'wrap'>, id: string, drawn: string): string {
  if (!geometry.wrap) return drawn
  // `use` copies get their styles only from the class inside the group.
  return `<g id="${id}" class="drawn">${drawn}</g><use href="#${id}" x="${-geometry.wrap}"/><use href="#${id}" x="${geometry.wrap}"/>`
}

/** Tracks and spaces of every route. */
export function routesOf(gameMap: GameMap): string {
  const drawn = gameMap.served.routes.filter((route) => gameMap.geometry.routes[route.name])
  return again(
    gameMap.geometry,
    `${gameMap.id}-routes`,
    edgesOf(gameMap.geometry) +
      `<g class="tracks">${drawn.map((route) => trackOf(gameMap.geometry, route)).join('')}</g>` +
      drawn.map((route) => spacesOf(gameMap.geometry, route)).join(''),
  )
}

/** Unfinished tracks at the edge of the map: empty frames that fade out, so that nobody takes them for spaces. */
function edgesOf({ edges = [], cities, thick }: Geometry): string {
  return edges
    .map(({ city, lanes }) => {
      const [x, y] = cities[city]!
      const spaces = lanes.map((lane) => lane.map((space, at) => `<path class="${at ? 'unfinished far' : 'unfinished'}" d="${tile(space, thick)}"/>`).join(''))
      const rails = lanes.map(([first]) => (first ? `<path d="M${x} ${y}L${first[0]} ${first[1]}"/>` : ''))
      return `<g class="stub">${rails.join('')}${spaces.join('')}</g>`
    })
    .join('')
}

function trackOf(geometry: Geometry, route: RouteData): string {
  const { line } = geometry.routes[route.name]!
  if (route.kind === 'sea') return `<path class="sea-track" d="${track(line)}"/>`
  if (route.locomotives) return `<path class="wave" d="${waves(line)}"/>`
  return `<path class="${route.tunnel ? 'rail bored' : 'rail'}" d="${track(line)}"/>`
}

function spacesOf(geometry: Geometry, route: RouteData): string {
  const { spaces } = geometry.routes[route.name]!
  const thick = geometry.thick
  const { fill } = look(route.colour)
  const isSea = route.kind === 'sea'
  const round = isSea || route.locomotives ? thick / 2 : 2
  const under = route.tunnel ? `<path class="teeth" d="${tiles(spaces, thick, 1.4, 1)}"/>` : ''
  const kind = isSea ? 'space at-sea' : route.locomotives ? 'space ferry' : route.tunnel ? 'space tunnel' : 'space'
  return (
    `${under}<path class="${kind}" color="${fill}" fill="${fill}" d="${tiles(spaces, thick, 0, round)}"/>` +
    symbolsOf(geometry, route)
  )
}

/** The shape of the colour on every space, so that nothing depends on colour alone; a locomotive where a ferry asks for one. */
function symbolsOf(geometry: Geometry, route: RouteData): string {
  const { ink, shape } = look(route.colour)
  const asked = ferrySpaces(route.length, route.locomotives)
  const size = geometry.thick * 0.29
  return geometry.routes[route.name]!.spaces
    .map(([x, y, angle, length], index) => {
      if (asked.has(index)) {
        const scale = Math.min(0.92, (length - 4) / 21).toFixed(2)
        return `<path class="steam" fill="${ink}" d="${LOCOMOTIVE}" transform="translate(${x} ${y}) rotate(${upright(angle).toFixed(1)}) scale(${scale})"/>`
      }
      const turn = (angle * Math.PI) / 180
      const aside = route.pair ? [-length / 4, length / 4] : [0]
      const split = route.pair
        ? `<path class="split" d="M0-${geometry.thick / 2}V${geometry.thick / 2}" transform="translate(${x} ${y}) rotate(${angle})"/>`
        : ''
      if (shape === 'none') return split
      return (
        split +
        aside
          .map((along) => `<path class="symbol" fill="${ink}" d="${SHAPES[shape]}" transform="translate(${(x + along * Math.cos(turn)).toFixed(1)} ${(y + along * Math.sin(turn)).toFixed(1)}) scale(${size})"/>`)
          .join('')
      )
    })
    .join('')
}

/** Four gradients over the edges, so that the drawing fades out beyond the map. They reach a little over the edge, where a coast would shine through half a pixel. */
export function fadeOf(geometry: Geometry): string {
  const [left, top, wide, tall] = world(geometry)
  const [x, y, width, height] = [left - OVER, top - OVER, wide + 2 * OVER, tall + 2 * OVER]
  const id = `fade-${geometry.id}`
  const deep = MARGIN + OVER
  const band = (edge: string, x1: number, y1: number, x2: number, y2: number, rect: number[]) =>
    `<linearGradient id="${id}-${edge}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop class="edge-stop" stop-opacity="1"/><stop class="edge-stop" offset="0.25" stop-opacity="0.85"/><stop class="edge-stop" offset="1" stop-opacity="0"/></linearGradient>` +
    `<rect class="fade" fill="url(#${id}-${edge})" x="${rect[0]}" y="${rect[1]}" width="${rect[2]}" height="${rect[3]}"/>`
  return (
    (geometry.wrap ? '' : band('w', 0, 0, 1, 0, [x, y, deep, height]) + band('e', 1, 0, 0, 0, [x + width - deep, y, deep, height])) +
    band('n', 0, 0, 0, 1, [x, y, width, deep]) +
    band('s', 0, 1, 0, 0, [x, y + height - deep, width, deep])
  )
}

/** Routes and cities for a small picture: bold tiles without details. */
export function miniOf({ routes, cities, thick, dot }: Miniature): string {
  return (
    Object.entries(routes).map(([colour, spaces]) => `<path class="space" fill="${look(colour).fill}" d="${tiles(spaces, thick + 3, 0, 2)}"/>`).join('') +
    cities.map(([x, y]) => `<circle class="dot" cx="${x}" cy="${y}" r="${dot + 3}"/>`).join('')
  )
}
