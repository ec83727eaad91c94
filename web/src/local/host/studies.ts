/** The requests about what belongs to no table: lessons, puzzles, boards and the rules, as a server is asked. */

import { Field, Position, formatStep, parseMove, type Engine } from '../../engine'
import type { BoardFile, Options, Rules, RulesExample, State, Studied, StudyPlayed } from '../../net/protocol'
import { endGame, firstLook, type LiveGame } from './live-game'
import { playOn, told, withLoneGame } from './lone-games'
import { PuzzleBook, studied } from './puzzles'
import { No } from './refusals'

/** What studies need from outside. */
export interface Shelf {
  engine: Engine
  board: (name: string) => Promise<BoardFile>
  /** The list of puzzles. */
  puzzles: () => Promise<string>
  /** The rules in a language, or in English. */
  rules: (language: string) => Promise<{ language: string; markdown: string }>
}

/** What requests bring. */
interface Given {
  position?: string
  options?: Options
  moves?: string[]
  move?: string
  steps?: string[]
  players?: number
  seed?: number
}

/** The deal on which the examples of the rules are shown, and the first example of each paragraph. */
const START =
  'siam ked:R1M3,suk:R1L1M2,kho:L1M3,chi:R2L1M1,ayu:R3M1,lua:L4,ray:R2L1M1,pat:R1L2M1 R5L4M3 KTT12RLM:L1M1/KTT12RLM:R1L1 2 0 - -'
const MOVES: Record<string, string> = {
  '5.6': 'K ayu suk* +L@chi',
  '5.7': 'T R@ayu L@ayu M@ked +R@ayu',
  '5.8': '1 M@ayu=R@ked +M@pat',
  '5.9': '2 LM@suk=R@ayu +L@lua',
  '5.11': 'R kho suk +R@suk',
}
const REACHES = '5.11'

export class Studies {
  #shelf: Shelf
  #book: Promise<PuzzleBook> | null = null

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** Answer a request; No if it is refused. */
  async answer(path: string, body: unknown): Promise<unknown> {
    const [, what = '', name = '', deed = ''] = path.split('/')
    const given = (body ?? {}) as Given
    switch (what) {
      case 'boards':
        return this.#shelf.board(name)
      case 'rules':
        return this.#rules(name)
      case 'puzzles':
        return aboutPuzzles(await this.#puzzles(), decodeURIComponent(name), deed, given)
      case 'study':
        return name === 'deal' ? this.#dealt(given) : this.#on(given, name)
      default:
        throw new No('not_found')
    }
  }

  #puzzles(): Promise<PuzzleBook> {
    const { engine, board, puzzles } = this.#shelf
    this.#book ??= Promise.all([board('siam'), puzzles()]).then(([file, text]) => new PuzzleBook(engine, file, text))
    this.#book.catch(() => (this.#book = null)) // tried again next time
    return this.#book
  }

  async #on(given: Given, deed: string): Promise<Studied | StudyPlayed> {
    const text = String(given.position)
    const board = await this.#shelf.board(text.split(' ')[0]!)
    return withLoneGame(this.#shelf.engine, board, given.options ?? {}, text, (game) => {
      if (deed === '') return studied(game, given.steps ?? [])
      if (deed === 'play') return played(game, String(given.move))
      throw new No('not_found')
    })
  }

  /** Any deal shows what the game looks like; a server deals other ones. */
  async #dealt({ players = 2, seed = 0 }: Given): Promise<{ state: State }> {
    const field = new Field(this.#shelf.engine, await this.#shelf.board('siam'), players, {})
    const game = firstLook(field, Position.dealt(field, seed))
    try {
      return { state: told(game).state }
    } finally {
      endGame(game)
    }
  }

  async #rules(wanted: string): Promise<Rules> {
    const [page, board] = await Promise.all([this.#shelf.rules(wanted), this.#shelf.board('siam')])
    return { ...page, examples: withLoneGame(this.#shelf.engine, board, {}, START, examples) }
  }
}

function aboutPuzzles(book: PuzzleBook, id: string, deed: string, { moves = [], steps = [] }: Given): unknown {
  if (!id) return book.list()
  switch (deed) {
    case '':
      return book.show(id)
    case 'steps':
      return book.steps(id, moves, steps)
    case 'moves':
      return book.try(id, moves)
    case 'solution':
      return book.solution(id, moves)
    default:
      throw new No('not_found')
  }
}

/** The pictures of the rules page by paragraph: the deal, a move on it, the board after the first struggle. */
function examples(game: LiveGame): RulesExample[] {
  const { position, field } = game
  const start = told(game).state
  const moves = Object.entries(MOVES).map(([paragraph, text]): RulesExample => {
    const lit = paragraph === REACHES ? position.reach('R') : []
    const steps = parseMove(position, text).map((step) => formatStep(field.codes, step))
    return { paragraph, state: start, lit, steps }
  })
  playOn(game, 'pass')
  playOn(game, 'pass')
  return [
    { paragraph: '3.3', state: start, lit: [], steps: [] },
    ...moves,
    { paragraph: '6.3', state: told(game).state, lit: [], steps: [] },
  ]
}

function played(game: LiveGame, move: string): StudyPlayed {
  playOn(game, move)
  const { log, state, result } = told(game)
  return { entry: log[0]!, state, result }
}
