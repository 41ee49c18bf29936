// The names of seats, cities, routes, tickets and cards in words, and counts of cards.
import type { GameMap } from '../lib/maps'
import { botName } from '../lib/names'
import type { Counts, RouteData, TableInfo } from '../lib/types'
import { cityName, list, t, tCode } from '../lib/words.svelte'

/** Who sits there: a person's name, or the bot's in words. */
export function nameOf(info: TableInfo | null, seat: number): string {
  const found = info?.seats[seat]
  if (!found) return ''
  if (found.kind !== 'bot') return found.name
  const name = botName(found.bot ?? found.name)
  const alike = info.seats.filter((each) => each.kind === 'bot' && each.bot === found.bot)
  return alike.length > 1 ? t('play.bot_and_number', { bot: name, number: alike.indexOf(found) + 1 }) : name
}

/** Who agrees to abort the game, as a sentence; empty if nobody does. */
export function abortWords(info: TableInfo): string {
  const agreed = info.seats.filter((seat) => seat.abort).map((seat) => seat.name)
  return agreed.length ? t('consent.abort_asked', { names: list(agreed), count: agreed.length }) : ''
}

export function namesOf(info: TableInfo | null): string[] {
  return info?.seats.map((seat) => nameOf(info, seat.seat)) ?? []
}

export function cityWords(gameMap: GameMap, id: string): string {
  return cityName(id, gameMap.city.get(id)?.name ?? id)
}

export function cardWords(card: string): string {
  return tCode('card', card)
}

/** “2 red”, “1 locomotive”. */
export function countWords(card: string, count: number): string {
  if (card === 'locomotive') return t('play.count_locomotives', { count })
  return t(card.includes('-') ? 'play.count_of_face' : 'play.count_of_card', { count, card: cardWords(card) })
}

/** “2 red and 1 locomotive”. */
export function cardsWords(cards: { card: string; count: number }[] | Counts): string {
  const pairs = Array.isArray(cards) ? cards : Object.entries(cards).map(([card, count]) => ({ card, count }))
  const shown = pairs.filter((pair) => pair.count > 0)
  if (!shown.length) return t('play.no_cards')
  return list(shown.map(({ card, count }) => countWords(card, count)))
}

/** A route by its two cities. A lane of a double also has its colour, or its number if the colours are equal. */
export function routeWords(gameMap: GameMap, name: string): string {
  const given = gameMap.names?.[name]
  return given ? t('play.route_named', { route: placeWords(gameMap, name), name: given }) : placeWords(gameMap, name)
}
function placeWords(gameMap: GameMap, name: string): string {
  const route = gameMap.route.get(name)
  if (!route) return name
  const between = { a: cityWords(gameMap, route.a), b: cityWords(gameMap, route.b) }
  const lanes = gameMap.served.routes.filter((each) => each.group === route.group)
  if (lanes.length < 2) {
    // A rail and a sea route may connect the same two cities.
    const beside = gameMap.served.routes.some((each) => each.kind !== route.kind && each.a === route.a && each.b === route.b)
    return beside ? t('play.route_lane', { ...between, which: tCode('mapview.kind', route.kind) }) : t('play.route', between)
  }
  const colours = new Set(lanes.map((each) => each.colour))
  const which = colours.size === lanes.length ? cardWords(route.colour) : String(lanes.indexOf(route) + 1)
  return t('play.route_lane', { ...between, which })
}

export function citiesOf(gameMap: GameMap, ticket: string): string[] {
  const found = gameMap.ticket.get(ticket)
  return found?.cities ?? []
}

export function ticketWords(gameMap: GameMap, ticket: string): string {
  const cities = citiesOf(gameMap, ticket).map((city) => cityWords(gameMap, city))
  if (cities.length === 2) return t('play.route', { a: cities[0]!, b: cities[1]! })
  return cities.length ? list(cities) : ticket
}

/** The kind of a route: tunnel, ferry (locomotive symbols), sea route or plain rail. */
export function kindOf(route: RouteData): 'tunnel' | 'ferry' | 'sea' | 'rail' {
  return route.tunnel ? 'tunnel' : route.locomotives ? 'ferry' : route.kind
}
