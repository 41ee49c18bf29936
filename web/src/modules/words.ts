// The words of modules, crew and postcards, by language: loaded with a board that has some.
import type { Language, MoreWords } from '../lib/words.svelte'

const files: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('../locale/en/modules.json'),
  uk: () => import('../locale/uk/modules.json'),
  el: () => import('../locale/el/modules.json'),
}

export const moduleWords: MoreWords = async (language) => (await files[language]()).default
