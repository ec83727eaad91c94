/** What a person has solved and learned: kept in this browser. */

import { lasting } from '../app/memory'

const SOLVED = 'siam.puzzles.solved'
const LESSON = 'siam.tutorial.lesson'

export function solvedPuzzles(): Set<string> {
  try {
    return new Set(JSON.parse(lasting.get(SOLVED) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

export function keepSolved(id: string): void {
  lasting.set(SOLVED, JSON.stringify([...solvedPuzzles().add(id)]))
}

/** The lesson that comes next, or null if the tutorial was never begun. */
export function nextLesson(): number | null {
  const kept = Number(lasting.get(LESSON) ?? NaN)
  return Number.isInteger(kept) && kept >= 0 ? kept : null
}

export function keepLesson(number: number): void {
  lasting.set(LESSON, String(number))
}
