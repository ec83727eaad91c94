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

export type Me = schema.Me
export type PlayerPage = schema.Profile
export type ServerFacts = schema.ServerSeen
type Wishes = Required<schema.NotificationsWire>
export type Notifications = { [Channel in keyof Wishes]: Required<Wishes[Channel]> }
export type When = Notifications['mail']['when']

export type Options = schema.OptionsWire
export type Clock = schema.NoClockWire | schema.LiveClockWire | schema.DaysClockWire
export type SeatMeta = schema.SeatSeen
/** A seat as asked for when a table is made. */
export type SeatWish = schema.MeSeat | schema.OpenSeat | schema.InvitedSeat | schema.BotSeat | schema.HereSeat
export type TableWish = Partial<schema.TableRequest> & { seats: SeatWish[] }
export type Summary = schema.Summary
export type Status = Summary['status']
export type TableFacts = schema.TableSeen

export type Box = schema.Box
export type PlayerState = schema.PlayerSeen
export type ClockState = schema.ClockSeen
export type State = schema.StateSeen
export type Criterion = schema.CriterionMade
export type Outcome = schema.OutcomeMade
export type Result = schema.ResultMade
export type Entry = schema.EntryMade
export type GameEvent = Entry['events'][number]

export type You = schema.You
export type Proposal = schema.ProposalSeen
export type ChatLine = schema.LineSeen
export type Watchers = schema.Watchers
export type View = schema.ViewSeen
/** The table with the steps chosen so far carried out. */
export type Preview = schema.Preview
export type Steps = schema.StepsMade

/** Everything that can come through a table's socket. */
export type Incoming = { re?: number | string | null } & (
  | View
  | Steps
  | schema.UpdateSeen
  | schema.Accepted
  | { type: 'error'; code: string; reason?: string; message: string }
  | { type: 'presence'; seats: boolean[]; watchers: Watchers }
  | { type: 'proposals'; proposals: Proposal[] }
  | { type: 'chat'; line: ChatLine }
  | { type: 'clocks'; clocks: ClockState[]; deadline: string | null }
  | { type: 'rematch'; id: string }
  | { type: 'pong' }
  | { type: 'bye'; reason: string }
)

export type ReplayTurn = schema.ReplayTurn
export type Replay = schema.Replay
export type Hint = schema.Hint
/** A position without a table, and a move in the making on it. */
export type Studied = schema.Studied
export type StudyPlayed = schema.StudyPlayed
export type PuzzleListed = schema.PuzzleListed
export type PuzzleSeen = schema.PuzzleSeen
export type PuzzleTried = schema.PuzzleTried
export type Theme = PuzzleListed['themes'][number]
export type Analysis = schema.Analysis

export type Point = [number, number]
export interface BoardProvince {
  code: ProvinceCode
  names: Record<string, string>
  home?: 'rama' | 'lao' | 'malay'
  capital?: Point
  label?: { at: Point; angle?: number; size?: number }
  outline?: string[]
  pieces?: { rama: Point[]; lao: Point[]; malay: Point[] }
}
interface Words {
  names: Record<string, string>
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
