/** Hosts the tables of this device: answers what a server would be asked about them, and lets bots move. */

import { NotationError, parseMove, parseRecord, parseStep } from '../../engine'
import type { Hint, Outgoing, Summary } from '../../net/protocol'
import { analysed, hinted } from './advice'
import { endGame, fold, lastTurnOf, mustPass } from './live-game'
import type { Chair, LogChange, Kept } from './kept'
import { branchOf, newTable, recordOf, tableFrom } from './making'
import { No, refusalOf } from './refusals'
import { checkSteps } from './steps'
import type { OpenTable, Seat, Surroundings, Watcher, Wish } from './surroundings'
import * as views from './views'

export class Host {
  readonly around: Surroundings
  #openTables = new Map<string, Promise<OpenTable>>()

  constructor(around: Surroundings) {
    this.around = around
  }

  /** Make a table and begin its game. */
  async make(wish: Wish): Promise<Kept> {
    const { board, map } = this.around
    const table = newTable(this.around, wish, await (wish.board_file ? map(wish.board_file) : board(wish.board)))
    return this.#begin(table)
  }

  /** Make a table of a game that was written down. */
  async open(text: string): Promise<Kept> {
    try {
      const { MapFile: map, Map: name = '' } = parseRecord(text).tags
      return await this.#begin(
        tableFrom(this.around, text, await (map ? this.around.map(map) : this.around.board(name))),
      )
    } catch (problem) {
      const isFaulty = problem instanceof NotationError || (problem instanceof No && problem.code === 'invalid')
      throw isFaulty ? new No('invalid', problem.message, 'record') : problem
    }
  }

  async #begin(table: Kept): Promise<Kept> {
    const begun = this.#withPasses(table)
    if (!(await this.around.store.put(begun, 0))) throw new No('stale')
    this.around.tell(table.id)
    return begun
  }

  async list(): Promise<Summary[]> {
    const tables = await this.around.store.all()
    const seen = tables.map((table) => {
      const game = fold(this.around.engine, table)
      const summary = views.summarySeen(table, game)
      endGame(game)
      return summary
    })
    return seen.sort((a, b) => Number(b.my_turn) - Number(a.my_turn) || b.created.localeCompare(a.created))
  }

  /** A table as it is open now; No if there is none. */
  async openTable(id: string): Promise<OpenTable> {
    const known = this.#openTables.get(id)
    if (known) return known
    const opened = this.#opened(id)
    this.#openTables.set(id, opened)
    opened.catch(() => this.#openTables.delete(id))
    return opened
  }

  async #opened(id: string): Promise<OpenTable> {
    const table = await this.around.store.get(id)
    if (!table) throw new No('not_found')
    return { table, game: fold(this.around.engine, table), watchers: new Set(), isThinking: false }
  }

  /** Look at a table; what happens there is sent. Returns how to speak to it, and how to leave. */
  async join(id: string, seat: number | null, after: number, send: Watcher['send']): Promise<Seat> {
    const openTable = await this.openTable(id)
    const watcher: Watcher = { seat, send }
    openTable.watchers.add(watcher)
    send(
      after
        ? views.updateSeen(openTable.table, openTable.game, seat, after)
        : views.viewSeen(openTable.table, openTable.game, seat),
    )
    void this.#wake(openTable)
    return {
      hear: (message) => void this.#hear(openTable, watcher, message),
      leave: () => void openTable.watchers.delete(watcher),
    }
  }

  /** Another window has changed a table. */
  async changed(id: string): Promise<void> {
    if (!this.#openTables.has(id)) return
    const openTable = await this.openTable(id).catch(() => null)
    if (openTable) await this.#reload(openTable)
  }

  async #reload(openTable: OpenTable): Promise<void> {
    const table = await this.around.store.get(openTable.table.id)
    if (table) this.#took(openTable, table)
    else this.#dismiss(openTable)
  }

  #dismiss(openTable: OpenTable): void {
    this.#openTables.delete(openTable.table.id)
    for (const { send } of openTable.watchers) send({ type: 'bye', reason: 'cancelled' })
    openTable.watchers.clear()
  }

  #took(openTable: OpenTable, table: Kept): void {
    const before = openTable.game.version
    endGame(openTable.game)
    openTable.table = table
    openTable.game = fold(this.around.engine, table)
    for (const { seat, send } of openTable.watchers)
      send(
        table.log.length > before
          ? views.updateSeen(table, openTable.game, seat, before)
          : views.viewSeen(table, openTable.game, seat),
      )
    void this.#wake(openTable)
  }

  async #hear(openTable: OpenTable, watcher: Watcher, message: Outgoing): Promise<void> {
    const re = message.id ?? null
    try {
      switch (message.type) {
        case 'steps':
          return watcher.send({ ...this.steps(openTable, message.after, message.steps), re })
        case 'submit': {
          await this.submit(openTable, message.after, message.move)
          return watcher.send({ type: 'accepted', version: message.after + 1, turn: 0, key: message.key, re })
        }
        case 'seat':
          watcher.seat = message.seat
          return watcher.send(views.viewSeen(openTable.table, openTable.game, watcher.seat))
        case 'resume':
          return watcher.send(views.updateSeen(openTable.table, openTable.game, watcher.seat, message.after))
        case 'look':
          if (message.visible) void this.#wake(openTable)
          return
        case 'ping':
          return watcher.send({ type: 'pong', re })
        default:
          return
      }
    } catch (problem) {
      const { code, message: words, reason } = refusalOf(problem)
      watcher.send({ type: 'error', code, message: words, ...(reason ? { reason } : {}), re })
    }
  }

  /** What can follow the steps chosen so far. */
  steps(openTable: OpenTable, after: number, texts: readonly string[]) {
    this.#mine(openTable, after)
    const { position, field } = openTable.game
    const steps = texts.map((text) => parseStep(field.codes, text))
    checkSteps(position, steps)
    return position.stepsMade(steps, after)
  }

  async submit(openTable: OpenTable, after: number, move: string): Promise<void> {
    const seat = this.#mine(openTable, after)
    try {
      parseMove(openTable.game.position, move)
    } catch (problem) {
      throw problem instanceof NotationError ? new No('illegal_move', problem.message) : problem
    }
    await this.enter(openTable, { kind: 'move', seat, move, at: this.around.now() })
  }

  /** The seat to move, if it is up to whoever holds the device. */
  #mine(openTable: OpenTable, after: number): number {
    if (after !== openTable.game.version) throw new No('stale')
    if (openTable.game.result) throw new No('not_running')
    const seat = openTable.game.line.at(-1)!.seen.to_move
    if (!views.ownSeats(openTable.table).includes(seat)) throw new No('not_your_turn')
    return seat
  }

  async resign(openTable: OpenTable, seat: number | null): Promise<void> {
    const own = views.ownSeats(openTable.table)
    const who = seat ?? (own.length === 1 ? own[0]! : null)
    if (openTable.game.result) throw new No('not_running')
    if (who === null || !own.includes(who)) throw new No('not_your_seat')
    if (!openTable.game.out.includes(who))
      await this.enter(openTable, { kind: 'resign', seat: who, at: this.around.now() })
  }

  /** Take the latest own move back. Nobody else has to agree: there is nobody else. */
  async takeBack(openTable: OpenTable): Promise<void> {
    const own = views.ownSeats(openTable.table).filter((seat) => !openTable.game.out.includes(seat))
    const turn = lastTurnOf(openTable.game, own)
    if (openTable.game.result) throw new No('not_running')
    if (!turn) throw new No('invalid')
    await this.enter(openTable, { kind: 'take_back', seat: own[0]!, to: turn - 1, at: this.around.now() })
  }

  async remove(id: string): Promise<void> {
    await this.around.store.remove(id)
    const openTable = await this.#openTables.get(id)?.catch(() => null)
    if (openTable) this.#dismiss(openTable)
    this.around.tell(id)
  }

  /** Keep something about a table that is not in its log. */
  async note(openTable: OpenTable, notes: Partial<Pick<Kept, 'rematch' | 'analysis'>>): Promise<void> {
    const table = { ...openTable.table, ...notes }
    if (await this.around.store.put(table, table.log.length)) {
      openTable.table = table
      for (const { seat, send } of openTable.watchers) send(views.viewSeen(table, openTable.game, seat))
    }
  }

  /** Set up the same again: everybody one seat further. */
  async rematch(openTable: OpenTable): Promise<string> {
    const { chairs, board, options, name, id } = openTable.table
    if (openTable.table.rematch) return openTable.table.rematch
    const [first, ...rest] = chairs
    const moved: Chair[] = [...rest, first!]
    const table = newTable(this.around, { seats: [], board: board.name, options, name }, board, moved)
    await this.#begin({ ...table, of: id })
    await this.note(openTable, { rematch: table.id })
    return table.id
  }

  /** Play on from a turn of a finished game against bots of a level. */
  async branch(openTable: OpenTable, turn: number, seat: number, level: string): Promise<string> {
    const { table, game } = openTable
    const stand = game.line[turn]
    if (!game.result || !stand || stand.seen.over) throw new No('not_running')
    const branch = await this.#begin(branchOf(this.around, table, stand.text, seat, level))
    return branch.id
  }

  hint(openTable: OpenTable, turn: number | null): Promise<Hint> {
    return hinted(this, openTable, turn)
  }

  analysis(openTable: OpenTable, start: boolean) {
    return analysed(this, openTable, start)
  }

  record(openTable: OpenTable): string {
    if (!openTable.game.result && openTable.table.options.discards !== 'open') throw new No('forbidden')
    return recordOf(openTable.table, openTable.game)
  }

  /** Enter something into a table's log, with the passes that follow from it; bots move after it. */
  async enter(openTable: OpenTable, change: LogChange): Promise<void> {
    const before = openTable.table.log.length
    const table = this.#withPasses({ ...openTable.table, log: [...openTable.table.log, change] })
    if (!(await this.around.store.put(table, before))) {
      await this.#reload(openTable)
      throw new No('stale')
    }
    this.around.tell(table.id)
    this.#took(openTable, table)
  }

  #withPasses(table: Kept): Kept {
    let passed = table
    for (;;) {
      const game = fold(this.around.engine, passed)
      const seat = mustPass(game) ? game.line.at(-1)!.seen.to_move : null
      endGame(game)
      if (seat === null) return passed
      const pass: LogChange = { kind: 'move', seat, move: 'pass', auto: true, at: table.log.at(-1)!.at }
      passed = { ...passed, log: [...passed.log, pass] }
    }
  }

  /** Let bots move as long as it is their turn and somebody looks. */
  async #wake(openTable: OpenTable): Promise<void> {
    if (openTable.isThinking) return
    openTable.isThinking = true
    try {
      for (;;) {
        const { table, game } = openTable
        const { seen, text } = game.line.at(-1)!
        const level = table.chairs[seen.to_move - 1]!.level
        if (game.result || level === null || !openTable.watchers.size) return
        const { board, options, chairs } = table
        const question = { board, options, players: chairs.length, position: text }
        const move = await this.around.thinker.choose(question, level, this.around.chance())
        if (openTable.game !== game) continue
        await this.enter(openTable, { kind: 'move', seat: seen.to_move, move, at: this.around.now() }).catch(
          (problem: unknown) => {
            if (!(problem instanceof No)) throw problem // another window was faster
          },
        )
      }
    } catch (problem) {
      const { code, message } = refusalOf(problem)
      for (const { send } of openTable.watchers) send({ type: 'error', code, message, re: null })
    } finally {
      openTable.isThinking = false
    }
  }
}
