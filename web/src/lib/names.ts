// What maps, variants and bots are called: by code in the language of the page, else as the server says.
import type { BotInfo } from './api'
import type { MapInfo } from './types'
import { tCode } from './words.svelte'

/** The words of a code, or what the server called it where the page has none. */
function called(words: string, code: string, other: string | undefined): string {
  return words === code && other ? other : words
}

export function mapName(id: string, map?: { name: string }): string {
  return called(tCode('map', id), id, map?.name)
}
export function mapSummary(id: string, map?: { summary: string }): string {
  return called(tCode('map_summary', id), id, map?.summary ?? ' ')
}
export function variantName(id: string, variant?: { name: string }): string {
  return called(tCode('variant', id), id, variant?.name)
}
export function variantSummary(map: string, id: string, variant?: { summary: string }): string {
  const code = `${map}.${id}`
  return called(tCode('variant_summary', code), code, variant?.summary ?? ' ')
}
/** A table's map in one line: its name, and the variant if it is not the usual game. */
export function mapTitle(map: string, variant: string, maps: MapInfo[] = []): string {
  const found = maps.find((each) => each.id === map)
  const name = mapName(map, found)
  if (variant === 'base') return name
  return `${name} · ${variantName(variant, found?.variants.find((each) => each.id === variant))}`
}

export function botName(name: string): string {
  return tCode('bot', name)
}
export function botSummary(name: string): string {
  return called(tCode('bot_summary', name), name, ' ')
}

/** The bot of a level; on a server without one, the first that there is. */
export function botOf(bots: BotInfo[], level: number): string {
  const found = bots.find((bot) => bot.kind === 'level' && bot.level === level) ?? bots[0]
  return found?.name ?? 'traveller'
}
/** The bot to offer first: the one chosen on this device before, else one that plays decently and can be beaten. */
export function usualBot(bots: BotInfo[], chosen: string): string {
  return bots.some((bot) => bot.name === chosen) ? chosen : botOf(bots, 2)
}

/** Maps in the order to learn them; those the page does not know come last, by name. */
const ORDER = ['usa', 'europe', 'great_lakes', 'world', 'meridian']
export function inOrder(maps: MapInfo[]): MapInfo[] {
  const place = (map: MapInfo) => (ORDER.includes(map.id) ? ORDER.indexOf(map.id) : ORDER.length)
  return [...maps].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}
