// Words in the chosen language: t('key', {…}), city names, lists, dates. A change of language needs no reload.
import { format, type Params } from './message'

export type Key =
  | keyof typeof import('../locale/en').words
  | keyof typeof import('../locale/en/companies.json')
  | keyof typeof import('../locale/en/modules.json')
  | keyof typeof import('../locale/en/people.json')
  | keyof typeof import('../locale/en/learn.json')
  | keyof typeof import('../locale/en/story.json')
  | keyof typeof import('../locale/en/help.json')
  | keyof typeof import('../locale/en/moments.json')
  | keyof typeof import('../locale/en/replay.json')
  | keyof typeof import('../locale/en/rulebook.json')
  | keyof typeof import('../locale/en/campaign.json')
  | keyof typeof import('../locale/en/legend.json')
  | keyof typeof import('../locale/en/text.json')
  | keyof typeof import('../locale/en/dialogs.json')
  | keyof typeof import('../locale/en/lobby.json')
  | keyof typeof import('../locale/en/opening.json')
  | keyof typeof import('../locale/en/refusals.json')
  | keyof typeof import('../locale/en/hints.json')
  | keyof typeof import('../locale/en/ships.json')
export type Language = 'en' | 'uk' | 'el'
export const LANGUAGES: { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'uk', name: 'Українська' },
  { id: 'el', name: 'Ελληνικά' },
]

interface Spoken { words: Record<string, string>; cities: Record<string, string> }
const files: Record<Language, () => Promise<Spoken>> = {
  en: () => import('../locale/en'),
  uk: () => import('../locale/uk'),
  el: () => import('../locale/el'),
}
/** Words that only some maps or screens need, of a language. */
export type MoreWords = (language: Language) => Promise<Record<string, string>>
const wanted = new Set<MoreWords>()
const loaded: Partial<Record<Language, Spoken>> = {}
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

/** Loads the words of a language, with those that were added. Calls may overlap: each adds to what others have loaded. */
async function load(language: Language): Promise<void> {
  const first = await files[language]()
  let count
  do {
    count = wanted.size
    const more = await Promise.all([...wanted].map((each) => each(language)))
    const { words, cities } = loaded[language] ?? first
    loaded[language] = { words: Object.assign({}, words, ...more), cities }
  } while (count !== wanted.size)
}

export async function useLanguage(language: Language): Promise<void> {
  await load(language)
  state.language = language
  state.version++
  // Tests of the logic have no document.
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Adds words, now and in every language that is chosen later. */
export async function useWords(more: MoreWords): Promise<void> {
  wanted.add(more)
  await load(state.language)
  state.version++
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
  return format(state.language, loaded[state.language]!.words[key]!, params)
}

/** The words of a key with a code from elsewhere (a refusal, a bot, an event); `other` if there are none. */
export function tCode(prefix: string, code: string, params: Params = {}, other?: Key): string {
  const key = `${prefix}.${code}`
  if (key in loaded[state.language]!.words) return t(key as Key, params)
  return other ? t(other, { ...params, code }) : code
}

/** A city in the language of the page; `name` is its name in the map. */
export function cityName(id: string, name: string): string {
  return loaded[state.language]!.cities[id] ?? name
}

/** Adds names of cities in a language: those of a board that grows are not in the files of the page. */
export function addCities(language: Language, cities: Record<string, string>): void {
  Object.assign(loaded[language]?.cities ?? {}, cities)
  state.version++
}

export function list(items: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(state.language, { type }).format(items)
}

/** Points with a true minus sign. */
export function minus(points: number): string {
  return points < 0 ? `−${-points}` : String(points)
}

export function number(value: number): string {
  return new Intl.NumberFormat(state.language).format(value)
}

export function date(seconds: number, style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string {
  return new Intl.DateTimeFormat(state.language, style).format(new Date(seconds * 1000))
}

/** A relative time, past or future, in the largest fitting unit. */
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
