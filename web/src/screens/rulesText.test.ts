// Rules are found by their words and ids, and shown with what was found.
import { describe, expect, it } from 'vitest'
import { pieces, search } from './rulesText'

const chapters = [
  { id: 'C', title: 'Common', rules: [{ id: 'C1', text: 'Two to five *players*.' }, { id: 'C11', text: 'A route is claimed.' }] },
  { id: 'E', title: 'Europe', rules: [{ id: 'E2', text: 'Ferries need locomotives.' }] },
]

describe('search', () => {
  it('finds by words, without minding asterisks or case', () => expect(search(chapters, 'five PLAYERS')[0]!.rules.map((rule) => rule.id)).toEqual(['C1']))
  it('finds one rule by its id', () => expect(search(chapters, 'c1').flatMap((chapter) => chapter.rules.map((rule) => rule.id))).toEqual(['C1']))
  it('leaves empty chapters out', () => expect(search(chapters, 'ferries').map((chapter) => chapter.id)).toEqual(['E']))
})

describe('pieces', () => {
  it('are stressed and marked', () => {
    expect(pieces('Two to five *players*.', 'FIVE')).toEqual([
      { text: 'Two to ', kind: 'plain' },
      { text: 'five', kind: 'found' },
      { text: ' ', kind: 'plain' },
      { text: 'players', kind: 'stress' },
      { text: '.', kind: 'plain' },
    ])
  })
})
