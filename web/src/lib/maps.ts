// A board as the page draws it: the facts from the server and the geometry made at build time, joined and indexed.
import { api } from './api'
import type { CityData, Geometry, MapPage, RouteData, TicketData, VariantData } from './types'

export type Kit = typeof import('../companies/kit')

const files = import.meta.glob<string>('../../.generated/maps/*.json', { query: '?url', import: 'default', eager: true })

/** The maps that come with a drawing. */
export const drawn = Object.keys(files).map((path) => path.replace(/^.*\/(.*)\.json$/, '$1'))

export interface Board {
  id: string
  map: MapPage
  variant: VariantData
  geometry: Geometry
  route: Map<string, RouteData>
  city: Map<string, CityData>
  ticket: Map<string, TicketData>
  /** Colours of the deck in order, the wild card last. */
  cards: string[]
  /** What only a board with companies needs: panels, sentences and texts of cards. */
  kit: Kit | null
}

const pages = new Map<string, Promise<MapPage>>()
const geometries = new Map<string, Promise<Geometry>>()

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

/** On a board whose edges are joined a route goes on beyond an edge in one piece; the drawing repeats on either side. */
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

/** A board to look at. */
export async function loadMap(id: string, variant = 'base'): Promise<Board> {
  const [map, geometry] = await Promise.all([once(pages, id, () => api.map(id)), loadGeometry(id)])
  return boardOf(map, geometry, variant)
}

/** A board to play on: with all that its companies need, if it has some. */
export async function loadGame(id: string, variant = 'base'): Promise<Board> {
  const board = await loadMap(id, variant)
  if (!board.map.companies) return board
  const kit = await import('../companies/kit')
  await kit.prepare(id)
  return { ...board, kit }
}

export function boardOf(map: MapPage, geometry: Geometry, variant: string): Board {
  const chosen = map.variants[variant] ?? map.variants.base!
  return {
    id: map.id,
    map,
    variant: chosen,
    geometry,
    route: new Map(map.routes.map((route) => [route.name, route])),
    city: new Map(map.cities.map((city) => [city.id, city])),
    ticket: new Map(chosen.tickets.map((ticket) => [ticket.name, ticket])),
    cards: [...new Set(Object.values(map.decks).flatMap((cards) => Object.keys(cards)))],
    kit: null,
  }
}
