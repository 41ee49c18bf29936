// Before the tests of the logic: the words they read.
import { useLanguage, useWords } from '../src/lib/words.svelte'

await useLanguage('en')
await useWords('companies')
