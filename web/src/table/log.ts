// The log: entries in words, and what the map points out for an entry.
import type { GameMap } from '../lib/maps'
import type { GameEvent, EntryLine } from '../lib/types'
import { nothing, type Pointing } from '../lib/view'
import { list, t, tCode } from '../lib/words.svelte'
import { cardsWords, cardWords, cityWords, routeWords, ticketWords } from './names'

/** An entry in words. `names` are the names of the players by seat. */
export function describe(entry: EntryLine, gameMap: GameMap, names: string[]): string {
  return sentencesOf(entry, gameMap, names).join(' ')
}

/** An entry as single sentences. */
export function sentencesOf(entry: EntryLine, gameMap: GameMap, names: string[]): string[] {
  const name = entry.seat === null ? '' : (names[entry.seat] ?? '')
  if (entry.kind === 'deal') return [t('log.deal'), gameMap.kit?.dealt(entry, gameMap, names) ?? ''].filter(Boolean)
  if (entry.kind === 'undo') return [t('log.undo', { name })]
  if (entry.kind === 'substitute') return [t('log.substitute', { name })]
  if (entry.kind === 'return') return [t('log.return', { name })]
  if (entry.kind === 'abort') return [t('log.abort')]
  return entry.events.map((event) => gameMap.kit?.sentence(event, entry, gameMap, names) ?? sentence(event, entry, gameMap, names)).filter(Boolean)
}

function spent({ colour, cards, locomotives, paid }: { colour: string | null; cards: number; locomotives: number; paid?: string[] }): string {
  if (paid?.length) return cardsWords(tally(paid))
  if (colour === 'locomotive') return cardsWords({ locomotive: cards })
  return cardsWords({ [colour ?? '']: cards - locomotives, locomotive: locomotives })
}

/** One event in words; empty if it needs no sentence. */
function sentence(event: GameEvent, entry: EntryLine, gameMap: GameMap, names: string[]): string {
  const name = names[('seat' in event ? event.seat : entry.seat) ?? -1] ?? ''
  const decks = Object.keys(gameMap.served.decks).length
  switch (event.event) {
    case 'drew':
      return t('log.drew', { name, card: cardWords(event.card) })
    case 'drew-blind': {
      const cards = event.cards ?? []
      if (cards.length) return t('log.drew_blind_seen', { name, cards: cardsWords(tally(cards)) })
      return decks > 1 ? tCode('log.drew_blind_from', event.deck, { name }, 'log.drew_blind') : t('log.drew_blind', { name })
    }
    case 'row-dealt':
      return t('log.row_anew')
    case 'reshuffled':
      return decks > 1 ? tCode('log.reshuffled_deck', event.deck, {}, 'log.reshuffled') : t('log.reshuffled')
    case 'offered':
      return t('log.offered', { name, count: event.count })
    case 'chose':
      return t('log.chose', { name })
    case 'kept': {
      const tickets = event.tickets ?? []
      if (!tickets.length) return t('log.kept', { name, count: event.count, refused: event.refused })
      return t('log.kept_seen', { name, tickets: list(tickets.map((ticket) => ticketWords(gameMap, ticket))), refused: event.refused })
    }
    case 'claimed':
      return t('log.claimed', { name, route: routeWords(gameMap, event.route), cards: spent(event), points: event.points })
    case 'laid':
      return t('log.laid', { name, route: routeWords(gameMap, event.route), cards: spent(event) })
    case 'turned':
      return t('log.turned', { cards: list(event.cards.map(cardWords)), asked: event.asked })
    case 'withdrew':
      return t('log.withdrew', { name, route: routeWords(gameMap, event.route) })
    case 'station':
      return t('log.station', { name, city: cityWords(gameMap, event.city), cards: spent(event) })
    case 'passed':
      return t('log.passed', { name })
    case 'last-turns':
      return t(Number(gameMap.variant.rules.last_turns ?? 1) > 1 ? 'log.last_turns_two' : 'log.last_turns', { count: event.turns })
    case 'chose-split': {
      const [trains, ships] = event.pieces ?? []
      return trains === undefined ? t('log.chose_split', { name }) : t('log.chose_split_seen', { name, trains, ships: ships ?? 0 })
    }
    case 'split':
      return t('log.split', { name, trains: event.trains, ships: event.ships })
    case 'space-paid':
      return t('log.space_paid', { name, route: routeWords(gameMap, event.route), cards: spent(event) })
    case 'port':
      return t('log.port', { name, city: cityWords(gameMap, event.city), cards: spent(event) })
    case 'exchanged':
      return tCode('log.exchanged', event.trains > 0 ? 'trains' : 'ships', { name, count: Math.abs(event.trains) })
    case 'ended':
      return t('log.ended')
    case 'dealt':
    case 'refilled':
    case 'started':
      return ''
    default:
      // An event kind that this page does not know.
      return tCode('log.event', (event as { event: string }).event, { name }, 'log.something')
  }
}

function tally(cards: string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const card of cards) found[card] = (found[card] ?? 0) + 1
  return found
}

/** The routes and cities of an entry, for the map. */
export function touched(entry: EntryLine): Pointing {
  const routes: Pointing['routes'] = new Map()
  const cities: Pointing['cities'] = new Map()
  for (const event of entry.events) {
    if ('route' in event) routes.set(event.route, 'event')
    if ('city' in event) cities.set(event.city, 'event')
  }
  return routes.size || cities.size ? { routes, cities } : nothing
}

/** Whether a seat may undo an entry: it is its own, and the server allows it. */
export function isUndoable(last: EntryLine | undefined, seat: number | null): boolean {
  return last !== undefined && seat !== null && last.seat === seat && last.undo
}
