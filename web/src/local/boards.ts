/** The boards that come with the game, as the server sends them; each is loaded when it is first needed. */

import type { BoardFile } from '../net/protocol'

const FILES = import.meta.glob<{ default: BoardFile }>('../engine/boards/*.json')

export async function boardHere(name: string): Promise<BoardFile | null> {
  const load = FILES[`../engine/boards/${name}.json`]
  return load ? (await load()).default : null
}
