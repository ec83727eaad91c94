/** Games that belong to no table: a position, the moves on it, and what is shown of them with all hands open. */

import { Field, NotationError, parseMove, parsePosition, type Engine } from '../../engine'
import type { BoardFile, Entry, Options, Result, State } from '../../net/protocol'
import { endGame, firstLook, follow, type LiveGame } from './live-game'
import { No } from './refusals'
import { stateSeen } from './views'

/** What happened since a turn, and where the game stands. */
export interface Told {
  log: Entry[]
  state: State
  result: Result | null
}

/** The place of the players among the words of a position; bars stand between them. */
const PLAYERS = 3

/** Work on a game that begins with a position, and forget it. */
export function withLoneGame<T>(
  engine: Engine,
  board: BoardFile,
  options: Options,
  text: string,
  work: (game: LiveGame) => T,
): T {
  const players = (text.split(' ')[PLAYERS] ?? '').split('/').length
  const game = begun(engine, board, options, players, text)
  try {
    return work(game)
  } finally {
    endGame(game)
  }
}

function begun(engine: Engine, board: BoardFile, options: Options, players: number, text: string): LiveGame {
  if (players < 2 || players > 4) throw new No('invalid', 'a game has two to four players', 'position')
  const field = new Field(engine, board, players, options)
  try {
    return firstLook(field, parsePosition(field, text))
  } catch (problem) {
    field.end()
    throw problem instanceof NotationError ? new No('invalid', problem.message, 'position') : problem
  }
}

/** Play a move for whoever is to move; No if it is none, or not legal. */
export function playOn(game: LiveGame, move: string): void {
  if (game.result) throw new No('not_running')
  try {
    parseMove(game.position, move)
  } catch (problem) {
    throw problem instanceof NotationError ? new No('illegal_move', problem.message) : problem
  }
  follow(game, { kind: 'move', seat: game.position.toMove + 1, move, at: 0 }, game.version + 1)
}

/** Tell a game from a turn on. */
export function told(game: LiveGame, since = 0): Told {
  return { log: game.log.slice(since + 1), state: stateSeen(game.line.at(-1)!, 'all'), result: game.result }
}
