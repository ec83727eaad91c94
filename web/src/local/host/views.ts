/** What is shown of a table on this device, in the server's own words (src/siam/server/views). */

import { CAMPS } from '../../engine/levels'
import { formatStep } from '../../engine'
import {
  FULL_HAND,
  type CardLetter,
  type CardReach,
  type Entry,
  type Options,
  type Replay,
  type SeatMeta,
  type State,
  type Summary,
  type TableFacts,
  type Update,
  type View,
  type You,
} from '../../net/protocol'
import { iso, type LiveGame, type Stand } from './live-game'
import { HERE } from '../ids'
import type { Kept } from './kept'

export const BY_THE_BOOK: Required<Options> = {
  first_player: 'lowest',
  discards: 'top',
  table_talk: 'silent',
  capital_last: false,
  colony_loses: false,
}

/** Every kind of card, in order. */
const KINDS: readonly CardLetter[] = [...new Set(FULL_HAND)]

/** A view looks back at so many lines of the log. */
const TAIL = 40

/** The seats of whoever holds the device. */
export function ownSeats(table: Kept): number[] {
  return table.chairs.flatMap((chair, at) => (chair.kind === 'bot' ? [] : [at + 1]))
}

/** Whether one person plays against bots, so that advice is fair. */
export function isAgainstBots(table: Kept): boolean {
  return ownSeats(table).length > 0 && table.chairs.some(({ kind }) => kind === 'bot')
}

/** Whose cards are seen: the own; on a shared screen those asked for, or of who is to move. */
export function shownSeat(table: Kept, game: LiveGame, asked: number | null): number | null {
  const seats = ownSeats(table)
  if (seats.length < 2) return seats[0] ?? null
  if (asked !== null && seats.includes(asked)) return asked
  const toMove = game.line.at(-1)!.seen.to_move
  return seats.includes(toMove) ? toMove : seats[0]!
}

function isOpen(table: Kept, game: LiveGame): boolean {
  return game.result !== null || table.options.discards === 'open'
}

export function tableSeen(table: Kept, game: LiveGame): TableFacts {
  return {
    id: table.id,
    name: table.name,
    status: game.result ? 'finished' : 'running',
    board: table.board.name,
    options: { ...BY_THE_BOOK, ...table.options },
    clock: { kind: 'none' },
    visibility: 'link',
    rated: false,
    created: iso(table.created),
    started: iso(table.log[0]!.at),
    finished: game.result ? iso(table.log.at(-1)!.at) : null,
    host: HERE,
    rematch: table.rematch,
    of: table.of,
  }
}

export function seatsSeen(table: Kept, game: LiveGame): SeatMeta[] {
  const camps = CAMPS[table.chairs.length]!
  return table.chairs.map((chair, at) => ({
    seat: at + 1,
    kind: chair.kind,
    player: chair.kind === 'bot' ? null : HERE,
    name: chair.name,
    guest: chair.kind !== 'bot',
    level: chair.level,
    rating: null,
    team: camps.findIndex((camp) => camp.includes(at + 1)) + 1,
    present: true,
    resigned: game.out.includes(at + 1),
  }))
}

/** The state after a turn, with the cards of one seat or, if nothing is hidden any more, of all. */
export function stateSeen(stand: Stand, shown: number | 'all' | null): State {
  const { seen } = stand
  const over = stand.result !== null
  const { contested, passes, track, supply, recency, ban, provinces, standing } = seen
  return {
    to_move: over ? null : seen.to_move,
    since: iso(stand.since),
    paused: false,
    contested: over ? null : contested,
    passes,
    track,
    supply,
    players: seen.players.map(({ seat, court, hand, passed, sets }, at) => {
      const pile = stand.discards[at]!
      const isShown = shown === 'all' || shown === seat
      return {
        seat,
        court,
        cards: hand.length,
        hand: isShown ? hand : null,
        discards: isShown ? pile : pile.slice(-1),
        discarded: pile.length,
        passed,
        sets,
      }
    }),
    recency,
    ban,
    provinces,
    standing,
    position: shown === 'all' ? stand.text : null,
    clocks: null,
    deadline: null,
  }
}

export function youSeen(table: Kept, game: LiveGame, seat: number | null): You {
  const seats = ownSeats(table)
  const toMove = game.line.at(-1)!.seen.to_move
  const myTurn = game.result === null && seats.includes(toMove)
  const decides = myTurn && toMove === seat
  const { position, field } = game
  return {
    seats,
    seat,
    my_turn: myTurn,
    legal: decides ? position.legalSteps().map((step) => formatStep(field.codes, step)) : [],
    without_effect: decides ? position.cardsWithoutEffect() : [],
    host: true,
    watching: !seats.length,
  }
}

/** How far each card reaches now. */
export function reachesSeen(game: LiveGame): CardReach[] {
  return KINDS.map((card) => ({ card, provinces: game.position.reach(card) }))
}

/** What may be shown of a log: with covered piles only the latest, while their cards still lie on top. */
function showable(table: Kept, game: LiveGame, entries: readonly Entry[], seat: number | null): readonly Entry[] {
  if (isOpen(table, game)) return entries
  const kept: Entry[] = []
  const covered = new Set<number>()
  for (const entry of entries.toReversed()) {
    if (entry.move !== null && entry.move !== 'pass' && entry.seat !== null) {
      if (covered.has(entry.seat) && entry.seat !== seat) break
      covered.add(entry.seat)
    }
    kept.push(entry)
    if (entry.kind === 'take_back') break
  }
  return kept.toReversed()
}

/** The whole log that may be seen. */
export function logSeen(table: Kept, game: LiveGame, seat: number | null): Entry[] {
  return [...showable(table, game, game.log, seat)]
}

function logFrom(table: Kept, game: LiveGame, seat: number | null): number {
  if (isOpen(table, game)) return 1
  return showable(table, game, game.log.slice(-TAIL), seat)[0]?.version ?? 1
}

/** The entries since the own latest move. */
function recent(table: Kept, game: LiveGame, seat: number | null): Entry[] {
  const tail = game.log.slice(-TAIL)
  const own = tail.findLastIndex((entry) => entry.kind === 'move' && !entry.auto && entry.seat === seat)
  const since = own >= 0 ? tail.slice(own + 1) : tail.slice(-table.chairs.length)
  return [...showable(table, game, since, seat)]
}

function shownState(table: Kept, game: LiveGame, seat: number | null): State {
  return stateSeen({ ...game.line.at(-1)!, since: game.since }, isOpen(table, game) ? 'all' : seat)
}

export function viewSeen(table: Kept, game: LiveGame, asked: number | null): View {
  const seat = shownSeat(table, game, asked)
  return {
    type: 'view',
    table: tableSeen(table, game),
    seats: seatsSeen(table, game),
    version: game.version,
    turn: game.moves.length,
    state: shownState(table, game, seat),
    you: youSeen(table, game, seat),
    log: recent(table, game, seat),
    log_from: logFrom(table, game, seat),
    proposals: [],
    watchers: { count: 0, names: [] },
    chat: [],
    can_chat: false,
    can_greet: false,
    hints: isAgainstBots(table),
    result: game.result,
  }
}

/** What changed since a version; a whole view if some of it may not be shown any more. */
export function updateSeen(table: Kept, game: LiveGame, asked: number | null, after: number): Update | View {
  const seat = shownSeat(table, game, asked)
  const missed = game.log.filter((entry) => entry.version > after)
  if (after === 0 || showable(table, game, missed, seat).length < missed.length) return viewSeen(table, game, asked)
  return {
    type: 'update',
    from: after,
    version: game.version,
    turn: game.moves.length,
    log: missed,
    log_from: logFrom(table, game, seat),
    state: shownState(table, game, seat),
    you: youSeen(table, game, seat),
    proposals: [],
    result: game.result,
    status: game.result ? 'finished' : 'running',
  }
}

export function replaySeen(table: Kept, game: LiveGame): Replay {
  const seat = shownSeat(table, game, null)
  const shown = isOpen(table, game) ? 'all' : seat
  const first = shown === 'all' ? 0 : firstShown(table, game, seat)
  const now = game.line.at(-1)!.discards
  const turns = game.line
    .filter((stand) => stand.turn >= first)
    .filter((stand) => first === 0 || !showsCovered(stand, now, seat))
    .map((stand) => ({
      turn: stand.turn,
      version: stand.version,
      entry: stand.turn === first && first ? null : stand.entry,
      state: stateSeen(stand, shown),
    }))
  return {
    table: tableSeen(table, game),
    seats: seatsSeen(table, game),
    result: game.result,
    complete: first === 0,
    turns,
  }
}

/** The first turn whose position and everything after it may be shown. */
function firstShown(table: Kept, game: LiveGame, seat: number | null): number {
  const made = game.line.flatMap(({ entry }) => (entry ? [entry] : []))
  return made.length - showable(table, game, made, seat).length
}

function showsCovered(stand: Stand, now: readonly (readonly unknown[])[], seat: number | null): boolean {
  return stand.discards.some((pile, at) => at + 1 !== seat && pile.length > 0 && pile.length < now[at]!.length)
}

export function summarySeen(table: Kept, game: LiveGame): Summary {
  const { rematch, of, ...facts } = tableSeen(table, game)
  const { seats, my_turn } = youSeen(table, game, null)
  const latest = game.line.at(-1)!
  return {
    ...facts,
    seats: seatsSeen(table, game),
    version: game.version,
    turn: game.moves.length,
    to_move: game.result ? null : latest.seen.to_move,
    since: iso(game.since),
    mine: seats,
    my_turn,
    result: game.result && { ...game.result, trail: [] },
    watchers: 0,
  }
}
