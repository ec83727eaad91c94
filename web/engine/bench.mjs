/**
 * Measures the engine's module against the native engine, in one run, each on one thread, by the processor's time:
 * `node web/engine/bench.mjs` prints one JSON object, and fails if the two do not play the same. PYTHON names the interpreter, else that of .venv is taken.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { boardFiles, loadTwin, moduleFile, weightsFile } from './oracle.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const python = process.env.PYTHON ?? join(here, '../../.venv/bin/python')
const NODES = 400
const POSITIONS = 8
const GAMES = 4000

const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const boards = boardFiles(python)

// the first move of a page that has just been opened: start the module, read weights, think
const twin = await loadTwin()
const { engine, bots, Field, Position } = twin
const loaded = performance.now()
const fresh = await twin.Engine.load(readFileSync(moduleFile))
const quick = new twin.Bots(fresh, async (name) => twin.readWeights(weightsFile(name)))
await quick.choose(Position.dealt(new Field(fresh, boards.siam, 2), 1), '5', 1)
const firstMove = performance.now() - loaded

const fields = [2, 3, 4].map((players) => new Field(engine, boards.siam, players))
const positions = fields.flatMap((field) =>
  Array.from({ length: POSITIONS }, (_, seed) => Position.dealt(field, seed + 1)),
)
const asked = { nodes: NODES, positions: positions.map((position) => position.text()) }
const native = JSON.parse(
  spawnSync(python, [join(here, 'native.py')], { input: JSON.stringify(asked), encoding: 'utf8' }).stdout,
)

await bots.analyse(positions[0], { nodes: NODES }, 1)
let start = seconds()
let nodes = 0
const moves = []
for (const position of positions) {
  const found = await bots.analyse(position, { nodes: NODES }, 1)
  nodes += found.nodes
  moves.push(position.moveText(found.steps))
}
const nodesPerSecond = nodes / (seconds() - start)

start = seconds()
for (const field of fields) engine.exports.random_games(field.ground, GAMES, 1)
const gamesPerSecond = (3 * GAMES) / (seconds() - start)

const unusual = { first_player: 'highest', capital_last: true, colony_loses: true }
let signature = 0n
let number = 0
for (const players of [2, 3, 4]) {
  for (const board of ['siam', 'albion']) {
    for (const options of [{}, unusual]) {
      const field = new Field(engine, boards[board], players, options)
      signature ^= engine.using(8, (address) => {
        engine.exports.signature_of(field.ground, 200, number++, address)
        return engine.words(address, 1)[0]
      })
      field.end()
    }
  }
}

// figures of a module that plays otherwise would mean nothing
const found = signature.toString(16).padStart(16, '0')
if (found !== native.signature) throw new Error(`the signature is ${found}, and the native one ${native.signature}`)
const other = moves.findIndex((move, i) => move !== native.moves[i])
if (other >= 0)
  throw new Error(`in ${asked.positions[other]} it is ${moves[other]}, and natively ${native.moves[other]}`)

const size = (bytes) => gzipSync(bytes, { level: 9 }).length
console.log(
  JSON.stringify({
    signature: found,
    random_games_per_second: Math.round(gamesPerSecond),
    nodes_per_second: Math.round(nodesPerSecond),
    native_nodes_per_second: native.nodes_per_second,
    module_gzip_bytes: size(readFileSync(moduleFile)),
    weights_gzip_bytes: Object.fromEntries(
      [2, 3, 4].map((players) => [players, size(new Uint8Array(weightsFile(`siam-${players}.npz`)))]),
    ),
    first_move_ms: Math.round(firstMove),
  }),
)
