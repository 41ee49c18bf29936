// Ways to pay: the cards of each, grouped for choosing; what would pay for a route planned for a later turn.
import type { Board } from '../lib/maps'
import { byThrift, type Moves, type Payment } from '../lib/moves'
import type { Counts, PublicPart, RouteData } from '../lib/types'
import { colourOf } from './names'

export interface Cards { card: string; count: number }

/** The cards of a payment, coloured ones first. Trains without the anchor are spent before those with it (W5): by the hand. */
export function cardsOf(board: Board, payment: Payment, price: number, route?: RouteData, hand?: Counts): Cards[] {
  const { colour, locomotives, doubles, port } = payment
  if (colour === 'locomotive') return [{ card: 'locomotive', count: price }]
  const listed = (...cards: [string, number][]) => cards.map(([card, count]) => ({ card, count })).filter((pair) => pair.count > 0)
  if (port) return listed([`${colour}-anchor-train`, port.trains], [`${colour}-ship`, port.ships], ['locomotive', price - port.trains - port.ships])
  if (board.cards.includes(colour)) return listed([colour, price - locomotives], ['locomotive', locomotives])
  const singles = Math.max(0, price - locomotives - 2 * doubles)
  if (route?.kind === 'sea') return listed([`${colour}-double-ship`, doubles], [`${colour}-ship`, singles], ['locomotive', locomotives])
  const plain = hand ? Math.min(singles, hand[`${colour}-train`] ?? 0) : singles
  return listed([`${colour}-train`, plain], [`${colour}-anchor-train`, singles - plain], ['locomotive', locomotives])
}

/** What a port costs, in cards. */
export function portPrice(board: Board): number {
  return Object.values(board.variant.rules.port_cost ?? {}).reduce((sum, count) => sum + count, 0)
}

/** What a station costs this seat now. */
export function stationPrice(board: Board, position: PublicPart, seat: number): number {
  const costs = board.variant.rules.station_cost as number[] | undefined
  const built = board.variant.rules.stations - (position.players[seat]?.stations ?? 0)
  return costs?.[built] ?? 1
}

/** Cards for one space of a pair route. */
export const PAIR = 2

/** What a claim is paid with at once: of a pair route its first space. */
export function routePrice(route: RouteData | undefined): number {
  return route?.pair ? PAIR : (route?.length ?? 0)
}

/** What the payments offered now are for, and how many cards it takes. */
export function priceNow(board: Board, position: PublicPart, seat: number, wish: { route?: string | null; city?: string | null }): number {
  if (position.tunnel && position.phase === 'tunnel') return position.tunnel.asked
  if (position.phase === 'pair') return PAIR
  if (wish.route) return routePrice(board.route.get(wish.route))
  return board.variant.rules.ports ? portPrice(board) : stationPrice(board, position, seat)
}

/** Payments by colour, thrifty ones first; the usual one's colour comes first, locomotives alone last. */
export function grouped(payments: Payment[], hand: Counts, price: number): Payment[] {
  const found = byThrift(payments, hand, price)
  const colours = [...new Set(found.map((payment) => payment.colour))]
  return colours.flatMap((colour) => found.filter((payment) => payment.colour === colour))
}

/**
 * Whether a click alone may claim: nothing is turned up, and there is one colour to pay with, so that the payment with the
 * fewest locomotives is what anybody would choose. It can be taken back. Where double ships could go too, it is a choice.
 */
export function isPlainChoice(route: RouteData | undefined, payments: Payment[]): boolean {
  if (!route || route.tunnel || route.pair || (payments.length > 1 && payments.some((payment) => payment.doubles))) return false
  return new Set(payments.map((payment) => payment.colour).filter((colour) => colour !== 'locomotive')).size <= 1
}

/** Notations of payments for a route out of a hand, for a plan: what could be paid with the cards held now. */
export function payable(board: Board, route: RouteData, hand: Counts): string[] {
  const wilds = hand.locomotive ?? 0
  const found: string[] = []
  if (route.pair) return pairs(board, route.length, hand)
  const colours = [...new Set(board.cards.map(colourOf))].filter((colour) => colour !== 'locomotive')
  for (const colour of colours) {
    if (route.colour !== 'gray' && route.colour !== colour) continue
    if (route.kind === 'sea' && hand[`${colour}-double-ship`]) found.push(...withDoubles(colour, route.length, hand))
    const have = Object.entries(hand).reduce((sum, [card, count]) => {
      if (colourOf(card) !== colour) return sum
      if (card.endsWith('-double-ship')) return sum
      const isShip = card.endsWith('-ship')
      return card === colour || isShip === (route.kind === 'sea') ? sum + count : sum
    }, 0)
    for (let l = route.locomotives; l < route.length; l++)
      if (l <= wilds && route.length - l <= have) found.push(l ? `${colour}+${l}` : colour)
  }
  if (wilds >= route.length) found.push('locomotive')
  return found
}

/** All spaces of a pair route one after the other (W7): whole pairs first, then single cards with a locomotive each. */
function pairs(board: Board, length: number, hand: Counts): string[] {
  const colours = [...new Set(board.cards.map(colourOf))].filter((colour) => colour !== 'locomotive')
  const held = (colour: string) => (hand[colour] ?? 0) + (hand[`${colour}-train`] ?? 0) + (hand[`${colour}-anchor-train`] ?? 0)
  const whole = colours.flatMap((colour) => Array<string>(Math.floor(held(colour) / PAIR)).fill(colour))
  const mixed = colours.filter((colour) => held(colour) % PAIR).map((colour) => `${colour}+1`)
  const spaces = [...whole, ...mixed.slice(0, hand.locomotive ?? 0)].slice(0, length)
  return spaces.length === length ? [spaces.join(' then pay ')] : []
}

/** Ports that could be paid for now in cities of one's own routes (W10), for a plan: with one colour, thrifty. */
export function plannedPorts(board: Board, position: PublicPart, seat: number, hand: Counts): { city: string; plan: string }[] {
  const cost = board.variant.rules.port_cost
  if (!cost || !position.players[seat]?.ports) return []
  const [trains, ships] = [cost.trains ?? 0, cost.ships ?? 0]
  const colours = [...new Set(board.cards.map(colourOf))].filter((colour) => colour !== 'locomotive')
  const ways = colours
    .map((colour) => [colour, Math.min(trains, hand[`${colour}-anchor-train`] ?? 0), Math.min(ships, hand[`${colour}-ship`] ?? 0)] as const)
    .filter(([, t, s]) => t + s > 0 && trains + ships - t - s <= (hand.locomotive ?? 0))
    .sort((a, b) => b[1] + b[2] - a[1] - a[2])
  const way = ways[0]
  if (!way) return []
  const own = board.map.routes.filter((route) => position.routes[route.name] === seat).flatMap((route) => [route.a, route.b])
  return board.map.cities
    .filter((city) => city.port && position.ports?.[city.id] === undefined && own.includes(city.id))
    .map((city) => ({ city: city.id, plan: `port ${city.id} ${way.join(' ')}` }))
}

/** The sets with double ships of which no card is superfluous (W6). */
function withDoubles(colour: string, length: number, hand: Counts): string[] {
  const found: string[] = []
  const singles = hand[`${colour}-ship`] ?? 0
  for (let doubles = 1; doubles <= Math.min(hand[`${colour}-double-ship`] ?? 0, Math.ceil(length / 2)); doubles++)
    for (let wilds = 0; wilds <= (hand.locomotive ?? 0); wilds++) {
      const rest = length - 2 * doubles - wilds
      const alone = !wilds && doubles === Math.ceil(length / 2)
      if (alone || (rest >= 0 && rest <= singles)) found.push(`${colour}/${doubles}${wilds ? `+${wilds}` : ''}`)
    }
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
