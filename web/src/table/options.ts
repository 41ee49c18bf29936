// Actions in words, for hints, premoves, “what can I do?” and the text view.
import type { GameMap } from '../lib/maps'
import { cardsAt, readMoves, turnOf, type Moves } from '../lib/moves'
import type { Counts, Position, Verb } from '../lib/types'
import { list, sorted, t, tCode } from '../lib/words.svelte'
import { cardWords, cityWords, routeWords, ticketWords } from './names'
import { paymentWords } from './payments'

export type Group = 'cards' | 'tickets' | 'keep' | 'split' | 'tunnel' | 'pair' | 'claim' | 'station' | 'port' | 'exchange' | 'take' | 'power' | 'hire' | 'crew' | 'answer' | 'more'
export interface Option { action: string; index: number; words: string }

/** An action in words, for this seat at this position. The server sends the cards with the action. */
export function actionWords(action: string, gameMap: GameMap, position: Position | null, seat: number, cards: Counts | null = cardsOf(action, position, seat)): string {
  const part = position?.public
  const more = gameMap.extra?.actionWords(action, gameMap, part)
  if (more) return more
  const one = readMoves(turnOf(seat, action, cards))
  for (const [slot] of one.row) {
    const card = part?.row[slot - 1]
    const refill = action.split(' ')[2]
    if (refill) return card ? tCode('do.draw_row_refill', refill, { slot, card: cardWords(card) }) : tCode('do.draw_slot_refill', refill, { slot })
    return card ? t('do.draw_row', { slot, card: cardWords(card) }) : t('do.draw_slot', { slot })
  }
  for (const [deck] of one.decks) return tCode('do.draw_deck', deck, {}, 'do.draw_deck.deck')
  if (one.tickets) return t('do.draw_tickets')
  for (const [route, payments] of one.claims) {
    const facts = gameMap.route.get(route)
    return t(facts?.pair ? 'do.pair' : 'do.claim', { route: routeWords(gameMap, route), cards: paymentWords(payments[0]!) })
  }
  for (const [city, payments] of one.stations) return t('do.station', { city: cityWords(gameMap, city), cards: paymentWords(payments[0]!) })
  for (const [city, payments] of one.ports) return t('do.port', { city: cityWords(gameMap, city), cards: paymentWords(payments[0]!) })
  for (const [slot] of one.takes) return t('companies.do_take', { slot, card: cardWords(part?.row[slot - 1] ?? '') })
  for (const use of one.powers) return gameMap.kit?.powerWords(use, gameMap, part) ?? use
  for (const pay of one.pays) return t('do.pay', { cards: paymentWords(pay) })
  for (const keep of one.keeps) {
    if (!keep.kept.length) return t('do.keep_none')
    const offered = position?.own.find((own) => own.seat === seat)?.offered ?? []
    return t('do.keep', { tickets: list(keep.kept.map((index) => (offered[index] ? ticketWords(gameMap, offered[index]) : String(index + 1)))) })
  }
  if (one.withdraw) return t('do.withdraw')
  if (one.pass) return t('do.pass')
  for (const split of one.splits) return t('do.split', { trains: split.trains, ships: split.ships })
  for (const change of one.exchanges) return tCode('do.exchange', change.kind, { count: change.count })
  return action
}

/** The cards of an action that the seat may take now. */
function cardsOf(action: string, position: Position | null, seat: number): Counts | null {
  const turn = position?.turns.find((each) => each.seat === seat)
  return turn ? cardsAt(turn, turn.actions.indexOf(action)) : null
}

/** Cities for a station or a port in words; those on most of the player's tickets come first. */
export function choices(play: { moves: Moves | null; tickets: { cities: string[] }[]; table: { gameMap: GameMap | null } }): { id: string; words: string }[] {
  const gameMap = play.table.gameMap
  if (!gameMap) return []
  const named = (id: string) => (play.moves?.ports.has(id) ? play.tickets.filter((ticket) => ticket.cities.includes(id)).length : 0)
  const ids = [...new Set([...(play.moves?.stations.keys() ?? []), ...(play.moves?.ports.keys() ?? [])])]
  return sorted(ids, (id) => cityWords(gameMap, id))
    .sort((a, b) => named(b) - named(a))
    .map((id) => ({ id, words: named(id) ? t('play.port_named_by', { city: cityWords(gameMap, id), count: named(id) }) : cityWords(gameMap, id) }))
}

/** What a station does and costs now; every way to pay has as many cards. */
export function stationWords(moves: Moves | null, gameMap: GameMap): string {
  const [payment] = [...(moves?.stations.values() ?? [])][0] ?? []
  const cost = Object.values(payment?.cards ?? {}).reduce((sum, count) => sum + count, 0)
  return t('play.station_note', { cost, points: gameMap.variant.rules.unbuilt_station ?? 0 })
}

const GROUPS: Record<Verb, Group> = { draw: 'cards', claim: 'claim', station: 'station', port: 'port', keep: 'keep', pay: 'tunnel', withdraw: 'tunnel', split: 'split', exchange: 'exchange', take: 'take', buy: 'power', return: 'power', bond: 'power', hire: 'hire', use: 'crew', decline: 'answer', elevator: 'answer', pass: 'more' }

function groupOf(action: string, phase: string): Group {
  if (phase === 'pair') return 'pair'
  if (action === 'draw tickets') return 'tickets'
  if (phase === 'claim-asks' && action.startsWith('use ')) return 'answer'
  return GROUPS[action.split(' ')[0] as Verb] ?? 'more'
}

/** All legal actions in words, by kind. */
export function options(moves: Moves, gameMap: GameMap, position: Position): { group: Group; options: Option[] }[] {
  const groups = new Map<Group, Option[]>()
  moves.all.forEach((action, index) => {
    const group = groupOf(action, position.public.phase)
    groups.set(group, [...(groups.get(group) ?? []), { action, index, words: actionWords(action, gameMap, position, moves.seat, moves.cards[index] ?? null) }])
  })
  return [...groups].map(([group, found]) => ({ group, options: found }))
}
