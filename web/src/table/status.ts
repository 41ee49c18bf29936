// The status line: whose turn it is and what the game waits for.
import type { GameMap } from '../lib/maps'
import type { Moves } from '../lib/moves'
import type { Position } from '../lib/types'
import { list, t } from '../lib/words.svelte'

export interface Status {
  words: string
  /** This seat is to act. */
  mine: boolean
}

/** The fewest tickets that may be kept. */
export function leastKept(moves: Moves | null): number {
  return moves?.keeps.length ? Math.min(...moves.keeps.map((keep) => keep.kept.length)) : 0
}

export function statusOf(position: Position, moves: Moves | null, seat: number | null, names: string[], gameMap: GameMap | null = null): Status {
  const { phase, to_act, tunnel, players } = position.public
  if (phase === 'over') return { words: t('play.is_over'), mine: false }
  const more = gameMap?.extra?.statusWords(position, moves, seat, names, gameMap)
  if (more) return { words: more, mine: !!moves && seat !== null }
  if (moves && seat !== null) return { words: ownWords(position, moves, gameMap), mine: true }
  const acting = to_act.map((each) => names[each] ?? '')
  if (phase === 'opening') {
    const waits = seat !== null && players[seat]?.chosen
    return { words: t(waits ? 'play.you_chose_wait' : 'play.others_choose', { names: list(acting), count: acting.length }), mine: false }
  }
  if (phase === 'split') {
    const waits = seat !== null && players[seat]?.chosen
    return { words: t(waits ? 'play.you_chose_wait' : 'play.others_split', { names: list(acting), count: acting.length }), mine: false }
  }
  const name = acting[0] ?? ''
  if (phase === 'pair') return { words: t('play.other_pair', { name }), mine: false }
  if (phase === 'claim-asks') return { words: t('companies.other_take', { name }), mine: false }
  if (phase === 'second-pick') return { words: t('play.other_second', { name }), mine: false }
  if (phase === 'tickets') return { words: t('play.other_tickets', { name }), mine: false }
  if (phase === 'tunnel' && tunnel) return { words: t('play.other_tunnel', { name, asked: tunnel.asked }), mine: false }
  return { words: t('play.other_turn', { name }), mine: false }
}

function ownWords(position: Position, moves: Moves, gameMap: GameMap | null): string {
  const { phase, tunnel, pair } = position.public
  if (moves.keeps.length) return t('play.your_keep', { least: leastKept(moves) })
  if (moves.takes.size) return t('companies.your_take')
  if (phase === 'second-pick') return t('play.your_second')
  if (phase === 'tunnel' && tunnel) return t('play.your_tunnel', { asked: tunnel.asked })
  if (pair) return t('play.your_pair', { space: pair.spaces + 1, count: gameMap?.route.get(pair.route)?.length ?? 0 })
  if (moves.splits.length) return t('play.your_split')
  if (moves.pass) return t(moves.exchanges.length ? 'play.your_pass_or_exchange' : 'play.your_pass')
  const can: string[] = []
  if (moves.row.size || moves.decks.size) can.push(t('play.can_draw'))
  if (moves.claims.size) can.push(t('play.can_claim'))
  if (moves.tickets) can.push(t('play.can_tickets'))
  // These have buttons of their own, so the status mentions them only if there is little else.
  if (moves.stations.size && can.length < 3) can.push(t('play.can_station'))
  if (moves.ports.size && can.length < 3) can.push(t('play.can_port'))
  if (moves.exchanges.length && can.length < 2) can.push(t('play.can_exchange'))
  return t('play.your_turn', { what: list(can, 'disjunction') })
}
