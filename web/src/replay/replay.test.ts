// What a seat knows of an entry in a replay.
import { describe, expect, it } from 'vitest'
import type { EntryLine } from '../lib/types'
import { lasting, through } from './replay.svelte'

const entry: EntryLine = {
  seq: 4, kind: 'move', seat: 1, by_bot: false, action: 'draw deck', at: 0, undo: false,
  events: [{ event: 'drew-blind', seat: 1, deck: 'trains', cards: ['red'] }],
}

describe('an entry through other eyes', () => {
  it('hides what was drawn blind from other seats', () => {
    expect(through(entry, 0).events[0]).not.toHaveProperty('cards')
    expect(through(entry, 1).events[0]).toHaveProperty('cards')
    expect(through(entry, 'open').events[0]).toHaveProperty('cards')
  })
  it('is looked at longer when a tunnel is turned up', () => {
    expect(lasting({ ...entry, events: [{ event: 'turned', seat: 1, asked: 1, cards: [] }] })).toBeGreaterThan(lasting(entry))
  })
})
