// The logic of campaigns that needs no browser: what may be decided, signatures, and what a client makes of messages.
import { describe, expect, it } from 'vitest'
import { decisionsOf, MISSES, pairIn, PLAYS, seatWords, territoriesIn } from './legal'
import { inkOf, strokesOf, written, type Stroke } from './signature'
import { factsOf } from './types'

describe('decisions', () => {
  const you = { companies: [{ company: 'blue', actions: ['christen boston-albany …', 'vote a', 'vote b', 'remove payday', 'remove milk-run', 'leave'] }], host: ['seat …', 'join …'] }

  it('come by actor and verb with their options', () => {
    const found = decisionsOf(you, [])
    expect(found.find((each) => each.verb === 'vote')).toEqual({ actor: 'blue', verb: 'vote', options: ['a', 'b'], waited: false })
    expect(found.find((each) => each.verb === 'christen')!.options).toEqual(['boston-albany'])
    expect(found.find((each) => each.verb === 'seat')).toEqual({ actor: 'host', verb: 'seat', options: [''], waited: false })
  })
  it('that everybody waits for come first', () => {
    expect(decisionsOf(you, ['host'])[0]).toMatchObject({ verb: 'seat', waited: true })
    expect(decisionsOf(you, ['blue'])[0]).toMatchObject({ verb: 'remove', waited: true })
    // A vote never blocks, even if its company is waited for.
    expect(decisionsOf(you, ['blue']).find((each) => each.verb === 'vote')!.waited).toBe(false)
  })
  it('of a verb that this page does not know are left out', () => {
    expect(decisionsOf({ companies: [{ company: 'red', actions: ['hire brakeman'] }], host: [] }, [])).toEqual([])
  })
  it('name two territories that go together, in either order', () => {
    const pairs = ['LK PM', 'LK BR', 'PM BR']
    expect(territoriesIn(pairs)).toEqual(['LK', 'PM', 'BR'])
    expect(pairIn(pairs, ['BR', 'LK'])).toBe('LK BR')
    expect(pairIn(pairs, ['LK'])).toBe(null)
  })
  it('seat who plays, with stand-ins, without who misses', () => {
    expect(seatWords({ blue: PLAYS, red: 'planner', green: MISSES })).toBe('seat blue red=planner')
  })
})

describe('signatures', () => {
  const strokes: Stroke[] = [[[10, 20], [30.4, 40.6]], [[5, 5], [6, 6], [7, 8]]]

  it('are read as they were written', () => {
    expect(strokesOf(written(strokes))).toEqual([[[10, 20], [30, 41]], [[5, 5], [6, 6], [7, 8]]])
    expect(inkOf([[[1, 2], [3, 4]]])).toBe('M1 2L3 4')
  })
  it('that are typed or unreadable have no strokes', () => {
    for (const text of ['Anna', '', '~', '~1 2', '~1 2 3', '~1 2 x 4', '~1 2 3 99999']) expect(strokesOf(text)).toBe(null)
  })
  it('that are only a tap are none', () => expect(written([[[1, 1]]])).toBe(''))
  it('are thinned until they are short enough', () => {
    const long: Stroke = Array.from({ length: 5000 }, (_, at) => [at % 300, at % 100])
    const text = written([long])
    expect(text.length).toBeLessThanOrEqual(4000)
    expect(strokesOf(text)![0]!.at(-1)).toEqual(long.at(-1))
  })
})

it('facts of kinds that this page does not know are left out', () => {
  const entry = { seq: 0, at: 0, actor: null, by_bot: false, action: null, facts: [{ entry: 'left', company: 'red' }, { entry: 'hired', company: 'red' }] }
  expect(factsOf(entry).map((fact) => fact.entry)).toEqual(['left'])
})
