// All the words in Greek; loaded when the language is chosen.
import cities from './cities/el.json'
import common from './el/common.json'
import start from './el/start.json'
import play from './el/play.json'
import gameMap from './el/mapview.json'
import story from './el/story.json'
import replay from './el/replay.json'
import people from './el/people.json'
import learn from './el/learn.json'
import help from './el/help.json'
import refusals from './el/refusals.json'
import consent from './el/consent.json'
import theatre from './el/theatre.json'

export const words: Record<string, string> = { ...common, ...start, ...play, ...gameMap, ...story, ...replay, ...people, ...learn, ...help, ...refusals, ...consent, ...theatre }
export { cities }
