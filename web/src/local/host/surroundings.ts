/** What the host of this device's tables works with: a table that is open, who looks at it, and what is needed from outside. */

import type { Engine } from '../../engine'
import type { Incoming, Options, Outgoing, SeatWish } from '../../net/protocol'
import type { Kept, Store } from './kept'
import type { LiveGame } from './live-game'
import type { Thinking } from '../thinking/thinker'

/** What a new table is asked for with. */
export interface Wish {
  seats: SeatWish[]
  board: string
  /** A map file of one's own. */
  board_file?: string | null
  options?: Options
  name?: string | null
  /** What whoever holds the device is called. */
  me?: string | null
  shuffle?: boolean
}

export interface Watcher {
  seat: number | null
  send: (message: Incoming) => void
}

/** A table that somebody looks at. */
export interface OpenTable {
  table: Kept
  game: LiveGame
  watchers: Set<Watcher>
  isThinking: boolean
}

/** What a host needs from outside. */
export interface Surroundings {
  engine: Engine
  store: Store
  thinker: Thinking
  board: (name: string) => Promise<Kept['board']>
  /** Read a map file; No if it is faulty. */
  map: (text: string) => Promise<Kept['board']>
  now: () => number
  /** A number below 2**53 that nobody can foresee. */
  chance: () => number
  /** Tell other windows that a table has changed. */
  tell: (id: string) => void
}

/** A place at a table. */
export interface Seat {
  hear: (message: Outgoing) => void
  leave: () => void
}
