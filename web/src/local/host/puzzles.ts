/** Puzzles on this device: shown without their solution, tries judged, what wins told to who asks. */

import { formatStep, parseMove, parseOptions, parseStep, type Engine } from '../../engine'
import type { BoardFile, Options, Puzzle, PuzzleListed, PuzzleSolution, PuzzleTried, Studied } from '../../net/protocol'
import type { LiveGame } from './live-game'
import { playOn, told, withLoneGame } from './lone-games'
import { No } from './refusals'
import { checkSteps } from './steps'
import { BY_THE_BOOK } from './views'

/** A puzzle as it is written in the list that comes with the game: its fields, separated by bars. */
interface Written {
  listed: PuzzleListed
  options: Options
  position: string
  solution: string
}
type Status = PuzzleTried['status']

/** Read the list of puzzles (src/siam/puzzles/puzzles.txt). */
export function readPuzzles(text: string): Map<string, Written> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map(readPuzzle).map((puzzle) => [puzzle.listed.id, puzzle]))
}

function readPuzzle(line: string): Written {
  const [id = '', grade = '', options = '', position = '', solution = '', themes = ''] = line.split(' | ')
  const listed: PuzzleListed = {
    id,
    grade: Number(grade),
    players: Number(id.split('-')[0]),
    themes: themes.split(' ').filter((theme) => theme !== '-') as PuzzleListed['themes'],
  }
  return { listed, options: parseOptions(options === '-' ? '' : options), position, solution }
}

export class PuzzleBook {
  #engine: Engine
  #board: BoardFile
  #puzzles: Map<string, Written>

  constructor(engine: Engine, board: BoardFile, text: string) {
    this.#engine = engine
    this.#board = board
    this.#puzzles = readPuzzles(text)
  }

  list(): { puzzles: PuzzleListed[] } {
    return { puzzles: [...this.#puzzles.values()].map(({ listed }) => listed) }
  }

  show(id: string): Puzzle {
    const { listed, options } = this.#find(id)
    return this.#begun(id, (game) => ({
      ...listed,
      seat: game.position.toMove + 1,
      options: { ...BY_THE_BOOK, ...options },
      state: told(game).state,
    }))
  }

  /** What can follow the steps of a move in the making, after the solver's moves so far. */
  steps(id: string, moves: readonly string[], texts: readonly string[]): Studied {
    return this.#begun(id, (game) => {
      judge(game, moves)
      return studied(game, texts)
    })
  }

  /** Judge the solver's own moves and let the others answer. */
  try(id: string, moves: readonly string[]): PuzzleTried {
    return this.#begun(id, (game) => {
      judge(game, moves.slice(0, -1))
      const since = game.moves.length
      const status = judge(game, moves, moves.length - 1)
      return { status, ...told(game, since) }
    })
  }

  /** What wins after the solver's moves so far. */
  solution(id: string, moves: readonly string[]): PuzzleSolution {
    return this.#begun(id, (game) => {
      if (judge(game, moves) !== 'go_on') throw new No('not_running', 'the puzzle is over')
      const { position, field } = game
      const steps = moves.length ? position.winningMove() : parseMove(position, this.#find(id).solution)
      return { move: position.moveText(steps), steps: steps.map((step) => formatStep(field.codes, step)) }
    })
  }

  #find(id: string): Written {
    const puzzle = this.#puzzles.get(id)
    if (!puzzle) throw new No('not_found', 'there is no such puzzle')
    return puzzle
  }

  #begun<T>(id: string, work: (game: LiveGame) => T): T {
    const { options, position } = this.#find(id)
    return withLoneGame(this.#engine, this.#board, options, position, work)
  }
}

/** Play the solver's moves from one on, with the others' answers. A wrong one is refuted to the end of the game. */
function judge(game: LiveGame, moves: readonly string[], from = 0): Status {
  const solver = game.line[0]!.seen.to_move - 1
  let status: Status = 'go_on'
  for (const move of moves.slice(from)) {
    if (status !== 'go_on') throw new No('not_running', 'the puzzle is over')
    playOn(game, move)
    const isRight = game.position.forcesWin(solver)
    while (!game.result) {
      const steps = isRight ? game.position.answerTo(solver) : game.position.refutingMove(solver)
      if (!steps.length) break
      playOn(game, game.position.moveText(steps))
    }
    status = !isRight ? 'wrong' : game.result ? 'solved' : 'go_on'
  }
  return status
}

/** Show a position with a move in the making on it. */
export function studied(game: LiveGame, texts: readonly string[]): Studied {
  const { position, field } = game
  const steps = texts.map((text) => parseStep(field.codes, text))
  checkSteps(position, steps)
  const { legal, parts, next, move, complete, no_effect, preview } = position.stepsMade(steps, 0)
  return {
    state: told(game).state,
    legal,
    without_effect: position.cardsWithoutEffect(),
    parts: game.result ? [] : parts,
    next: game.result ? null : next,
    move,
    complete,
    no_effect,
    preview,
  }
}
