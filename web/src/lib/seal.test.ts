// The check of the seal of a game, with values from trunkline.game.seal: a secret of bytes 0 to 31 and three contributions.
import { describe, expect, it } from 'vitest'
import { checkSeal, isSound } from './seal'

const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
const LUCK = 'aa'.repeat(16)
const head = {
  commitment: COMMITMENT,
  secret: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  contributions: [LUCK, '', '010203'],
  // A version, the key 9c02bae0…, and something after it, compressed.
  state: 'eJxjnMO06wHni+MHAua319xVzDvr/sso/E0N66SC+fZGyo0rbUoyUhWKUotLFPLTFEDs4pLEklQAs7MXZQ==',
}
const check = (changes: Partial<typeof head> = {}, shown = COMMITMENT, mine = {}) => checkSeal(`${JSON.stringify({ ...head, ...changes })}\n{}\n`, shown, mine)

describe('the seal of a game', () => {
  it('holds if secret, commitment, contributions and deal belong together', async () => {
    expect(await check({}, COMMITMENT, { commitment: COMMITMENT, luck: LUCK })).toEqual({ commitment: 'yes', seen: 'yes', luck: 'yes', key: 'yes' })
  })
  it('says what this browser cannot know', async () => {
    const proof = await check()
    expect(proof).toEqual({ commitment: 'yes', seen: 'unknown', luck: 'unknown', key: 'yes' })
    expect(isSound(proof)).toBe(true)
  })
  it('finds another secret, another commitment and other contributions', async () => {
    const secret = await check({ secret: 'ff'.repeat(32) })
    expect([secret.commitment, secret.key, isSound(secret)]).toEqual(['no', 'no', false])
    expect((await check({}, 'ee'.repeat(32))).commitment).toBe('no')
    expect((await check({}, COMMITMENT, { commitment: 'ee'.repeat(32) })).seen).toBe('no')
    expect(await check({ contributions: ['', LUCK, '010203'] }, COMMITMENT, { luck: LUCK })).toMatchObject({ luck: 'yes', key: 'no' })
    expect((await check({}, COMMITMENT, { luck: 'bb'.repeat(16) })).luck).toBe('no')
  })
})
