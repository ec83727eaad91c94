/** A server's table, as far as this device can tell by itself. Whatever it can't tell, the server is asked. */

import type { Analysis, BoardFile, Hint, Moved, Replay, Steps, Update } from '../../net/protocol'
import type { Course } from '../host/advice'
import type { Known } from '../host/beside'
import { askHere, HereError } from './door'

/** Whoever waits longer for this device had better ask the server. */
const PATIENCE_MS = 2_000
/** What takes thought takes longer, the more so if weights have to come first. */
const PATIENCE_FOR_THOUGHT_MS = 15_000

export type KnownTable = Omit<Known, 'board'>

export class Beside {
  #board: BoardFile
  #begun = false
  #ready = false
  #heard: () => void

  /** `ready` is called once this device can tell, and when it can't any more. */
  constructor(board: BoardFile, ready: () => void) {
    this.#board = undrawn(board)
    this.#heard = ready
  }

  /** Whether this device can tell what follows from a move. */
  get ready(): boolean {
    return this.#ready
  }

  /** Load what is needed, once. Where that fails, nothing is told here. */
  begin(): void {
    if (this.#begun) return
    this.#begun = true
    askHere('POST', 'api/here/beside').then(
      () => this.#be(true),
      () => {},
    )
  }

  /** What can follow some steps; null if that can't be told here. HereError if they can't be chosen. */
  steps(known: KnownTable, steps: string[]): Promise<Steps | null> {
    return this.#ask('steps', { known: { ...known, board: this.#board }, steps })
  }

  /** The whole update that the server would send; null if that can't be told here. */
  update(known: KnownTable, moved: Moved): Promise<Update | null> {
    return this.#ask('update', { known: { ...known, board: this.#board }, moved })
  }

  async #ask<T>(what: string, body: object): Promise<T | null> {
    if (!this.#ready) return null
    try {
      return await soon(askHere<T>('POST', `api/here/beside/${what}`, body), PATIENCE_MS)
    } catch (problem) {
      if (problem instanceof HereError && problem.code === 'illegal_step') throw problem
      if (!(problem instanceof HereError) || problem.code !== 'not_your_turn') this.#be(false)
      return null
    }
  }

  #be(ready: boolean): void {
    if (this.#ready === ready) return
    this.#ready = ready
    this.#heard()
  }
}

/** Advice on a position in which nothing is hidden, worked out here; null if it can't be. */
export async function hintBeside(
  board: BoardFile,
  known: Pick<Known, 'options' | 'state'>,
  finished: boolean,
): Promise<Hint | null> {
  const { options, state } = known
  if (state.position === null) return null
  const terms = { board: undrawn(board), options, players: state.players.length }
  const body = { terms, position: state.position, finished }
  return soon(askHere<Hint>('POST', 'api/here/beside/hint', body), PATIENCE_FOR_THOUGHT_MS).catch(() => null)
}

/** What every turn of a finished game was worth, worked out here: as far as it is known, and begun if asked. */
export async function analysisBeside(board: BoardFile, replay: Replay, start: boolean): Promise<Analysis | null> {
  const positions = replay.turns.map(({ state }) => state.position)
  const moves = replay.turns.slice(1).map(({ entry }) => entry?.move ?? null)
  if (!replay.result || positions.includes(null) || moves.includes(null)) return null
  const course: Course = {
    board: undrawn(board),
    options: replay.table.options,
    players: replay.seats.length,
    id: replay.table.id,
    positions: positions as string[],
    moves: moves as string[],
    winners: replay.result.winners,
  }
  const asked = askHere<Analysis>('POST', 'api/here/beside/analysis', { course, start })
  return soon(asked, PATIENCE_FOR_THOUGHT_MS).catch(() => null)
}

/** Of a board only what the rules ask for. */
function undrawn({ name, borders, provinces }: BoardFile): BoardFile {
  return { name, borders, provinces: provinces.map(({ code, home }) => (home ? { code, home } : { code })) }
}

/** What is answered in time. */
function soon<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('this device is too slow')), milliseconds)
    void answer.then(resolve, reject).finally(() => clearTimeout(patience))
  })
}
