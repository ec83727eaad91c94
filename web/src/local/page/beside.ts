/** A server's table, as far as this device can tell by itself. Whatever it can't tell, the server is asked. */

import type { BoardFile, Moved, Steps, Update } from '../../net/protocol'
import type { Known, Map } from '../host/beside'
import { askHere, HereError } from './door'

/** Whoever waits longer for this device had better ask the server. */
const PATIENCE_MS = 2_000

export type KnownTable = Omit<Known, 'board'>

export class Beside {
  #board: Map
  #begun = false
  #ready = false
  #heard: () => void

  /** `ready` is called once this device can tell, and when it can't any more. */
  constructor(board: BoardFile, ready: () => void) {
    const { name, borders, provinces } = board
    this.#board = { name, borders, provinces: provinces.map(({ code, home }) => ({ code, ...(home ? { home } : {}) })) }
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
      return await soon(askHere<T>('POST', `api/here/beside/${what}`, body))
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

/** What is answered in time. */
function soon<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('this device is too slow')), PATIENCE_MS)
    void answer.then(resolve, reject).finally(() => clearTimeout(patience))
  })
}
