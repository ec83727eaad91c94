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

/** Pages of which there are many. */
const VARYING = /^(table|replay|puzzle)\/([\w-]+)$/

/**
 * The address of a page: `addressOf('table/k7m2q9x4d8pw')`. On a site of files every page is a folder, and a host of files
 * knows nothing of what varies: that stands behind a question mark, as in `table/?here_x4d8pw`.
 */
export function addressOf(path: string): string {
  if (HAS_SERVER) return at(path)
  const [, way = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? []
  const [, folder, one] = VARYING.exec(way) ?? []
  if (folder) return at(`${folder}/?${one}${query && `&${query}`}${hash}`)
  return at(`${way && `${way.replace(/\/$/, '')}/`}${query && `?${query}`}${hash}`)
}

/** Which page an address shows: the other way round. */
export function pathOf({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathBelowBase(pathname).replace(/(^|\/)index\.html$/, '$1')
  if (HAS_SERVER) return path
  const [, one] = /^\?([\w-]+)(&|$)/.exec(search) ?? []
  return one && VARYING.test(path + one) ? path + one : path
}
