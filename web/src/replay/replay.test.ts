// What a seat knows of an entry in a replay.
import { describe, expect, it } from 'vitest'
import type { EntryLine } from '../lib/types'
import { lasting, through } from './replay.svelte'

const told: EntryLine = {
  seq: 4, kind: 'move', seat: 1, by_bot: false, action: 'draw deck', at: 0, undo: false,
  events: [{ event: 'drew-blind', seat: 1, deck: 'trains', cards: ['red'] }],
}

describe('an entry through other eyes', () => {
  it('hides what was drawn blind from other seats', () => {
    expect(through(told, 0).events[0]).not.toHaveProperty('cards')
    expect(through(told, 1).events[0]).toHaveProperty('cards')
    expect(through(told, 'open').events[0]).toHaveProperty('cards')
  })
  it('is looked at longer when a tunnel is turned up', () => {
    expect(lasting({ ...told, events: [{ event: 'turned', seat: 1, asked: 1, cards: [] }] })).toBeGreaterThan(lasting(told))
  })
})
