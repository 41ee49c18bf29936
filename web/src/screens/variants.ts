// The differences of a variant from the base game of its map, as codes with numbers.
import type { VariantData } from '../lib/types'
import { t } from '../lib/words.svelte'

type Numbers = Record<string, unknown>

function at(rules: Numbers, path: string): number {
  let found: unknown = rules
  for (const part of path.split('.')) found = (found as Numbers | undefined)?.[part]
  return typeof found === 'number' ? found : 0
}

/** The differences as sentences; none for the base game. */
export function differences(base: VariantData, variant: VariantData): string[] {
  const changed = (path: string) => at(variant.rules, path) !== at(base.rules, path)
  const said: string[] = []
  if (variant.tickets.length !== base.tickets.length) said.push(t('start.differs_tickets', { count: variant.tickets.length, usual: base.tickets.length }))
  if (['short', 'long', 'keep'].some((key) => changed(`opening.${key}`))) {
    const offered = at(variant.rules, 'opening.short') + at(variant.rules, 'opening.long')
    said.push(t('start.differs_opening', { offered, keep: at(variant.rules, 'opening.keep') }))
  }
  if (changed('draw.tickets')) said.push(t('start.differs_draw', { count: at(variant.rules, 'draw.tickets') }))
  if (changed('longest_path')) {
    const points = at(variant.rules, 'longest_path')
    said.push(points ? t('start.differs_longest', { points }) : t('start.differs_no_longest'))
  }
  if (changed('globetrotter')) said.push(t('start.differs_globetrotter', { points: at(variant.rules, 'globetrotter') }))
  return said
}
