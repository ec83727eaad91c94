/** Where the built client has the engine's module, the weights, the puzzles and the rules; each is loaded when it is first needed. */

import puzzlesAddress from '../../../src/siam/puzzles/puzzles.txt?url'
import moduleAddress from '../../../src/siam/engine/portable/siam.wasm?url'
import type { Sources } from './thinking/thinker'

const WEIGHTS = import.meta.glob<string>(
  ['../../../src/siam/engine/evaluation/weights/*.npz', '!**/champion-0.1-2.npz'],
  { query: '?url', import: 'default', eager: true },
)

const RULES = import.meta.glob<string>('../../../locale/*/rules.md', { query: '?url', import: 'default', eager: true })

async function got(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response
}

const bytesOf = async (address: string): Promise<ArrayBuffer> => (await got(address)).arrayBuffer()
const textOf = async (address: string): Promise<string> => (await got(address)).text()

export const files: Sources = {
  module: () => bytesOf(moduleAddress),
  weights: (name) => bytesOf(WEIGHTS[`../../../src/siam/engine/evaluation/weights/${name}`]!),
}

export const puzzlesFile = (): Promise<string> => textOf(puzzlesAddress)

/** The rules in a language, or in English. */
export async function rulesFile(wanted: string): Promise<{ language: string; markdown: string }> {
  const address = (language: string) => RULES[`../../../locale/${language}/rules.md`]
  const language = address(wanted) ? wanted : 'en'
  return { language, markdown: await textOf(address(language)!) }
}
