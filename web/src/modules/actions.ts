// Actions and the status line of modules, crew and postcards in words.
import { dollars } from '../companies/money'
import type { GameMap } from '../lib/maps'
import type { Moves } from '../lib/moves'
import type { Position, PublicPart } from '../lib/types'
import { t } from '../lib/words.svelte'
import { cityWords } from '../table/names'
import { backOf, crewName, crewText, moduleName, sender } from './cards.svelte'

/** An action in words; null if other boards have it too. */
export function actionWords(action: string, gameMap: GameMap, part: PublicPart | undefined): string | null {
  const [verb = '', what = ''] = action.split(' ')
  if (verb === 'hire') return t('modules.do_hire', { card: crewName(gameMap, what), text: crewText(gameMap, what) })
  if (verb === 'use' && part?.phase === 'claim-asks') return t('modules.do_discard', { card: sender(gameMap, what), back: backOf(gameMap, what) ?? '' })
  if (verb === 'use') return powerWords(what, gameMap)
  if (verb === 'decline') return part?.phase === 'second-claim' ? t('modules.do_finish') : t('modules.do_keep')
  if (verb === 'elevator') return what === 'none' ? t('modules.do_build_none') : t('modules.do_build', { city: cityWords(gameMap, what) })
  return action === 'pay dollars' ? t('modules.do_pay', { amount: dollars(part?.tunnel?.dollars ?? 0) }) : null
}

/** The power of a crew card or postcard with its name. */
export function powerWords(card: string, gameMap: GameMap): string {
  const crew = crewText(gameMap, card)
  return crew ? t('modules.do_use', { card: crewName(gameMap, card), text: crew }) : t('modules.do_use', { card: sender(gameMap, card), text: backOf(gameMap, card) ?? '' })
}

/** The status line while a module, crew or a postcard asks; null at other times. */
export function statusWords(position: Position, moves: Moves | null, seat: number | null, names: string[], gameMap: GameMap): string | null {
  const { phase, to_act, asks, asked, armed } = position.public
  const name = names[to_act[0] ?? -1] ?? ''
  const isMine = moves !== null && seat !== null
  if (phase === 'hiring') return isMine ? t('modules.your_hiring') : t('modules.other_hiring', { name })
  if (phase === 'crew-tickets') return isMine ? t('modules.your_tickets') : t('modules.other_tickets', { name })
  if (phase === 'second-claim') return isMine ? t('modules.your_second') : t('modules.other_second', { name })
  if (phase === 'claim-asks' && (isMine ? moves.builds.size : asks?.source === 'grain-elevators')) {
    const what = moduleName(gameMap, asks?.source ?? 'grain-elevators')
    return isMine ? t('modules.your_build', { what }) : t('modules.other_build', { name, what })
  }
  if (phase === 'claim-asks' && (isMine ? moves.decline : asked !== null && asked !== undefined)) return isMine ? t('modules.your_locomotive') : t('modules.other_asked', { name })
  return phase === 'turn' && armed && isMine ? t(armed === 'second_claim' ? 'modules.your_armed_claim' : 'modules.your_armed_draw') : null
}

/** Whether a question needs its own panel. A second claim is chosen on the map. */
export function asks(moves: Moves | null): boolean {
  return !!moves && !!(moves.hires.size || moves.builds.size || moves.decline)
}
