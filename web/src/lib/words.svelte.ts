// Words in the language chosen: t('key', {…}), city names, lists, dates. A language changes without a reload.
import english from '../locale/en'
import { format, type Params } from './message'

export type Key = keyof typeof english
export type Language = 'en' | 'uk' | 'el'
export const LANGUAGES: { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'uk', name: 'Українська' },
  { id: 'el', name: 'Ελληνικά' },
]

type Words = Record<string, string>
const loaded: Record<string, { words: Words; cities: Words }> = { en: { words: english, cities: {} } }
const state = $state({ language: 'en' as Language, version: 0 })

/** The language of the page: chosen before, else that of the browser. */
export function preferred(): Language {
  const wanted = [localStorage.getItem('language'), ...navigator.languages]
  for (const each of wanted) {
    const found = LANGUAGES.find((language) => each?.toLowerCase().startsWith(language.id))
    if (found) return found.id
  }
  return 'en'
}

export async function useLanguage(language: Language): Promise<void> {
  if (!loaded[language]) {
    const found = language === 'uk' ? await import('../locale/uk') : await import('../locale/el')
    loaded[language] = { words: found.words, cities: found.cities }
  }
  state.language = language
  state.version++
  document.documentElement.lang = language
}

export function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem('language', language)
  return useLanguage(language)
}

export function language(): Language {
  return state.language
}

/** The words of a key. */
export function t(key: Key, params: Params = {}): string {
  const words = loaded[state.language]!.words
  return format(state.language, words[key] ?? english[key], params)
}

/** The words of a key made of a code that came from elsewhere (a refusal, a bot, an event); `other` if there are none. */
export function tCode(prefix: string, code: string, params: Params = {}, other?: Key): string {
  const key = `${prefix}.${code}`
  if (key in english) return t(key as Key, params)
  return other ? t(other, { ...params, code }) : code
}

/** A city in the language of the page; `name` is what the map calls it. */
export function cityName(id: string, name: string): string {
  return loaded[state.language]!.cities[id] ?? name
}

export function list(items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(state.language, { type }).format(items)
}

export function number(value: number): string {
  return new Intl.NumberFormat(state.language).format(value)
}

export function date(seconds: number, style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string {
  return new Intl.DateTimeFormat(state.language, style).format(new Date(seconds * 1000))
}

/** How long ago or until, in the largest fitting unit. */
export function relative(seconds: number): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86400], ['hour', 3600], ['minute', 60]]
  const format = new Intl.RelativeTimeFormat(state.language, { numeric: 'auto' })
  for (const [unit, size] of units) if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit)
  return format.format(Math.round(seconds), 'second')
}

export function sorted<T>(items: T[], by: (item: T) => string): T[] {
  const collator = new Intl.Collator(state.language)
  return [...items].sort((a, b) => collator.compare(by(a), by(b)))
}
