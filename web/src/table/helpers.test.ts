// The logic of the table without a browser: log, payments, tickets, options, refusals, the steps of the end.
import { describe as suite, expect, test } from 'vitest'
import { readMoves } from '../lib/moves'
import common from '../locale/en/common.json'
import companies from '../locale/en/companies.json'
import modules from '../locale/en/modules.json'
import refusals from '../locale/en/refusals.json'
import { REFUSALS } from '../lib/generated'
import { seenBy } from '../lib/events'
import type { Counts, EntryLine, GameEvent, TurnPlan, Position, TicketPart } from '../lib/types'
import { describe, isUndoable, touched } from './log'
import { cardsWords, routeWords, ticketWords } from './names'
import { actionWords, options } from './options'
import { grouped, isPlainChoice, paymentWords, plansBy } from './payments'
import { refusalWords } from './refused'
import { position, sample } from './sample'
import { statusOf } from './status'
import { storyPointing, storySteps } from './story'
import { newlyDone, ticketState, ticketStates } from './tickets'

const names = ['Anna', 'Borys']
const entryOf = (events: GameEvent[], more: Partial<EntryLine> = {}): EntryLine => ({ seq: 5, kind: 'move', seat: 0, by_bot: false, action: null, events, at: 0, undo: false, ...more })
const moves = (actions: string[], cards: (Counts | null)[] = []) => readMoves({ seat: 0, actions, cards: cards.map((each, number) => each && number), payments: cards.map((each) => each ?? {}), why_not: {} })

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
    const entry = entryOf([{ event: 'claimed', seat: 0, route: 'berg-corte', colour: 'red', cards: 3, locomotives: 1, points: 4 }, { event: 'started', seat: 1 }])
    expect(describe(entry, sample, names)).toBe('Anna claims Berg – Corte with 2 red and 1 locomotive: 4 points.')
    expect(touched(entry).routes.get('berg-corte')).toBe('event')
  })
  test('locomotives alone are counted once', () => {
    const entry = entryOf([{ event: 'claimed', seat: 0, route: 'berg-corte', colour: 'locomotive', cards: 3, locomotives: 3, points: 4 }])
    expect(describe(entry, sample, names)).toContain('with 3 locomotives:')
  })
  test('a blind card is named only for those who saw it', () => {
    expect(describe(entryOf([{ event: 'drew-blind', seat: 1, deck: 'trains' }], { seat: 1 }), sample, names)).toBe('Borys draws from the deck.')
    expect(describe(entryOf([{ event: 'drew-blind', seat: 0, deck: 'trains', cards: ['red'] }]), sample, names)).toBe('Anna draws from the deck: 1 red.')
  })
  test('on one device, a seat does not read what another drew', () => {
    const entry = entryOf([{ event: 'drew-blind', seat: 0, deck: 'trains', cards: ['red'] }])
    expect(describe(seenBy(entry, 1), sample, names)).toBe('Anna draws from the deck.')
    expect(describe(seenBy(entry, 0), sample, names)).toBe('Anna draws from the deck: 1 red.')
  })
  test('a tunnel tells its cards and what they ask', () => {
    const entry = entryOf([{ event: 'laid', seat: 0, route: 'corte-dorf', colour: 'red', cards: 4, locomotives: 0 }, { event: 'turned', seat: 0, asked: 1, cards: ['red', 'blue', 'blue'] }])
    expect(describe(entry, sample, names)).toBe('Anna tries the tunnel Corte – Dorf with 4 red. Turned up: red, blue, and blue. 1 more card to pay.')
  })
  test('what happened to seats, and events nobody knows yet, have words', () => {
    expect(describe(entryOf([], { kind: 'substitute', seat: 1 }), sample, names)).toBe('A bot plays for Borys now.')
    expect(describe(entryOf([{ event: 'sank', seat: 1 } as unknown as GameEvent]), sample, names)).toBe('Borys: sank.')
  })
  test('only a step of one’s own that the server calls harmless can be taken back', () => {
    const claim = entryOf([{ event: 'started', seat: 1 }], { undo: true })
    expect(isUndoable(claim, 0)).toBe(true)
    expect(isUndoable(claim, 1)).toBe(false)
    expect(isUndoable({ ...claim, undo: false }, 0)).toBe(false)
    expect(isUndoable(undefined, 0)).toBe(false)
  })
})

suite('payments', () => {
  const claims = moves(
    ['claim berg-corte blue', 'claim berg-corte red+1', 'claim berg-corte red', 'claim berg-corte locomotive'],
    [{ blue: 3 }, { red: 2, locomotive: 1 }, { red: 3 }, { locomotive: 3 }],
  ).claims.get('berg-corte')!
  test('are grouped by colour, the usual first, locomotives alone last', () => {
    expect(grouped(claims, { red: 5, blue: 3, locomotive: 3 }).map((payment) => payment.text)).toEqual(['red', 'red+1', 'blue', 'locomotive'])
  })
  test('spend no double ship where its second ship goes unused, and few locomotives', () => {
    const first = (...ways: [string, Counts][]) =>
      grouped(moves(ways.map(([text]) => `claim x ${text}`), ways.map(([, cards]) => cards)).claims.get('x')!, { 'red-ship': 3, 'red-double-ship': 2, locomotive: 2 })[0]!.text
    expect(first(['red/1', { 'red-double-ship': 1 }], ['red', { 'red-ship': 1 }], ['locomotive', { locomotive: 1 }])).toBe('red')
    expect(first(['locomotive', { locomotive: 1 }], ['red/1', { 'red-double-ship': 1 }])).toBe('red/1')
    expect(first(['red', { 'red-ship': 2 }], ['red/1', { 'red-double-ship': 1 }], ['red+1', { 'red-ship': 1, locomotive: 1 }])).toBe('red/1')
    expect(first(['red', { 'red-ship': 3 }], ['red/2', { 'red-double-ship': 2 }], ['red/1', { 'red-ship': 1, 'red-double-ship': 1 }])).toBe('red/1')
  })
  test('are told by the cards of the server, and without them by their notation', () => {
    expect(paymentWords(claims[1]!)).toBe('2 red and 1 locomotive')
    expect(paymentWords({ ...claims[1]!, cards: null })).toBe('red and 1 locomotive')
    expect(paymentWords(moves(['port alba red 2 1']).ports.get('alba')![0]!)).toBe('2 × red train with anchor and 1 × red ship')
  })
  test('a click alone claims only where one colour pays and nothing is turned up', () => {
    const red = claims.filter((payment) => payment.colour !== 'blue')
    expect(isPlainChoice(sample.route.get('berg-corte'), red)).toBe(true)
    expect(isPlainChoice(sample.route.get('berg-corte'), claims)).toBe(false)
    expect(isPlainChoice(sample.route.get('corte-dorf'), red)).toBe(false)
  })
  test('for plans are sorted by what they are for, the fewest locomotives first', () => {
    const plans: TurnPlan[] = [
      { plan: 'claim berg-corte red+1', cards: { red: 2, locomotive: 1 } },
      { plan: 'claim berg-corte red', cards: { red: 3 } },
      { plan: 'draw deck then draw deck', cards: {} },
    ]
    expect([...plansBy(plans, 'claim')]).toEqual([['berg-corte', [plans[1], plans[0]]]])
    expect([...plansBy(plans, 'draw').keys()]).toEqual(['deck'])
  })
})

suite('tickets', () => {
  const part = (more: Partial<TicketPart>): TicketPart => ({ ticket: 'alba-corte', done: false, by_station: false, in_order: true, missing: [], spaces: 0, too_far: false, ...more })
  test('say what is missing, and are done when the server says so', () => {
    const open = ticketState(sample, part({ missing: ['berg-corte'], spaces: 3 }))
    expect(open).toMatchObject({ done: false, spaces: 3, tooFar: false })
    expect(open.missing?.map((route) => route.name)).toEqual(['berg-corte'])
    const done = ticketState(sample, part({ done: true }))
    expect(done.done).toBe(true)
    expect(newlyDone([open], [done])).toEqual(['alba-corte'])
    expect(newlyDone([done], [done])).toEqual([])
  })
  test('have no way left, or one that is too far', () => {
    expect(ticketState(sample, part({ spaces: null, too_far: true })).missing).toBeNull()
    expect(ticketState(sample, part({ missing: ['alba-dorf'], spaces: 6, too_far: true })).tooFar).toBe(true)
  })
  test('that only a station completes are told apart', () => {
    expect(ticketState(sample, part({ done: true, by_station: true, missing: ['berg-corte'], spaces: 3 }))).toMatchObject({ done: false, byStation: true, spaces: 3 })
  })
  test('of a seat and offered ones are kept apart', () => {
    const own = { seat: 0, hand: {}, tickets: ['alba-corte'], offered: ['alba-dorf'], chosen: null, progress: [part({}), part({ ticket: 'alba-dorf' })], covers: {} }
    const { held, offered } = ticketStates(sample, own)
    expect([held.map((each) => each.ticket), offered.map((each) => each.ticket)]).toEqual([['alba-corte'], ['alba-dorf']])
  })
})

suite('words of actions', () => {
  const here: Position = { seq: 9, public: position(), own: [{ seat: 0, hand: {}, tickets: [], offered: ['alba-dorf', 'alba-corte'], chosen: null, progress: [], covers: {} }], turns: [{ seat: 0, actions: ['claim berg-corte red+1', 'station alba blue'], cards: [0, 1], payments: [{ red: 2, locomotive: 1 }, { blue: 1 }], why_not: {} }] }
  test('every kind has a sentence', () => {
    const say = (action: string) => actionWords(action, sample, here, 0)
    expect(say('draw 1')).toBe('Take the red card from place 1')
    expect(say('draw deck')).toBe('Draw a card from the deck')
    expect(say('draw tickets')).toBe('Draw new tickets to choose from')
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
    expect(statusOf({ ...here, public: position({}, { to_act: [1] }) }, null, 0, names).words).toBe("Borys's turn")
    expect(statusOf(here, moves(['keep 1 2', 'keep 1']), 0, names).words).toBe('Your turn: keep at least 1 ticket.')
    expect(statusOf(here, moves(['pass']), 0, names).words).toBe('Your turn: you can only pass.')
    expect(statusOf(here, moves(['pass', 'exchange 1 trains']), 0, names).words).toBe('Your turn: pass, or exchange pieces.')
  })
})

suite('refusals', () => {
  test('have names in place of ids', () => {
    expect(refusalWords('route_taken', { route: 'berg-corte', owner: 1 }, sample, names)).toBe('Berg – Corte already belongs to Borys.')
    expect(refusalWords('cards_missing', { needed: { red: 3 }, held: { red: 1 } }, sample, names)).toBe('You need 3 red, but you have 1 red.')
    expect(refusalWords('from_the_future', {}, sample, names)).toBe("That isn't possible (from_the_future).")
  })
})

suite('every refusal', () => {
  test.each([...REFUSALS, 'offline'])('%s has a sentence', (each) => {
    expect({ ...common, ...refusals, ...companies, ...modules }).toHaveProperty([`refusal.${each}`])
  })
  test('there are many', () => expect(REFUSALS.length).toBeGreaterThan(60))
})

suite('the story of the end', () => {
  const score = (seat: number, more: object) => ({ seat, routes: [], tickets: [], stations_left: 0, station_points: 0, borrowed: [], longest_trail: 0, longest_path_points: 0, globetrotter_points: 0, total: 0, ports: [], ports_left: 0, unbuilt_port_points: 0, exchange_points: 0, company: null, money: 0, trains_left: 0, trains_left_money: 0, story_money: 0, bond_money: 0, modules: [], ...more })
  const sheet = {
    players: [
      score(0, { routes: [{ route: 'berg-corte', length: 3, points: 4 }], tickets: [{ ticket: 'alba-corte', points: -7, completed: false, in_order: null, way: [] }], longest_trail: 3, longest_path_points: 10, total: 7 }),
      score(1, { tickets: [{ ticket: 'alba-dorf', points: 12, completed: true, in_order: null, way: ['alba-dorf'] }], station_points: 8, stations_left: 2, total: 25 }),
    ],
    winners: [1],
    tie_break: null,
    ranking: [],
  }
  test('counts up to the totals of the sheet, and loses nothing', () => {
    const steps = storySteps(sheet)
    expect(steps.map((step) => step.kind)).toEqual(['routes', 'routes', 'ticket', 'ticket', 'stations', 'longest', 'other', 'winner'])
    expect(steps.at(-1)!.totals).toEqual([7, 25])
  })
  test('of companies is a bank slip that is never below zero', () => {
    const slip = {
      players: [
        score(0, { company: 'blue', money: 3, trains_left: 9, trains_left_money: 2, tickets: [{ ticket: 'alba-corte', points: -7, completed: false, in_order: null, way: [] }], total: 0 }),
        score(1, { company: 'red', money: 8, trains_left: 0, trains_left_money: 16, story_money: 5, total: 29 }),
      ],
      winners: [1],
      tie_break: null,
      ranking: [1, 0],
    }
    const steps = storySteps(slip)
    expect(steps.map((step) => step.kind)).toEqual(['money', 'money', 'trains', 'trains', 'story', 'ticket', 'floor', 'winner'])
    expect(steps.at(-1)!.totals).toEqual([0, 29])
  })
  test('points at the path and the ticket it speaks of', () => {
    const end = position({ 'berg-corte': 0, 'alba-dorf': 1 }, { sheet })
    end.players[0]!.trail = { spaces: 3, routes: ['berg-corte'] }
    const steps = storySteps(sheet)
    expect([...storyPointing(steps[5]!, sample, end).routes]).toEqual([['berg-corte', 'trail']])
    expect([...storyPointing(steps[3]!, sample, end).routes]).toEqual([['alba-dorf', 'trail']])
    expect(storyPointing(steps[2]!, sample, end).cities.get('alba')).toBe('ticket')
  })
})
