// Loads what only a board with modules, crew or postcards needs.
import type { Extra } from '../lib/maps'
import { useWords } from '../lib/words.svelte'
import { cardTexts } from './texts.svelte'

export async function extraOf(map: string): Promise<Extra | null> {
  const { modules = {}, crew = {}, postcards = {} } = cardTexts(map)
  if (![modules, crew, postcards].some((cards) => Object.keys(cards).length)) return null
  const extra = await import('../modules/kit')
  await useWords(extra.moduleWords)
  return extra
}
