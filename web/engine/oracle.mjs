/**
 * Answers questions about the engine's module, one JSON object a line, for tests that compare it with Python.
 *
 * It uses the client's own layer (web/src/engine), as the page does.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { plainAnswers } from './answers.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const engineFolder = join(here, '../../src/siam/engine')
export const moduleFile = join(engineFolder, 'portable/siam.wasm')

/** Load the client's layer and the module, as a page would. */
export async function loadTwin() {
  const { runnerImport } = await import('vite')
  const loaded = new Map()
  const load = async (name) => {
    const known = loaded.get(name)
    if (known) return known
    const { module } = await runnerImport(join(here, '../src', name), { configFile: false, logLevel: 'error' })
    loaded.set(name, module)
    return module
  }
  const parts = await load('engine/index.ts')
  const engine = await parts.Engine.load(readFileSync(moduleFile))
  const bots = new parts.Bots(engine, async (name) => parts.readWeights(weightsFile(name)))
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex')
  return { ...parts, engine, bots, load, digest }
}

/** The built-in maps as the server sends them, from Python. */
export function boardFiles(python) {
  const program = `
import json
from siam.rules.boards import BUILT_IN, load_board
print(json.dumps({name: load_board(name).drawing for name in BUILT_IN}))`
  return JSON.parse(spawnSync(python, ['-c', program], { encoding: 'utf8' }).stdout)
}

/** The bytes of a file of weights. */
export function weightsFile(name) {
  const bytes = readFileSync(join(engineFolder, 'evaluation/weights', name))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

const STEPS = 40

const answers = {
  ...plainAnswers,
  /** What a whole game looks like: each turn's events, what was asked for, and the table after it. */
  game({ parsePosition, parseMove }, field, { setup, moves }) {
    const place = parsePosition(field, setup)
    const turns = moves.map((text) => {
      const steps = parseMove(place, text)
      const begun = steps.map((_, count) => place.stepsMade(steps.slice(0, count), 0))
      const whole = place.stepsMade(steps, 0)
      const idle = place.cardsWithoutEffect()
      const events = place.play(steps)
      return { steps: [...begun, whole], idle, events, text: place.text(), seen: place.seen() }
    })
    place.end()
    return turns
  },
  /** A position read and written again, or why it is refused. */
  position({ parsePosition }, field, { text }) {
    try {
      const place = parsePosition(field, text)
      const written = place.text()
      place.end()
      return { written }
    } catch (problem) {
      return { refused: problem.message }
    }
  },
  /** How far each card reaches, and why each step can't follow those chosen. */
  explained({ parsePosition, parseStep }, field, { position, chosen }) {
    const place = parsePosition(field, position)
    const steps = chosen.map((text) => parseStep(field.codes, text))
    const told = {
      reach: [...'KT12RLM'].map((card) => place.reach(card)),
      refusals: Array.from({ length: STEPS }, (_, step) => place.refusal(steps, step)),
    }
    place.end()
    return told
  },
  /** What a map file holds, or that it is refused. */
  async map({ load }, field, { text }) {
    const { readMap } = await load('local/host/maps.ts')
    const builtIn = async (name) => JSON.parse(readFileSync(join(here, `../src/engine/boards/${name}.json`), 'utf8'))
    return readMap(text, builtIn).catch((problem) => ({ refused: problem.message }))
  },
  /** Why a line is better than another one, and what it achieves beside everybody passing. */
  async reasons({ parsePosition, load }, field, { position, better, played }) {
    const { reasonAgainst, reasonFor } = await load('local/host/reasons.ts')
    const { lineOf } = await load('local/host/advice.ts')
    const place = parsePosition(field, position)
    const [one, other] = [better, played].map((moves) => lineOf(place, moves))
    const told = { against: reasonAgainst(place, one, other), alone: reasonFor(place, one) }
    place.end()
    return told
  },
  /** What the device answers about lessons, puzzles and the rules, or why it refuses. */
  async study({ engine, load }, field, { asked }) {
    const { Studies } = await load('local/host/studies.ts')
    const read = async (...path) => readFileSync(join(here, ...path), 'utf8')
    const studies = new Studies({
      engine,
      board: async (name) => JSON.parse(await read(`../src/engine/boards/${name}.json`)),
      puzzles: () => read('../../src/siam/puzzles/puzzles.txt'),
      rules: async (language) => ({ language, markdown: await read(`../../locale/${language}/rules.md`) }),
    })
    const told = []
    for (const { path, body } of asked)
      told.push(await studies.answer(path, body).catch((problem) => ({ refused: problem.code ?? String(problem) })))
    return told
  },
  /** What a page tells by itself of a server's table: the updates that follow from moves, and what may follow steps. */
  async beside({ engine, load }, field, { board, moves, chosen }) {
    const { updateBeside, stepsBeside } = await load('local/host/beside.ts')
    const known = (one) => ({ ...one, board, options: field.options })
    return {
      updates: moves.map((one) => updateBeside(engine, known(one.known), one.moved)),
      steps: chosen.map((one) => {
        try {
          return stepsBeside(engine, known(one.known), one.steps)
        } catch ({ code, reason }) {
          return { code, reason }
        }
      }),
    }
  },
  /** What a table of the device shows when its log has so many lines, to whoever asks for a seat. */
  async table({ engine, load }, field, { table, board, looks }) {
    const { fold, endGame } = await load('local/host/live-game.ts')
    const { viewSeen, replaySeen, logSeen, shownSeat } = await load('local/host/views.ts')
    const { recordOf } = await load('local/host/making.ts')
    return looks.map(({ version, seat }) => {
      const kept = { ...table, board, log: table.log.slice(0, version) }
      const game = fold(engine, kept)
      const seen = {
        view: viewSeen(kept, game, seat),
        replay: replaySeen(kept, game),
        log: logSeen(kept, game, shownSeat(kept, game, null)),
        record: recordOf(kept, game),
      }
      endGame(game)
      return seen
    })
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const twin = await loadTwin()
  for await (const line of createInterface({ input: process.stdin })) {
    const { ask, board, players, options, ...rest } = JSON.parse(line)
    const field = new twin.Field(twin.engine, board, players, options)
    const answer = await answers[ask](twin, field, { board, ...rest })
    field.end()
    console.log(JSON.stringify(answer))
  }
}
