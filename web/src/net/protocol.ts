/** What the server says and hears, under the names that the client uses. The types are the server's own (schema.ts). */

import type * as schema from './schema'

export type Faction = 'R' | 'L' | 'M'
export type Control = Faction | 'B'
export type CardLetter = 'K' | 'T' | '1' | '2' | 'R' | 'L' | 'M'
export type Seat = number
export type ProvinceCode = string
/** [rama, lao, malay] */
export type Counts = [number, number, number]

export const FACTIONS: readonly Faction[] = ['R', 'L', 'M']
/** The eight cards everybody starts with, in the order of the notation. */
export const FULL_HAND: readonly CardLetter[] = ['K', 'T', 'T', '1', '2', 'R', 'L', 'M']

export type {
  Analysis,
  Box,
  ChatLine,
  CardReach,
  ClockState,
  Criterion,
  Dealt,
  Entry,
  Hint,
  Mark,
  Me,
  Moved,
  Options,
  Outcome,
  Part,
  PlayerState,
  Preview,
  Profile,
  Proposal,
  PuzzleListed,
  Puzzle,
  PuzzleSolution,
  PuzzleTried,
  Reaches,
  Reason,
  Replay,
  ReplayTurn,
  Result,
  Rules,
  RulesExample,
  SeatAgain,
  SeatLink,
  SeatMeta,
  ServerFacts,
  Session,
  State,
  Steps,
  Studied,
  StudyPlayed,
  Summary,
  TableFacts,
  Update,
  View,
  Watchers,
  You,
} from './schema'

type Wishes = Required<schema.Notifications>
export type Notifications = { [Channel in keyof Wishes]: Required<Wishes[Channel]> }
export type When = Notifications['mail']['when']
export type Clock = schema.NoClock | schema.LiveClock | schema.DaysClock
/** A seat as asked for when a table is made. */
export type SeatWish = schema.MeSeat | schema.OpenSeat | schema.InvitedSeat | schema.BotSeat | schema.HereSeat
export type TableWish = Partial<schema.TableRequest> & { seats: SeatWish[] }
export type Status = schema.Summary['status']
export type GameEvent = schema.Entry['events'][number]
/** What is true at the end of the better line and not at the end of the other. */
export type Claim = schema.Reason['claims'][number]
export type Theme = schema.PuzzleListed['themes'][number]

/** Everything that can come through a table's socket, and through the feed; and what a table's socket takes. */
export type Incoming = schema.ServerMessage
export type FeedMessage = schema.FeedMessage
export type Outgoing = schema.ClientMessage

export type Point = [number, number]
export interface BoardProvince {
  code: ProvinceCode
  names?: Record<string, string>
  home?: 'rama' | 'lao' | 'malay'
  capital?: Point
  label?: { at: Point; angle?: number; size?: number }
  outline?: string[]
  pieces?: { rama: Point[]; lao: Point[]; malay: Point[] }
}
interface Words {
  names?: Record<string, string>
  at: Point
  angle?: number
  size?: number
}
/** A board file as the server sends it: the TOML's own keys (docs/maps.md). */
export interface BoardFile {
  name: string
  borders: string[]
  provinces: BoardProvince[]
  lines?: { name: string; kind: string; points: Point[] }[]
  rivers?: { points: Point[] }[]
  seas?: Words[]
  labels?: Words[]
  lands?: { name: string; points: Point[] }[]
  islands?: { province?: ProvinceCode; points: Point[] }[]
  hills?: { name: string; marks: [number, number, number][] }[]
  supply?: { at: Point }
  compass?: { at: Point; radius?: number }
}
