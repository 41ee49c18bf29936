// All differences of a variant are listed, and nothing else.
import { describe, expect, it } from 'vitest'
import type { VariantData } from '../lib/types'
import { differences } from './variants'

const base = {
  id: 'base',
  rules: { opening: { short: 3, long: 0, keep: 2 }, draw: { tickets: 3 }, longest_path: 10, globetrotter: 0 },
  tickets: [{}, {}],
} as unknown as VariantData

describe('differences', () => {
  it('are none for the usual game', () => expect(differences(base, base)).toEqual([]))
  it('name each number that changed', () => {
    const other = { ...base, tickets: [{}, {}, {}], rules: { ...base.rules, longest_path: 0, globetrotter: 15 } } as unknown as VariantData
    const said = differences(base, other)
    expect(said).toHaveLength(3)
    expect(said[0]).toContain('3')
    expect(said[2]).toContain('15')
  })
})
