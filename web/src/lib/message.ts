// Sentences with parameters: {name}, {count, plural, one {…} other {…}}, {kind, select, a {…} other {…}}; # is the number.

export type Params = Record<string, string | number>

type Part = string | { name: string; kind?: 'plural' | 'select'; cases?: Record<string, Part[]> }

const parsed = new Map<string, Part[]>()

/** Makes something once for each language: a formatter costs far more to make than to use. */
export function once<T>(make: (language: string) => T): (language: string) => T {
  const made: Record<string, T> = {}
  return (language) => (made[language] ??= make(language))
}
const pluralRules = once((language) => new Intl.PluralRules(language))
const numberFormat = once((language) => new Intl.NumberFormat(language))

function parse(text: string): Part[] {
  let at = 0
  function parts(nested: boolean): Part[] {
    const found: Part[] = []
    let plain = ''
    while (at < text.length) {
      const c = text[at]!
      if (c === '{') {
        if (plain) found.push(plain)
        plain = ''
        found.push(argument())
      } else if (c === '}' && nested) break
      else {
        plain += c
        at++
      }
    }
    if (plain) found.push(plain)
    return found
  }
  function argument(): Part {
    const head = /^\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?\s*/.exec(text.slice(at))
    if (!head) throw new Error(`unreadable message: ${text}`)
    at += head[0].length
    const name = head[1]!
    if (!head[2]) {
      expect('}')
      return { name }
    }
    const cases: Record<string, Part[]> = {}
    for (;;) {
      const label = /^\s*([\w=-]+)\s*\{/.exec(text.slice(at))
      if (!label) break
      at += label[0].length
      cases[label[1]!] = parts(true)
      expect('}')
    }
    at += /^\s*/.exec(text.slice(at))![0].length
    expect('}')
    return { name, kind: head[2] as 'plural' | 'select', cases }
  }
  function expect(c: string) {
    if (text[at] !== c) throw new Error(`unreadable message: ${text}`)
    at++
  }
  return parts(false)
}

/** The sentence in words. */
export function format(language: string, text: string, params: Params): string {
  let parts = parsed.get(text)
  if (!parts) parsed.set(text, (parts = parse(text)))
  return write(language, parts, params, null)
}

function write(language: string, parts: Part[], params: Params, number: number | null): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return number === null ? part : part.replaceAll('#', shown(language, number))
      const value = params[part.name] ?? ''
      if (!part.cases) return typeof value === 'number' ? shown(language, value) : value
      if (part.kind === 'select') return write(language, part.cases[value] ?? part.cases.other ?? [], params, number)
      const exact = part.cases[`=${value}`]
      const count = Number(value)
      const chosen = exact ?? part.cases[pluralRules(language).select(count)] ?? part.cases.other ?? []
      return write(language, chosen, params, count)
    })
    .join('')
}

function shown(language: string, number: number): string {
  return numberFormat(language).format(number)
}
