/** What the server says and hears: the types of protocol version 1 (docs/protocol.md). */

export type Faction = 'R' | 'L' | 'M'
export type Control = Faction | 'B'
export type CardLetter = 'K' | 'T' | '1' | '2' | 'R' | 'L' | 'M'
export type Seat = number
export type ProvinceCode = string
/** [rama, lao, malay] */
export type Counts = [number, number, number]

export const FACTIONS: readonly Faction[] = ['R', 'L', 'M']
export const CARDS: readonly CardLetter[] = ['K', 'T', '1', '2', 'R', 'L', 'M']
/** The eight cards everybody starts with, in the order of the notation. */
export const FULL_HAND: readonly CardLetter[] = ['K', 'T', 'T', '1', '2', 'R', 'L', 'M']

export interface Rating {
  value: number
  games: number
}
export interface Me {
  id: string
  name: string
  guest: boolean
  mail: string | null
  language: string | null
  rating: Rating | null
}
export interface PlayerPage {
  name: string
  guest: boolean
  since: string
  rating: Rating | null
  games: number
  wins: number
}
export interface Level {
  name: string
  title: string
}
export interface ServerFacts {
  name: string
  version: string
  boards: string[]
  languages: string[]
  levels: Level[]
  greetings: string[]
  push_key: string | null
  mail: boolean
  registration: boolean
}
export type When = 'off' | 'away' | 'always' | 'digest'
export interface Notifications {
  webhook: { url: string | null; when: When }
  mail: { when: When }
  push: { when: When }
}

export interface Options {
  first_player: 'lowest' | 'highest'
  discards: 'top' | 'open'
  table_talk: 'silent' | 'open'
  capital_last: boolean
  colony_loses: boolean
}
export type Clock =
  | { kind: 'none' }
  | { kind: 'live'; seconds: number; increment: number }
  | { kind: 'days'; days: number }

export type SeatKind = 'player' | 'bot' | 'here' | 'open' | 'invited'
export interface SeatMeta {
  seat: Seat
  kind: SeatKind
  player: string | null
  name: string | null
  guest: boolean
  level: string | null
  rating: number | null
  team: number
  present: boolean
  resigned: boolean
}
/** A seat as asked for when a table is made. */
export type SeatWish =
  | { kind: 'me' }
  | { kind: 'open' }
  | { kind: 'invited'; player: string }
  | { kind: 'bot'; level: string }
  | { kind: 'here'; name: string }
export interface TableWish {
  seats: SeatWish[]
  board?: string
  board_file?: string | null
  options?: Partial<Options>
  clock?: Clock
  visibility?: 'public' | 'link'
  rated?: boolean
  seed?: number | null
  name?: string | null
  shuffle?: boolean
}

export type Status = 'open' | 'running' | 'finished'
export interface Summary {
  id: string
  name: string | null
  status: Status
  board: string
  options: Options
  clock: Clock
  visibility: 'public' | 'link'
  rated: boolean
  created: string
  host: string
  seats: SeatMeta[]
  version: number
  turn: number
  to_move: Seat | null
  since: string | null
  mine: Seat[]
  my_turn: boolean
  result: Result | null
  watchers: number
}
export interface TableFacts {
  id: string
  name: string | null
  status: Status
  board: string
  options: Options
  clock: Clock
  visibility: 'public' | 'link'
  rated: boolean
  created: string
  started: string | null
  finished: string | null
  host: string
  rematch: string | null
  of: string | null
}

export interface Box {
  box: number
  province: ProvinceCode
  control: Control | null
  king: boolean
  followers: Counts
  majority: Control | null
}
export interface PlayerState {
  seat: Seat
  court: Counts
  cards: number
  hand: CardLetter[] | null
  discards: CardLetter[]
  discarded: number
  passed: boolean
  sets: number
}
export interface ClockState {
  seat: Seat
  left: number
  running: boolean
}
export interface State {
  to_move: Seat
  since: string
  paused: boolean
  contested: ProvinceCode | null
  passes: number
  track: Box[]
  supply: Counts
  players: PlayerState[]
  recency: Seat[]
  ban: string | null
  provinces: Record<Control, number>
  standing: Outcome
  position: string | null
  clocks: ClockState[] | null
  deadline: string | null
}

export interface Criterion {
  criterion:
    | 'provinces'
    | 'latest_province'
    | 'ruling_faction'
    | 'second_faction'
    | 'sets'
    | 'latest_card'
    | 'colony_loses'
  figures: Record<string, number>
  left: (string | number)[]
  faction?: Faction
}
export interface Outcome {
  ending: Control
  winners: Seat[]
  trail: Criterion[]
}
export interface Result {
  how: 'played' | 'resignation' | 'time' | 'agreement'
  ending: Control | null
  winners: Seat[]
  trail: Criterion[]
  by: Seat | null
}

export type GameEvent =
  | { event: 'passed'; seat: Seat }
  | { event: 'card_played'; seat: Seat; card: CardLetter; no_effect: boolean }
  | { event: 'tiles_swapped'; provinces: [ProvinceCode, ProvinceCode]; boxes: [number, number] }
  | { event: 'king_placed'; province: ProvinceCode }
  | { event: 'follower_placed'; faction: Faction; province: ProvinceCode }
  | {
      event: 'followers_swapped'
      left: ProvinceCode
      left_given: Faction[]
      right: ProvinceCode
      right_given: Faction[]
    }
  | { event: 'follower_taken'; seat: Seat; faction: Faction; province: ProvinceCode }
  | { event: 'struggle_resolved'; province: ProvinceCode; box: number; control: Control; returned: Counts }
  | { event: 'game_ended'; outcome: Outcome }

export interface Entry {
  version: number
  turn: number
  kind: 'move' | 'take_back' | 'resign' | 'time' | 'pause' | 'resume' | 'end' | 'replace' | 'start'
  seat: Seat | null
  at: string
  move?: string | null
  auto?: boolean
  to?: number | null
  level?: string | null
  events: GameEvent[]
}

export interface You {
  seats: Seat[]
  seat: Seat | null
  my_turn: boolean
  legal: string[]
  host: boolean
  watching: boolean
}
export interface Proposal {
  id: number
  kind: 'take_back' | 'pause' | 'end' | 'replace'
  by: Seat
  seat: Seat | null
  level: string | null
  waiting: Seat[]
  turn: number
}
export interface ChatLine {
  n: number
  at: string
  name: string
  seat: Seat | null
  text: string | null
  greeting: string | null
  room: 'table' | 'watchers'
}
export interface Watchers {
  count: number
  names: string[]
}
export interface View {
  type: 'view'
  table: TableFacts
  seats: SeatMeta[]
  version: number
  turn: number
  state: State | null
  you: You
  log: Entry[]
  proposals: Proposal[]
  watchers: Watchers
  chat: ChatLine[]
  can_chat: boolean
  can_greet: boolean
  hints: boolean
  result: Result | null
}

/** The table with the steps chosen so far carried out. */
export interface Preview {
  track: Box[]
  supply: Counts
  players: { seat: Seat; court: Counts; cards: number }[]
  standing: Outcome
}
export interface Steps {
  type: 'steps'
  after: number
  steps: string[]
  legal: string[]
  move: string | null
  complete: boolean
  no_effect: boolean
  preview: Preview | null
}

export type Incoming = { re?: number | string | null } & (
  | View
  | Steps
  | {
      type: 'update'
      from: number
      version: number
      turn: number
      log: Entry[]
      state: State
      you: You
      result: Result | null
      status: Status
    }
  | { type: 'accepted'; version: number; turn: number; key: string }
  | { type: 'error'; code: string; reason?: string; message: string }
  | { type: 'presence'; seats: boolean[]; watchers: Watchers }
  | { type: 'proposals'; proposals: Proposal[] }
  | { type: 'chat'; line: ChatLine }
  | { type: 'clocks'; clocks: ClockState[]; deadline: string | null }
  | { type: 'rematch'; id: string }
  | { type: 'pong' }
  | { type: 'bye'; reason: string }
)

export interface ReplayTurn {
  turn: number
  version: number
  entry: Entry | null
  state: State
}
export interface Replay {
  table: TableFacts
  seats: SeatMeta[]
  result: Result | null
  complete: boolean
  turns: ReplayTurn[]
}
export interface Hint {
  move: string
  chances: number[]
  steps: string[]
}
export interface Analysis {
  status: 'none' | 'running' | 'done'
  done: number
  of: number
  turns: {
    turn: number
    chances: number[]
    move: string
    best: string
    loss: number
    mark: 'inaccuracy' | 'mistake' | 'blunder' | null
  }[]
}

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
/** A board file as the server sends it: the TOML's own keys. */
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
