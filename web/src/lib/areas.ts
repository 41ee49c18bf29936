// Words that only some screens need, by area. Such a screen is loaded together with its words.
import { useWords, type MoreWords } from './words.svelte'

const files = import.meta.glob<{ default: Record<string, string> }>('../locale/*/{people,learn,rulebook}.json')
export type Area = 'people' | 'learn' | 'rulebook'
const areas = new Map<Area, MoreWords>()

function wordsOf(area: Area): MoreWords {
  const found = areas.get(area) ?? (async (language) => (await files[`../locale/${language}/${area}.json`]!()).default)
  areas.set(area, found)
  return found
}

/** Loads a screen and the words of its area. */
export async function withWords<T>(area: Area, screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, useWords(wordsOf(area))])
  return loaded
}
