// Events of modules, crew and postcards in words: each says what it paid or changed, and why.
import { dollars } from '../companies/money'
import { newsName, sourceWords } from '../companies/texts.svelte'
import type { GameMap } from '../lib/maps'
import type { EntryLine, GameEvent } from '../lib/types'
import { t } from '../lib/words.svelte'
import { cardsWords, cityWords, routeWords } from '../table/names'
import { backOf, crewName, crewText, sourceBegins } from './cards.svelte'

/** Those that are shown over the map when they happen. */
export const CAPTIONED = [
  'sailed', 'excursion', 'span', 'herd', 'delivered', 'stampede', 'elevator', 'wired', 'mail', 'hired', 'power-used', 'event-removed', 'postcard', 'extra-locomotive',
  'cards-shown', 'tickets-halved', 'vault', 'next-setup', 'trains-gained', 'slip-changed',
]

function why(gameMap: GameMap, step: number, source: string): string {
  return step ? t('companies.step', { step, why: sourceWords(gameMap, source) }) : sourceBegins(gameMap, source) ?? ''
}
const signed = (amount: number) => (amount < 0 ? dollars(amount) : `+${dollars(amount)}`)

/** The sentence for an event; null if the words of all boards apply. */
export function sentence(event: GameEvent, entry: EntryLine, gameMap: GameMap, names: string[]): string | null {
  const name = names[('seat' in event ? event.seat : entry.seat) ?? -1] ?? ''
  switch (event.event) {
    case 'sailed':
      return t('modules.log_sailed', { why: why(gameMap, event.step, event.source), name, left: event.left })
    case 'excursion': {
      const [a = '', b = ''] = gameMap.served.excursions?.[event.excursion] ?? []
      return t('modules.log_excursion', { why: why(gameMap, event.step, event.source), name, a: cityWords(gameMap, a), b: cityWords(gameMap, b) })
    }
    case 'span':
      return t('modules.log_span', { why: why(gameMap, event.step, event.source), name, route: routeWords(gameMap, event.route) })
    case 'herd':
      return t('modules.log_herd', { why: why(gameMap, event.step, event.source), name, city: cityWords(gameMap, event.city) })
    case 'delivered':
      return t('modules.log_delivered', { why: why(gameMap, event.step, event.source), name, city: cityWords(gameMap, event.city) })
    case 'stampede':
      return t('modules.log_stampede', { city: cityWords(gameMap, event.city), to: cityWords(gameMap, gameMap.served.cities[event.count]?.id ?? '') })
    case 'elevator':
      return t('modules.log_elevator', { why: why(gameMap, event.step, event.source), name, city: cityWords(gameMap, event.city) })
    case 'wired':
      return t('modules.log_wired', { why: why(gameMap, event.step, event.source), route: routeWords(gameMap, event.route) })
    case 'mail':
      return t('modules.log_mail', { why: why(gameMap, event.step, event.source), name, number: event.contract })
    case 'asked':
      return gameMap.served.modules?.includes(event.source) ? t('modules.log_may_build', { why: why(gameMap, event.step, event.source), name }) : null
    case 'hired':
      return t('modules.log_hired', { name, card: crewName(gameMap, event.source), text: crewText(gameMap, event.source) })
    case 'power-used':
      return t('modules.log_used', { name, what: sourceWords(gameMap, event.source) })
    case 'event-removed':
      return t('modules.log_removed', { why: why(gameMap, 0, event.source), name, news: newsName(gameMap.id, event.news) })
    case 'asked-privately': {
      const card = event.source?.[0]
      return card ? t('modules.log_asks_you', { why: why(gameMap, event.step, card), name }) : t('modules.log_asked', { step: event.step, name })
    }
    case 'postcard':
      return t('modules.log_met', { name, what: sourceWords(gameMap, event.source), back: backOf(gameMap, event.source) ?? '', left: event.left })
    case 'extra-locomotive':
      return t('modules.log_extra', { why: why(gameMap, 0, event.source), name })
    case 'cards-shown':
      return t('modules.log_shown', { why: why(gameMap, 0, event.source), name, cards: cardsWords({ [event.card]: event.count }) })
    case 'tickets-halved':
      return t('modules.log_halved', { why: why(gameMap, 0, event.source), name, amount: dollars(event.amount) })
    case 'vault':
      return t('modules.log_vault', { why: why(gameMap, event.step, event.source), name, amount: dollars(event.amount) })
    case 'next-setup':
      return t('modules.log_next', { why: why(gameMap, 0, event.source), name, amount: dollars(event.money), count: event.cards })
    case 'trains-gained':
      return t('modules.log_trains', { why: why(gameMap, 0, event.source), name, count: event.count })
    case 'slip-changed':
      return t('modules.log_slip', { why: why(gameMap, 0, event.source), name, amount: signed(event.amount) })
    case 'money':
      // After the deal only a company for which no crew card was left gets dollars at the start.
      return event.source === 'start' && entry.kind !== 'deal' ? t('modules.log_no_crew', { name, amount: dollars(event.amount) }) : null
    default:
      return null
  }
}

/** What is said over the map, where a postcard is shown beside it and a crew card is known to all who choose. */
export function caption(event: GameEvent, gameMap: GameMap, names: string[]): string | null {
  if (event.event === 'hired') return t('modules.now_hired', { name: names[event.seat] ?? '', card: crewName(gameMap, event.source) })
  return event.event === 'postcard' ? t('modules.now_met', { name: names[event.seat] ?? '', what: sourceWords(gameMap, event.source) }) : null
}

/** What a deal gives some companies besides what all get: dollars and cards that earlier games have brought. */
export function startLines(entry: EntryLine, names: string[]): string[] {
  const seen = new Set<number>()
  return entry.events.flatMap((event) => {
    if (event.event === 'cards-gained' && event.count) return t('modules.start_cards', { name: names[event.seat] ?? '', count: event.count })
    if (event.event !== 'money') return []
    const isFirst = !seen.has(event.seat)
    seen.add(event.seat)
    return isFirst || !event.amount ? [] : t('modules.start_money', { name: names[event.seat] ?? '', amount: dollars(event.amount) })
  })
}
