// Before the tests of the logic: the words they read.
import { useLanguage } from '../src/lib/words.svelte'

await useLanguage('en')
