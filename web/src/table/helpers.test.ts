// The table's helpers without a browser: the log in words, payments, tickets, options, refusals, the story of the end.
import { describe as suite, expect, test } from 'vitest'
import { readMoves } from '../lib/moves'
import refusals from '../locale/en/refusals.json'
import type { GameEvent, Told } from '../lib/types'
import { describe, isUndoable, seenBy, touched } from './log'
import { cardsWords, routeWords, ticketWords } from './names'
import { actionWords, options } from './options'
import { cardsOf, grouped, isPlainChoice, payable, plannedPorts, priceNow } from './payments'
import { refusalWords } from './refused'
import { position, sample } from './sample'
import { statusOf } from './status'
import { storyPointing, storySteps } from './story'
import { newlyDone, ticketState } from './tickets'

const names = ['Anna', 'Borys']
const told = (events: GameEvent[], more: Partial<Told> = {}): Told => ({ seq: 5, kind: 'move', seat: 0, by_bot: false, action: null, events, at: 0, ...more })
const moves = (actions: string[]) => readMoves({ seat: 0, actions, why_not: {} })

suite('names', () => {
  test('a lane is told by its colour, a lone route by its cities', () => {
    expect(routeWords(sample, 'alba-berg:red')).toBe('Alba – Berg (red)')
    expect(routeWords(sample, 'berg-corte')).toBe('Berg – Corte')
    expect(ticketWords(sample, 'alba-corte')).toBe('Alba – Corte')
  })
  test('cards are counted, none are said to be none', () => {
    expect(cardsWords({ red: 2, locomotive: 1 })).toBe('2 red and 1 locomotive')
    expect(cardsWords({ red: 0 })).toBe('no cards')
  })
})

suite('the log', () => {
  test('a claim says route, cards and points', () => {
    const entry = told([{ event: 'claimed', seat: 0, route: 'berg-corte', colour: 'red', cards: 3, locomotives: 1, points: 4 }, { event: 'started', seat: 1 }])
    expect(describe(entry, sample, names)).toBe('Anna claims Berg – Corte with 2 red and 1 locomotive: 4 points.')
    expect(touched(entry).routes.get('berg-corte')).toBe('event')
  })
  test('locomotives alone are counted once', () => {
    const entry = told([{ event: 'claimed', seat: 0, route: 'berg-corte', colour: 'locomotive', cards: 3, locomotives: 3, points: 4 }])
    expect(describe(entry, sample, names)).toContain('with 3 locomotives:')
  })
  test('a blind card is named only for those who saw it', () => {
    expect(describe(told([{ event: 'drew-blind', seat: 1, deck: 'trains' }], { seat: 1 }), sample, names)).toBe('Borys draws from the deck.')
    expect(describe(told([{ event: 'drew-blind', seat: 0, deck: 'trains', cards: ['red'] }]), sample, names)).toBe('Anna draws from the deck: 1 red.')
  })
  test('on one device, a seat does not read what another drew', () => {
    const entry = told([{ event: 'drew-blind', seat: 0, deck: 'trains', cards: ['red'] }])
    expect(describe(seenBy(entry, 1), sample, names)).toBe('Anna draws from the deck.')
    expect(describe(seenBy(entry, 0), sample, names)).toBe('Anna draws from the deck: 1 red.')
  })
  test('a tunnel tells its cards and what they ask', () => {
    const entry = told([{ event: 'laid', seat: 0, route: 'corte-dorf', colour: 'red', cards: 4, locomotives: 0 }, { event: 'turned', seat: 0, asked: 1, cards: ['red', 'blue', 'blue'] }])
    expect(describe(entry, sample, names)).toBe('Anna tries the tunnel Corte – Dorf with 4 red. Turned up: red, blue, and blue. 1 more card is asked.')
  })
  test('what happened to seats, and events nobody knows yet, have words', () => {
    expect(describe(told([], { kind: 'substitute', seat: 1 }), sample, names)).toBe('A bot plays for Borys now.')
    expect(describe(told([{ event: 'sank', seat: 1 }]), sample, names)).toBe('Borys: sank.')
  })
  test('only a harmless step of one’s own can be taken back', () => {
    const claim = told([{ event: 'claimed', seat: 0 }, { event: 'started', seat: 1 }])
    expect(isUndoable(claim, 0)).toBe(true)
    expect(isUndoable(claim, 1)).toBe(false)
    expect(isUndoable(told([{ event: 'claimed' }, { event: 'turned' }]), 0)).toBe(false)
    expect(isUndoable({ ...claim, by_bot: true }, 0)).toBe(false)
  })
})

suite('payments', () => {
  const claims = moves(['claim berg-corte blue', 'claim berg-corte red+1', 'claim berg-corte red', 'claim berg-corte locomotive']).claims.get('berg-corte')!
  test('are grouped by colour, the usual first, locomotives alone last', () => {
    expect(grouped(claims, { red: 5, blue: 3, locomotive: 3 }, 3).map((payment) => payment.text)).toEqual(['red', 'red+1', 'blue', 'locomotive'])
  })
  test('spend no double ship where its second ship goes unused, and few locomotives', () => {
    const ways = (...texts: string[]) => moves(texts.map((text) => `claim x ${text}`)).claims.get('x')!
    const first = (price: number, ...texts: string[]) => grouped(ways(...texts), { 'red-ship': 3, 'red-double-ship': 2, locomotive: 2 }, price)[0]!.text
    expect(first(1, 'red/1', 'red', 'red+1', 'locomotive')).toBe('red')
    expect(first(1, 'locomotive', 'red/1')).toBe('red/1')
    expect(first(2, 'red', 'red/1', 'red+1')).toBe('red/1')
    expect(first(3, 'red', 'red/2', 'red/1')).toBe('red/1')
  })
  test('tell their cards', () => {
    expect(cardsOf(sample, claims[1]!, 3)).toEqual([{ card: 'red', count: 2 }, { card: 'locomotive', count: 1 }])
    expect(cardsOf(sample, claims[3]!, 3)).toEqual([{ card: 'locomotive', count: 3 }])
    const ships = moves(['claim x red/1+1']).claims.get('x')![0]!
    expect(cardsOf({ ...sample, cards: ['red-ship'] }, ships, 5, { ...sample.route.get('berg-corte')!, kind: 'sea' })).toEqual([
      { card: 'red-double-ship', count: 1 }, { card: 'red-ship', count: 2 }, { card: 'locomotive', count: 1 },
    ])
    const trains = { ...sample, cards: ['red-train'] }
    expect(cardsOf(trains, claims[1]!, 3, undefined, { 'red-train': 1, 'red-anchor-train': 2 })).toEqual([
      { card: 'red-train', count: 1 }, { card: 'red-anchor-train', count: 1 }, { card: 'locomotive', count: 1 },
    ])
    const port = moves(['port alba red 2 1']).ports.get('alba')![0]!
    expect(cardsOf(trains, port, 4)).toEqual([{ card: 'red-anchor-train', count: 2 }, { card: 'red-ship', count: 1 }, { card: 'locomotive', count: 1 }])
  })
  test('with double ships for a plan have no superfluous card (W6)', () => {
    const sea = { ...sample.route.get('berg-corte')!, kind: 'sea' as const, colour: 'red', length: 3 }
    const board = { ...sample, cards: ['red-train', 'red-ship', 'red-double-ship', 'locomotive'] }
    expect(payable(board, sea, { 'red-double-ship': 3, 'red-ship': 1, locomotive: 1 })).toEqual(['red/1', 'red/1+1', 'red/2'])
    expect(payable(board, sea, { 'red-train': 5 })).toEqual([])
  })
  test('for a plan of a pair route take whole pairs first, and never two locomotives (W7)', () => {
    const pair = { ...sample.route.get('berg-corte')!, pair: true, length: 2 }
    const board = { ...sample, cards: ['red-train', 'red-anchor-train', 'blue-train', 'locomotive'] }
    expect(payable(board, pair, { 'red-train': 1, 'red-anchor-train': 1, 'blue-train': 1, locomotive: 1 })).toEqual(['red then pay blue+1'])
    expect(payable(board, pair, { 'red-train': 2, locomotive: 2 })).toEqual([])
  })
  test('for a plan of a port are all of one colour with the anchor, in a city of one’s own (W10)', () => {
    const cities = sample.map.cities.map((city) => ({ ...city, port: true }))
    const rules = { ...sample.variant.rules, port_cost: { trains: 2, ships: 2 } }
    const board = { ...sample, cards: ['red-anchor-train', 'red-ship', 'locomotive'], map: { ...sample.map, cities }, variant: { ...sample.variant, rules } }
    const part = { ...position(), routes: { 'berg-corte': 0 }, ports: { corte: 1 } }
    part.players[0]!.ports = 3
    expect(plannedPorts(board, part, 0, { 'red-anchor-train': 2, 'red-ship': 1, locomotive: 1 })).toEqual([{ city: 'berg', plan: 'port berg red 2 1' }])
    expect(plannedPorts(board, part, 0, { 'red-anchor-train': 2, 'red-ship': 1 })).toEqual([])
  })
  test('a click alone claims only where one colour pays and nothing is turned up', () => {
    const red = claims.filter((payment) => payment.colour !== 'blue')
    expect(isPlainChoice(sample.route.get('berg-corte'), red)).toBe(true)
    expect(isPlainChoice(sample.route.get('berg-corte'), claims)).toBe(false)
    expect(isPlainChoice(sample.route.get('corte-dorf'), red)).toBe(false)
  })
  test('for a plan follow from the hand; a ferry needs its locomotives', () => {
    expect(payable(sample, sample.route.get('alba-berg:red')!, { red: 2, locomotive: 1 })).toEqual(['red', 'red+1'])
    expect(payable(sample, sample.route.get('alba-dorf')!, { red: 4, locomotive: 2 })).toEqual(['red+2'])
    expect(payable(sample, sample.route.get('alba-dorf')!, { red: 6, locomotive: 1 })).toEqual([])
  })
  test('a station grows dearer with each that is built', () => {
    const second = position()
    second.players[0]!.stations = 2
    expect(priceNow(sample, position(), 0, { city: 'alba' })).toBe(1)
    expect(priceNow(sample, second, 0, { city: 'alba' })).toBe(2)
  })
})

suite('tickets', () => {
  test('are done when own routes join them, else say what is missing', () => {
    const open = ticketState(sample, position({ 'alba-berg:red': 0 }), 0, 'alba-corte')
    expect(open).toMatchObject({ done: false, spaces: 3, tooFar: false })
    expect(open.missing?.map((route) => route.name)).toEqual(['berg-corte'])
    const done = ticketState(sample, position({ 'alba-berg:red': 0, 'berg-corte': 0 }), 0, 'alba-corte')
    expect(done.done).toBe(true)
    expect(newlyDone([open], [done])).toEqual(['alba-corte'])
    expect(newlyDone([done], [done])).toEqual([])
  })
  test('with two players a double is closed by its first lane', () => {
    const shut = position({ 'alba-berg:red': 1, 'alba-dorf': 1 })
    expect(ticketState(sample, shut, 0, 'alba-corte').missing).toBeNull()
  })
  test('more spaces than trains is too far', () => {
    const few = position()
    few.players[0]!.trains = 4
    expect(ticketState(sample, few, 0, 'alba-corte').tooFar).toBe(true)
  })
})

suite('words of actions', () => {
  const here = { seq: 9, public: position(), own: [{ seat: 0, hand: {}, tickets: [], offered: ['alba-dorf', 'alba-corte'], chosen: null }], turns: [] }
  test('every kind has a sentence', () => {
    const say = (action: string) => actionWords(action, sample, here, 0)
    expect(say('draw 1')).toBe('Take the red card from place 1')
    expect(say('draw deck')).toBe('Draw a card from the deck')
    expect(say('draw tickets')).toBe('Take new tickets to choose from')
    expect(say('claim berg-corte red+1')).toBe('Claim Berg – Corte with 2 red and 1 locomotive')
    expect(say('station alba blue')).toBe('Build a station in Alba with 1 blue')
    expect(say('keep 2')).toBe('Keep Alba – Corte')
    expect(say('withdraw')).toBe('Withdraw from the tunnel')
  })
  test('options keep the place of each action in the list', () => {
    const found = options(moves(['draw deck', 'claim berg-corte red', 'draw tickets']), sample, here)
    expect(found.map(({ group, options }) => [group, options.map((option) => option.index)])).toEqual([['cards', [0]], ['claim', [1]], ['tickets', [2]]])
  })
  test('the status says what I can do, or who is to move', () => {
    expect(statusOf(here, moves(['draw deck', 'claim berg-corte red']), 0, names)).toEqual({ words: 'Your turn: cards or a route.', mine: true })
    expect(statusOf({ ...here, public: position({}, { to_act: [1] }) }, null, 0, names).words).toBe('Borys is to move.')
    expect(statusOf(here, moves(['keep 1 2', 'keep 1']), 0, names).words).toBe('Your turn: choose tickets, at least 1.')
    expect(statusOf(here, moves(['pass']), 0, names).words).toBe('Your turn: nothing is possible, so you pass.')
    expect(statusOf(here, moves(['pass', 'exchange 1 trains']), 0, names).words).toBe('Your turn: pass, or exchange pieces.')
  })
})

suite('refusals', () => {
  test('have names in place of ids', () => {
    expect(refusalWords('route_taken', { route: 'berg-corte', owner: 1 }, sample, names)).toBe('Berg – Corte belongs to Borys already.')
    expect(refusalWords('cards_missing', { needed: { red: 3 }, held: { red: 1 } }, sample, names)).toBe('You would need 3 red, and you have 1 red.')
    expect(refusalWords('from_the_future', {}, sample, names)).toBe('That was not possible (from_the_future).')
  })
})

suite('every refusal', () => {
  // The codes stand in the sources of the rules and of the server.
  const sources = import.meta.glob<string>('../../../src/trunkline/{rules,server,game}/*.py', { query: '?raw', import: 'default', eager: true })
  const code = Object.values(sources).join('\n')
  const codes = [...code.matchAll(/(?:Refusal|Unreadable|IllegalAction)\(\s*"([a-z_]+)"/g)].map((match) => match[1]!)
  test.each([...new Set([...codes, 'table_open', 'table_playing', 'table_over', 'table_closed', 'offline'])])('%s has a sentence', (each) => {
    expect(refusals).toHaveProperty([`refusal.${each}`])
  })
  test('there are many', () => expect(codes.length).toBeGreaterThan(60))
})

suite('the story of the end', () => {
  const score = (seat: number, more: object) => ({ seat, routes: [], tickets: [], stations_left: 0, station_points: 0, borrowed: [], longest_trail: 0, longest_path_points: 0, globetrotter_points: 0, total: 0, ...more })
  const sheet = {
    players: [
      score(0, { routes: [{ route: 'berg-corte', length: 3, points: 4 }], tickets: [{ ticket: 'alba-corte', points: -7, completed: false }], longest_trail: 3, longest_path_points: 10, total: 7 }),
      score(1, { tickets: [{ ticket: 'alba-dorf', points: 12, completed: true }], station_points: 8, stations_left: 2, total: 25 }),
    ],
    winners: [1],
    tie_break: null,
  }
  test('counts up to the totals of the sheet, and loses nothing', () => {
    const steps = storySteps(sheet)
    expect(steps.map((step) => step.kind)).toEqual(['routes', 'routes', 'ticket', 'ticket', 'stations', 'longest', 'other', 'winner'])
    expect(steps.at(-1)!.totals).toEqual([7, 25])
  })
  test('points at the path and the ticket it speaks of', () => {
    const end = position({ 'berg-corte': 0, 'alba-dorf': 1 }, { sheet })
    const steps = storySteps(sheet)
    expect([...storyPointing(steps[5]!, sample, end).routes]).toEqual([['berg-corte', 'trail']])
    expect([...storyPointing(steps[3]!, sample, end).routes]).toEqual([['alba-dorf', 'trail']])
    expect(storyPointing(steps[2]!, sample, end).cities.get('alba')).toBe('ticket')
  })
})
