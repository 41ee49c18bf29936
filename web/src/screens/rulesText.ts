// Search in the rules, by words or by rule id, and their *emphasis* markup.
import type { HelpPage } from '../lib/api'

export interface Piece { text: string; kind: 'plain' | 'stress' | 'found' }

/** The text of a rule in pieces: emphasized between asterisks, and marked where it matches the search. */
export function pieces(text: string, wanted: string): Piece[] {
  const found: Piece[] = []
  text.split('*').forEach((part, i) => {
    const kind = i % 2 ? 'stress' : 'plain'
    const words = wanted.trim().toLocaleLowerCase()
    if (!words) {
      if (part) found.push({ text: part, kind })
      return
    }
    let rest = part
    for (;;) {
      const at = rest.toLocaleLowerCase().indexOf(words)
      if (at < 0) break
      if (at) found.push({ text: rest.slice(0, at), kind })
      found.push({ text: rest.slice(at, at + words.length), kind: 'found' })
      rest = rest.slice(at + words.length)
    }
    if (rest) found.push({ text: rest, kind })
  })
  return found
}

/** The chapters with only the rules that contain the words or have that id. */
export function search(chapters: HelpPage['chapters'], wanted: string): HelpPage['chapters'] {
  const words = wanted.trim().toLocaleLowerCase()
  if (!words) return chapters
  return chapters
    .map((chapter) => ({ ...chapter, rules: chapter.rules.filter((rule) => rule.id.toLocaleLowerCase() === words || rule.text.replaceAll('*', '').toLocaleLowerCase().includes(words)) }))
    .filter((chapter) => chapter.rules.length)
}
