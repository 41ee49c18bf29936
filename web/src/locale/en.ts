// The words in English that the first screen and a game need, by area; lib/areas.ts loads the others. Every other language must have the same keys.
import common from './en/common.json'
import start from './en/start.json'
import play from './en/play.json'
import gameMap from './en/mapview.json'
import consent from './en/consent.json'
import theatre from './en/theatre.json'

export const words = { ...common, ...start, ...play, ...gameMap, ...consent, ...theatre }
/** City names in map files are the English ones. */
export const cities: Record<string, string> = {}
