// Presets of a table and the requests made from them.
import { describe, expect, it } from 'vitest'
import { chooseCompany, withCompanies } from '../companies/seats'
import { canBeRated, chooseColour, fitted, isCode, isFull, MODES, preset, rated, tableIn, toWish, withColours } from './open'

describe('presets', () => {
  it('start at once only where nobody is waited for', () => {
    expect(isFull(preset('bots', 'usa', 'traveller').seats)).toBe(true)
    expect(isFull(preset('hotseat', 'usa', 'traveller').seats)).toBe(true)
    expect(isFull(preset('friends', 'usa', 'traveller').seats)).toBe(false)
    expect(isFull(preset('turns', 'usa', 'traveller').seats)).toBe(false)
  })
  it('give days to those who play by turns', () => {
    expect(preset('turns', 'usa', 'traveller').clock.kind).toBe('days')
    expect(preset('friends', 'usa', 'traveller').clock.kind).toBe('none')
  })
})

describe('a rated game', () => {
  it('is chosen, and never the preset', () => {
    for (const mode of MODES) expect(preset(mode, 'usa', 'traveller').rated).toBe(false)
  })
  it('is among people with one seat each', () => {
    expect(canBeRated(preset('friends', 'usa', 'traveller').seats)).toBe(true)
    expect(canBeRated(preset('bots', 'usa', 'traveller').seats)).toBe(false)
    expect(canBeRated(preset('hotseat', 'usa', 'traveller').seats)).toBe(false)
  })
  it('has a clock, and without one it is casual', () => {
    const draft = rated(preset('friends', 'usa', 'traveller'), true)
    expect(draft.clock.kind).toBe('move')
    expect(fitted(draft, 2, 5).rated).toBe(true)
    expect(fitted({ ...draft, clock: { kind: 'none', seconds: 86_400 } }, 2, 5).rated).toBe(false)
    expect(fitted({ ...draft, seats: preset('bots', 'usa', 'traveller').seats }, 2, 5).rated).toBe(false)
    expect(rated(preset('turns', 'usa', 'traveller'), true).clock.kind).toBe('days')
  })
})

describe('seats', () => {
  it('fit the players a variant allows', () => {
    const draft = { ...preset('friends', 'usa', 'traveller'), first: 2 }
    const two = fitted(draft, 2, 2)
    expect(two.seats).toHaveLength(2)
    expect(two.first).toBeNull()
    expect(fitted(draft, 4, 5).seats[3]).toEqual({ kind: 'bot', bot: 'traveller' })
  })
  it('go on the wire with a bot only where one sits', () => {
    const draft = preset('bots', 'usa', 'traveller')
    draft.seats[1] = { kind: 'open', bot: 'traveller' }
    expect(toWish(draft).seats).toEqual([
      { kind: 'me', colour: 'violet' },
      { kind: 'open', colour: 'brown' },
      { kind: 'bot', bot: 'traveller', colour: 'sky' },
    ])
  })
})

describe('colours', () => {
  const seats = preset('hotseat', 'usa', 'traveller').seats
  it('are those of the order until one is chosen, and change hands then', () => {
    expect(withColours(seats).map((seat) => seat.colour)).toEqual(['violet', 'brown'])
    expect(chooseColour(seats, 1, 'wine').map((seat) => seat.colour)).toEqual(['violet', 'wine'])
    expect(chooseColour(seats, 1, 'violet').map((seat) => seat.colour)).toEqual(['brown', 'violet'])
  })
  it('go on the wire with the names of hot-seat players', () => {
    const named = seats.map((seat, index) => ({ ...seat, name: ['Ada', '  '][index]! }))
    expect(toWish({ ...preset('hotseat', 'usa', 'traveller'), seats: named }).seats).toEqual([{ kind: 'me', colour: 'violet', name: 'Ada' }, { kind: 'me', colour: 'brown' }])
  })
})

describe('companies', () => {
  const all = ['blue', 'red', 'green']
  const seats = withCompanies(preset('bots', 'meridian', 'traveller').seats, all)
  it('are taken in order, and each by one seat', () => {
    expect(seats.map((seat) => seat.company)).toEqual(all)
    expect(withCompanies([{ kind: 'me', company: 'green' }, { kind: 'open', company: 'green' }], all).map((seat) => seat.company)).toEqual(['green', 'blue'])
    expect(withCompanies(seats, []).some((seat) => 'company' in seat)).toBe(false)
  })
  it('change hands when one is chosen', () => {
    const chosen = chooseCompany(seats, 0, 'green')
    expect(chosen.map((seat) => seat.company)).toEqual(['green', 'red', 'blue'])
    expect(toWish({ ...preset('bots', 'meridian', 'traveller'), seats: chosen }).seats[0]).toEqual({ kind: 'me', company: 'green' })
  })
})

describe('a code', () => {
  it('is read alone or out of a link', () => {
    expect(tableIn('  aB3-x ')).toBe('aB3-x')
    expect(tableIn('https://trains.example/table/aB3x?seat=1')).toBe('aB3x')
    expect(['bcdfgh', ' BCD FGH', 'bcd-fgh', 'ВСДфгх'].map(isCode)).toEqual([true, true, true, true])
    expect(['bcdfg', 'bcdfgh1', 'aB3-x', 'AbC-_fghijklmnop'].map(isCode)).toEqual([false, false, false, false])
    expect(tableIn('two words')).toBeNull()
    expect(tableIn('')).toBeNull()
  })
})
