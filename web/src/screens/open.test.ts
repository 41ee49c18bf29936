// Presets of a table and what becomes of them.
import { describe, expect, it } from 'vitest'
import { fitted, isFull, preset, tableIn, toWish } from './open'

describe('presets', () => {
  it('start at once only where nobody is waited for', () => {
    expect(isFull(preset('bots', 'usa', 'greedy').seats)).toBe(true)
    expect(isFull(preset('hotseat', 'usa', 'greedy').seats)).toBe(true)
    expect(isFull(preset('friends', 'usa', 'greedy').seats)).toBe(false)
    expect(isFull(preset('turns', 'usa', 'greedy').seats)).toBe(false)
  })
  it('give days to those who play by turns', () => {
    expect(preset('turns', 'usa', 'greedy').clock.kind).toBe('days')
    expect(preset('friends', 'usa', 'greedy').clock.kind).toBe('none')
  })
})

describe('seats', () => {
  it('fit the players a variant allows', () => {
    const draft = { ...preset('friends', 'usa', 'greedy'), first: 2 }
    const two = fitted(draft, 2, 2)
    expect(two.seats).toHaveLength(2)
    expect(two.first).toBeNull()
    expect(fitted(draft, 4, 5).seats[3]).toEqual({ kind: 'bot', bot: 'greedy' })
  })
  it('go on the wire with a bot only where one sits', () => {
    const draft = preset('bots', 'usa', 'greedy')
    draft.seats[1] = { kind: 'open', bot: 'greedy' }
    expect(toWish(draft).seats).toEqual([{ kind: 'me' }, { kind: 'open' }, { kind: 'bot', bot: 'greedy' }])
  })
})

describe('a code', () => {
  it('is read alone or out of a link', () => {
    expect(tableIn('  aB3-x ')).toBe('aB3-x')
    expect(tableIn('https://trains.example/table/aB3x?seat=1')).toBe('aB3x')
    expect(tableIn('two words')).toBeNull()
    expect(tableIn('')).toBeNull()
  })
})
