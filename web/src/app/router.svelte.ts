/** Addresses below the base path: which page is shown, and going from one to another without loading anew. */

import { addressOf, at, HAS_SERVER, pathOf } from '../net/base'

export interface Place {
  path: string
  query: URLSearchParams
}

function here(): Place {
  return { path: pathOf(location), query: new URLSearchParams(location.search) }
}

export const router = $state({ place: here() })

/** Go to a page: `go('table/k7m2q9x4d8pw')`; with `replace` the present address leaves no trace in the history. */
export function go(path: string, { replace = false, keepScroll = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path))
  router.place = here()
  if (!keepScroll) scrollTo(0, 0)
}

/** Let links below the base change the page instead of loading it. */
export function followLinks(): void {
  addEventListener('popstate', () => (router.place = here()))
  // Before a link can be followed, in whatever way, it gets the address that a host of files knows.
  if (!HAS_SERVER) for (const begun of ['pointerdown', 'focusin', 'click']) addEventListener(begun, addressLink, true)
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

function addressLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href.startsWith(at('')) || link.hasAttribute('download')) return
  link.href = addressOf(link.href.slice(at('').length))
}
