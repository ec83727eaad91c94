/** Links for other people: which address reaches this server from elsewhere, and the device's own way to share. */

import { at, BASE } from '../net/base'
import { session } from './session.svelte'

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this page was opened by an address that means another machine everywhere else. */
export function onlyHere(): boolean {
  return HERE.has(BASE.hostname)
}

/** The address to send to others: the server's own, where this page's would lead them to themselves. */
export function linkFor(path: string): string {
  const known = session.server?.address
  return onlyHere() && known ? new URL(path, known.endsWith('/') ? known : `${known}/`).href : at(path)
}

/** Whether others can open what `linkFor` gives. */
export function reachable(): boolean {
  return !onlyHere() || Boolean(session.server?.address)
}

export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Open the device's sheet for sharing; closing it is no error. */
export async function share(title: string, text: string, url: string): Promise<void> {
  await navigator.share({ title, text, url }).catch(() => {})
}
