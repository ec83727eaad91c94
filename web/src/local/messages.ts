/** What a page, the host of its tables and the thinker say to each other. */

import type { Incoming, Outgoing } from '../net/protocol'
import type { Question } from './thinking/thinker'

/** A request; it gets an answer with the same number. */
export interface Call {
  call: number
  method: string
  path: string
  body?: unknown
}
export interface Answered {
  call: number
  answer?: unknown
  error?: { code: string; message: string; field: string | null; reason: string | null }
}

/** A line to a table. */
export interface LineOpened {
  line: number
  id: string
  seat: number | null
  after: number
}
export interface LineSaid {
  line: number
  said: Outgoing
}
export interface LineClosed {
  line: number
  closed: number
}
export interface LineHeard {
  line: number
  heard: Incoming
}

/** The way to a thinker; null if there was one that died, or none that could start. */
export interface Introduced {
  thinker: MessagePort | null
}
/** The host needs a thinker. */
export interface ThinkerWanted {
  wanted: 'thinker'
}

export type ToHost = Call | LineOpened | LineSaid | LineClosed | Introduced
export type FromHost = Answered | LineHeard | LineClosed | ThinkerWanted

/** A move is wanted of a level, advice for some seconds; or nothing yet, but a level will be needed soon. */
export type Wanted =
  | { kind: 'move'; question: Question; level: string; seed: number }
  | { kind: 'advice'; question: Question; seconds: number }
  | { kind: 'warmth'; level: string; players: number }
export interface Asked {
  ask: number
  wanted: Wanted
}
export interface Thought {
  ask: number
  thought?: unknown
  problem?: string
}
