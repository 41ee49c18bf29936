// Names of maps, variants and bots: in the language of the page if it has them, otherwise as the server sends them.
import type { BotInfo } from './api'
import type { MapInfo, TableInfo } from './types'
import { t, tCode } from './words.svelte'

/** The words of a code, or the name from the server if the page has none. */
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
/** What is played at a table in one line: the campaign and its game, or the map. */
export function tableTitle(info: TableInfo, maps: MapInfo[] = []): string {
  if (info.campaign?.afterwards) return t('play.campaign_afterwards', { name: info.campaign.name })
  return info.campaign ? t('play.campaign_game', { name: info.campaign.name, game: info.campaign.game, year: String(info.campaign.year) }) : mapTitle(info.map, info.variant, maps)
}
/** The map of a table in one line: its name, and the variant unless it is the base game. */
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

/** The bot of a level, or the first bot if there is none of that level. */
export function botOf(bots: BotInfo[], level: number): string {
  const found = bots.find((bot) => bot.kind === 'level' && bot.level === level) ?? bots[0]
  return found?.name ?? 'traveller'
}
/** The bot to offer first: the last one chosen on this device, otherwise one of the second level. */
export function usualBot(bots: BotInfo[], chosen: string): string {
  return bots.some((bot) => bot.name === chosen) ? chosen : botOf(bots, 2)
}

/** Maps in the order in which to learn them, then unknown ones by name. */
const ORDER = ['usa', 'europe', 'great_lakes', 'world', 'meridian']
export function inOrder(maps: MapInfo[]): MapInfo[] {
  const place = (map: MapInfo) => (ORDER.includes(map.id) ? ORDER.indexOf(map.id) : ORDER.length)
  return [...maps].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}
