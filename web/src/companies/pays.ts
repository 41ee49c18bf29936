// What a step of a claim would pay, and what trains left are worth, in words.
import type { GameMap } from '../lib/maps'
import type { OwnPart, Pays } from '../lib/types'
import { t } from '../lib/words.svelte'
import { dollars } from './money'
import { sourceWords } from './texts.svelte'

export function payLine(gameMap: GameMap, { step, source, money, cards }: Pays): string {
  const what = { step, why: sourceWords(gameMap, source), amount: dollars(Math.abs(money)), count: cards }
  if (money < 0) return t('companies.would_cost', what)
  if (!cards) return t('companies.would_pay', what)
  return money ? t('companies.would_pay_both', what) : t('companies.would_give', what)
}

/** What each step of a claim of a route would pay. */
export function paysOf(own: OwnPart | null | undefined, route: string): Pays[] {
  return own?.pays?.find((each) => each.routes.includes(route))?.steps ?? []
}

/** An action with what it pays. */
export function withPays(action: string, gameMap: GameMap, pays: Pays[]): string {
  return pays.length ? t('companies.pays_in_words', { action, pays: pays.map((each) => payLine(gameMap, each)).join('; ') }) : action
}

/** The dollars for trains left, from the table of the map; equal rows are joined. */
export function trainsTable(gameMap: GameMap): string {
  const steps: { from: number; to: number; amount: number }[] = []
  for (const [trains, amount] of (gameMap.variant.rules.trains_left ?? []).entries()) {
    const last = steps.at(-1)
    if (last?.amount === amount) last.to = trains
    else steps.push({ from: trains, to: trains, amount })
  }
  const words = steps.map(({ from, to, amount }) => t('companies.trains_step', { trains: from === to ? String(from) : `${from}–${to}`, amount: dollars(amount) }))
  return t('companies.trains_table', { steps: words.join(', ') })
}
