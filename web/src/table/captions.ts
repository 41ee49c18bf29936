// Captions: who did what and what it paid, for the moves of others. The cards of one turn are told together.
import type { GameMap } from '../lib/maps'
import type { EntryLine } from '../lib/types'
import { list, t } from '../lib/words.svelte'
import { eventsOf } from './lastMoves'
import { sentencesOf } from './log'
import { countWords } from './names'

/** A turn so far in words. */
export function captionOf(turn: EntryLine[], gameMap: GameMap, names: string[]): string {
  const last = turn.at(-1)
  if (!last) return ''
  const drawn = drawnCards(turn)
  if (!drawn.length || !isDraw(last)) return sentencesOf(last, gameMap, names).join(' ')
  const name = names[last.seat ?? -1] ?? ''
  const rest = sentencesOf({ ...last, events: last.events.filter((event) => !isDrawn(event.event)) }, gameMap, names)
  return [t('theatre.takes', { name, cards: list(drawn) }), ...rest].join(' ')
}

const isDrawn = (kind: string) => kind === 'drew' || kind === 'drew-blind'
const isDraw = (entry: EntryLine) => entry.events.some((event) => isDrawn(event.event))

/** “1 red”, “2 from the deck”. */
function drawnCards(turn: EntryLine[]): string[] {
  const seen = new Map<string, number>()
  let blind = 0
  for (const event of eventsOf(turn)) {
    if (event.event === 'drew') seen.set(event.card, (seen.get(event.card) ?? 0) + 1)
    else if (event.event === 'drew-blind') blind += event.cards?.length ?? 1
  }
  const words = [...seen].map(([card, count]) => countWords(card, count))
  return blind ? [...words, t('theatre.from_deck', { count: blind })] : words
}
