// Words that only some screens need, by area. Such a screen is loaded together with its words.
import { useWords, type MoreWords } from './words.svelte'

const files = import.meta.glob<{ default: Record<string, string> }>('../locale/*/{people,learn,replay,rulebook,story,help,campaign,moments,opening,lobby,dialogs,text,legend,refusals,hints,ships}.json')
export type Area = 'people' | 'learn' | 'replay' | 'rulebook' | 'story' | 'help' | 'campaign' | 'moments' | 'opening' | 'lobby' | 'dialogs' | 'text' | 'legend' | 'refusals' | 'hints' | 'ships'
const known = new Map<Area, MoreWords>()

function wordsOf(area: Area): MoreWords {
  const found = known.get(area) ?? (async (language) => (await files[`../locale/${language}/${area}.json`]!()).default)
  known.set(area, found)
  return found
}

/** Loads a screen and the words of its areas. */
export async function withWords<T>(areas: Area[], screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, ...areas.map((area) => useWords(wordsOf(area)))])
  return loaded
}
