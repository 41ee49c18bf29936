// The seal of a game: stores the commitment and the random bytes of this browser, and checks both when the game is over.

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export interface Remembered { commitment?: string; luck?: string }

export function rememberedSeal(table: string): Remembered {
  return JSON.parse(localStorage.getItem(`seal:${table}`) ?? '{}') as Remembered
}
/** The first commitment that was seen is kept: one that the server shows later proves nothing. */
export function rememberSeal(table: string, { commitment, luck }: Remembered): void {
  const had = rememberedSeal(table)
  localStorage.setItem(`seal:${table}`, JSON.stringify({ commitment: had.commitment ?? commitment, luck: luck ?? had.luck }))
}

export type Verdict = 'yes' | 'no' | 'unknown'
/** The result of a check: each part holds, does not hold, or cannot be checked here. */
export interface Proof { commitment: Verdict; seen: Verdict; luck: Verdict; key: Verdict }

export function isSound(proof: Proof): boolean {
  return Object.values(proof).every((verdict) => verdict !== 'no')
}

/** Whether this browser can compute digests: only over https, or from the machine itself. */
export function canCheck(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined
}

/** Checks the record of a finished game against the shown commitment and against what this browser stored. */
export async function checkSeal(record: string, shown: string, mine: Remembered): Promise<Proof> {
  const head = JSON.parse(record.slice(0, record.indexOf('\n'))) as { commitment: string; secret: string; contributions: string[]; state: string }
  const secret = bytes(head.secret)
  const commitment = hex(await sha256(secret))
  const key = hex(await sha256(joined([secret, ...head.contributions.flatMap((each) => [length(each.length / 2), bytes(each)])])))
  const dealt = await keyOfDeal(head.state)
  return {
    commitment: commitment === shown && commitment === head.commitment ? 'yes' : 'no',
    seen: mine.commitment === undefined ? 'unknown' : commitment === mine.commitment ? 'yes' : 'no',
    luck: mine.luck === undefined ? 'unknown' : head.contributions.includes(mine.luck) ? 'yes' : 'no',
    key: dealt === null ? 'unknown' : dealt === key ? 'yes' : 'no',
  }
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
}
/** Four bytes, little-endian: the length before each contribution (trunkline/game/seal.py). */
function length(count: number): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(4)
  new DataView(found.buffer).setUint32(0, count, true)
  return found
}
function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    found.set(part, at)
    at += part.length
  }
  return found
}
/** The key in a packed state: 32 bytes after the byte of the version (trunkline/rules/packing.py). */
async function keyOfDeal(state: string): Promise<string | null> {
  if (typeof DecompressionStream === 'undefined') return null
  const packed = Uint8Array.from(atob(state), (character) => character.charCodeAt(0))
  const opened = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  return hex(new Uint8Array(await new Response(opened).arrayBuffer()).slice(1, 33))
}
