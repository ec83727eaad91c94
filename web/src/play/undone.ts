/** Which moves of a log were taken back later: they are told as undone, and no turn of the replay is theirs. */

import type { Entry } from '../net/protocol'

/** The versions of the moves that do not belong to the present line of play. */
export function undoneVersions(log: readonly Entry[]): Set<number> {
  const undone = new Set<number>()
  let line: Entry[] = []
  for (const entry of log) {
    if (entry.kind === 'move') line.push(entry)
    if (entry.kind !== 'take_back') continue
    const last = entry.to ?? entry.turn
    for (const move of line) if (move.turn > last) undone.add(move.version)
    line = line.filter((move) => move.turn <= last)
  }
  return undone
}
