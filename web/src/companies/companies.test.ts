// Events of maps with companies in words: each says what it paid or took, and why.
import { beforeAll, expect, suite, test } from 'vitest'
import { look, PALETTE, PLAYERS } from '../lib/colours'
import { liveryOf } from '../lib/livery'
import { readMoves } from '../lib/moves'
import type { GameMap } from '../lib/maps'
import type { EntryLine, GameEvent, OwnPart } from '../lib/types'
import { describe as words, sentencesOf } from '../table/log'
import { sample } from '../table/sample'
import { announced, dealt, sentence } from './log'
import { payLine, paysOf, trainsTable, withPays } from './pays'
import { bonusWords, companyName, isLightning, newsWords, putTexts, sourceWords } from './texts.svelte'

const kit = { sentence, dealt } as unknown as GameMap['kit']
const gameMap: GameMap = {
  ...sample,
  served: { ...sample.served, companies: ['blue', 'black'] },
  variant: { ...sample.variant, rules: { ...sample.variant.rules, trains_left: [16, 12, 4, 4] } },
  kit,
}
const names = ['Ada', 'Bohdan']
const entryOf = (...events: GameEvent[]): EntryLine => ({ seq: 5, kind: 'move', seat: 0, by_bot: false, action: null, events, at: 0, undo: false })
const say = (event: GameEvent) => words(entryOf(event), gameMap, names)

beforeAll(() =>
  putTexts(gameMap.id, {
    companies: { blue: { name: 'Lakes', text: ['It pays 2 dollars.'] }, black: { name: 'Iron', text: ['It takes a card.', 'It pays 1 dollar.'] } },
    news: { famine: { name: 'Famine', text: { 2: ['A fee.'], 4: ['Another fee.'] }, lightning: false }, payday: { name: 'Payday', text: { 2: ['Dollars.'] }, lightning: true } },
  }),
)

suite('the log of a gameMap with companies', () => {
  test.each<[GameEvent, string]>([
    [{ event: 'money', seat: 0, amount: 2, balance: 9, step: 3, source: 'blue' }, 'Step 3, bonus of Lakes: Ada gets $2 and has $9.'],
    [{ event: 'money', seat: 0, amount: -2, balance: 7, step: 11, source: 'famine' }, 'Step 11, news “Famine”: Ada pays $2 and has $7.'],
    [{ event: 'money', seat: 0, amount: 0, balance: 0, step: 11, source: 'famine' }, 'Step 11, news “Famine”: Ada has $0 and pays nothing.'],
    [{ event: 'money', seat: 1, amount: 3, balance: 8, step: 0, source: 'payday' }, 'News “Payday”: Bohdan gets $3 and has $8.'],
    [{ event: 'cards-gained', seat: 0, step: 12, source: 'large-city', count: 1 }, 'Step 12, large city: Ada draws 1 card.'],
    [{ event: 'cards-gained', seat: 0, step: 12, source: 'large-city', count: 1, cards: ['red'] }, 'Step 12, large city: Ada draws 1 red.'],
    [{ event: 'cards-gained', seat: 0, step: 12, source: 'large-city', count: 0 }, 'Step 12, large city: Ada draws nothing, the deck is empty.'],
    [{ event: 'took', seat: 1, step: 3, source: 'black', slot: 2, card: 'green' }, 'Step 3, bonus of Iron: Bohdan takes a card from the row: green.'],
    [{ event: 'asked', seat: 1, step: 3, source: 'black' }, 'Step 3, bonus of Iron: Bohdan is choosing a card from the row.'],
    [{ event: 'cards-lost', seat: 1, source: 'famine', cards: ['red', 'red'] }, 'News “Famine”: Bohdan loses cards at random: 2 red.'],
    [{ event: 'bought', seat: 0, source: 'famine', card: 'locomotive' }, 'News “Famine”: Ada buys from the discards: locomotive.'],
    [{ event: 'ticket-returned', seat: 1, source: 'famine' }, 'News “Famine”: Bohdan puts a ticket under the deck.'],
    [{ event: 'bond', seat: 0, source: 'famine', owed: 9 }, 'News “Famine”: Ada takes a bond; the bank slip loses $9.'],
    [{ event: 'spike', seat: 0, step: 11, source: 'spike-PS', vault: 10 }, 'Step 11, golden spike of PS: Ada drives it, $10 into the vault!'],
    [{ event: 'row-washed', source: 'famine' }, 'News “Famine”: the row is discarded and dealt again.'],
    [{ event: 'newspaper', seat: 0, count: 2 }, 'Ada turns up 2 newspapers.'],
    [{ event: 'newspapers-passed', seat: 0, count: 1 }, 'A newspaper is skipped: no event.'],
    [{ event: 'news', seat: 0, news: 'famine' }, 'News: Famine. A fee.'],
    [{ event: 'news-shuffled', count: 6 }, 'The news events become a new deck.'],
    [{ event: 'claimed', seat: 0, route: 'berg-corte', colour: 'red', cards: 3, locomotives: 1, points: 0 }, 'Ada claims Berg – Corte with 2 red and 1 locomotive.'],
  ])('%o', (event, expected) => expect(say(event)).toBe(expected))

  test('begins with the dollars of the start', () => {
    const deal: EntryLine = { ...entryOf({ event: 'money', seat: 0, amount: 5, balance: 5, step: 0, source: 'start' }), kind: 'deal', seat: null }
    expect(sentencesOf(deal, gameMap, names)).toEqual(['The cards are dealt.', 'Every company starts with $5.'])
  })
  test('does not call a washed row one with too many locomotives', () => {
    const wash: GameEvent[] = [{ event: 'row-washed', source: 'famine' }, { event: 'row-dealt', row: [] }]
    expect(sentencesOf(entryOf(...wash), gameMap, names)).toHaveLength(1)
    expect(say({ event: 'row-dealt', row: [] })).toContain('Too many locomotives')
  })
  test('is shown on the screen where something is paid or turned up', () => {
    const claim: GameEvent = { event: 'claimed', seat: 0, route: 'berg-corte', colour: 'red', cards: 3, locomotives: 0, points: 0 }
    expect(announced(entryOf(claim), gameMap, names)).toEqual([])
    expect(announced(entryOf(claim, { event: 'money', seat: 0, amount: 2, balance: 9, step: 3, source: 'blue' }), gameMap, names)).toHaveLength(2)
    expect(announced(entryOf({ event: 'newspaper', seat: 0, count: 1 }, { event: 'news', seat: 0, news: 'famine' }), gameMap, names)).toEqual(['Ada turns up a newspaper.', 'News: Famine!'])
    expect(announced(entryOf({ event: 'drew', seat: 0, slot: 1, card: 'red' }), gameMap, names)).toEqual([])
  })
})

suite('what a route pays', () => {
  test('is told with its steps', () => {
    expect(payLine(gameMap, { step: 3, source: 'blue', money: 2, cards: 0 })).toBe('Step 3, bonus of Lakes: +$2')
    expect(payLine(gameMap, { step: 3, source: 'black', money: 1, cards: 1 })).toBe('Step 3, bonus of Iron: +$1 and 1 card')
    expect(payLine(gameMap, { step: 11, source: 'famine', money: -2, cards: 0 })).toBe('Step 11, news “Famine”: a fee of $2')
    expect(payLine(gameMap, { step: 12, source: 'large-city', money: 0, cards: 1 })).toBe('Step 12, large city: 1 card')
  })
  test('is found by route', () => {
    const steps = [{ step: 12, source: 'large-city', money: 0, cards: 1 }]
    const own = { pays: [{ routes: ['a-b', 'c-d:2'], steps }] } as unknown as OwnPart
    expect([paysOf(own, 'c-d:2'), paysOf(own, 'c-d'), paysOf(null, 'a-b')]).toEqual([steps, [], []])
  })
  test('belongs to the action', () => {
    expect(withPays('Claim it', gameMap, [])).toBe('Claim it')
    expect(withPays('Claim it', gameMap, [{ step: 12, source: 'large-city', money: 0, cards: 1 }])).toBe('Claim it. It pays: Step 12, large city: 1 card.')
  })
  test('is joined by what trains left are worth', () => expect(trainsTable(gameMap)).toContain('0 → $16, 1 → $12, 2–3 → $4'))
})

suite('companies and news events', () => {
  test('have the texts of the server', () => {
    expect([companyName(gameMap.id, 'blue'), bonusWords(gameMap.id, 'black')]).toEqual(['Lakes', 'It takes a card. It pays 1 dollar.'])
    expect([newsWords(gameMap.id, 'famine', 2), newsWords(gameMap.id, 'famine', 4)]).toEqual(['A fee.', 'Another fee.'])
    expect([isLightning(gameMap.id, 'famine'), isLightning(gameMap.id, 'payday')]).toEqual([false, true])
    expect(sourceWords(gameMap, 'large-city')).toBe('large city')
  })
  test('have colours of their own, seats without a company those of the seats', () => {
    expect(liveryOf(0, { company: 'black' })).toEqual(liveryOf(4, { company: 'black', colour: 'teal' }))
    expect(liveryOf(3, { colour: 'wine' })).toEqual(PLAYERS.wine)
    expect(liveryOf(1)).toEqual(liveryOf(1 + PALETTE.length))
    expect(liveryOf(0, { company: 'purple' }).fill).not.toBe(liveryOf(0).fill)
  })
  test.each(['blue', 'red', 'green', 'yellow', 'black', 'white', 'purple', 'orange'])('%s has another shape on its trains than on free routes', (colour) =>
    expect(liveryOf(0, { company: colour }).shape).not.toBe(look(colour).shape),
  )
  test('ask for a card of the row', () => {
    const moves = readMoves({ seat: 0, actions: ['take 2', 'take 5'], cards: [null, null], payments: [], why_not: {} })
    expect([...moves.takes]).toEqual([[2, 'take 2'], [5, 'take 5']])
  })
})
