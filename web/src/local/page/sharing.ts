/** Bringing a finished game of this device to the server, where others can look at it. */

import { lasting } from '../../app/memory'
import { beSomebody } from '../../app/session.svelte'
import { api } from '../../net/api'
import { tablesHere } from './tables'

/** Keep a game on the server, once; gives the id that it has there. `seat` is the own one. */
export async function bringToServer(id: string, seat: number | null): Promise<string> {
  const name = `siam.brought.${id}`
  const known = lasting.get(name)
  if (known !== null && (await isThere(known))) return known
  await beSomebody()
  const { text } = await tablesHere.record(id)
  const brought = await api.bringRecord(text, seat)
  lasting.set(name, brought.id)
  return brought.id
}

async function isThere(id: string): Promise<boolean> {
  return api.replay(id).then(
    () => true,
    () => false,
  )
}
