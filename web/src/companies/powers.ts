// Powers of the current news event in words, with their price.
import type { GameMap } from '../lib/maps'
import type { PublicPart } from '../lib/types'
import { t } from '../lib/words.svelte'
import { ticketWords } from '../table/names'
import { dollars } from './money'

const POWERS: Record<string, string> = { buy: 'sale', return: 'returns', bond: 'bond' }

/** A use of a power, for example “Buy a locomotive from the discards for $3”. */
export function powerWords(action: string, gameMap: GameMap, part: PublicPart | undefined): string {
  const [verb = '', ticket = ''] = action.split(' ')
  const power = part?.powers?.find((each) => each.power === POWERS[verb])
  const params = { amount: dollars(power?.amount ?? 0), later: dollars(power?.later ?? 0) }
  if (verb === 'buy') return t('companies.do_buy', params)
  return verb === 'bond' ? t('companies.do_bond', params) : t('companies.do_return', { ...params, ticket: ticketWords(gameMap, ticket) })
}
