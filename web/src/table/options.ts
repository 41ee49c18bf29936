// Actions in plain words: for hints, plans, “what can I do?” and the view in words.
import type { Board } from '../lib/maps'
import { readMoves, type Moves } from '../lib/moves'
import type { Counts, Position, PublicPart } from '../lib/types'
import { list, sorted, t, tCode } from '../lib/words.svelte'
import { cardsWords, cardWords, cityWords, routeWords, ticketWords } from './names'
import { cardsOf, PAIR, portPrice, priceNow, routePrice } from './payments'

export type Group = 'cards' | 'tickets' | 'keep' | 'split' | 'tunnel' | 'pair' | 'claim' | 'station' | 'port' | 'exchange' | 'more'
export interface Option { action: string; index: number; words: string }

/** An action in words, for this seat at this position. */
export function actionWords(action: string, board: Board, position: Position | null, seat: number): string {
  const part = position?.public
  const hand = position?.own.find((own) => own.seat === seat)?.hand
  const one = readMoves({ seat, actions: [action], why_not: {} })
  for (const [slot] of one.row) {
    const card = part?.row[slot - 1]
    const refill = action.split(' ')[2]
    if (refill) return card ? tCode('do.draw_row_refill', refill, { slot, card: cardWords(card) }) : tCode('do.draw_slot_refill', refill, { slot })
    return card ? t('do.draw_row', { slot, card: cardWords(card) }) : t('do.draw_slot', { slot })
  }
  for (const [deck] of one.decks) return tCode('do.draw_deck', deck, {}, 'do.draw_deck.deck')
  if (one.tickets) return t('do.draw_tickets')
  for (const [route, payments] of one.claims) {
    const facts = board.route.get(route)
    const cards = cardsWords(cardsOf(board, payments[0]!, routePrice(facts), facts, hand))
    return t(facts?.pair ? 'do.pair' : 'do.claim', { route: routeWords(board, route), cards })
  }
  for (const [city, payments] of one.stations) {
    const price = part ? priceNow(board, { ...part, tunnel: null }, seat, { city }) : 1
    return t('do.station', { city: cityWords(board, city), cards: cardsWords(cardsOf(board, payments[0]!, price)) })
  }
  for (const [city, payments] of one.ports) return t('do.port', { city: cityWords(board, city), cards: cardsWords(cardsOf(board, payments[0]!, portPrice(board))) })
  for (const pay of one.pays) return t('do.pay', { cards: payWords(board, part, pay, seat, hand) })
  for (const keep of one.keeps) {
    const offered = position?.own.find((own) => own.seat === seat)?.offered ?? []
    return t('do.keep', { tickets: list(keep.kept.map((index) => (offered[index] ? ticketWords(board, offered[index]) : String(index + 1)))) })
  }
  if (one.withdraw) return t('do.withdraw')
  if (one.pass) return t('do.pass')
  for (const split of one.splits) return t('do.split', { trains: split.trains, ships: split.ships })
  for (const change of one.exchanges) return tCode('do.exchange', change.kind, { count: change.count })
  return action
}

/** What is paid beyond a claim: by the position; in a plan it can only be the next space of a pair route. */
function payWords(board: Board, part: PublicPart | undefined, pay: Moves['pays'][number], seat: number, hand?: Counts): string {
  return cardsWords(cardsOf(board, pay, part ? priceNow(board, part, seat, {}) : PAIR, undefined, hand))
}

/** Cities for a station or a port in words; those that most of one's tickets name come first. */
export function choices(play: { moves: Moves | null; tickets: { cities: string[] }[]; table: { board: Board | null } }): { id: string; words: string }[] {
  const board = play.table.board
  if (!board) return []
  const named = (id: string) => (play.moves?.ports.has(id) ? play.tickets.filter((ticket) => ticket.cities.includes(id)).length : 0)
  const ids = [...new Set([...(play.moves?.stations.keys() ?? []), ...(play.moves?.ports.keys() ?? [])])]
  return sorted(ids, (id) => cityWords(board, id))
    .sort((a, b) => named(b) - named(a))
    .map((id) => ({ id, words: named(id) ? t('play.port_named_by', { city: cityWords(board, id), count: named(id) }) : cityWords(board, id) }))
}

const GROUPS: Record<string, Group> = { claim: 'claim', station: 'station', port: 'port', keep: 'keep', pay: 'tunnel', withdraw: 'tunnel', split: 'split', exchange: 'exchange' }

function groupOf(action: string, phase: string): Group {
  if (phase === 'pair') return 'pair'
  if (action === 'draw tickets') return 'tickets'
  const verb = action.split(' ')[0]!
  return verb === 'draw' ? 'cards' : (GROUPS[verb] ?? 'more')
}

/** All that is possible now, in words, by kind. */
export function options(moves: Moves, board: Board, position: Position): { group: Group; options: Option[] }[] {
  const groups = new Map<Group, Option[]>()
  moves.all.forEach((action, index) => {
    const group = groupOf(action, position.public.phase)
    groups.set(group, [...(groups.get(group) ?? []), { action, index, words: actionWords(action, board, position, moves.seat) }])
  })
  return [...groups].map(([group, found]) => ({ group, options: found }))
}
