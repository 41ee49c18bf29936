// Modules, crew and postcards in words: events, actions, the status line, how they stand, and what nobody else may read.
import { beforeAll, expect, suite, test } from 'vitest'
import * as companies from '../companies/kit'
import { putTexts } from '../companies/texts.svelte'
import { readMoves } from '../lib/moves'
import type { GameMap } from '../lib/maps'
import type { EntryLine, GameEvent, Position, PublicPart } from '../lib/types'
import { LANGUAGES, t, useLanguage } from '../lib/words.svelte'
import { describe as words } from '../table/log'
import { actionWords } from '../table/options'
import { sample } from '../table/sample'
import { statusOf } from '../table/status'
import { storySteps } from '../table/story'
import * as extra from './kit'
import { backOf, putBacks } from './cards.svelte'
import { freeSpots } from './spots'
import { cityNotes, modulesOf, routeNotes } from './status'

const [bridge, mountain] = [{ ...sample.served.routes[0]!, tags: ['bridge'] }, { ...sample.served.routes[1]!, tags: ['mountain'] }]
const cities = sample.served.cities.map((city) => city.id)
const [a = '', b = ''] = cities
const gameMap: GameMap = {
  ...sample,
  served: { ...sample.served, routes: [bridge, mountain, ...sample.served.routes.slice(2)], companies: ['blue', 'black'], modules: ['steamers', 'excursions', 'river-bridges', 'cattle-drives', 'grain-elevators', 'grade-check', 'telegraph', 'ocean-mail'], excursions: [[a, b]], oceans: [[a], [b]] },
  kit: companies,
  extra,
}
const names = ['Ada', 'Bohdan']
const entryOf = (...events: GameEvent[]): EntryLine => ({ seq: 5, kind: 'move', seat: 0, by_bot: false, action: null, events, at: 0, undo: false })

async function speak(language: (typeof LANGUAGES)[number]['id']) {
  await useLanguage(language)
  putTexts(gameMap.id, {
    companies: { blue: { name: 'Lakes', text: [] }, black: { name: 'Iron', text: [] } },
    news: { payday: { name: 'Payday', text: {}, lightning: true } },
    modules: Object.fromEntries(gameMap.served.modules!.map((id) => [id, { name: `Module ${id}`, text: 'What it does.' }])),
    crew: { editor: { name: 'Editor', text: ['Turns up the next event.'] } },
    postcards: { p06: { name: 'A widow', text: ['Lend me an engine.'] }, p09: { name: 'A pilot', text: ['Up the river.'] } },
  })
  putBacks(gameMap.id, { p06: ['Three cards.'] })
}
beforeAll(() => speak('en'))

const EVENTS: [GameEvent, string][] = [
  [{ event: 'sailed', seat: 0, step: 4, source: 'steamers', left: 1 }, 'Step 4, Module steamers: Ada sends one out, 1 is left.'],
  [{ event: 'excursion', seat: 1, step: 6, source: 'excursions', excursion: 0 }, 'Step 6, Module excursions: Bohdan wins A'],
  [{ event: 'span', seat: 0, step: 2, source: 'river-bridges', route: bridge.name }, 'builds a span on'],
  [{ event: 'herd', seat: 0, step: 5, source: 'cattle-drives', city: a }, 'takes along the herd of'],
  [{ event: 'delivered', seat: 0, step: 5, source: 'cattle-drives', city: a }, 'delivers the herd of'],
  [{ event: 'stampede', city: a, count: 1 }, 'The herd of'],
  [{ event: 'elevator', seat: 0, step: 7, source: 'grain-elevators', city: a }, 'builds one in'],
  [{ event: 'wired', seat: 0, step: 8, source: 'telegraph', route: bridge.name }, 'is wired.'],
  [{ event: 'mail', seat: 0, step: 9, source: 'ocean-mail', contract: 2 }, 'Step 9, Module ocean-mail: Ada takes mail contract 2.'],
  [{ event: 'asked', seat: 0, step: 7, source: 'grain-elevators' }, 'Step 7, Module grain-elevators: Ada may build one.'],
  [{ event: 'hired', seat: 1, source: 'editor' }, 'Bohdan hires the crew card “Editor”. Turns up the next event.'],
  [{ event: 'power-used', seat: 1, source: 'editor' }, 'Bohdan uses the crew card “Editor”.'],
  [{ event: 'event-removed', seat: 0, source: 'p06', news: 'payday' }, 'Postcard “A widow”: Ada removes the news event “Payday” for good.'],
  [{ event: 'asked-privately', seat: 1, step: 10 }, 'Step 10, postcards: Bohdan has a choice to make.'],
  [{ event: 'asked-privately', seat: 0, step: 10, source: ['p06'] }, 'Step 10, postcard “A widow”: Ada may discard an extra locomotive.'],
  [{ event: 'postcard', seat: 0, source: 'p06', left: 1 }, 'Ada meets the postcard “A widow”! Three cards. It can be met 1 more time.'],
  [{ event: 'extra-locomotive', seat: 0, source: 'p06' }, 'Postcard “A widow”: Ada discards an extra locomotive.'],
  [{ event: 'cards-shown', seat: 0, source: 'p06', card: 'red', count: 6 }, 'Ada shows 6 red.'],
  [{ event: 'tickets-halved', seat: 0, source: 'editor', amount: 4 }, 'Crew card “Editor”: failed tickets cost Ada $4 less.'],
  [{ event: 'vault', seat: 0, step: 0, source: 'p06', amount: 6 }, '$6 into the vault of Ada.'],
  [{ event: 'next-setup', seat: 0, source: 'p06', money: 3, cards: 3 }, 'the next set-up gives Ada $3 and 3 cards.'],
  [{ event: 'trains-gained', seat: 0, source: 'editor', count: 2 }, 'Ada gets 2 more trains.'],
  [{ event: 'slip-changed', seat: 0, source: 'p06', amount: -5 }, '−$5 on the bank slip of Ada.'],
  [{ event: 'money', seat: 0, amount: 2, balance: 7, step: 0, source: 'start' }, 'No crew card is left for Ada: $2 instead.'],
  [{ event: 'money', seat: 0, amount: 4, balance: 9, step: 0, source: 'editor' }, 'Crew card “Editor”: Ada gets $4 and has $9.'],
  [{ event: 'money', seat: 0, amount: -2, balance: 3, step: 2, source: 'river-bridges' }, 'Step 2, Module river-bridges: Ada pays $2 and has $3.'],
]

suite('events of modules, crew and postcards', () => {
  test.each(EVENTS)('%o', (event, expected) => expect(words(entryOf(event), gameMap, names)).toContain(expected))
  test.each(LANGUAGES.map((each) => each.id))('have a sentence in %s', async (language) => {
    await speak(language)
    const said = EVENTS.map(([event]) => words(entryOf(event), gameMap, names))
    await speak('en')
    for (const each of said) expect(each).toMatch(/^[^{}]{8,}$/)
    expect(new Set(said).size).toBe(EVENTS.length)
  })
  test('are said in short over the map', () => {
    const postcard: GameEvent = { event: 'postcard', seat: 0, source: 'p06', left: 0 }
    expect(companies.announced(entryOf(postcard, { event: 'hired', seat: 1, source: 'editor' }), gameMap, names)).toEqual(['Ada meets the postcard “A widow”!', 'Bohdan hires: Editor'])
  })
  test('tell what companies have more at the start', () => {
    const start: GameEvent[] = [5, 3].map((amount) => ({ event: 'money', seat: 0, amount, balance: amount, step: 0, source: 'start' }))
    expect(words({ ...entryOf(...start), kind: 'deal', seat: null }, gameMap, names)).toBe('The cards are dealt. Every company starts with $5. Ada starts with $3 more.')
  })
})

const part = {
  phase: 'claim-asks', turn: 3, seat: 0, to_act: [0], row: [], decks: {}, routes: { [bridge.name]: 0 }, closed: {}, stations: {}, tickets_left: 0, turns_left: null,
  tunnel: { route: mountain.name, colour: 'red', locomotives: 0, turned: ['red', 'red'], asks: [true, true], asked: 2, dollars: 4 },
  players: [{ steamers: 1, elevators: 2, company: 'blue' }, { steamers: 2, elevators: 3, company: 'black' }],
  excursions: [{ cities: [a, b], dollars: 5, seat: null }],
  spans: { [bridge.name]: 'black' },
  herds: [{ city: a }, { city: b, seat: 1, delivered: false }],
  elevators: { [b]: [0, 1] },
  wired: [bridge.name],
  wire_scores: [3, 0],
  mail: [{ dollars: 18, seat: 1 }, { dollars: 12, seat: null }],
  armed: null, second_claim: false, asked: null, asks: null,
} as unknown as PublicPart
const position = (more: object): Position => ({ seq: 1, own: [], turns: [], public: { ...part, ...more } })
const moves = (...actions: string[]) => readMoves({ seat: 0, actions, cards: actions.map(() => null), payments: [], why_not: {} })

suite('questions', () => {
  test.each([
    ['hire editor', 'Hire Editor: Turns up the next event.'],
    ['use editor', 'Use Editor: Turns up the next event.'],
    [`elevator ${a}`, 'Build in'],
    ['elevator none', 'Build none'],
    ['pay dollars', 'Pay $4 in place of cards'],
    ['keep', 'Keep no ticket'],
  ])('%s', (action, expected) => expect(actionWords(action, gameMap, position({ phase: 'turn' }), 0)).toContain(expected))
  test('tell a postcard from a power by the phase', () => {
    expect(actionWords('use p06', gameMap, position({}), 0)).toBe('Discard an extra locomotive for the postcard “A widow”: Three cards.')
    expect(actionWords('decline', gameMap, position({}), 0)).toBe('Discard no locomotive')
    expect(actionWords('decline', gameMap, position({ phase: 'second-claim' }), 0)).toBe('Claim no other route')
  })
  test.each([
    [{ phase: 'hiring' }, ['hire editor'], 'Hire one crew card for this game.', 'Ada hires a crew card.'],
    [{ phase: 'crew-tickets' }, ['keep', 'keep 1'], 'Keep any of these tickets', 'Ada chooses tickets of the crew.'],
    [{ phase: 'second-claim' }, ['decline'], 'Claim another short route', 'Ada may claim another short route.'],
    [{ asks: { step: 7, source: 'grain-elevators', route: bridge.name } }, [`elevator ${a}`, 'elevator none'], 'Module grain-elevators: which end gets one?', 'Ada may build: Module grain-elevators.'],
    [{ asked: 0 }, ['use p06', 'decline'], 'Discard an extra locomotive, or none?', 'Ada has a choice to make.'],
  ])('%o has a status for the one and for the others', (more, actions, mine, others) => {
    expect(statusOf(position(more), moves(...actions), 0, names, gameMap)).toEqual({ words: expect.stringContaining(mine) as string, mine: true })
    expect(statusOf(position(more), null, 1, names, gameMap)).toEqual({ words: others, mine: false })
  })
  test('need a panel of their own', () => {
    expect([moves('hire editor'), moves('elevator none'), moves('decline'), moves('draw 1'), moves('use editor', 'draw 1'), null].map(extra.asks)).toEqual([true, true, true, false, false, false])
  })
})

suite('how modules stand', () => {
  test('is told for each, with a figure for the seat', () => {
    const found = modulesOf(gameMap, part, names, 0)
    expect(found.map((each) => [each.id, each.figure])).toEqual([['steamers', '1'], ['excursions', '1'], ['river-bridges', '0'], ['cattle-drives', '0'], ['grain-elevators', '2'], ['grade-check', '1'], ['telegraph', '$3'], ['ocean-mail', '1']])
    const lines = found.flatMap((each) => each.lines.map((line) => line.words)).join('\n')
    for (const said of ['Ada: 1 left', '$5, open', 'span of Iron', 'Bohdan holds the herd', 'built by Ada and Bohdan', 'wires pay $3', 'Contract 1, $18: Bohdan', 'Contract 2, $12: open']) expect(lines).toContain(said)
    expect(modulesOf(gameMap, part, names, null)[0]!.figure).toBe('3')
  })
  test('is told of routes and cities', () => {
    expect(routeNotes(gameMap, part, bridge).join(' ')).toContain('span of Iron It is wired.')
    expect(routeNotes(gameMap, undefined, bridge)).toEqual(['A bridge without a span.'])
    expect(routeNotes(gameMap, part, mountain)).toEqual(['A mountain route.'])
    expect(routeNotes({ ...gameMap, served: { ...gameMap.served, bored: [mountain.name] } }, part, mountain)).toEqual(['A bored mountain route: no cards are turned over.'])
    const sea = gameMap.served.routes[2]!
    const steamers = { ...gameMap, served: { ...gameMap.served, steamers: [bridge.name, sea.name] } }
    expect(routeNotes(steamers, { ...part, routes: {} }, sea)).toEqual(['Module steamers: its claim sends one out.'])
    expect(routeNotes(steamers, { ...part, routes: { [sea.name]: 1 } }, sea)).toEqual([])
    expect(cityNotes(gameMap, part, a, names)).toEqual(['A herd stands here.', 'Module excursions, number 1: to Berg, $5.', 'Module ocean-mail: a western harbour.'])
    expect(cityNotes(gameMap, part, b, names)).toEqual(['Module grain-elevators: Ada and Bohdan.', 'Module excursions, number 1: to Alba, $5.', 'Module ocean-mail: an eastern harbour.'])
    const won = { ...part, excursions: part.excursions!.map((each) => ({ ...each, seat: 0 })) }
    expect(cityNotes(gameMap, won, a, names)).not.toContain('Module excursions, number 1: to Berg, $5.')
  })
  test('a back is known only to whom the server has told it', () => {
    expect([backOf(gameMap, 'p06'), backOf(gameMap, 'p09')]).toEqual(['Three cards.', null])
  })
})

test('marks of a city stand beside it, each in a place of its own', () => {
  const spaces: [number, number, number, number][] = [[30, 0, 0, 20], [60, 0, 0, 20]]
  const geometry = { ...gameMap.geometry, cities: { here: [0, 0] as [number, number] }, names: { en: { here: [0, 30, 60] as [number, number, number] } }, routes: { one: { line: [], spaces } } }
  const spots = freeSpots(geometry, 'here', 4)
  expect(new Set(spots.map(String)).size).toBe(4)
  for (const [x, y] of spots) expect(Math.hypot(x, y)).toBeGreaterThan(geometry.dot + 10)
  // The first is away from the track in the east and the name in the south.
  expect(spots[0]![0]).toBeLessThan(5)
  expect(spots[0]![1]).toBeLessThan(5)
  expect(freeSpots(geometry, 'nowhere', 1)).toEqual([])
})

test('the bank slip has a row and a step for what modules, crew and postcards add', () => {
  const player = (seat: number, modules: object[]) => ({ seat, routes: [], tickets: [], stations_left: 0, station_points: 0, borrowed: [], longest_trail: 0, longest_path_points: 0, globetrotter_points: 0, total: 9, ports: [], ports_left: 0, unbuilt_port_points: 0, exchange_points: 0, company: 'blue', money: 5, trains_left: 0, trains_left_money: 0, story_money: 0, bond_money: 0, modules })
  const sheet = { players: [player(0, [{ line: 'elevators', money: 3 }, { line: 'offices', money: 1 }])], winners: [0], tie_break: null, ranking: [0] } as unknown as Parameters<typeof storySteps>[0]
  const steps = storySteps(sheet)
  expect(steps.filter((step) => step.kind === 'module').map((step) => companies.slipWords(step, 'Ada', gameMap.id))).toEqual(['Ada: +$3, Module grain-elevators', 'Ada: +$1, Crew and postcards'])
  expect(steps.some((step) => step.kind === 'floor')).toBe(false)
  const rows = companies.slipRows(gameMap.id).filter((row) => row.value(sheet.players[0]!))
  expect(rows.map((row) => row.words)).toEqual([t('slip.row_money'), 'Module grain-elevators', 'Crew and postcards'])
})
