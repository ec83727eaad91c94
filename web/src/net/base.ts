/** Where the page is mounted: the server writes <base href>, so that everything works under a path behind a proxy. */

export const BASE = new URL(document.baseURI)

/** Whether there is a server at all: a site of files alone says that there is none. */
export const HAS_SERVER = document.querySelector('meta[name="siam-server"][content="none"]') === null

/** The address of a server resource: `at('api/me')`. */
export function at(path: string): string {
  return new URL(path, BASE).href
}

/** The same for a WebSocket. */
export function liveAt(path: string): string {
  const url = new URL(path, BASE)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** The page's path below the base, without a leading slash. */
export function pathBelowBase(pathname: string): string {
  return pathname.startsWith(BASE.pathname) ? pathname.slice(BASE.pathname.length) : pathname.replace(/^\//, '')
}
