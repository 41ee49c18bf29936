// QR codes (ISO/IEC 18004) for links: byte mode, error correction level M, versions 1 to 6.

/** By version: error correction bytes of a block, data bytes of a block, and blocks. All blocks of these versions are alike. */
const BLOCKS = [[10, 16, 1], [16, 28, 1], [26, 44, 1], [18, 32, 2], [24, 43, 2], [16, 27, 4]] as const

// --- Reed-Solomon over GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 ---

const POWERS = new Uint8Array(255)
const LOGS = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = value
  LOGS[value] = power
  value = (value << 1) ^ (value & 128 ? 0x11d : 0)
}
const times = (a: number, b: number) => (a && b ? POWERS[(LOGS[a]! + LOGS[b]!) % 255]! : 0)

/** The error correction bytes of a block: the remainder of its polynomial by the generator. */
export function correction(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0]
    generator.forEach((factor, at) => (next[at + 1]! ^= times(factor, POWERS[root]!)))
    generator = next
  }
  const rest = [...data, ...Array<number>(count).fill(0)]
  data.forEach((_, at) => {
    const lead = rest[at]!
    generator.forEach((factor, each) => (rest[at + each]! ^= times(factor, lead)))
  })
  return rest.slice(data.length)
}

// --- bytes ---

/** All bytes of the symbol: data and corrections of the blocks, interleaved. */
function bytesOf(text: Uint8Array, version: number): number[] {
  const [corrections, size, count] = BLOCKS[version - 1]!
  // Mode 4 (bytes), the length in eight bits, the text, and the end: all shifted by half a byte.
  const halves = [4, text.length >> 4, text.length & 15, ...[...text].flatMap((byte) => [byte >> 4, byte & 15]), 0]
  const data: number[] = []
  for (let at = 0; at < halves.length && data.length < size * count; at += 2) data.push((halves[at]! << 4) | (halves[at + 1] ?? 0))
  for (let pad = 0xec; data.length < size * count; pad ^= 0xec ^ 0x11) data.push(pad)
  const blocks = Array.from({ length: count }, (_, block) => data.slice(block * size, (block + 1) * size))
  const checks = blocks.map((block) => correction(block, corrections))
  const interleaved = (parts: number[][]) => parts[0]!.flatMap((_, at) => parts.map((part) => part[at]!))
  return [...interleaved(blocks), ...interleaved(checks)]
}

// --- modules ---

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
]

/** Level M and the mask, in fifteen bits with their own correction. */
function formatBits(mask: number): number {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10)
  return ((mask << 10) | rest) ^ 0x5412
}

/** The rows of modules; null where data goes. */
function patterns(version: number, mask: number): (boolean | null)[][] {
  const size = 17 + 4 * version
  const rows = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const square = (cx: number, cy: number, reach: number, dark: (ring: number) => boolean) => {
    for (let y = cy - reach; y <= cy + reach; y++)
      for (let x = cx - reach; x <= cx + reach; x++) if (x >= 0 && y >= 0 && x < size && y < size) rows[y]![x] = dark(Math.max(Math.abs(x - cx), Math.abs(y - cy)))
  }
  for (let at = 8; at < size - 8; at++) rows[6]![at] = rows[at]![6] = at % 2 === 0
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1)
  const format = formatBits(mask)
  for (let bit = 0; bit < 15; bit++) {
    const dark = (format >> bit & 1) === 1
    rows[bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit]![8] = dark
    rows[8]![bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit] = dark
  }
  rows[size - 8]![8] = true
  return rows
}

/** How hard a symbol is to read: runs, squares, patterns like the corners, and too much of one colour. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]!))].map((line) => line.map(Number).join(''))
  let points = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    for (let at = 0; at < line.length - 10; at++) if (/^(10111010000|00001011101)/.test(line.slice(at, at + 11))) points += 40
  }
  for (let y = 1; y < rows.length; y++) for (let x = 1; x < rows.length; x++) if (new Set([rows[y]![x], rows[y - 1]![x], rows[y]![x - 1], rows[y - 1]![x - 1]]).size === 1) points += 3
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}

/** The symbol with one mask. */
function symbol(bytes: readonly number[], version: number, mask: number): boolean[][] {
  const rows = patterns(version, mask)
  let bit = 0
  // Two columns at a time from the right, upwards and downwards in turn; the column of the timing pattern is left out.
  for (let right = rows.length - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let step = 0; step < rows.length; step++) {
      const y = up ? rows.length - 1 - step : step
      for (const x of [right, right - 1]) {
        if (rows[y]![x] !== null) continue
        rows[y]![x] = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1) === 1 !== MASKS[mask]!(x, y)
        bit++
      }
    }
  }
  return rows as boolean[][]
}

/** The rows of a QR code, true where a module is dark; null if the text is too long (106 bytes). */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = BLOCKS.findIndex(([, size, count]) => bytes.length + 2 <= size * count) + 1
  if (!version) return null
  const all = bytesOf(bytes, version)
  const symbols = MASKS.map((_, mask) => symbol(all, version, mask))
  const points = symbols.map(penalty)
  return symbols[points.indexOf(Math.min(...points))]!
}

/** The dark modules as a path, one unit each. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
