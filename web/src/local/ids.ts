/** How tables on this device are told from those of a server, by their names alone. */

const MARK = 'here_'

/** Who sits at tables of this device: there are no accounts on it. */
export const HERE = 'here'

export function isHere(id: string): boolean {
  return id.startsWith(MARK)
}

/** A name for a new table. */
export function freshId(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36))
  return MARK + letters.join('')
}

/** Whether a request is about this device: its list of tables, or one of them. */
export function isAboutHere(path: string): boolean {
  return path === 'api/here' || path.startsWith(`api/tables/${MARK}`)
}
