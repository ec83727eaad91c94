/** In which order puzzles are offered, and which one is today's. */

import type { PuzzleListed } from '../net/protocol'

const DAY = 24 * 3600 * 1000
/** Two puzzles of neighbouring days should have nothing to do with each other; 37 has no factor in common with 90. */
const STRIDE = 37

/** The easy ones first; of two equally hard ones, the one in which something is played. */
export function inOrder(puzzles: PuzzleListed[]): PuzzleListed[] {
  const patience = (puzzle: PuzzleListed) => Number(puzzle.themes.includes('pass'))
  return [...puzzles].sort(
    (a, b) => a.players - b.players || a.grade - b.grade || patience(a) - patience(b) || a.id.localeCompare(b.id, 'en'),
  )
}

/** The puzzle for the first visit: one for two players in which a card is played. */
export function firstPuzzle(puzzles: PuzzleListed[]): PuzzleListed | undefined {
  return puzzles.find((puzzle) => !puzzle.themes.includes('pass')) ?? puzzles[0]
}

/** Today's puzzle, the same for everybody on earth. */
export function puzzleOfTheDay(puzzles: PuzzleListed[], now = Date.now()): PuzzleListed | null {
  const worth = puzzles.filter((puzzle) => !puzzle.themes.includes('pass'))
  return worth[(Math.floor(now / DAY) * STRIDE) % Math.max(1, worth.length)] ?? null
}
