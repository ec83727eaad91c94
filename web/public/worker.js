// Shows the offline page when the server is out of reach, and the message that calls a player to the table.
const CACHE = 'siam-offline-2'
const PAGE = 'offline.html'
const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl']

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** Keep the offline page with everything that it names, and its words in every language. */
async function keepPage() {
  const cache = await caches.open(CACHE)
  const response = await fetch(PAGE, { cache: 'no-cache' })
  const text = await response.clone().text()
  const named = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1])
  await cache.put(PAGE, response)
  await cache.addAll([
    ...new Set([...named, 'icon.svg', ...LANGUAGES.map((language) => `catalogues/${language}.json`)]),
  ])
}

/** The kept page; a base says where the game is mounted, whatever the address that was asked for. */
async function keptPage() {
  const page = await caches.match(new URL(PAGE, self.registration.scope).href)
  if (!page) return Response.error()
  const text = (await page.text()).replace('<head>', `<head><base href="${self.registration.scope}" />`)
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(keptPage))
  else if (/\/(assets|catalogues)\/|\/icon\.svg$/.test(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()))
})

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
  const url = new URL(event.notification.data.url, self.registration.scope).href
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const open = windows.find((one) => one.url === url)
      return open ? open.focus() : self.clients.openWindow(url)
    }),
  )
})
