/** Where a game stands: the log of a table folded, line by line. What a move does the engine's module says. */

import { Field, Position, parseMove, parsePosition, type Engine, type Seen } from '../../engine'
import { CAMPS } from '../../engine/levels'
import { FULL_HAND, type CardLetter, type Entry, type GameEvent, type Result } from '../../net/protocol'
import type { LogChange, Kept } from './kept'

/** The game after a turn; first of all the deal. */
export interface Stand {
  turn: number
  version: number
  since: number
  seen: Seen
  text: string
  /** The cards that each seat has played, the latest last. */
  discards: CardLetter[][]
  entry: Entry | null
  result: Result | null
}

export interface LiveGame {
  field: Field
  /** The latest position; whoever folds anew ends it. */
  position: Position
  line: Stand[]
  log: Entry[]
  moves: string[]
  /** Seats that gave up. */
  out: number[]
  result: Result | null
  version: number
  /** Since when the present position stands. */
  since: number
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Fold a whole log. */
export function fold(engine: Engine, table: Kept): LiveGame {
  const field = new Field(engine, table.board, table.chairs.length, table.options)
  const game = emptyGame(field, parsePosition(field, table.setup))
  table.log.forEach((change, at) => follow(game, change, at + 1))
  return game
}

/** A game in which nothing has happened since this position. */
export function firstLook(field: Field, position: Position): LiveGame {
  const game = emptyGame(field, position)
  follow(game, { kind: 'start', seat: null, at: 0 }, 1)
  return game
}

function emptyGame(field: Field, position: Position): LiveGame {
  return { field, position, line: [], log: [], moves: [], out: [], result: null, version: 0, since: 0 }
}

/** Forget a game. */
export function endGame(game: LiveGame): void {
  game.position.end()
  game.field.end()
}

/** Whether the seat to move has no choice: no cards left, or given up. */
export function mustPass(game: LiveGame): boolean {
  if (game.result) return false
  const { seen } = game.line.at(-1)!
  return seen.players[seen.to_move - 1]!.hand.length === 0 || game.out.includes(seen.to_move)
}

/** The latest turn in which one of these seats moved by choice; 0 if there is none. */
export function lastTurnOf(game: LiveGame, seats: readonly number[]): number {
  return game.line.findLast(({ entry }) => entry !== null && !entry.auto && seats.includes(entry.seat ?? 0))?.turn ?? 0
}

/** Let one more line of a log happen. */
export function follow(game: LiveGame, change: LogChange, version: number): void {
  game.version = version
  let events: GameEvent[] = []
  switch (change.kind) {
    case 'start':
      break
    case 'move':
      events = game.position.play(parseMove(game.position, change.move!))
      game.moves.push(change.move!)
      break
    case 'take_back':
      game.moves.length = change.to!
      game.line.length = change.to! + 1
      game.result = null
      game.position.end()
      game.position = parsePosition(game.field, game.line.at(-1)!.text)
      break
    case 'resign':
      game.out.push(change.seat!)
      game.result = givenUp(game, change.seat!)
  }
  const entry: Entry = {
    version,
    turn: game.moves.length,
    kind: change.kind,
    seat: change.seat,
    at: iso(change.at),
    move: change.move ?? null,
    auto: change.auto ?? false,
    to: change.to ?? null,
    level: null,
    events,
  }
  game.log.push(entry)
  if (change.kind === 'start') game.line.push(firstStand(game, change, version))
  else if (change.kind === 'move') game.line.push(nextStand(game, change, entry))
  else if (change.kind === 'resign') game.line.push({ ...game.line.pop()!, version, result: game.result })
  if (change.kind !== 'resign') game.since = change.at
}

function firstStand(game: LiveGame, change: LogChange, version: number): Stand {
  const seen = game.position.seen()
  const discards = seen.players.map(({ hand }) => missing(hand))
  const text = game.position.text()
  return { turn: 0, version, since: change.at, seen, text, discards, entry: null, result: null }
}

function nextStand(game: LiveGame, change: LogChange, entry: Entry): Stand {
  const before = game.line.at(-1)!
  const seen = game.position.seen()
  const played = entry.events.find((event) => event.event === 'card_played')
  const discards = before.discards.map((pile, at) => (played && at + 1 === change.seat ? [...pile, played.card] : pile))
  if (seen.over) {
    const { winners, ending, trail } = seen.standing
    game.result = { how: 'played', winners, ending, by: null, trail }
  }
  const { version, turn } = entry
  return { turn, version, since: change.at, seen, text: game.position.text(), discards, entry, result: game.result }
}

/** The cards that are not in a hand any more. */
function missing(hand: readonly CardLetter[]): CardLetter[] {
  const left = [...hand]
  return FULL_HAND.filter((card) => {
    const place = left.indexOf(card)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** Who is left alone when a seat gives up has won; nobody yet, if several are left. */
function givenUp(game: LiveGame, seat: number): Result | null {
  const camps = CAMPS[game.field.players]!
  const left = camps.filter((camp) => camp.some((one) => !game.out.includes(one)))
  return left.length === 1 ? { how: 'resignation', winners: [...left[0]!], ending: null, by: seat, trail: [] } : null
}
