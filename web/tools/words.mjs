// Checks the words: every key in every language, with the same parameters and all plural forms, and none unused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../src/', import.meta.url).pathname
const languages = ['en', 'uk', 'el']
const problems = []

function read(language) {
  const words = {}
  for (const file of readdirSync(join(root, 'locale', language)).sort()) {
    const text = readFileSync(join(root, 'locale', language, file), 'utf8')
    for (const [key, value] of Object.entries(JSON.parse(text))) {
      if (key in words) problems.push(`${language}/${file}: ${key} stands twice`)
      if (typeof value !== 'string' || !value.trim()) problems.push(`${language}/${file}: ${key} is empty`)
      words[key] = String(value)
    }
    const keys = [...text.matchAll(/^\s*"((?:[^"\\]|\\.)+)"\s*:/gm)].map((match) => match[1])
    for (const key of new Set(keys)) if (keys.indexOf(key) !== keys.lastIndexOf(key)) problems.push(`${language}/${file}: ${key} stands twice`)
  }
  return words
}

/** The parameters of a message, and the cases of each of its plurals and selects, nested ones too. */
function shape(text) {
  const names = new Set()
  const choices = []
  let at = 0
  function sentence() {
    while (at < text.length && text[at] !== '}') {
      if (text[at] === '{') argument()
      else at++
    }
  }
  function argument() {
    const head = /^\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/.exec(text.slice(at))
    if (!head) throw new Error('a brace without a parameter')
    at += head[0].length
    names.add(head[1])
    const cases = []
    for (let label; head[2] && (label = /^\s*([\w=-]+)\s*\{/.exec(text.slice(at))); close()) {
      at += label[0].length
      cases.push(label[1])
      sentence()
    }
    if (head[2]) choices.push({ kind: head[2], name: head[1], cases })
    close()
  }
  function close() {
    const end = /^\s*\}/.exec(text.slice(at))
    if (!end) throw new Error('a brace is not closed')
    at += end[0].length
  }
  sentence()
  if (at < text.length) throw new Error('a brace is not opened')
  return { names: [...names].sort().join(), choices }
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'locale' ? [] : sources(join(folder, entry.name))
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(join(folder, entry.name), 'utf8')] : []
  })
}

const words = Object.fromEntries(languages.map((language) => [language, read(language)]))
for (const language of languages.slice(1)) {
  for (const key of Object.keys(words.en)) if (!(key in words[language])) problems.push(`${language}: ${key} is missing`)
  for (const key of Object.keys(words[language])) if (!(key in words.en)) problems.push(`${language}: ${key} is not in English`)
}
for (const language of languages) {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const [key, text] of Object.entries(words[language])) {
    try {
      const told = shape(text)
      if (words.en[key] !== undefined && told.names !== shape(words.en[key]).names) problems.push(`${language}: ${key} has other parameters than English`)
      for (const { kind, name, cases } of told.choices)
        for (const each of kind === 'plural' ? needed : ['other']) if (!cases.includes(each)) problems.push(`${language}: ${key} lacks the case ${each} of ${name}`)
    } catch (unreadable) {
      problems.push(`${language}: ${key} cannot be read: ${unreadable.message}`)
    }
  }
}
const code = sources(root).join('\n')
const prefixes = [...code.matchAll(/tCode\(\s*'([\w.-]+)'/g)].map((match) => `${match[1]}.`)
for (const key of Object.keys(words.en)) {
  if (!code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix))) problems.push(`en: ${key} is used nowhere`)
}
// Titles of maps, and names of their cities in every language but that of the map.
const maps = process.env.TRUNKLINE_GEOMETRY ?? new URL('../.generated/geometry/', import.meta.url).pathname
for (const file of readdirSync(maps)) {
  const { id, cities } = JSON.parse(readFileSync(join(maps, file), 'utf8'))
  for (const key of [`map.${id}`, `map_summary.${id}`]) if (!(key in words.en)) problems.push(`en: ${key} is missing`)
  for (const language of languages.slice(1)) {
    const known = JSON.parse(readFileSync(join(root, 'locale', 'cities', `${language}.json`), 'utf8'))
    for (const city of Object.keys(cities)) if (!known[city]) problems.push(`${language}: the city ${city} has no name`)
  }
}
if (problems.length) {
  console.error(problems.join('\n'))
  console.error(`${problems.length} problems with words`)
  process.exit(1)
}
console.log(`words: ${Object.keys(words.en).length} keys in ${languages.length} languages`)
