// The board of a campaign or of one of its games: map page, geometry and words come together from its own address.
import * as kit from '../companies/kit'
import { setSource, type CardTexts } from '../companies/texts.svelte'
import { get } from '../lib/api'
import { gameMapOf, type GameMap } from '../lib/maps'
import type { Geometry, MapPage } from '../lib/types'
import { addCities, language, type Language } from '../lib/words.svelte'
import type { CampaignBoard } from './types'

export interface Board { gameMap: GameMap; boxes: CampaignBoard['boxes'] }

/** Loads `campaigns/{id}` or `tables/{id}`. Drawings and texts are cached by the id of the game map, so each state of the board has its own. */
export async function loadBoard(address: string, name: string, state = 0): Promise<Board> {
  const id = `${address}/${state}`
  const ask = async (lang: Language) => {
    const board = await get<CampaignBoard>(`/api/${address}/board?lang=${lang}`)
    addCities(lang, board.cities)
    return board
  }
  const first = language()
  const board = await ask(first)
  setSource(id, async (lang) => (lang === first ? board : await ask(lang)).cards as unknown as CardTexts)
  await kit.prepare(id)
  const extra = await kit.extraOf(id)
  const page = board.page as unknown as MapPage
  const gameMap = gameMapOf(page, board.geometry as unknown as Geometry, 'base')
  return { gameMap: { ...gameMap, id, served: { ...page, name }, kit, extra, names: board.names }, boxes: board.boxes }
}
