// The texts of companies and news events, as the server makes them from their clauses, in the language of the page.
import { api, type CardTexts } from '../lib/api'
import type { Board } from '../lib/maps'
import { language, t } from '../lib/words.svelte'

const NONE: CardTexts = { companies: {}, news: {} }
const found = $state<Record<string, CardTexts>>({})
const asked = new Map<string, Promise<void>>()

/** Have the texts of a map in the language of the page. */
export function loadTexts(map: string): Promise<void> {
  const key = `${map}/${language()}`
  let waits = asked.get(key)
  if (!waits) {
    waits = api.cardTexts(map, language()).then((texts) => {
      found[key] = texts
    })
    asked.set(key, waits)
    waits.catch(() => asked.delete(key))
  }
  return waits
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

/** What a news event does with so many players. */
export function newsWords(map: string, id: string, players: number): string {
  return textsOf(map).news[id]?.text[players]?.join(' ') ?? ''
}

/** Whether it acted once, when it was turned up, and changes nothing any more. */
export function isLightning(map: string, id: string): boolean {
  return textsOf(map).news[id]?.lightning ?? false
}

/** Where dollars or cards come from, in words. */
export function sourceWords(board: Board, source: string): string {
  if (source === 'large-city') return t('companies.from_large_city')
  if (board.map.companies?.includes(source)) return t('companies.from_bonus', { company: companyName(board.id, source) })
  return t('companies.from_news', { news: newsName(board.id, source) })
}
