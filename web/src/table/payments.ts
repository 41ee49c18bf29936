// Ways to pay: the cards of each, grouped for choosing; what would pay for a route planned for a later turn.
import type { Board } from '../lib/maps'
import { usualPayment, type Moves, type Payment } from '../lib/moves'
import type { Counts, PublicPart, RouteData } from '../lib/types'
import { colourOf } from './names'

export interface Cards { card: string; count: number }

/** The cards of a payment, coloured ones first. */
export function cardsOf(board: Board, payment: Payment, price: number, route?: RouteData): Cards[] {
  const { colour, locomotives, doubles } = payment
  if (colour === 'locomotive') return [{ card: 'locomotive', count: price }]
  const isPlain = board.cards.includes(colour)
  const isSea = route?.kind === 'sea' && !isPlain
  const singles = Math.max(0, price - locomotives - 2 * doubles)
  return [
    { card: isPlain ? colour : isSea ? `${colour}-ship` : `${colour}-train`, count: singles },
    { card: `${colour}-double-ship`, count: doubles },
    { card: 'locomotive', count: locomotives },
  ].filter((pair) => pair.count > 0)
}

/** What a station costs this seat now. */
export function stationPrice(board: Board, position: PublicPart, seat: number): number {
  const costs = board.variant.rules.station_cost as number[] | undefined
  const built = board.variant.rules.stations - (position.players[seat]?.stations ?? 0)
  return costs?.[built] ?? 1
}

/** What the payments offered now are for, and how many cards it takes. */
export function priceNow(board: Board, position: PublicPart, seat: number, wish: { route?: string | null; city?: string | null }): number {
  if (position.tunnel && position.phase === 'tunnel') return position.tunnel.asked
  if (wish.route) return board.route.get(wish.route)?.length ?? 0
  return stationPrice(board, position, seat)
}

/** Payments by colour, each with fewest locomotives first; the usual one's colour comes first, locomotives alone last. */
export function grouped(payments: Payment[], hand: Counts): { colour: string; payments: Payment[] }[] {
  if (!payments.length) return []
  const usual = usualPayment(payments, hand)
  const colours = [...new Set(payments.map((payment) => payment.colour))]
  const rank = (colour: string) => (colour === usual.colour ? -1e6 : colour === 'locomotive' ? 1e6 : -held(hand, colour))
  return colours
    .sort((a, b) => rank(a) - rank(b))
    .map((colour) => ({
      colour,
      payments: payments.filter((each) => each.colour === colour).sort((a, b) => a.locomotives - b.locomotives || b.doubles - a.doubles),
    }))
}

function held(hand: Counts, colour: string): number {
  return Object.entries(hand).reduce((sum, [card, count]) => (colourOf(card) === colour ? sum + count : sum), 0)
}

/**
 * Whether a click alone may claim: nothing is turned up, and there is one colour to pay with, so that the payment with the
 * fewest locomotives is what anybody would choose. It can be taken back.
 */
export function isPlainChoice(route: RouteData | undefined, payments: Payment[]): boolean {
  if (!route || route.tunnel || route.pair) return false
  return new Set(payments.map((payment) => payment.colour).filter((colour) => colour !== 'locomotive')).size <= 1
}

/** Notations of payments for a route out of a hand, for a plan: what could be paid with the cards held now. */
export function payable(board: Board, route: RouteData, hand: Counts): string[] {
  const wilds = hand.locomotive ?? 0
  const found: string[] = []
  const colours = [...new Set(board.cards.map(colourOf))].filter((colour) => colour !== 'locomotive')
  for (const colour of colours) {
    if (route.colour !== 'gray' && route.colour !== colour) continue
    const have = Object.entries(hand).reduce((sum, [card, count]) => {
      if (colourOf(card) !== colour) return sum
      const isShip = card.endsWith('-ship')
      return card === colour || isShip === (route.kind === 'sea') ? sum + count : sum
    }, 0)
    for (let l = route.locomotives; l < route.length; l++)
      if (l <= wilds && route.length - l <= have) found.push(l ? `${colour}+${l}` : colour)
  }
  if (wilds >= route.length) found.push('locomotive')
  return found
}

/** The payments for what is chosen: a route, a city, or what a tunnel asks. */
export function paymentsFor(moves: Moves | null, wish: { route?: string | null; city?: string | null }): Payment[] {
  if (!moves) return []
  if (moves.pays.length || moves.withdraw) return moves.pays
  if (wish.route) return moves.claims.get(wish.route) ?? []
  if (wish.city) return moves.stations.get(wish.city) ?? moves.ports.get(wish.city) ?? []
  return []
}
