// Reasons of hints as sentences.
import { beforeAll, describe, expect, it } from 'vitest'
import { useLanguage, LANGUAGES } from '../lib/words.svelte'
import { reasonWords } from './hints'
import { sample } from './sample'

const names = ['Ada', 'Blocker']
const said = (code: string, params: Record<string, unknown>) => reasonWords({ action: '', code, params }, sample, names)

describe('a reason', () => {
  beforeAll(() => useLanguage('en'))
  it('names whom a block is meant for', () => {
    expect(said('blocking', { seat: 1, route: 'berg-corte' })).toBe('Blocker seems to need this route.')
  })
  it('counts what a tunnel asks and what a port scores for', () => {
    expect(said('paying', { route: 'berg-corte', asked: 1 })).toBe('Pay 1 more card, and the route is yours.')
    expect(said('building_port', { city: 'alba', tickets: [] })).toContain('saves')
    expect(said('building_port', { city: 'alba', tickets: ['alba-corte'] })).toContain('scores for')
  })
  it('is a sentence in every language, also if the page does not know it', async () => {
    for (const { id } of LANGUAGES) {
      await useLanguage(id)
      for (const code of ['collecting', 'collecting_any', 'ending', 'collecting_together', 'toward_tickets', 'buying', 'returning', 'something_new'])
        expect(said(code, { route: 'berg-corte', colour: 'red', tickets: ['alba-corte'], routes: [] })).toMatch(/^[^{}]{8,}\.$/)
    }
  })
})
