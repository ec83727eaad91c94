/** Addresses below the base path: which page is shown, and going from one to another without loading anew. */

import { at, pathBelowBase } from '../net/base'

export interface Place {
  path: string
  query: URLSearchParams
}

function here(): Place {
  return { path: pathBelowBase(location.pathname), query: new URLSearchParams(location.search) }
}

export const router = $state({ place: here() })

/** Go to a page: `go('table/k7m2q9x4d8pw')`; with `replace` the present address leaves no trace in the history. */
export function go(path: string, { replace = false, keepScroll = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', at(path))
  router.place = here()
  if (!keepScroll) scrollTo(0, 0)
}

/** Let links below the base change the page instead of loading it. */
export function followLinks(): void {
  addEventListener('popstate', () => (router.place = here()))
  document.addEventListener('click', (click) => {
    if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return
    const link = (click.target as Element).closest?.('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!link.href.startsWith(at('')) || link.href.startsWith(at('api/'))) return
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return
    click.preventDefault()
    history.pushState(null, '', link.href)
    router.place = here()
    scrollTo(0, 0)
  })
}
