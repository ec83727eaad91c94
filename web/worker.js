/**
 * Keeps the game on the device, so that it works without a network; shows the messages that call a player to the table.
 *
 * The build writes RELEASE before these lines (release.ts): what this release is called, its entry, the files of its
 * shell and the provisions that can come later, each with its digest. A release is kept whole or not at all, and a page
 * gets everything from one release: until the new one is asked for, the old one serves.
 */
/* global RELEASE */

const SCOPE = new URL(self.registration.scope).pathname
const OURS = `siam ${SCOPE} `
const SHELL = `${OURS}shell ${RELEASE.name}`
const PROVISIONS = `${OURS}provisions`
const REPLAYS = `${OURS}replays`
const FIRST_RELEASES = 'siam-offline'

/** What a server answers itself; all other addresses are pages of the client. */
const SERVERS_OWN = /^(api\/|docs$|openapi\.json$|metrics$|health$|ready$)/
const REPLAY = /^api\/tables\/\w+\/(replay|board|analysis)$/
const REPLAYS_KEPT = 90
const AT_ONCE = 6

const at = (name) => new URL(name, self.registration.scope).href
/** Files whose names hold a digest of what is in them are the same in every release. */
const isNamedByContent = (name) => name.startsWith('assets/')

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => self.clients.claim())))

/** Keep this release whole; if anything of it is missing, or of another release, nothing changes. */
async function keepShell() {
  try {
    const cache = await caches.open(SHELL)
    await keepPage(cache)
    await eachOf(Object.keys(RELEASE.shell), (name) => keep(cache, name, RELEASE.shell[name]))
  } catch (problem) {
    await caches.delete(SHELL)
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const one of windows)
      one.postMessage({ notKept: problem.name === 'QuotaExceededError' ? 'no_room' : 'broken' })
    throw problem
  }
}

/** Every page of the client is the same file; where the game is mounted, its base says. */
async function keepPage(cache) {
  const response = await fetch(self.registration.scope, { cache: 'no-cache' })
  const text = await response.text()
  if (!response.ok || !text.includes(RELEASE.entry)) throw new Error('the page is of another release')
  const headers = new Headers(response.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  await cache.put(at('./'), new Response(text.replace(/<base href="[^"]*"/, `<base href="${SCOPE}"`), { headers }))
}

async function keep(cache, name, integrity) {
  const known = isNamedByContent(name) ? await caches.match(at(name)) : undefined
  const response =
    known ?? (await fetch(at(name), { integrity, cache: isNamedByContent(name) ? 'default' : 'no-cache' }))
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  await cache.put(at(name), response)
}

async function eachOf(names, deed) {
  const left = [...names]
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await deed(name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Forget releases that no window can be showing any more: all but this one and the one before. */
async function tidy() {
  const names = await caches.keys()
  const before = names.filter((name) => name.startsWith(`${OURS}shell `) && name !== SHELL)
  const old = [...before.slice(0, -1), ...names.filter((name) => name.startsWith(FIRST_RELEASES))]
  await Promise.all(old.map((name) => caches.delete(name)))
  const provisions = await caches.open(PROVISIONS)
  const wanted = new Set(Object.keys(RELEASE.provisions).map(at))
  const kept = await provisions.keys()
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((request) => provisions.delete(request)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(SCOPE)) return
  const path = pathname.slice(SCOPE.length)
  const isPage = !SERVERS_OWN.test(path) && !/\.[^/]*$/.test(path)
  if (request.mode === 'navigate') {
    if (isPage) event.respondWith(keptPage(request))
  } else if (REPLAY.test(path)) event.respondWith(replayed(event))
  else if (SERVERS_OWN.test(path)) event.respondWith(fetch(request).catch(outOfReach))
  else event.respondWith(kept(event, path))
})

async function keptPage(request) {
  return (await caches.match(at('./'), { cacheName: SHELL })) ?? fetch(request)
}

async function kept(event, path) {
  const address = at(path)
  const found =
    (await caches.match(address, { cacheName: SHELL })) ??
    (isNamedByContent(path) ? await caches.match(address) : undefined)
  if (found) return found
  const response = await fetch(event.request)
  if (response.ok && path in RELEASE.provisions) event.waitUntil(keepQuietly(PROVISIONS, address, response.clone()))
  return response
}

/** A word instead of an error: whoever asks hears that no server answered. */
function outOfReach() {
  return new Response('{}', { headers: { 'Content-Type': 'application/json', 'Siam-Out-Of-Reach': 'yes' } })
}

/** Games that are over don't change: those that were looked at can be looked at again without a network. */
async function replayed(event) {
  const { request } = event
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keepReplay(request, response.clone()))
    return response
  } catch {
    return (await caches.match(request, { cacheName: REPLAYS })) ?? outOfReach()
  }
}

async function keepReplay(request, response) {
  const told = await response.clone().json()
  if ('turns' in told && 'table' in told && told.result === null) return
  await keepQuietly(REPLAYS, request, response)
  const cache = await caches.open(REPLAYS)
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - REPLAYS_KEPT)).map((old) => cache.delete(old)))
}

/** Keep what is good to have; a device without room goes on without it. */
async function keepQuietly(name, request, response) {
  try {
    await (await caches.open(name)).put(request, response)
  } catch {
    // it is asked for again next time
  }
}

self.addEventListener('message', (event) => {
  const [answers] = event.ports
  switch (event.data.deed) {
    case 'take over':
      return event.waitUntil(self.skipWaiting())
    case 'provide':
      return event.waitUntil(provide().then((state) => answers?.postMessage(state)))
    case 'forget':
      return event.waitUntil(caches.delete(REPLAYS))
  }
})

/** Fetch what makes everything work without a network; says whether it is all there, or why not. */
async function provide() {
  try {
    const cache = await caches.open(PROVISIONS)
    for (const [name, integrity] of Object.entries(RELEASE.provisions))
      if (!(await cache.match(at(name)))) await keep(cache, name, integrity)
    return 'ready'
  } catch (problem) {
    return problem.name === 'QuotaExceededError' ? 'no_room' : 'partly'
  }
}

self.addEventListener('push', (event) => {
  const call = event.data ? event.data.json() : {}
  event.waitUntil(
    self.registration.showNotification(call.title || 'Siam', {
      body: call.body || '',
      tag: call.table ? `turn-${call.table}` : undefined,
      icon: 'icon-192.png',
      data: { url: call.url || '' },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = at(event.notification.data.url)
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows.find((one) => one.url === url)
      return open ? open.focus() : self.clients.openWindow(url)
    }),
  )
})
