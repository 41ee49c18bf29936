import { expect, test } from 'vitest'
import type { CampaignInfo } from '../types'
import { slipsOf, yearsOf } from './chronicle'
import { ALL, KINDS } from './kinds'
import { linesOf, markAfter, momentsOf, unseen } from './order'
import type { Scene } from './scene'
import campaign from '../../locale/en/campaign.json'
import moments from '../../locale/en/moments.json'
import { useWords } from '../../lib/words.svelte'

await useWords(async () => ({ ...campaign, ...moments }))

const slip = (company: string, total: number) => ({ company, money: total - 5, for_trains: 7, tickets: -2, total, trains_left: 3, won: 4, completed: ['a'], failed: ['b'], cities: [], routes: [] })
/** What the facts with these numbers changed. */
const CHANGES = [
  { fact: 1, year: 1865, joined: [], stickers: [], peeled: [] },
  { fact: 2, year: 1865, joined: ['payday'], stickers: [], peeled: [] },
  { fact: 3, year: 1865, joined: [], stickers: [{ part: 'end', number: 4, rule: 'stamps' }], peeled: [] },
]
const LOG = [
  [{ entry: 'founded', campaign: 'Evening', founders: [{ company: 'blue', president: 'Anna' }, { company: 'red', president: 'Boris' }] }],
  [{ entry: 'seated', game: 1, places: [{ company: 'blue' }, { company: 'red', stand_in: 'greedy' }] }, { entry: 'read', cards: ['first'] }],
  [{ entry: 'played', game: 1, result: { slips: [slip('blue', 30), slip('red', 20)], turn_order: ['blue', 'red'], event_discards: [], spikes: [['XX', 'red']] } }],
  [{ entry: 'removed', event: 'payday', company: 'red' }, { entry: 'read', cards: ['second'] }],
  [{ entry: 'named', company: 'red', territories: ['XX', 'YY'] }],
  [{ entry: 'chartered', company: 'blue', territory: 'XX' }],
  [{ entry: 'voted', company: 'blue', choice: 'a' }],
  [{ entry: 'voted', company: 'red', choice: 'b' }, { entry: 'closed', vote: 'c1', choice: 'b' }],
  [{ entry: 'repainted', company: 'red', route: 'a-b' }],
  [{ entry: 'christened', company: 'blue', route: 'b-c', name: 'The Long Way' }],
]

function scene(entries = LOG.length, more: Partial<CampaignInfo> = {}, state: object = {}): Scene {
  const companies = [{ company: 'blue', president: 'Anna' }, { company: 'red', president: 'Boris' }]
  return {
    info: { status: 'campaign', companies, ...more },
    state: { story: ['first', 'second'], ...state },
    entries: LOG.slice(0, entries).map((facts, seq) => ({ seq, at: 0, actor: null, by_bot: false, action: null, facts })),
    words: {
      cards: { first: { title: 'First', text: 'It began.' }, second: { title: 'Second', text: 'It went on.' } },
      votes: { c1: { question: 'What now?', a: 'wait', b: 'go', result: 'Trains go.' } },
      previously: { 1: 'Nothing.' },
      territories: { XX: { name: 'Exland', teaser: 'Far.' }, YY: { name: 'Whyland', teaser: 'Near.' } },
      companies: { blue: { name: 'Blue Line', text: [] }, red: { name: 'Red Line', text: [] } },
      news: { payday: { name: 'Payday', text: ['All get $2.'] } },
      medals: { speed: 'Speed' },
      modules: {},
      crew: {},
      postcards: {},
      authors_note: '',
      changes: CHANGES,
    },
    board: null,
    signatures: [],
    mine: [companies[0]],
  } as unknown as Scene
}
const textOf = (scene: Scene, kind: string) => {
  const moment = momentsOf(scene, ALL).find((each) => each.kind === kind)!
  return KINDS[kind]!.moment.tell(moment.data, scene)
}

test('every file of kinds has its own kind', () => {
  expect(Object.keys(KINDS).sort()).toEqual(['box', 'closing', 'finale', 'founding', 'marks', 'named', 'news', 'opened', 'postcard', 'route', 'seated', 'slips', 'spike', 'stickers', 'story', 'vote'])
})

test('moments follow the log; of one fact, the story comes before the events that join', () => {
  expect(momentsOf(scene(), ALL).map((each) => each.kind)).toEqual(['founding', 'seated', 'story', 'news', 'spike', 'slips', 'stickers', 'news', 'story', 'named', 'box', 'vote', 'route', 'route'])
})

test('each moment is shown once: what was seen is left out, and an entry counts when its last moment was shown', () => {
  const all = momentsOf(scene(), ALL)
  const left = unseen(all, 2)
  expect(left.map((each) => each.seq)).toEqual([2, 2, 2, 3, 3, 4, 5, 7, 8, 9])
  expect([0, 1, 2].map((at) => markAfter(left, at))).toEqual([null, null, 3])
  expect(markAfter(left, left.length - 1)).toBe(10)
  expect(unseen(all, 10)).toEqual([])
})

test('a vote tells who voted for what, and its effect last', () => {
  expect(textOf(scene(), 'vote').lines).toEqual(['What now?', 'Anna: wait', 'Boris: go', 'Decided: go', 'Trains go.'])
})

test('an open vote is no moment', () => {
  expect(momentsOf(scene(7), ALL).some((each) => each.kind === 'vote')).toBe(false)
})

test('slips are written from the last place on, with every line', () => {
  expect(textOf(scene(), 'slips').lines).toEqual([
    'Boris, Red Line: Dollars $15; 3 trains left $7; Tickets (1 completed, 1 failed) −$2. Total $20; the slip goes into the vault.',
    'Anna, Blue Line: Dollars $25; 3 trains left $7; Tickets (1 completed, 1 failed) −$2. Total $30; the slip goes into the vault.',
  ])
})

test('only the winner opens the box by hand', () => {
  const box = momentsOf(scene(), ALL).find((each) => each.kind === 'box')!
  const { waits } = KINDS.box!.moment
  expect(waits!(box.data, scene())).toBe(1)
  expect(waits!(box.data, { ...scene(), mine: [] })).toBe(null)
})

test('the finale takes the papers out one by one, medals after all of them, and ends with the last card', () => {
  const paper = (kind: string, dollars: number, about = '') => ({ kind, dollars, game: 12, about })
  const accounts = [
    { company: 'blue', papers: [paper('slip', 30, '1865'), paper('medal', 15, 'speed')], total: 45, completed: 3 },
    { company: 'red', papers: [paper('slip', 20, '1865'), paper('missed', 17)], total: 37, completed: 1 },
  ]
  const over = scene(LOG.length, { status: 'finished' }, { accounts })
  expect(momentsOf(over, ALL).at(-1)?.kind).toBe('finale')
  // The last card read belongs to the finale.
  expect(momentsOf(over, ALL).filter((each) => each.kind === 'story')).toHaveLength(1)
  expect(textOf(over, 'finale').lines).toEqual([
    'Boris: bank slip of 1865, $20',
    'Boris: for the missed game 12, $17',
    'Anna: bank slip of 1865, $30',
    'Anna: medal “Speed”, $15',
    'Boris, Red Line: $37 in all',
    'Anna, Blue Line: $45 in all',
    'Anna wins the campaign with Blue Line and $45!',
    'Second. It went on.',
    'Signed: ',
  ])
})

test('the chronicle has every moment by game, and the slips', () => {
  const lines = linesOf(scene(), ALL)
  expect(yearsOf(lines, scene()).map(({ game, year, items }) => [game, year, items.length])).toEqual([[0, null, 1], [1, 1865, 13]])
  expect(slipsOf(lines)).toEqual([{ game: 1, year: 1865, totals: { blue: 30, red: 20 } }])
})

test('a postcard that arrives tells its back to its holder alone; once it is met, to all', () => {
  const words = { ...scene().words!, postcards: { p01: { sender: 'A boy', front: 'A hint.', back: ['Do it.'] } }, changes: [{ fact: 1, year: 1865, joined: [], stickers: [], peeled: [], arrived: [{ company: 'blue', card: 'p01' }] }] }
  const [anna, boris] = scene().info!.companies
  const seen = (mine: object[], shown: string[] = []) => textOf({ ...scene(2, {}, { shown }), words, mine } as unknown as Scene, 'postcard').lines.at(-1)
  expect(seen([anna!])).toBe('On the back, for your eyes only: Do it.')
  expect(seen([boris!])).toBe('Its back is known to Anna alone.')
  // At hot-seat others look at the same screen.
  expect(seen([anna!, boris!])).toBe('The back is in the post office, under a cover, for Anna alone.')
  expect(seen([boris!], ['p01'])).toBe('Its back, now for all: Do it.')
})
