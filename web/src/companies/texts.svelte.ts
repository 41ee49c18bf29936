// The texts of companies and news events, as the server makes them from their clauses, in the language of the page.
import { get } from '../lib/api'
import type { GameMap } from '../lib/maps'
import { language, t, useWords, type Language } from '../lib/words.svelte'
import { companyWords } from './words'

/** The name and the text of a company or news event. Texts of events depend on the number of players. */
export interface CardTexts {
  companies: Record<string, { name: string; text: string[] }>
  news: Record<string, { name: string; text: Record<string, string[]>; lightning: boolean }>
  /** In a game of a campaign: modules, crew, and the fronts of postcards. */
  modules?: Record<string, { name: string; text: string }>
  crew?: Record<string, { name: string; text: string[] }>
  postcards?: Record<string, { name: string; text: string[] }>
}

/** Loads the texts of a board in a language. */
export type TextSource = (language: Language) => Promise<CardTexts>
const sources = new Map<string, TextSource>()

/** Names where the texts of a board come from; those of a map have its address. */
export function setSource(map: string, source: TextSource): void {
  sources.set(map, source)
}

const NONE: CardTexts = { companies: {}, news: {} }
const found = $state<Record<string, CardTexts>>({})
const asked = new Map<string, Promise<void>>()

/** Loads the texts of a map in the language of the page. */
function loadTexts(map: string): Promise<void> {
  const key = `${map}/${language()}`
  let waits = asked.get(key)
  if (!waits) {
    const source = sources.get(map) ?? ((lang) => get<CardTexts>(`/api/maps/${map}/cards?lang=${lang}`))
    waits = source(language()).then((texts) => {
      found[key] = texts
    })
    asked.set(key, waits)
    waits.catch(() => asked.delete(key))
  }
  return waits
}

/** Loads all words of a map with companies. */
export async function prepare(map: string): Promise<void> {
  await Promise.all([useWords(companyWords), loadTexts(map)])
}

/** The texts of a board in the language of the page. */
export function cardTexts(map: string): CardTexts {
  const texts = found[`${map}/${language()}`]
  // Another language was chosen meanwhile.
  if (!texts) void loadTexts(map).catch(() => undefined)
  return texts ?? NONE
}

/** For tests of the logic: texts without a server. */
export function putTexts(map: string, texts: CardTexts): void {
  found[`${map}/${language()}`] = texts
}

/** The companies of a map, in its order. */
export function companiesOf(map: string): string[] {
  return Object.keys(cardTexts(map).companies)
}

export function companyName(map: string, id: string): string {
  return cardTexts(map).companies[id]?.name ?? id
}

/** What a company gets for a claimed route of its colour. */
export function bonusWords(map: string, id: string): string {
  return cardTexts(map).companies[id]?.text.join(' ') ?? ''
}

export function newsName(map: string, id: string): string {
  return cardTexts(map).news[id]?.name ?? id
}

/** What a news event does with this number of players. */
export function newsWords(map: string, id: string, players: number): string {
  return cardTexts(map).news[id]?.text[players]?.join(' ') ?? ''
}

/** Whether the event acted once, when it was turned up, and has no effect any more. */
export function isLightning(map: string, id: string): boolean {
  return cardTexts(map).news[id]?.lightning ?? false
}

/** Where dollars or cards come from, in words. */
export function sourceWords(gameMap: GameMap, source: string): string {
  const more = gameMap.extra?.sourceName(gameMap, source)
  if (more) return more
  if (source.startsWith('spike-')) return t('companies.from_spike', { territory: source.slice(6) })
  if (source === 'large-city') return t('companies.from_large_city')
  if (gameMap.served.companies?.includes(source)) return t('companies.from_bonus', { company: companyName(gameMap.id, source) })
  return t('companies.from_news', { news: newsName(gameMap.id, source) })
}
