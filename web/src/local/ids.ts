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

/** What is the same on every device, and needs no server: lessons, puzzles, the boards that come with the game, the rules. */
const STUDIES = /^api\/(study|puzzles|boards|rules)(\/|$)/

export function isStudy(path: string): boolean {
  return STUDIES.test(path)
}

/** Whether this device answers a request: about its list of tables or one of them, or a study. */
export function isAboutHere(path: string): boolean {
  return path === 'api/here' || path.startsWith(`api/tables/${MARK}`) || isStudy(path)
}
