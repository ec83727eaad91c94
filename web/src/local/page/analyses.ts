/** Analyses of a server's games that were worked out here; the latest are kept in this browser. */

import { lasting } from '../../app/memory'
import type { Analysis } from '../../net/protocol'

const PLACE = 'siam.analyses'
const KEPT = 12

type Shelf = [id: string, analysis: Analysis][]

function shelf(): Shelf {
  try {
    return JSON.parse(lasting.get(PLACE) ?? '[]') as Shelf
  } catch {
    return []
  }
}

/** The analysis of a game, if it was worked out here. */
export function keptAnalysis(id: string): Analysis | null {
  return shelf().find(([game]) => game === id)?.[1] ?? null
}

export function keepAnalysis(id: string, analysis: Analysis): void {
  const others = shelf().filter(([game]) => game !== id)
  lasting.set(PLACE, JSON.stringify([...others.slice(-(KEPT - 1)), [id, analysis]]))
}
