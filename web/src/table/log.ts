// The log: an entry in words, and what of it can be shown on the board.
import type { Board } from '../lib/maps'
import type { GameEvent, Told } from '../lib/types'
import { nothing, type Pointing } from '../lib/view'
import { list, t, tCode } from '../lib/words.svelte'
import { cardsWords, cardWords, cityWords, routeWords, ticketWords } from './names'

const word = (fact: unknown): string => String(fact ?? '')
const count = (fact: unknown): number => Number(fact ?? 0)
const items = (fact: unknown): string[] => (Array.isArray(fact) ? fact.filter((item) => typeof item === 'string') : [])

/** A log entry in words. `names` are the players' by seat. */
export function describe(told: Told, board: Board, names: string[]): string {
  const name = told.seat === null ? '' : (names[told.seat] ?? '')
  if (told.kind === 'deal') return t('log.deal')
  if (told.kind === 'undo') return t('log.undo', { name })
  if (told.kind === 'substitute') return t('log.substitute', { name })
  if (told.kind === 'return') return t('log.return', { name })
  if (told.kind === 'abort') return t('log.abort')
  const sentences = told.events.map((event) => sentence(event, told, board, names)).filter(Boolean)
  return sentences.join(' ')
}

function spent(event: GameEvent): string {
  if (Array.isArray(event.paid) && event.paid.length) return cardsWords(tally(items(event.paid)))
  const locomotives = count(event.locomotives)
  const colour = word(event.colour)
  if (colour === 'locomotive') return cardsWords({ locomotive: count(event.cards) })
  return cardsWords({ [colour]: count(event.cards) - locomotives, locomotive: locomotives })
}

/** One event in words; empty for what goes without saying. */
function sentence(event: GameEvent, told: Told, board: Board, names: string[]): string {
  const name = names[event.seat ?? told.seat ?? -1] ?? ''
  const decks = Object.keys(board.map.decks).length
  switch (event.event) {
    case 'drew':
      return t('log.drew', { name, card: cardWords(word(event.card)) })
    case 'drew-blind': {
      const cards = items(event.cards)
      if (cards.length) return t('log.drew_blind_seen', { name, cards: cardsWords(tally(cards)) })
      return decks > 1 ? tCode('log.drew_blind_from', word(event.deck), { name }, 'log.drew_blind') : t('log.drew_blind', { name })
    }
    case 'row-dealt':
      return t('log.row_anew')
    case 'reshuffled':
      return decks > 1 ? tCode('log.reshuffled_deck', word(event.deck), {}, 'log.reshuffled') : t('log.reshuffled')
    case 'offered':
      return t('log.offered', { name, count: count(event.count) })
    case 'chose':
      return t('log.chose', { name })
    case 'kept': {
      const tickets = items(event.tickets)
      if (!tickets.length) return t('log.kept', { name, count: count(event.count), refused: count(event.refused) })
      return t('log.kept_seen', { name, tickets: list(tickets.map((ticket) => ticketWords(board, ticket))), refused: count(event.refused) })
    }
    case 'claimed':
      return t('log.claimed', { name, route: routeWords(board, word(event.route)), cards: spent(event), points: count(event.points) })
    case 'laid':
      return t('log.laid', { name, route: routeWords(board, word(event.route)), cards: spent(event) })
    case 'turned':
      return t('log.turned', { cards: list(items(event.cards).map(cardWords)), asked: count(event.asked) })
    case 'withdrew':
      return t('log.withdrew', { name, route: routeWords(board, word(event.route)) })
    case 'station':
      return t('log.station', { name, city: cityWords(board, word(event.city)), cards: spent(event) })
    case 'passed':
      return t('log.passed', { name })
    case 'last-turns':
      return t(Number(board.variant.rules.last_turns ?? 1) > 1 ? 'log.last_turns_two' : 'log.last_turns', { count: count(event.turns) })
    case 'chose-split': {
      const [trains, ships] = Array.isArray(event.pieces) ? event.pieces : []
      return trains === undefined ? t('log.chose_split', { name }) : t('log.chose_split_seen', { name, trains: count(trains), ships: count(ships) })
    }
    case 'split':
      return t('log.split', { name, trains: count(event.trains), ships: count(event.ships) })
    case 'space-paid':
      return t('log.space_paid', { name, route: routeWords(board, word(event.route)), cards: spent(event) })
    case 'port':
      return t('log.port', { name, city: cityWords(board, word(event.city)), cards: spent(event) })
    case 'exchanged':
      return tCode('log.exchanged', count(event.trains) > 0 ? 'trains' : 'ships', { name, count: Math.abs(count(event.trains)) })
    case 'ended':
      return t('log.ended')
    case 'dealt':
    case 'refilled':
    case 'started':
      return ''
    default:
      return tCode('log.event', event.event, { name }, 'log.something')
  }
}

function tally(cards: string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const card of cards) found[card] = (found[card] ?? 0) + 1
  return found
}

/** Hot-seat: an entry as one seat of the device may know it; what others drew and kept is left out. */
export function seenBy(told: Told, seat: number | null): Told {
  const events = told.events.map((event) => {
    if (event.seat === undefined || event.seat === seat || !SECRETS[event.event]) return event
    const { [SECRETS[event.event]!]: _, ...rest } = event
    return rest as GameEvent
  })
  return { ...told, events }
}
const SECRETS: Record<string, string> = { dealt: 'cards', offered: 'tickets', chose: 'tickets', kept: 'tickets', 'drew-blind': 'cards', 'chose-split': 'pieces' }

/** What an entry touched, for the board. */
export function touched(told: Told): Pointing {
  const routes: Pointing['routes'] = new Map()
  const cities: Pointing['cities'] = new Map()
  for (const event of told.events) {
    if (typeof event.route === 'string') routes.set(event.route, 'event')
    if (typeof event.city === 'string') cities.set(event.city, 'event')
  }
  return routes.size || cities.size ? { routes, cities } : nothing
}

/** Whether a step may be taken back: what happened showed nothing hidden (the server has the last word). */
const HARMLESS = new Set(['claimed', 'station', 'chose', 'kept', 'withdrew', 'started', 'passed', 'last-turns', 'chose-split', 'space-paid', 'port', 'exchanged'])
export function isUndoable(last: Told | undefined, seat: number | null): boolean {
  if (!last || seat === null || last.kind !== 'move' || last.seat !== seat || last.by_bot) return false
  return last.events.every((event) => HARMLESS.has(event.event)) && last.events.filter((event) => event.event === 'kept').length <= 1
}
