// Parses legal actions from their notation (docs/notation.md) into what the page offers: draws, claims with their payments …
import type { Counts, SeatTurn, Verb } from './types'

/** One way to pay: its notation (`red+1`) and its parts. */
export interface Payment {
  action: string
  /** The notation of the payment alone. */
  text: string
  colour: string
  locomotives: number
  /** Double ships among the cards. */
  doubles: number
  /** Of a port: its trains and ships with the anchor; the rest are locomotives. */
  port?: { trains: number; ships: number }
  /** The cards that it takes, as the server sends them; a plan has none. */
  cards: Counts | null
}

export interface Moves {
  seat: number
  all: string[]
  /** For each action the cards that it takes. */
  cards: (Counts | null)[]
  /** Row slot (from 1) → actions; more than one if the deck that refills it is a choice. */
  row: Map<number, string[]>
  /** Deck → action. On a map with one deck it is called `deck`. */
  decks: Map<string, string>
  tickets: string | null
  claims: Map<string, Payment[]>
  stations: Map<string, Payment[]>
  ports: Map<string, Payment[]>
  /** Sets of offered tickets (indexes from 0) that may be kept → action. */
  keeps: { kept: number[]; action: string }[]
  pays: Payment[]
  /** In a grade check: the action that pays in dollars. */
  payDollars: string | null
  withdraw: string | null
  pass: string | null
  splits: { trains: number; ships: number; action: string }[]
  exchanges: { count: number; kind: string; action: string }[]
  /** Row slot (from 1) → the action that takes its card in answer to a claim step. */
  takes: Map<number, string>
  /** Uses of the current news event's powers: `buy locomotive`, `return boston-miami`, `bond`. */
  powers: string[]
  /** Crew card → the action that hires it. */
  hires: Map<string, string>
  /** City, or `none` → the action that answers where an elevator is built. */
  builds: Map<string, string>
  /** Uses of crew cards and postcards; with `decline` they answer a question. */
  uses: string[]
  decline: string | null
  /** Route → the code of why it cannot be claimed now. */
  whyNot: Map<string, string>
}

function readPayment(action: string, words: string[], cards: Counts | null): Payment {
  const text = words.join(' ')
  const match = /^([a-z-]+)(?:\/(\d+))?(?:\+(\d+))?/.exec(words[0] ?? '')
  return {
    action,
    text,
    cards,
    colour: match?.[1] ?? '',
    doubles: Number(match?.[2] ?? 0),
    locomotives: Number(match?.[3] ?? 0),
    ...(words.length > 2 ? { port: { trains: Number(words[1]), ships: Number(words[2]) } } : {}),
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const found = map.get(key)
  if (found) found.push(value)
  else map.set(key, [value])
}

/** The cards that an action takes, by its place in the list. */
export function cardsAt(turn: SeatTurn, index: number): Counts | null {
  const number = turn.cards[index] ?? null
  return number === null ? null : (turn.payments[number] ?? null)
}

/** A turn with one action, which takes these cards. */
export function turnOf(seat: number, action: string, cards: Counts | null): SeatTurn {
  return { seat, actions: [action], cards: [cards ? 0 : null], payments: cards ? [cards] : [], why_not: {} }
}

export function readMoves(turn: SeatTurn): Moves {
  const paid = turn.cards.map((_, index) => cardsAt(turn, index))
  const moves: Moves = {
    seat: turn.seat,
    all: turn.actions,
    cards: paid,
    row: new Map(),
    decks: new Map(),
    tickets: null,
    claims: new Map(),
    stations: new Map(),
    ports: new Map(),
    keeps: [],
    pays: [],
    payDollars: null,
    withdraw: null,
    pass: null,
    splits: [],
    exchanges: [],
    takes: new Map(),
    powers: [],
    hires: new Map(),
    builds: new Map(),
    uses: [],
    decline: null,
    whyNot: new Map(),
  }
  for (const [index, action] of turn.actions.entries()) {
    const [verb, ...rest] = action.split(' ') as [Verb, ...string[]]
    const cards = paid[index] ?? null
    const first = rest[0] ?? ''
    if (verb === 'draw') {
      if (first === 'tickets') moves.tickets = action
      else if (/^\d/.test(first)) push(moves.row, Number(first), action)
      else moves.decks.set(first, action)
    } else if (verb === 'keep') moves.keeps.push({ kept: rest.map((word) => Number(word) - 1), action })
    else if (verb === 'claim') push(moves.claims, first, readPayment(action, rest.slice(1), cards))
    else if (verb === 'station') push(moves.stations, first, readPayment(action, rest.slice(1), cards))
    else if (verb === 'port') push(moves.ports, first, readPayment(action, rest.slice(1), cards))
    else if (action === 'pay dollars') moves.payDollars = action
    else if (verb === 'pay') moves.pays.push(readPayment(action, rest, cards))
    else if (verb === 'withdraw') moves.withdraw = action
    else if (verb === 'pass') moves.pass = action
    else if (verb === 'split') moves.splits.push({ trains: Number(first), ships: Number(rest[1]), action })
    else if (verb === 'take') moves.takes.set(Number(first), action)
    else if (verb === 'buy' || verb === 'return' || verb === 'bond') moves.powers.push(action)
    else if (verb === 'hire') moves.hires.set(first, action)
    else if (verb === 'elevator') moves.builds.set(first, action)
    else if (verb === 'use') moves.uses.push(action)
    else if (verb === 'decline') moves.decline = action
    else if (verb === 'exchange') moves.exchanges.push({ count: Number(first), kind: rest[1] ?? '', action })
  }
  for (const [code, routes] of Object.entries(turn.why_not)) for (const route of routes) moves.whyNot.set(route, code)
  return moves
}

/**
 * Payments, best first: fewest locomotives, then no unused second ship, then the colour with the most cards in hand.
 * A double ship saves a card where two ships are needed; single ships have the anchor, which ports need.
 */
export function byThrift(payments: Payment[], hand: Counts): Payment[] {
  const held = (colour: string) => Object.entries(hand).reduce((sum, [card, count]) => (card.split('-')[0] === colour ? sum + count : sum), 0)
  const cost = ({ colour, doubles, cards }: Payment) => {
    const spaces = Object.values(cards ?? {}).reduce((sum, count) => sum + count, doubles)
    return (cards?.locomotive ?? 0) * 1000 + spaces * 100 - Math.min(99, held(colour)) - doubles / 10
  }
  const costs = new Map(payments.map((payment) => [payment, cost(payment)]))
  return [...payments].sort((a, b) => costs.get(a)! - costs.get(b)!)
}
