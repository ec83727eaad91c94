/** The engine's opinion about games on this device: hints, and what every turn of a finished game was worth. */

import { Field, formatStep, parseMove, parsePosition, type Engine, type Position } from '../../engine'
import { LEAST_LOSS } from '../../engine/marks'
import type { Analysis, Hint } from '../../net/protocol'
import type { LiveGame } from './live-game'
import type { Host } from './host'
import type { Kept } from './kept'
import { reasonAgainst, reasonFor, type Line } from './reasons'
import { No } from './refusals'
import type { OpenTable } from './surroundings'
import type { Advice } from '../thinking/thinker'
import * as views from './views'

const HINT_SECONDS = 1
const ANALYSIS_SECONDS = 0.25
const running = new Map<string, Analysis>()

/** Advise whoever plays against bots, or about a turn of a finished game. */
export async function hinted(host: Host, openTable: OpenTable, turn: number | null): Promise<Hint> {
  const { table, game } = openTable
  if (!game.result && !views.isAgainstBots(table)) throw new No('no_hints')
  const at = game.result ? Math.min(turn ?? 0, game.line.length - 1) : game.line.length - 1
  const { seen, text } = game.line[at]!
  if (!game.result && !views.ownSeats(table).includes(seen.to_move)) throw new No('not_your_turn')
  if (seen.over) throw new No('not_running')
  const { move, replies, chances } = await host.around.thinker.advise(question(table, text), HINT_SECONDS)
  const reason = withPosition(host.around.engine, table, text, (position) =>
    reasonFor(position, lineOf(position, [move, ...replies])),
  )
  // While a game runs the replies would show what others hold.
  if (reason && !game.result) reason.better = reason.instead = []
  return { move, chances, ...stepsAndParts(host.around.engine, table, text, move), reason }
}

/** What every turn was worth: as far as it is known, and begun if asked. */
export async function analysed(host: Host, openTable: OpenTable, start: boolean): Promise<Analysis> {
  const { table, game } = openTable
  if (!game.result) throw new No('no_hints')
  const known = running.get(table.id) ?? table.analysis
  if (known) return known
  const fresh: Analysis = { status: 'none', done: 0, of: game.line.length - 1, turns: [] }
  if (!start) return fresh
  fresh.status = 'running'
  running.set(table.id, fresh)
  void analyse(host, openTable, fresh).finally(() => running.delete(table.id))
  return fresh
}

async function analyse(host: Host, openTable: OpenTable, analysis: Analysis): Promise<void> {
  const { table, game } = openTable
  const ask = (text: string): Promise<Advice> => host.around.thinker.advise(question(table, text), ANALYSIS_SECONDS)
  let advice: Advice | null = null
  for (let at = 1; at < game.line.length; at++) {
    const [before, after] = [game.line[at - 1]!, game.line[at]!]
    advice ??= await ask(before.text)
    const next: Advice = after.result
      ? { move: 'pass', replies: [], chances: finalChances(table, game) }
      : await ask(after.text)
    const seat = before.seen.to_move - 1
    const move = after.entry!.move!
    const loss = move === advice.move ? 0 : Math.max(0, rounded(advice.chances[seat]! - next.chances[seat]!))
    const mark = LEAST_LOSS.find(([, least]) => loss >= least)?.[0] ?? null
    const { engine } = host.around
    const { steps, parts } = stepsAndParts(engine, table, before.text, advice.move)
    const better = [advice.move, ...advice.replies]
    const played = after.result ? [move] : [move, next.move, ...next.replies]
    const reason =
      mark &&
      withPosition(engine, table, before.text, (position) =>
        reasonAgainst(position, lineOf(position, better), lineOf(position, played)),
      )
    analysis.turns.push({
      turn: at,
      chances: advice.chances.map(rounded),
      move,
      best: advice.move,
      loss,
      mark,
      best_steps: steps,
      best_parts: parts,
      reason,
    })
    analysis.done = at
    advice = next
  }
  analysis.status = 'done'
  await host.note(openTable, { analysis })
}

function rounded(chance: number): number {
  return Math.round(chance * 1000) / 1000
}

function finalChances(table: Kept, game: LiveGame): number[] {
  const { winners } = game.result!
  const share = winners.length && table.chairs.length !== 4 ? 1 / winners.length : 1
  return table.chairs.map((_, at) => (winners.includes(at + 1) ? share : 0))
}

function question(table: Kept, position: string) {
  return { board: table.board, options: table.options, players: table.chairs.length, position }
}

/** The steps that make a move, and what each of them decides. */
function stepsAndParts(engine: Engine, table: Kept, text: string, move: string): Pick<Hint, 'steps' | 'parts'> {
  return withPosition(engine, table, text, (position) => {
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

function withPosition<T>(engine: Engine, table: Kept, text: string, work: (position: Position) => T): T {
  const field = new Field(engine, table.board, table.chairs.length, table.options)
  const position = parsePosition(field, text)
  try {
    return work(position)
  } finally {
    position.end()
    field.end()
  }
}
