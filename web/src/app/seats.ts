/** A guest's way back to a seat: the secret behind the # of the link that was kept. */

import { api } from '../net/api'
import { become } from './session.svelte'

const MARK = 'seat'

/** The secret in a link, or what was typed itself; empty if there is none in an address. */
export function seatKey(typed: string): string {
  const text = typed.trim()
  if (!text.includes('#')) return text.includes('/') ? '' : text
  return new URLSearchParams(text.slice(text.indexOf('#') + 1)).get(MARK) ?? ''
}

/** Take the secret out of the page's address, where somebody could read it over a shoulder. */
export function takeSeatKey(): string {
  const key = seatKey(location.href)
  if (key) history.replaceState(history.state, '', location.pathname + location.search)
  return key
}

/** Be the guest again to whom a seat belongs, and say at which table. */
export async function sitAgain(key: string): Promise<string> {
  const { player, table } = await api.seatAgain(key)
  become(player)
  return table
}
