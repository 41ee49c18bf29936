// The bank slips at the end of a game, in words: what each step of the end adds, the rows of the table, the winner.
import type { PlayerScore, ScoreSheet } from '../lib/types'
import { t, tCode } from '../lib/words.svelte'
import type { StoryStep } from '../table/story'
import { dollars } from './money'
import { cardTexts } from './texts.svelte'

/** What modules, crew and postcards can add, with the module that each line is of. */
const LINES = { steamers: 'steamers', herds: 'cattle-drives', elevators: 'grain-elevators', telegraph: 'telegraph', offices: null }
type LineName = keyof typeof LINES
const lineWords = (map: string, line: LineName) => (LINES[line] ? (cardTexts(map).modules?.[LINES[line]]?.name ?? LINES[line]) : tCode('modules.row', line))

export function signed(amount: number): string {
  return amount < 0 ? dollars(amount) : `+${dollars(amount)}`
}

/** A step of the end in words; null for steps that other maps have too. */
export function slipWords({ kind, points, count, line = '' }: StoryStep, name: string, map: string): string | null {
  if (kind === 'money') return t('slip.money', { name, points: dollars(points) })
  if (kind === 'trains') return t('slip.trains', { name, points: signed(points), count })
  if (kind === 'story') return t('slip.story', { name, points: signed(points) })
  if (kind === 'bonds') return t('slip.bonds', { name, points: signed(points) })
  if (kind === 'module') return t('modules.slip_line', { name, points: signed(points), line: lineWords(map, line as LineName) })
  return kind === 'floor' ? t('slip.floor', { name, points: signed(points) }) : null
}

export function winnerWords({ winners, players }: ScoreSheet, names: string[]): string {
  const seat = winners[0] ?? 0
  return t('slip.winner', { name: names[seat] ?? '', amount: dollars(players[seat]?.total ?? 0) })
}

/** The rows of the table above the tickets. The row of the trains also shows their number. */
export function slipRows(map: string): { key: string; words: string; value: (player: PlayerScore) => number; always: boolean }[] {
  return [
    { key: 'money', words: t('slip.row_money'), value: (player) => player.money, always: true },
    { key: 'trains', words: t('slip.row_trains'), value: (player) => player.trains_left_money, always: true },
    { key: 'story', words: t('slip.row_story'), value: (player) => player.story_money, always: false },
    { key: 'bonds', words: t('slip.row_bonds'), value: (player) => player.bond_money, always: false },
    ...(Object.keys(LINES) as LineName[]).map((line) => ({ key: line, words: lineWords(map, line), value: (player: PlayerScore) => player.modules.find((each) => each.line === line)?.money ?? 0, always: false })),
  ]
}
