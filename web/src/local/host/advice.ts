/** The engine's opinion about games on this device: hints, and what every turn of a finished game was worth. */

import { Field, formatStep, parseMove, parsePosition, type Engine, type Position } from '../../engine'
import { LEAST_LOSS } from '../../engine/marks'
import type { Analysis, Hint } from '../../net/protocol'
import type { Host } from './host'
import type { Kept } from './kept'
import { reasonAgainst, reasonFor, type Line } from './reasons'
import { No } from './refusals'
import type { OpenTable } from './surroundings'
import type { Advice, Question } from '../thinking/thinker'
import * as views from './views'

const HINT_SECONDS = 1
const ANALYSIS_SECONDS = 0.25
const running = new Map<string, Analysis>()
/** What was found about games of servers, as long as the thread lives. */
const found = new Map<string, Analysis>()

/** What positions of one game have in common. */
export type Terms = Omit<Question, 'position'>

/** A finished game, as far as advice needs it. */
export interface Course extends Terms {
  id: string
  /** The position after each turn, the deal first. */
  positions: string[]
  moves: string[]
  /** The seats that have won. */
  winners: number[]
}

/** Advise whoever plays against bots, or about a turn of a finished game. */
export async function hinted(host: Host, openTable: OpenTable, turn: number | null): Promise<Hint> {
  const { table, game } = openTable
  if (!game.result && !views.isAgainstBots(table)) throw new No('no_hints')
  const at = game.result ? Math.min(turn ?? 0, game.line.length - 1) : game.line.length - 1
  const { seen, text } = game.line[at]!
  if (!game.result && !views.ownSeats(table).includes(seen.to_move)) throw new No('not_your_turn')
  if (seen.over) throw new No('not_running')
  return advised(host, termsOf(table), text, game.result !== null)
}

/** Advise on a position. While its game runs the replies would show what others hold. */
export async function advised(host: Host, terms: Terms, position: string, isFinished: boolean): Promise<Hint> {
  const { move, replies, chances } = await host.around.thinker.advise({ ...terms, position }, HINT_SECONDS)
  const { engine } = host.around
  const reason = withPosition(engine, terms, position, (there) => reasonFor(there, lineOf(there, [move, ...replies])))
  if (reason && !isFinished) reason.better = reason.instead = []
  return { move, chances, ...stepsAndParts(engine, terms, position, move), reason }
}

/** What every turn was worth: as far as it is known, and begun if asked. */
export async function analysed(host: Host, openTable: OpenTable, start: boolean): Promise<Analysis> {
  const { table, game } = openTable
  if (!game.result) throw new No('no_hints')
  const course: Course = {
    ...termsOf(table),
    id: table.id,
    positions: game.line.map(({ text }) => text),
    moves: game.line.slice(1).map(({ entry }) => entry!.move!),
    winners: game.result.winners,
  }
  return begun(host, course, table.analysis, start, (analysis) => host.note(openTable, { analysis }))
}

/** The same of a game that a server keeps. */
export function analysedBeside(host: Host, course: Course, start: boolean): Promise<Analysis> {
  return Promise.resolve(
    begun(host, course, found.get(course.id) ?? null, start, (analysis) => void found.set(course.id, analysis)),
  )
}

function begun(
  host: Host,
  course: Course,
  kept: Analysis | null,
  start: boolean,
  keep: (analysis: Analysis) => Promise<void> | void,
): Analysis {
  const known = running.get(course.id) ?? kept
  if (known) return known
  const fresh: Analysis = { status: 'none', done: 0, of: course.moves.length, turns: [] }
  if (!start) return fresh
  fresh.status = 'running'
  running.set(course.id, fresh)
  void analyse(host, course, fresh)
    .then(() => keep(fresh))
    .catch(() => {}) // whoever asks again begins anew
    .finally(() => running.delete(course.id))
  return fresh
}

async function analyse(host: Host, course: Course, analysis: Analysis): Promise<void> {
  const { id: _, positions, moves, winners, ...terms } = course
  const { engine } = host.around
  const ask = (position: string): Promise<Advice> =>
    host.around.thinker.advise({ ...terms, position }, ANALYSIS_SECONDS)
  let advice: Advice | null = null
  for (const [at, move] of moves.entries()) {
    const [before, after] = [positions[at]!, positions[at + 1]!]
    const isLast = at + 1 === moves.length
    advice ??= await ask(before)
    const next: Advice = isLast
      ? { move: 'pass', replies: [], chances: finalChances(terms.players, winners) }
      : await ask(after)
    const seat = seatToMove(before) - 1
    const loss = move === advice.move ? 0 : Math.max(0, rounded(advice.chances[seat]! - next.chances[seat]!))
    const mark = LEAST_LOSS.find(([, least]) => loss >= least)?.[0] ?? null
    const { steps, parts } = stepsAndParts(engine, terms, before, advice.move)
    const better = [advice.move, ...advice.replies]
    const played = isLast ? [move] : [move, next.move, ...next.replies]
    const reason =
      mark &&
      withPosition(engine, terms, before, (position) =>
        reasonAgainst(position, lineOf(position, better), lineOf(position, played)),
      )
    analysis.turns.push({
      turn: at + 1,
      chances: advice.chances.map(rounded),
      move,
      best: advice.move,
      loss,
      mark,
      best_steps: steps,
      best_parts: parts,
      reason,
    })
    analysis.done = at + 1
    advice = next
  }
  analysis.status = 'done'
}

/** The seat to move, as a position is written down. */
function seatToMove(position: string): number {
  return Number(position.split(' ')[4])
}

function rounded(chance: number): number {
  return Math.round(chance * 1000) / 1000
}

function finalChances(players: number, winners: readonly number[]): number[] {
  const share = winners.length && players !== 4 ? 1 / winners.length : 1
  return Array.from({ length: players }, (_, at) => (winners.includes(at + 1) ? share : 0))
}

function termsOf(table: Kept): Terms {
  return { board: table.board, options: table.options, players: table.chairs.length }
}

/** The steps that make a move, and what each of them decides. */
function stepsAndParts(engine: Engine, terms: Terms, text: string, move: string): Pick<Hint, 'steps' | 'parts'> {
  return withPosition(engine, terms, text, (position) => {
    const steps = parseMove(position, move)
    const { parts } = position.stepsMade(steps, 0)
    return { steps: steps.map((step) => formatStep(position.field.codes, step)), parts }
  })
}

/** Read moves that follow each other. */
export function lineOf(position: Position, moves: readonly string[]): Line {
  const here = position.copy()
  try {
    return moves.map((move) => {
      const steps = parseMove(here, move)
      here.play(steps)
      return steps
    })
  } finally {
    here.end()
  }
}

function withPosition<T>(engine: Engine, terms: Terms, text: string, work: (position: Position) => T): T {
  const field = new Field(engine, terms.board, terms.players, terms.options)
  const position = parsePosition(field, text)
  try {
    return work(position)
  } finally {
    position.end()
    field.end()
  }
}
