// Groups the payments that the server lists, for choosing, and the plans by their subject.
import { byThrift, type Moves, type Payment } from '../lib/moves'
import type { Counts, TurnPlan, RouteData, Verb } from '../lib/types'
import { list } from '../lib/words.svelte'
import { cardsWords, cardWords, countWords } from './names'

/** A payment in words: its cards, or for a plan, which has none, its notation. */
export function paymentWords({ cards, colour, doubles, locomotives, port }: Payment): string {
  if (cards) return cardsWords(cards)
  const counted = ([card, count]: [string, number]) => (count ? [countWords(card, count)] : [])
  if (port) return list([[`${colour}-anchor-train`, port.trains] as [string, number], [`${colour}-ship`, port.ships] as [string, number]].flatMap(counted))
  return list([cardWords(colour), ...counted([`${colour}-double-ship`, doubles]), ...counted(['locomotive', locomotives])])
}

/** Payments by colour: the colour of the best one first, locomotives alone last; within a colour, fewest locomotives first. */
export function grouped(payments: Payment[], hand: Counts): Payment[] {
  const found = byThrift(payments, hand)
  const colours = [...new Set(found.map((payment) => payment.colour))]
  return colours.flatMap((colour) => found.filter((payment) => payment.colour === colour))
}

/**
 * Whether a click claims without asking for a payment: it is no tunnel, and there is only one colour, so the payment with
 * the fewest locomotives is the obvious one. The claim can be undone. If double ships are possible too, it is a choice.
 */
export function isPlainChoice(route: RouteData | undefined, payments: Payment[]): boolean {
  if (!route || route.tunnel || route.pair || (payments.length > 1 && payments.some((payment) => payment.doubles))) return false
  return new Set(payments.map((payment) => payment.colour).filter((colour) => colour !== 'locomotive')).size <= 1
}

/** The payments for the chosen route or city, or for a tunnel. */
export function paymentsFor(moves: Moves | null, wish: { route?: string | null; city?: string | null }): Payment[] {
  if (!moves) return []
  if (moves.pays.length || moves.withdraw) return moves.pays
  if (wish.route) return moves.claims.get(wish.route) ?? []
  if (wish.city) return moves.stations.get(wish.city) ?? moves.ports.get(wish.city) ?? []
  return []
}

/** The plans of one kind by subject (a route, a city, a deck), fewest locomotives first. */
export function plansBy(plans: TurnPlan[], verb: Verb): Map<string, TurnPlan[]> {
  const found = new Map<string, TurnPlan[]>()
  for (const plan of [...plans].sort((a, b) => (a.cards.locomotive ?? 0) - (b.cards.locomotive ?? 0))) {
    const [first, subject = ''] = plan.plan.split(' ')
    if (first === verb) found.set(subject, [...(found.get(subject) ?? []), plan])
  }
  return found
}
