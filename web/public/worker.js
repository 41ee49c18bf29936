// The service worker: the page opens without a network, and a turn that waits is told even when no page is open.
//
// What is named by its content (/assets/…) is kept and never asked for again; the page itself is asked for first and
// kept for when nobody answers; the interface (/api, /ws, /health …) is never touched. A first visit loads only what it
// shows. Whoever plays gets the other files too, when the page says so. A new build has another list of files, so it is
// another worker, which drops the old ones when it takes over.
const SHELL = 'trunkline-shell-1'
const ASSETS = 'trunkline-assets-1'
const FIRST = ['/', '/icon.svg', '/manifest.webmanifest']
/** The files of this build, filled in by tools/pack.mjs. */
const BUILT = []

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FIRST))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepBuilt())
})

/** Every file of the build that is not kept yet; one that cannot be had now is fetched when it is wanted. */
async function keepBuilt() {
  const cache = await caches.open(ASSETS)
  for (const path of BUILT) if (!(await cache.match(path))) await cache.add(path).catch(() => undefined)
}

/** What no build knows any more. A page that is still open has loaded, or asks the server once more. */
async function dropOld() {
  const cache = await caches.open(ASSETS)
  for (const request of await cache.keys()) if (BUILT.length && !BUILT.includes(new URL(request.url).pathname)) await cache.delete(request)
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('trunkline-') && name !== SHELL && name !== ASSETS).map((name) => caches.delete(name))))
      .then(dropOld)
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) return
  if (/^\/(api|ws|health|metrics|schema)(\/|$)/.test(address.pathname)) return
  if (address.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
  else if (FIRST.includes(address.pathname)) event.respondWith(fresh(request))
})

/** A file named by its content: from the cache if it is there. */
async function kept(request) {
  const cache = await caches.open(ASSETS)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** The page under any of its addresses: the newest, or the one kept when there is no network. */
async function page(request) {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok && (answer.headers.get('Content-Type') ?? '').startsWith('text/html')) await cache.put('/', answer.clone())
    return answer
  } catch {
    return (await cache.match('/')) ?? Response.error()
  }
}

async function fresh(request) {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}

// --- a turn that waits ---

// Words without the page: the language is that of the browser.
const WORDS = {
  en: ['Your turn', 'A game waits for your move.'],
  uk: ['Ваш хід', 'Гра чекає на ваш хід.'],
  el: ['Σειρά σας', 'Ένα παιχνίδι περιμένει την κίνησή σας.'],
}

self.addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data?.json() ?? {}
  } catch {
    // A notice that cannot be read is still a notice.
  }
  const language = self.navigator.language.slice(0, 2)
  const [title, body] = WORDS[language] ?? WORDS.en
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      // A later turn at the same table takes the place of the earlier notice.
      tag: told.table ? `turn-${told.table}` : 'turn',
      data: { address: told.table ? `/table/${encodeURIComponent(told.table)}` : '/games' },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = event.notification.data?.address ?? '/games'
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === address)
      if (there) return there.focus()
      return self.clients.openWindow(address)
    }),
  )
})
