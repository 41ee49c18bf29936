// All the words in Greek; loaded when the language is chosen.
import cities from './cities/el.json'
import common from './el/common.json'
import start from './el/start.json'
import play from './el/play.json'
import gameMap from './el/mapview.json'
import consent from './el/consent.json'
import theatre from './el/theatre.json'

export const words: Record<string, string> = { ...common, ...start, ...play, ...gameMap, ...consent, ...theatre }
export { cities }
