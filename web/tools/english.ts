// Before the tests of the logic: the words they read.
import { companyWords } from '../src/companies/words'
import { moduleWords } from '../src/modules/words'
import { withWords } from '../src/lib/areas'
import { useLanguage, useWords } from '../src/lib/words.svelte'

await useLanguage('en')
await useWords(companyWords)
await useWords(moduleWords)
await withWords(['learn', 'replay', 'rulebook', 'opening', 'refusals', 'hints', 'ships'], Promise.resolve())
