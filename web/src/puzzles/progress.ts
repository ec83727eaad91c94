/** What a person has solved and learned: kept in this browser. */

const SOLVED = 'siam.puzzles.solved'
const LESSON = 'siam.tutorial.lesson'

export function solvedPuzzles(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(SOLVED) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

export function keepSolved(id: string): void {
  localStorage.setItem(SOLVED, JSON.stringify([...solvedPuzzles().add(id)]))
}

/** The lesson that comes next, or null if the tutorial was never begun. */
export function nextLesson(): number | null {
  const kept = Number(localStorage.getItem(LESSON) ?? NaN)
  return Number.isInteger(kept) && kept >= 0 ? kept : null
}

export function keepLesson(number: number): void {
  localStorage.setItem(LESSON, String(number))
}
