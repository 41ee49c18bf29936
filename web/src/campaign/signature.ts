// A signature as text: the strokes of a finger or mouse on a pad of 300 × 100, or a typed name.

export type Point = [number, number]
export type Stroke = Point[]
export const PAD: Point = [300, 100]
/** Strokes begin with this sign; a typed name never does, for it is trimmed. */
const MARK = '~'
const LONGEST = 4000

/** The strokes as text: whole numbers, strokes apart by `;`. Points are thinned until the text is short enough. */
export function written(strokes: Stroke[]): string {
  let kept = strokes.filter((stroke) => stroke.length > 1)
  if (!kept.length) return ''
  for (;;) {
    const text = MARK + kept.map((stroke) => stroke.map((point) => point.map(Math.round).join(' ')).join(' ')).join(';')
    if (text.length <= LONGEST) return text
    kept = kept.map((stroke) => stroke.filter((_, at) => at % 2 === 0 || at === stroke.length - 1))
  }
}

/** The strokes of a signature; null if it is a typed name or unreadable. */
export function strokesOf(text: string): Stroke[] | null {
  if (!text.startsWith(MARK)) return null
  const strokes: Stroke[] = []
  for (const part of text.slice(1).split(';')) {
    const numbers = part.split(' ').map(Number)
    if (numbers.length < 4 || numbers.length % 2 || numbers.some((each) => !Number.isFinite(each) || Math.abs(each) > 1000)) return null
    strokes.push(Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at]!, numbers[2 * at + 1]!]))
  }
  return strokes
}

/** Strokes as the path of an SVG. */
export function inkOf(strokes: Stroke[]): string {
  return strokes.map((stroke) => `M${stroke.map((point) => point.join(' ')).join('L')}`).join('')
}
