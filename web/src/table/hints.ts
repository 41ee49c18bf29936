// Hints from the planner in words: the action and its reason.
import type { Hint } from '../lib/api'
import type { GameMap } from '../lib/maps'
import type { Params } from '../lib/message'
import { list, t, tCode } from '../lib/words.svelte'
import { cardWords, cityWords, routeWords, ticketWords } from './names'

/** The server sends the reason beside the action; older versions sent its code directly. */
export function readHint(hint: Hint & { reason?: { code: string; params: Record<string, unknown> } }): Hint {
  return { action: hint.action, code: hint.reason?.code ?? hint.code, params: hint.reason?.params ?? hint.params ?? {} }
}

export function reasonWords(hint: Hint, gameMap: GameMap, names: string[]): string {
  const shown: Params = {}
  for (const [key, value] of Object.entries(hint.params)) {
    if (key === 'route') shown[key] = routeWords(gameMap, String(value))
    else if (key === 'city') shown[key] = cityWords(gameMap, String(value))
    else if (key === 'card' || key === 'colour') shown[key] = cardWords(String(value))
    else if (key === 'seat') shown.name = names[Number(value)] ?? ''
    else if (Array.isArray(value)) {
      const words = key === 'tickets' ? ticketWords : key === 'routes' ? routeWords : (_: GameMap, item: string) => item
      shown[key] = list(value.slice(0, 3).map((item) => words(gameMap, String(item))))
      shown.count = value.length
    } else shown[key] = typeof value === 'number' ? value : String(value)
  }
  return tCode('hint', hint.code, shown, 'hint.unknown') || t('hint.unknown')
}
