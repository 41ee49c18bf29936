// The words that only maps with companies need, by language.
import type { Language, MoreWords } from '../lib/words.svelte'

const files: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('../locale/en/companies.json'),
  uk: () => import('../locale/uk/companies.json'),
  el: () => import('../locale/el/companies.json'),
}

export const companyWords: MoreWords = async (language) => (await files[language]()).default
