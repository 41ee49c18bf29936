// The chronicle: everything that happened, year by year, in sentences, and the slips of every game.
import { t } from '../../lib/words.svelte'
import type { Moment } from './kind'
import { KINDS } from './kinds'
import type { Line } from './order'
import { crewName, who, type Scene } from './scene'

export interface Item { id: string; title: string; lines: string[]; moment: Moment | null }
export interface Year { game: number; year: number | null; items: Item[]; moments: Moment[] }

/** What no moment tells of a fact, in sentences. */
function sentences({ fact }: Line, scene: Scene): string[] {
  if (fact.entry === 'missed') return [t('moments.missed', { name: who(scene, fact.company), game: fact.game })]
  if (fact.entry === 'dealt-anew') return [t('moments.dealt_anew', { game: fact.game })]
  if (fact.entry === 'played') return (fact.result.hired ?? []).map(([company, crew]) => t('moments.hired', { name: who(scene, company), crew: crewName(scene, crew) }))
  return []
}

/** The facts by game; what is decided between two games belongs to the game before. */
export function yearsOf(lines: readonly Line[], scene: Scene): Year[] {
  const years: Year[] = []
  for (const line of lines) {
    let year = years.at(-1)
    if (!year || year.game !== line.game) years.push((year = { game: line.game, year: line.year, items: [], moments: [] }))
    year.year = year.year ?? line.year
    for (const said of sentences(line, scene)) year.items.push({ id: `${line.seq}.${line.fact.entry}.${year.items.length}`, title: said, lines: [], moment: null })
    for (const moment of line.moments) {
      year.items.push({ id: moment.id, ...KINDS[moment.kind]!.moment.tell(moment.data, scene), moment })
      year.moments.push(moment)
    }
  }
  return years
}

/** The slips: a row for each game, a total for each company that played. */
export function slipsOf(lines: readonly Line[]): { game: number; year: number | null; totals: Record<string, number> }[] {
  return lines.flatMap(({ fact, year }) =>
    fact.entry === 'played' ? [{ game: fact.game, year, totals: Object.fromEntries(fact.result.slips.map((slip) => [slip.company, slip.total])) }] : [],
  )
}
