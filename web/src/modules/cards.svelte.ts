// Names and texts of modules, crew and postcards. Backs of postcards come one by one, to those who know them.
import { cardTexts } from '../companies/texts.svelte'
import { get } from '../lib/api'
import type { GameMap } from '../lib/maps'
import { language, t } from '../lib/words.svelte'

/** By board and language: the backs that this viewer knows. */
const backs = $state<Record<string, Record<string, string[]>>>({})
/** What was asked for: a card that is not known yet may be known after it is met. */
const asked = new Set<string>()

/** The back of a postcard: what it asks, and what it pays. Null if the viewer does not know it, or not yet. */
export function backOf(gameMap: GameMap, card: string): string | null {
  const key = `${gameMap.id}/${language()}`
  const known = backs[key]?.[card]
  if (known) return known.join(' ')
  const table = /^tables\/([^/]+)\//.exec(gameMap.id)?.[1]
  if (table && !asked.has(`${key}/${card}`)) {
    asked.add(`${key}/${card}`)
    get<Record<string, string[]>>(`/api/tables/${table}/postcards?lang=${language()}`).then(
      (found) => (backs[key] = found),
      () => asked.delete(`${key}/${card}`),
    )
  }
  return null
}

/** For tests of the logic: backs without a server. */
export function putBacks(map: string, found: Record<string, string[]>): void {
  backs[`${map}/${language()}`] = found
}

export const moduleName = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).modules?.[id]?.name ?? id
export const moduleText = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).modules?.[id]?.text ?? ''
export const crewName = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).crew?.[id]?.name ?? id
export const crewText = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).crew?.[id]?.text.join(' ') ?? ''
/** Who sent a postcard. */
export const sender = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).postcards?.[id]?.name ?? id
/** The hint on the front of a postcard. */
export const frontOf = (gameMap: GameMap, id: string) => cardTexts(gameMap.id).postcards?.[id]?.text.join(' ') ?? ''

/** The same at the beginning of a sentence. */
export function sourceBegins(gameMap: GameMap, source: string): string | null {
  const name = sourceName(gameMap, source)
  return name && name.charAt(0).toLocaleUpperCase(language()) + name.slice(1)
}

/** Where dollars or cards come from, if it is a module, a crew card or a postcard. */
export function sourceName(gameMap: GameMap, source: string): string | null {
  const { modules, crew, postcards } = cardTexts(gameMap.id)
  if (modules?.[source]) return modules[source].name
  if (crew?.[source]) return t('modules.from_crew', { card: crew[source].name })
  return postcards?.[source] ? t('modules.from_postcard', { card: postcards[source].name }) : null
}
