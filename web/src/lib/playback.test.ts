// The queue of entries: each has its time, a press skips all, and a long queue is caught up with at once.
import { afterEach, beforeEach, describe as suite, expect, test, vi } from 'vitest'
import { MOST_WAITING, Playback } from './playback'

let shown: number[] = []
let rests = 0
const playback = () => new Playback<number>({ pace: () => 1000, show: (entry) => shown.push(entry), rest: () => rests++ })

suite('the queue of entries', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    shown = []
    rests = 0
  })
  afterEach(() => vi.useRealTimers())

  test('entries are shown one after the other, each for its time', () => {
    const queue = playback()
    for (const entry of [1, 2, 3]) queue.add(entry)
    expect(shown).toEqual([1])
    expect(queue.waiting).toBe(2)
    vi.advanceTimersByTime(1000)
    expect(shown).toEqual([1, 2])
    vi.advanceTimersByTime(2000)
    expect(shown).toEqual([1, 2, 3])
    expect(rests).toBe(1)
  })
  test('a press skips what waits, and what comes later is shown again', () => {
    const queue = playback()
    for (const entry of [1, 2, 3]) queue.add(entry)
    queue.skip()
    vi.advanceTimersByTime(9000)
    expect(shown).toEqual([1])
    expect([rests, queue.waiting]).toEqual([1, 0])
    queue.add(4)
    expect(shown).toEqual([1, 4])
  })
  test('after a long absence nothing is replayed for minutes', () => {
    const queue = playback()
    for (let entry = 0; entry < MOST_WAITING + 2; entry++) queue.add(entry)
    expect(queue.waiting).toBe(0)
    expect(rests).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(shown).toEqual([0])
  })
})
