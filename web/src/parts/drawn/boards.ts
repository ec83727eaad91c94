/** The boards that pages draw: each is asked for once. */

import { api } from '../../net/api'
import { boardHere } from '../../local/boards'
import type { BoardFile } from '../../net/protocol'

const asked = new Map<string, Promise<BoardFile>>()

export function boardNamed(name = 'siam'): Promise<BoardFile> {
  const known = asked.get(name)
  if (known) return known
  const found = api.board(name).catch(async (problem: unknown) => {
    const kept = await boardHere(name)
    if (kept) return kept
    throw problem
  })
  asked.set(name, found)
  found.catch(() => asked.delete(name)) // the next one may ask again
  return found
}
