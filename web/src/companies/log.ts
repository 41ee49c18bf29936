// What happened on a map with companies, in words: every dollar with the step and the card that it came from.
import type { GameMap } from '../lib/maps'
import type { EntryLine, GameEvent } from '../lib/types'
import { t } from '../lib/words.svelte'
import { cardsWords, cardWords, routeWords, ticketWords } from '../table/names'
import { dollars } from './money'
import { newsName, newsWords, sourceWords } from './texts.svelte'

function tally(cards: string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const card of cards) found[card] = (found[card] ?? 0) + 1
  return found
}

function claimed({ colour, cards, locomotives }: { colour: string | null; cards: number; locomotives: number }): string {
  if (colour === 'locomotive') return cardsWords({ locomotive: cards })
  return cardsWords({ [colour ?? '']: cards - locomotives, locomotive: locomotives })
}

/** “Step 3, bonus of …” for a step of a claim; outside a claim only news events act. */
function why(gameMap: GameMap, step: number, source: string): string {
  return step ? t('companies.step', { step, why: sourceWords(gameMap, source) }) : gameMap.extra?.sourceBegins(gameMap, source) ?? t('companies.news_card', { news: newsName(gameMap.id, source) })
}

/** One event in words; null for those that other maps have too. */
export function sentence(event: GameEvent, entry: EntryLine, gameMap: GameMap, names: string[]): string | null {
  const more = gameMap.extra?.sentence(event, entry, gameMap, names)
  if (typeof more === 'string') return more
  const name = names[('seat' in event ? event.seat : entry.seat) ?? -1] ?? ''
  switch (event.event) {
    case 'claimed':
      return t('companies.log_claimed', { name, route: routeWords(gameMap, event.route), cards: claimed(event) })
    case 'money': {
      if (event.source === 'start') return ''
      const params = { why: why(gameMap, event.step, event.source), name, amount: dollars(Math.abs(event.amount)), balance: dollars(event.balance) }
      if (event.amount > 0) return t('companies.log_gets', params)
      return event.amount < 0 ? t('companies.log_pays', params) : t('companies.log_cannot_pay', params)
    }
    case 'cards-gained': {
      const params = { why: why(gameMap, event.step, event.source), name, count: event.count }
      return event.cards?.length ? t('companies.log_draws_seen', { ...params, cards: cardsWords(tally(event.cards)) }) : t('companies.log_draws', params)
    }
    case 'took':
      return t('companies.log_takes', { why: why(gameMap, event.step, event.source), name, card: cardWords(event.card) })
    case 'cards-lost':
      return t('companies.log_loses', { why: why(gameMap, 0, event.source), name, cards: cardsWords(tally(event.cards)) })
    case 'refunded':
      return t('companies.log_refunded', { why: why(gameMap, event.step, event.source), name, cards: cardsWords(tally(event.cards)) })
    case 'spike':
      return t('companies.log_spike', { why: why(gameMap, event.step, event.source), name, vault: event.vault, amount: dollars(event.vault) })
    case 'bought':
      return t('companies.log_bought', { why: why(gameMap, 0, event.source), name, card: cardWords(event.card) })
    case 'ticket-returned': {
      const params = { why: why(gameMap, 0, event.source), name }
      return event.tickets?.length ? t('companies.log_returned_seen', { ...params, ticket: ticketWords(gameMap, event.tickets[0]!) }) : t('companies.log_returned', params)
    }
    case 'bond':
      return t('companies.log_bond', { why: why(gameMap, 0, event.source), name, amount: dollars(event.owed) })
    case 'row-washed':
      return t('companies.log_washed', { why: why(gameMap, 0, event.source) })
    case 'asked':
      return t('companies.log_asked', { why: why(gameMap, event.step, event.source), name })
    case 'newspaper':
      return t('companies.log_newspaper', { name, count: event.count })
    case 'newspapers-passed':
      return t('companies.log_passed_over', { count: event.count })
    case 'news':
      return t('companies.log_news', { news: newsName(gameMap.id, event.news), text: newsWords(gameMap.id, event.news, names.length) })
    case 'news-shuffled':
      return t('companies.log_news_shuffled')
    case 'row-dealt':
      return entry.events.some((each) => each.event === 'row-washed') ? '' : null
    default:
      return null
  }
}

/** What a deal gives: the dollars that every company starts with. */
export function dealt(entry: EntryLine, gameMap: GameMap, names: string[]): string {
  const first = entry.events.find((event) => event.event === 'money')
  return first ? [t('companies.log_start', { amount: dollars(first.amount) }), ...(gameMap.extra?.startLines(entry, names) ?? [])].join(' ') : ''
}

const SHOWN = new Set<string>(['claimed', 'money', 'cards-gained', 'took', 'refunded', 'cards-lost', 'row-washed', 'newspaper', 'newspapers-passed', 'news', 'bought', 'ticket-returned', 'bond', 'spike'])

/** The sentences of an entry that are shown on the screen when it happens: claim steps, newspapers and news events. */
export function announced(entry: EntryLine, gameMap: GameMap, names: string[]): string[] {
  if (entry.kind !== 'move') return []
  const shown = entry.events.filter((event) => SHOWN.has(event.event) || gameMap.extra?.CAPTIONED.includes(event.event))
  if (shown.every((event) => event.event === 'claimed')) return []
  // The effect of a news event is shown beside the map.
  return shown.flatMap((event) => (event.event === 'news' ? t('companies.now_news', { news: newsName(gameMap.id, event.news) }) : (gameMap.extra?.caption(event, gameMap, names) ?? sentence(event, entry, gameMap, names))) || [])
}
