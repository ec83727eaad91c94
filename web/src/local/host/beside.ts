/**
 * A server's table, as far as this device can tell by itself: what may follow the steps chosen, and what follows from
 * moves. The server stays the judge; what it hides is made up here, since nothing that is told depends on it.
 */

import { Field, formatStep, parseMove, parsePosition, parseStep, type Engine, type Position } from '../../engine'
import { formatCounts } from '../../engine/notation'
import {
  FULL_HAND,
  type BoardFile,
  type CardLetter,
  type Entry,
  type GameEvent,
  type Moved,
  type Options,
  type State,
  type Steps,
  type Update,
  type You,
} from '../../net/protocol'
import { No } from './refusals'
import { checkSteps } from './steps'

/** A server's table as a page knows it. */
export interface Known {
  board: BoardFile
  options: Options
  version: number
  turn: number
  state: State
  you: You
  /** On a shared screen: the seat that was asked for. */
  asked: number | null
}

/** What can follow the steps chosen so far, as the server would answer; No if they can't be chosen. */
export function stepsBeside(engine: Engine, known: Known, texts: readonly string[]): Steps {
  const mover = known.state.players[(known.state.to_move ?? 0) - 1]
  if (!mover?.hand || !known.you.seats.includes(mover.seat)) throw new No('not_your_turn')
  return withField(engine, known, (field) =>
    withPosition(field, known.state, null, (position) => {
      const steps = texts.map((text) => parseStep(field.codes, text))
      checkSteps(position, steps)
      return position.stepsMade(steps, known.version)
    }),
  )
}

/** The whole update that the server would send, from its moves. */
export function updateBeside(engine: Engine, known: Known, moved: Moved): Update {
  if (moved.from !== known.version || !moved.moves.length) throw new No('stale')
  return withField(engine, known, (field) => {
    let { state, you } = known
    const log: Entry[] = []
    let at = state.since
    for (const { move, at: then, auto = false } of moved.moves) {
      at = then ?? at
      const [version, turn] = [moved.from + log.length + 1, known.turn + log.length + 1]
      const seat = state.to_move
      withPosition(field, state, move, (position) => {
        const events = position.play(parseMove(position, move))
        log.push({ version, turn, kind: 'move', seat, at, move, auto, to: null, level: null, events })
        state = stateAfter(state, position, events, at)
        you = youNow(known, state, position)
      })
    }
    const clocks = moved.clocks?.map((left, i) => ({ seat: i + 1, left, running: state.to_move === i + 1 })) ?? null
    const { winners, ending, trail } = state.standing
    const result = state.to_move === null ? { how: 'played' as const, winners, ending, by: null, trail } : null
    return {
      type: 'update',
      from: moved.from,
      version: moved.from + log.length,
      turn: known.turn + log.length,
      log,
      log_from: moved.log_from ?? 1,
      state: { ...state, clocks, deadline: moved.deadline ?? null },
      you,
      proposals: [],
      result,
      status: result ? 'finished' : 'running',
    }
  })
}

/** The state after a move that was played on a position; the same hands stay hidden. */
function stateAfter(before: State, position: Position, events: readonly GameEvent[], at: string): State {
  const { over, to_move, contested, players, ...seen } = position.seen()
  const played = events.find((event) => event.event === 'card_played')
  return {
    ...seen,
    to_move: over ? null : to_move,
    since: at,
    paused: false,
    contested,
    players: players.map(({ seat, court, hand, passed, sets }, i) => {
      const { hand: held, discards, discarded } = before.players[i]!
      const card = played?.seat === seat ? [played.card] : []
      return {
        seat,
        court,
        cards: hand.length,
        hand: held && hand,
        discards: held || !card.length ? [...discards, ...card] : card,
        discarded: discarded + card.length,
        passed,
        sets,
      }
    }),
    position: before.position === null ? null : position.text(),
    clocks: null,
    deadline: null,
  }
}

/** What whoever looks may do now. */
function youNow({ you, asked }: Known, { to_move: toMove }: State, position: Position): You {
  const { seats } = you
  const next = position.toMove + 1
  const seat = seats.length < 2 ? you.seat : asked !== null && seats.includes(asked) ? asked : mine(seats, next)
  const myTurn = toMove !== null && seats.includes(toMove)
  const decides = myTurn && toMove === seat
  return {
    ...you,
    seat,
    my_turn: myTurn,
    legal: decides ? position.legalSteps().map((step) => formatStep(position.field.codes, step)) : [],
    without_effect: decides ? position.cardsWithoutEffect() : [],
  }
}

const mine = (seats: readonly number[], next: number): number => (seats.includes(next) ? next : seats[0]!)

/** A position as it may be seen, written down. Hidden hands hold the card that is played now, and any others. */
function textOf(board: string, state: State, move: string | null): string {
  if (state.position !== null) return state.position
  const boxes = state.track.map(({ province, control, king, followers }) =>
    control === null ? `${province}${king ? '*' : ''}:${formatCounts(followers)}` : `${province}=${control}`,
  )
  const players = state.players.map(({ seat, hand, cards, court }) => {
    const held = hand ?? madeUp(cards, seat === state.to_move && move !== null ? move.charAt(0) : '')
    return `${held.join('') || '-'}:${formatCounts(court)}`
  })
  return [
    board,
    boxes.join(),
    formatCounts(state.supply),
    players.join('/'),
    state.to_move,
    state.passes,
    state.recency.join('') || '-',
    state.ban ?? '-',
  ].join(' ')
}

/** So many cards, one of which may be known. */
function madeUp(count: number, card: string): CardLetter[] {
  const known = FULL_HAND.indexOf(card as CardLetter)
  const places = FULL_HAND.map((_, place) => place).sort((a, b) => Number(b === known) - Number(a === known))
  const held = places.slice(0, count)
  return FULL_HAND.filter((_, place) => held.includes(place))
}

function withField<T>(engine: Engine, { board, state, options }: Known, work: (field: Field) => T): T {
  const field = new Field(engine, board, state.players.length, options)
  try {
    return work(field)
  } finally {
    field.end()
  }
}

function withPosition<T>(field: Field, state: State, move: string | null, work: (position: Position) => T): T {
  const position = parsePosition(field, textOf(field.board, state, move), { isMadeUp: state.position === null })
  try {
    return work(position)
  } finally {
    position.end()
  }
}
