// The texts of companies and news events, as the server makes them from their clauses, in the language of the page.
import { get } from '../lib/api'
import type { GameMap } from '../lib/maps'
import { language, t, useWords } from '../lib/words.svelte'
import { companyWords } from './words'

/** The name and the text of a company or news event. Texts of events depend on the number of players. */
export interface CardTexts {
  companies: Record<string, { name: string; text: string[] }>
  news: Record<string, { name: string; text: Record<string, string[]>; lightning: boolean }>
}

const NONE: CardTexts = { companies: {}, news: {} }
const found = $state<Record<string, CardTexts>>({})
const asked = new Map<string, Promise<void>>()

/** Loads the texts of a map in the language of the page. */
function loadTexts(map: string): Promise<void> {
  const key = `${map}/${language()}`
  let waits = asked.get(key)
  if (!waits) {
    waits = get<CardTexts>(`/api/maps/${map}/cards?lang=${language()}`).then((texts) => {
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

function textsOf(map: string): CardTexts {
  const texts = found[`${map}/${language()}`]
  // Another language was chosen meanwhile.
  if (!texts) void loadTexts(map).catch(() => undefined)
  return texts ?? NONE
}

/** For tests of the logic: texts without a server. */
export function putTexts(map: string, texts: CardTexts): void {
  found[`${map}/${language()}`] = texts
}

export function companyName(map: string, id: string): string {
  return textsOf(map).companies[id]?.name ?? id
}

/** What a company gets for a claimed route of its colour. */
export function bonusWords(map: string, id: string): string {
  return textsOf(map).companies[id]?.text.join(' ') ?? ''
}

export function newsName(map: string, id: string): string {
  return textsOf(map).news[id]?.name ?? id
}

/** What a news event does with this number of players. */
export function newsWords(map: string, id: string, players: number): string {
  return textsOf(map).news[id]?.text[players]?.join(' ') ?? ''
}

/** Whether the event acted once, when it was turned up, and has no effect any more. */
export function isLightning(map: string, id: string): boolean {
  return textsOf(map).news[id]?.lightning ?? false
}

/** Where dollars or cards come from, in words. */
export function sourceWords(gameMap: GameMap, source: string): string {
  if (source.startsWith('spike-')) return t('companies.from_spike', { territory: source.slice(6) })
  if (source === 'large-city') return t('companies.from_large_city')
  if (gameMap.served.companies?.includes(source)) return t('companies.from_bonus', { company: companyName(gameMap.id, source) })
  return t('companies.from_news', { news: newsName(gameMap.id, source) })
}
