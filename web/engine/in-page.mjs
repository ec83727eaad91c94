/** What a real browser runs to answer tests: the client's layer and the module, fetched as a page fetches them. */

import { Bots, Engine, Field, parsePosition, readWeights } from '../src/engine'
import { plainAnswers } from './answers.mjs'

const bytesOf = async (name) => (await fetch(name)).arrayBuffer()

async function digest(bytes) {
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Answer questions as `oracle.mjs` does, in order. */
globalThis.answerAll = async (questions) => {
  const engine = await Engine.load(await bytesOf('siam.wasm'))
  const bots = new Bots(engine, async (name) => readWeights(await bytesOf(`weights/${name}`)))
  const told = []
  for (const { ask, board, players, options, ...rest } of questions) {
    const field = new Field(engine, board, players, options)
    told.push(await plainAnswers[ask]({ engine, bots, parsePosition, digest }, field, rest))
    field.end()
  }
  return told
}
