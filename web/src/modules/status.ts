// How modules, crew and postcards stand, in words and short figures: for the tray, the text view and replays.
import { dollars } from '../companies/money'
import { companyName } from '../companies/texts.svelte'
import type { GameMap } from '../lib/maps'
import type { PublicPart, RouteData } from '../lib/types'
import { list, t } from '../lib/words.svelte'
import { cityWords, routeWords } from '../table/names'
import { moduleName, moduleText } from './cards.svelte'

/** A line about a module; `cities` are those that it is about, to be shown on the map. */
export interface Line { words: string; cities?: string[] }
export interface ModuleStatus { id: string; name: string; text: string; figure: string; lines: Line[] }

/** The modules in force. The figure is what the seat has left, or for a spectator what everybody has. */
export function modulesOf(gameMap: GameMap, part: PublicPart, names: string[], seat: number | null): ModuleStatus[] {
  return (gameMap.served.modules ?? []).map((id) => ({ id, name: moduleName(gameMap, id), text: moduleText(gameMap, id), figure: figureOf(id, gameMap, part, seat), lines: linesOf(id, gameMap, part, names) }))
}

function figureOf(id: string, gameMap: GameMap, part: PublicPart, seat: number | null): string {
  const { players, excursions = [], herds = [], spans = {}, mail = [], wire_scores = [] } = part
  const sum = (numbers: number[]) => (seat === null ? numbers.reduce((total, each) => total + each, 0) : (numbers[seat] ?? 0))
  const company = seat === null ? null : players[seat]?.company
  if (id === 'steamers') return String(sum(players.map((player) => player.steamers ?? 0)))
  if (id === 'grain-elevators') return String(sum(players.map((player) => player.elevators ?? 0)))
  if (id === 'excursions') return String(excursions.filter((each) => each.seat === null).length)
  if (id === 'cattle-drives') return String(herds.filter((herd) => (seat === null ? herd.seat === undefined : herd.seat === seat && !herd.delivered)).length)
  if (id === 'river-bridges') return String(Object.values(spans).filter((owner) => !company || owner === company).length)
  if (id === 'telegraph') return dollars(sum(wire_scores))
  if (id === 'ocean-mail') return String(mail.filter((each) => each.seat === null).length)
  return id === 'grade-check' ? String(gameMap.served.routes.filter((route) => route.tunnel && part.routes[route.name] === undefined).length) : ''
}

function linesOf(id: string, gameMap: GameMap, part: PublicPart, names: string[]): Line[] {
  const { players, excursions = [], herds = [], spans = {}, elevators = {}, wired = [], wire_scores = [], mail = [] } = part
  const city = (each: string) => cityWords(gameMap, each)
  const name = (seat: number) => names[seat] ?? ''
  const routes = (found: string[]) => list(found.map((route) => routeWords(gameMap, route)))
  switch (id) {
    case 'steamers':
      return players.map((player, seat) => ({ words: t('modules.stock_left', { name: name(seat), count: player.steamers ?? 0 }) }))
    case 'excursions':
      return excursions.map(({ cities, dollars: amount, seat }, at) => {
        const params = { number: at + 1, a: city(cities[0]!), b: city(cities[1]!), amount: dollars(amount) }
        return { words: seat === null ? t('modules.excursion_open', params) : t('modules.excursion_won', { ...params, name: name(seat) }), cities }
      })
    case 'river-bridges': {
      const found = Object.entries(spans).map(([route, owner]) => ({ words: spanWords(gameMap, route, owner) }))
      return found.length ? found : [{ words: t('modules.no_span') }]
    }
    case 'cattle-drives':
      return herds.map(({ city: at, seat, delivered }) => {
        const params = { city: city(at), name: name(seat ?? -1) }
        return { words: seat === undefined ? t('modules.herd_stands', { city: params.city }) : t(delivered ? 'modules.herd_delivered' : 'modules.herd_held', params), cities: [at] }
      })
    case 'grain-elevators':
      return [
        ...players.map((player, seat) => ({ words: t('modules.stock_left', { name: name(seat), count: player.elevators ?? 0 }) })),
        ...Object.entries(elevators).map(([at, seats]) => ({ words: t('modules.elevators_in', { city: city(at), names: list(seats.map(name)) }), cities: [at] })),
      ]
    case 'grade-check':
      return gameMap.served.bored?.length ? [{ words: t('modules.bored_routes', { routes: routes(gameMap.served.bored) }) }] : []
    case 'telegraph':
      return players.map((_, seat) => {
        const own = wired.filter((route) => part.routes[route] === seat)
        const params = { name: name(seat), amount: dollars(wire_scores[seat] ?? 0) }
        return { words: own.length ? t('modules.wires', { ...params, routes: routes(own) }) : t('modules.no_wires', { name: params.name }) }
      })
    case 'ocean-mail':
      return mail.map(({ dollars: amount, seat }, at) => {
        const params = { number: at + 1, amount: dollars(amount) }
        return { words: seat === null ? t('modules.contract_open', params) : t('modules.contract_taken', { ...params, name: name(seat) }) }
      })
    default:
      return []
  }
}

function spanWords(gameMap: GameMap, route: string, owner: string | null): string {
  const where = { route: routeWords(gameMap, route) }
  return owner === null ? t('modules.span_of_nobody', where) : t('modules.span_of', { ...where, company: companyName(gameMap.id, owner) })
}

/** The spans that stand, also when their module has closed. */
export function spansOf(gameMap: GameMap, part: PublicPart | undefined): Record<string, string | null> {
  return part?.spans ?? gameMap.served.spans ?? {}
}

/** What a route has besides its kind and colour, as sentences: bridge or span, mountain, bored, wired, steamers. */
export function routeNotes(gameMap: GameMap, part: PublicPart | undefined, route: RouteData): string[] {
  const spans = spansOf(gameMap, part)
  const found: string[] = []
  if (route.name in spans) found.push(spanWords(gameMap, route.name, spans[route.name]!))
  else if (route.tags?.includes('bridge')) found.push(t('modules.is_bridge'))
  if (gameMap.served.bored?.includes(route.name)) found.push(t('modules.is_bored'))
  else if (route.tags?.includes('mountain')) found.push(t('modules.is_mountain'))
  if (part?.wired?.includes(route.name)) found.push(t('modules.is_wired'))
  if (gameMap.served.steamers?.includes(route.name) && part?.routes[route.name] === undefined) found.push(t('modules.is_sailed', { what: moduleName(gameMap, 'steamers') }))
  return found
}

/** What a city has: a herd, elevators, open excursions, a place of the ocean mail. */
export function cityNotes(gameMap: GameMap, part: PublicPart | undefined, city: string, names: string[]): string[] {
  const found: string[] = []
  if (part?.herds?.some((herd) => herd.city === city && herd.seat === undefined)) found.push(t('modules.has_herd'))
  const built = part?.elevators?.[city]
  if (built?.length) found.push(t('modules.has_elevators', { what: moduleName(gameMap, 'grain-elevators'), names: list(built.map((seat) => names[seat] ?? '')) }))
  for (const [at, { cities, dollars: amount, seat }] of (part?.excursions ?? []).entries())
    if (seat === null && cities.includes(city)) found.push(t('modules.has_excursion', { what: moduleName(gameMap, 'excursions'), number: at + 1, city: cityWords(gameMap, cities.find((each) => each !== city)!), amount: dollars(amount) }))
  const ocean = gameMap.served.oceans?.findIndex((cities) => cities.includes(city)) ?? -1
  if (ocean >= 0) found.push(t(ocean === 0 ? 'modules.is_west' : 'modules.is_east', { what: moduleName(gameMap, 'ocean-mail') }))
  return found
}
