// Refusals in words: the codes of the rules and of the server, with names in place of ids.
import type { GameMap } from '../lib/maps'
import type { Counts } from '../lib/types'
import type { Params } from '../lib/message'
import { list, tCode } from '../lib/words.svelte'
import { cardsWords, cardWords, cityWords, routeWords } from './names'

const ROUTES = new Set(['route', 'twin'])
const SEATS = new Set(['owner', 'seat'])
const CARDS = new Set(['colour', 'card'])

/** The sentence for a refusal. */
export function refusalWords(code: string, params: Record<string, unknown>, gameMap: GameMap | null, names: string[]): string {
  const shown: Params = {}
  for (const [key, value] of Object.entries(params)) {
    if (ROUTES.has(key) && gameMap) shown[key] = routeWords(gameMap, String(value))
    else if (key === 'city' && gameMap) shown[key] = cityWords(gameMap, String(value))
    else if (CARDS.has(key)) shown[key] = cardWords(String(value))
    else if (SEATS.has(key)) shown[key] = names[Number(value)] ?? String(Number(value) + 1)
    else if (Array.isArray(value)) shown[key] = list(value.map(String))
    else if (typeof value === 'object' && value !== null) shown[key] = cardsWords(value as Counts)
    else shown[key] = typeof value === 'number' ? value : String(value ?? '')
  }
  return tCode('refusal', code, shown, 'refusal.other')
}
