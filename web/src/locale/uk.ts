// All the words in Ukrainian; loaded when the language is chosen.
import cities from './cities/uk.json'
import common from './uk/common.json'
import start from './uk/start.json'
import play from './uk/play.json'
import gameMap from './uk/mapview.json'
import consent from './uk/consent.json'
import theatre from './uk/theatre.json'

export const words: Record<string, string> = { ...common, ...start, ...play, ...gameMap, ...consent, ...theatre }
export { cities }
