/** Thinks about positions: chooses moves for bots, and gives advice. It runs beside the page, so that nothing waits for it. */

import { Bots, Engine, Field, parsePosition, readWeights, type Position } from '../../engine'
import { CAMPS } from '../../engine/levels'
import type { BoardFile, Options } from '../../net/protocol'

export interface Question {
  board: BoardFile
  options: Options
  players: number
  position: string
}

export interface Advice {
  move: string
  /** What is expected to follow the move. */
  replies: string[]
  /** The chance of each seat to win: that of its camp. */
  chances: number[]
}

/** What a table asks of a thinker. */
export interface Thinking {
  choose(question: Question, level: string, seed: number): Promise<string>
  advise(question: Question, seconds: number): Promise<Advice>
  /** Get ready for a level on the board that comes with the game. */
  warm(level: string, players: number): Promise<void>
}

/** Brings the engine's module and the weights. */
export interface Sources {
  module(): Promise<ArrayBuffer>
  weights(name: string): Promise<ArrayBuffer>
}

export class Thinker implements Thinking {
  #sources: Sources
  #bots: Promise<Bots> | null = null

  constructor(sources: Sources) {
    this.#sources = sources
  }

  choose(question: Question, level: string, seed: number): Promise<string> {
    return this.#with(question, async (bots, position) => position.moveText(await bots.choose(position, level, seed)))
  }

  advise(question: Question, seconds: number): Promise<Advice> {
    return this.#with(question, async (bots, position) => {
      const found = await bots.analyse(position, { seconds }, 1)
      const chances = Array.from({ length: question.players }, (_, seat) => {
        const camp = CAMPS[question.players]!.findIndex((one) => one.includes(seat + 1))
        return Math.round(found.chances[camp]! * 10_000) / 10_000
      })
      const [move = '', ...replies] = textsOf(position, found.lines[0]?.moves ?? [found.steps])
      return { move, replies, chances }
    })
  }

  async warm(level: string, players: number): Promise<void> {
    await (await this.#load()).warm(level, players)
  }

  async #with<T>(question: Question, work: (bots: Bots, position: Position) => Promise<T>): Promise<T> {
    const bots = await this.#load()
    const field = new Field(bots.engine, question.board, question.players, question.options)
    const position = parsePosition(field, question.position)
    try {
      return await work(bots, position)
    } catch (problem) {
      // A module that stopped in the middle of something can't be trusted any more.
      if (problem instanceof WebAssembly.RuntimeError) this.#bots = null
      throw problem
    } finally {
      if (this.#bots) {
        position.end()
        field.end()
      }
    }
  }

  /** Start the module once; what failed is tried again next time. */
  #load(): Promise<Bots> {
    this.#bots ??= this.#started().catch((problem: unknown) => {
      this.#bots = null
      throw problem
    })
    return this.#bots
  }

  async #started(): Promise<Bots> {
    const engine = await Engine.load(await this.#sources.module())
    return new Bots(engine, async (name) => readWeights(await this.#sources.weights(name)))
  }
}

/** Write down moves that follow each other. */
function textsOf(position: Position, moves: readonly number[][]): string[] {
  const here = position.copy()
  const texts = moves.map((steps) => {
    const text = here.moveText(steps)
    here.play(steps)
    return text
  })
  here.end()
  return texts
}
