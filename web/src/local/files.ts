/** Where the built client has the engine's module and the weights; each is loaded when it is first needed. */

import moduleAddress from '../../../src/siam/engine/portable/siam.wasm?url'
import type { Sources } from './thinking/thinker'

const WEIGHTS = import.meta.glob<string>(
  ['../../../src/siam/engine/evaluation/weights/*.npz', '!**/champion-0.1-2.npz'],
  { query: '?url', import: 'default', eager: true },
)

async function bytesOf(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.arrayBuffer()
}

export const files: Sources = {
  module: () => bytesOf(moduleAddress),
  weights: (name) => bytesOf(WEIGHTS[`../../../src/siam/engine/evaluation/weights/${name}`]!),
}
