/** Makes tables for this device: new ones, and those of games that were written down; and writes games down. */

import {
  Field,
  NotationError,
  Position,
  formatRecord,
  parseMove,
  parseOptions,
  parsePosition,
  parseRecord,
} from '../../engine'
import type { BoardFile } from '../../net/protocol'
import { BOARDS_HERE } from '../facts'
import type { LiveGame } from './live-game'
import { freshId } from '../ids'
import type { Chair, LogChange, Kept } from './kept'
import type { Surroundings, Wish } from './surroundings'

/** Deal a new game. The chairs are those wished for, unless others are given. */
export function newTable(around: Surroundings, wish: Wish, board: BoardFile, chairs = chairsOf(wish, around)): Kept {
  const options = { ...(wish.options ?? {}) }
  const field = new Field(around.engine, board, chairs.length, options)
  const position = Position.dealt(field, around.chance())
  const setup = position.text()
  position.end()
  field.end()
  const at = around.now()
  const log: LogChange[] = [{ kind: 'start', seat: null, at }]
  const name = wish.name?.trim() || null
  return {
    id: freshId(),
    name,
    board,
    options,
    chairs,
    created: at,
    setup,
    log,
    rematch: null,
    of: null,
    analysis: null,
  }
}

function chairsOf(wish: Wish, around: Surroundings): Chair[] {
  const chairs = wish.seats.map((seat): Chair => {
    if (seat.kind === 'bot') return { kind: 'bot', name: null, level: seat.level }
    if (seat.kind === 'here') return { kind: 'here', name: seat.name ?? null, level: null }
    return { kind: 'player', name: wish.me ?? null, level: null }
  })
  return wish.shuffle ? shuffled(chairs, around) : chairs
}

function shuffled(chairs: Chair[], around: Surroundings): Chair[] {
  const left = [...chairs]
  return chairs.map(() => left.splice(around.chance() % left.length, 1)[0]!)
}

/** Make a table of a record: who is not known as a bot sits at this screen. */
export function tableFrom(around: Surroundings, text: string, board: BoardFile): Kept {
  const record = parseRecord(text)
  const players = Number(record.tags.Players)
  if (![2, 3, 4].includes(players)) throw new NotationError('a game has two to four players')
  const options = parseOptions(record.tags.Options!)
  const field = new Field(around.engine, board, players, options)
  const position = parsePosition(field, record.setup)
  const at = around.now()
  const log: LogChange[] = [{ kind: 'start', seat: null, at }]
  try {
    for (const move of record.moves) {
      const seat = position.toMove + 1
      const auto = position.seen().players[seat - 1]!.hand.length === 0
      position.play(parseMove(position, move))
      log.push({ kind: 'move', seat, move, at, ...(auto ? { auto } : {}) })
    }
  } finally {
    position.end()
    field.end()
  }
  const chairs = Array.from({ length: players }, (_, seat): Chair => {
    const name = record.tags[`Seat${seat + 1}`] ?? null
    const level = /^bot (\S+)$/.exec(name ?? '')?.[1] ?? null
    return level ? { kind: 'bot', name: null, level } : { kind: 'here', name, level: null }
  })
  const { Event: name = null } = record.tags
  const table = { id: freshId(), name, board, options, chairs, created: at, setup: record.setup, log }
  return { ...table, rematch: null, of: null, analysis: null }
}

/** Make a table that goes on from a position of another: one seat for whoever holds the device, bots on the others. */
export function branchOf(around: Surroundings, table: Kept, setup: string, seat: number, level: string): Kept {
  const chairs = table.chairs.map((chair, at): Chair => {
    if (at + 1 !== seat) return { kind: 'bot', name: null, level }
    const name = chair.name ?? table.chairs.find(({ kind }) => kind !== 'bot')?.name ?? null
    return { kind: 'player', name, level: null }
  })
  const at = around.now()
  const log: LogChange[] = [{ kind: 'start', seat: null, at }]
  const branch = { ...table, id: freshId(), name: null, chairs, created: at, setup, log }
  return { ...branch, rematch: null, of: null, analysis: null }
}

/** Write a game down. */
export function recordOf(table: Kept, game: LiveGame): string {
  const tags: Record<string, string> = {
    Event: table.name ?? 'Siam',
    Date: new Date(table.created).toISOString().slice(0, 10).replaceAll('-', '.'),
  }
  table.chairs.forEach((chair, at) => {
    tags[`Seat${at + 1}`] = chair.name ?? (chair.level ? `bot ${chair.level}` : `Seat ${at + 1}`)
  })
  if (!BOARDS_HERE.includes(table.board.name)) tags.MapFile = JSON.stringify(table.board)
  const { result } = game
  if (result && result.how !== 'played') {
    tags.Termination = result.how
    tags.Result = result.winners.join(' ')
  }
  const outcome = result?.how === 'played' ? game.line.at(-1)!.seen.standing : null
  return formatRecord(game.field, table.setup, game.moves, outcome, tags)
}
