// Which bot is offered first.
import { describe, expect, it } from 'vitest'
import type { BotInfo } from './api'
import { botOf, usualBot } from './names'

const bot = (name: string, kind: BotInfo['kind'], level: number): BotInfo => ({ name, kind, level, pace: [0.6, 1.6] })
const bots = [bot('beginner', 'level', 1), bot('traveller', 'level', 2), bot('blocker', 'style', 3), bot('greedy', 'baseline', 2)]

describe('the bot to offer', () => {
  it('is of the second level, unless another was chosen that is still there', () => {
    expect(usualBot(bots, '')).toBe('traveller')
    expect(usualBot(bots, 'blocker')).toBe('blocker')
    expect(usualBot(bots, 'gone')).toBe('traveller')
  })
  it('is a level even where a baseline is as strong, and any where there is no level', () => {
    expect(botOf([...bots].reverse(), 2)).toBe('traveller')
    expect(botOf([bot('mine', 'own', 0)], 2)).toBe('mine')
    expect(botOf([], 1)).toBe('traveller')
  })
})
