// What is told of the moves of others: captions of a turn, and the last turn of each player.
import { describe as suite, expect, test } from 'vitest'
import type { EntryLine, GameEvent, ScoreSheet } from '../lib/types'
import { captionOf } from './captions'
import { lastTurns } from './lastMoves'
import { sample } from './sample'
import { placesOf } from './story'

const names = ['Anna', 'Borys']
let seq = 0
const move = (seat: number, events: GameEvent[], kind: EntryLine['kind'] = 'move'): EntryLine => ({ seq: seq++, kind, seat, by_bot: false, action: null, events, at: 0, undo: false })
const drew = (seat: number, card: string): GameEvent => ({ event: 'drew', seat, slot: 1, card })
const blind = (seat: number): GameEvent => ({ event: 'drew-blind', seat, deck: 'trains' })
const next = (seat: number): GameEvent => ({ event: 'started', seat })
const claimed = (seat: number): GameEvent => ({ event: 'claimed', seat, route: 'berg-corte', colour: 'red', cards: 3, locomotives: 1, points: 4 })

suite('captions', () => {
  test('the two cards of a turn are told together', () => {
    const turn = [move(1, [drew(1, 'red')]), move(1, [blind(1), next(0)])]
    expect(captionOf(turn.slice(0, 1), sample, names)).toBe('Borys takes 1 red.')
    expect(captionOf(turn, sample, names)).toBe('Borys takes 1 red and 1 from the deck.')
    expect(captionOf([move(1, [blind(1)]), move(1, [blind(1)])], sample, names)).toBe('Borys takes 2 from the deck.')
  })
  test('a claim says what it paid, and the last round is told with the cards that caused it', () => {
    expect(captionOf([move(0, [claimed(0), next(1)])], sample, names)).toBe('Anna claims Berg – Corte with 2 red and 1 locomotive: 4 points.')
    const last = move(0, [drew(0, 'red'), { event: 'last-turns', seat: 0, turns: 2 }])
    expect(captionOf([last], sample, names)).toBe('Anna takes 1 red. Last round: 2 turns left.')
  })
})

suite('the last turn of each player', () => {
  test('it has all steps of the turn, and stays until the next turn of the player', () => {
    const entries = [move(0, [drew(0, 'red')]), move(0, [blind(0), next(1)]), move(1, [claimed(1), next(0)])]
    expect(lastTurns(entries).get(0)).toHaveLength(2)
    const later = [...entries, move(0, [drew(0, 'blue')])]
    expect(lastTurns(later).get(0)).toEqual([later[3]])
    expect(lastTurns(later).get(1)).toEqual([entries[2]])
  })
  test('two turns in a row of the same player are two', () => {
    const entries = [move(0, [claimed(0), next(0)]), move(0, [drew(0, 'red')])]
    expect(lastTurns(entries).get(0)).toEqual([entries[1]])
  })
  test('a move that was undone is not marked', () => {
    const entries = [move(0, [claimed(0), next(1)]), move(0, [], 'undo')]
    expect(lastTurns(entries).has(0)).toBe(false)
  })
})

suite('the places on the podium', () => {
  const sheet = (totals: number[], winners: number[], ranking: number[] = []) => ({ players: totals.map((total, seat) => ({ seat, total })), winners, ranking }) as unknown as ScoreSheet
  test('go by points, winners first, and players who share the victory share the first place', () => {
    expect(placesOf(sheet([50, 80, 80], [1, 2])).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [2, 1], [0, 3]])
    expect(placesOf(sheet([50, 80, 80], [2])).map(({ seat, place }) => [seat, place])).toEqual([[2, 1], [1, 2], [0, 3]])
  })
  test('go by the ranking where the sheet has one', () => {
    expect(placesOf(sheet([50, 40, 60], [0], [0, 2, 1])).map(({ seat }) => seat)).toEqual([0, 2, 1])
  })
})
