// Ways to pay as the server lists them, grouped for choosing, and plans for a later turn by what they are about.
import { byThrift, type Moves, type Payment } from '../lib/moves'
import type { Counts, Plan, RouteData, Verb } from '../lib/types'
import { list } from '../lib/words.svelte'
import { cardsWords, cardWords, countWords } from './names'

/** A payment in words: its cards, or where these are not told, as in a plan, what its notation says. */
export function paymentWords({ cards, colour, doubles, locomotives, port }: Payment): string {
  if (cards) return cardsWords(cards)
  const counted = ([card, count]: [string, number]) => (count ? [countWords(card, count)] : [])
  if (port) return list([[`${colour}-anchor-train`, port.trains] as [string, number], [`${colour}-ship`, port.ships] as [string, number]].flatMap(counted))
  return list([cardWords(colour), ...counted([`${colour}-double-ship`, doubles]), ...counted(['locomotive', locomotives])])
}

/** Payments by colour, thrifty ones first; the usual one's colour comes first, locomotives alone last. */
export function grouped(payments: Payment[], hand: Counts): Payment[] {
  const found = byThrift(payments, hand)
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

/** The payments for what is chosen: a route, a city, or what a tunnel asks. */
export function paymentsFor(moves: Moves | null, wish: { route?: string | null; city?: string | null }): Payment[] {
  if (!moves) return []
  if (moves.pays.length || moves.withdraw) return moves.pays
  if (wish.route) return moves.claims.get(wish.route) ?? []
  if (wish.city) return moves.stations.get(wish.city) ?? moves.ports.get(wish.city) ?? []
  return []
}

/** The plans of one kind by what they are about (a route, a city, a deck), those with the fewest locomotives first. */
export function plansBy(plans: Plan[], verb: Verb): Map<string, Plan[]> {
  const found = new Map<string, Plan[]>()
  for (const plan of [...plans].sort((a, b) => (a.cards.locomotive ?? 0) - (b.cards.locomotive ?? 0))) {
    const [first, subject = ''] = plan.plan.split(' ')
    if (first === verb) found.set(subject, [...(found.get(subject) ?? []), plan])
  }
  return found
}
