// Shows the offline page when the server is out of reach, and the message that calls a player to the table.
const CACHE = 'siam-offline-1'
const OFFLINE = ['offline.html', 'offline.css', 'icon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const path = new URL(request.url).pathname
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(new URL('offline.html', self.registration.scope).href)))
  } else if (path.endsWith('/offline.css')) {
    event.respondWith(fetch(request).catch(() => caches.match(request)))
  }
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
