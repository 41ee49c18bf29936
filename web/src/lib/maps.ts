// A game map: a map as the page uses it. It joins the served map, one of its variants, and the geometry made at build time.
import { api } from './api'
import { withWords } from './areas'
import type { CityData, Geometry, MapPage, Miniature, RouteData, TableInfo, TicketData, VariantData } from './types'

export type Kit = typeof import('../companies/kit')
export type Extra = typeof import('../modules/kit')

const files = import.meta.glob<string>('../../.generated/maps/*.json', { query: '?url', import: 'default', eager: true })
const pictures = import.meta.glob<string>('../../.generated/minis/*.json', { query: '?url', import: 'default', eager: true })

/** The maps that have a geometry. */
export const drawn = Object.keys(files).map((path) => path.replace(/^.*\/(.*)\.json$/, '$1'))

export interface GameMap {
  id: string
  served: MapPage
  variant: VariantData
  geometry: Geometry
  route: Map<string, RouteData>
  city: Map<string, CityData>
  ticket: Map<string, TicketData>
  /** Colours of the deck in order, the wild card last. */
  cards: string[]
  /** The panels, sentences and card texts that only maps with companies need. */
  kit: Kit | null
  /** What only a board with modules, crew or postcards needs. */
  extra?: Extra | null
  /** The names that routes were given in a campaign. */
  names?: Record<string, string>
}

const pages = new Map<string, Promise<MapPage>>()
const geometries = new Map<string, Promise<Geometry>>()
const boards = new Map<string, Promise<GameMap>>()
const miniatures = new Map<string, Promise<Miniature>>()

function once<T>(cache: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> {
  let found = cache.get(id)
  if (!found) {
    found = make()
    cache.set(id, found)
    found.catch(() => cache.delete(id))
  }
  return found
}

export function loadGeometry(id: string): Promise<Geometry> {
  const address = files[`../../.generated/maps/${id}.json`]
  if (!address) return Promise.reject(new Error(`no drawing of ${id}`))
  return once(geometries, id, async () => unrolled((await (await fetch(address)).json()) as Geometry))
}

export function loadMiniature(id: string): Promise<Miniature> {
  return once(miniatures, id, async () => (await (await fetch(pictures[`../../.generated/minis/mini-${id}.json`]!)).json()) as Miniature)
}

/** On a map whose edges are joined, makes each route one line that continues beyond the edge. The drawing is repeated on both sides. */
function unrolled(geometry: Geometry): Geometry {
  const period = geometry.wrap
  if (!period) return geometry
  const follow = <P extends [number, ...number[]]>(points: P[]) => {
    for (let i = 1; i < points.length; i++) points[i]![0] += period * Math.round((points[i - 1]![0] - points[i]![0]) / period)
  }
  for (const { line, spaces } of Object.values(geometry.routes)) {
    follow(line)
    // The first space lies beside the first point of the line.
    if (line[0] && spaces[0]) spaces[0][0] += period * Math.round((line[0][0] - spaces[0][0]) / period)
    follow(spaces)
  }
  return geometry
}

/** Whether a map has no ships and nothing that came with them: pair routes, ports, junctions, tours. */
function isPlain({ served, variant }: GameMap): boolean {
  return !variant.rules.ships && !served.routes.some((route) => route.pair) && !served.cities.some((city) => city.port || city.junction) && !variant.tickets.some((ticket) => ticket.cities.length > 2)
}

/** A map to look at, with the words that it needs, and without what only a game needs. */
export async function loadMap(id: string, variant = 'base'): Promise<GameMap> {
  const [served, geometry] = await Promise.all([once(pages, id, () => api.map(id)), loadGeometry(id)])
  const gameMap = gameMapOf(served, geometry, variant)
  return isPlain(gameMap) ? gameMap : withWords(['ships'], Promise.resolve(gameMap))
}

/** A map to play on, with the kit of its companies if it has some. */
export async function loadPlayableMap(id: string, variant = 'base'): Promise<GameMap> {
  const gameMap = await loadMap(id, variant)
  if (!gameMap.served.companies) return gameMap
  const kit = await import('../companies/kit')
  await kit.prepare(id)
  return { ...gameMap, kit }
}

/** What a table is played on: its map, or in a campaign the board at its own address, which is not in the files of the page. */
export function loadTableMap({ table, map, variant, campaign }: TableInfo): Promise<GameMap> {
  if (!campaign) return loadPlayableMap(map, variant)
  return once(boards, table, async () => (await (await import('../campaign/board')).loadBoard(`tables/${table}`, campaign.name)).gameMap)
}

export function gameMapOf(served: MapPage, geometry: Geometry, variant: string): GameMap {
  const chosen = served.variants[variant] ?? served.variants.base!
  return {
    id: served.id,
    served,
    variant: chosen,
    geometry,
    route: new Map(served.routes.map((route) => [route.name, route])),
    city: new Map(served.cities.map((city) => [city.id, city])),
    ticket: new Map(chosen.tickets.map((ticket) => [ticket.name, ticket])),
    cards: [...new Set(Object.values(served.decks).flatMap((cards) => Object.keys(cards)))],
    kit: null,
  }
}
