// Packs what was built for the wire (gzip and brotli beside each file), tells the service worker of its files, and says how large the page is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const out = process.env.TRUNKLINE_PAGE ?? new URL('../../src/trunkline/page', import.meta.url).pathname
const built = readdirSync(join(out, 'assets')).filter((file) => /\.(js|css|json|woff2)$/.test(file)).sort()
const worker = readFileSync(join(out, 'worker.js'), 'utf8')
if (!worker.includes('const BUILT = []')) throw new Error('worker.js has no list to fill')
writeFileSync(join(out, 'worker.js'), worker.replace('const BUILT = []', `const BUILT = ${JSON.stringify(built.map((file) => `/assets/${file}`))}`))
let page = 0
for (const file of readdirSync(out, { recursive: true })) {
  if (!/\.(js|css|html|json|svg|webmanifest)$/.test(file)) continue
  const text = readFileSync(join(out, file))
  const packed = gzipSync(text, { level: 9 })
  writeFileSync(join(out, `${file}.gz`), packed)
  writeFileSync(join(out, `${file}.br`), brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  if (/\.(js|css|html)$/.test(file)) page += packed.length
  else if (/assets\/.*\.json$/.test(file)) console.log(`map ${file}: ${(packed.length / 1000).toFixed(1)} kB gzipped`)
}
console.log(`page: ${(page / 1000).toFixed(1)} kB gzipped before the maps`)
