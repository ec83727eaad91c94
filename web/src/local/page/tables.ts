/** The tables of this device, as pages ask for them. */

import { ofThisDevice } from '../../net/api'
import type { Summary } from '../../net/protocol'
import type { Wish } from '../host/surroundings'

interface Place {
  id: string
  url: string
}

export const tablesHere = {
  /** All tables; `lasts` says whether they outlive this window. */
  list: () => ofThisDevice<{ tables: Summary[]; lasts: boolean }>('GET', 'api/here'),
  /** Get ready for a game against a level, so that it begins at once. */
  warm: (level: string, players: number) => ofThisDevice<void>('POST', 'api/here/warmth', { level, players }),
  make: (wish: Wish) => ofThisDevice<Place>('POST', 'api/here', wish),
  /** Make a table of a written game (`.siam`). */
  open: (record: string) => ofThisDevice<Place>('POST', 'api/here', { record }),
  record: (id: string) => ofThisDevice<{ text: string }>('GET', `api/tables/${id}/record`),
  remove: (id: string) => ofThisDevice<void>('DELETE', `api/tables/${id}`),
}

/** Save the record of a table as a file. */
export async function saveRecord(id: string): Promise<void> {
  const { text } = await tablesHere.record(id)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = `${id}.siam`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
