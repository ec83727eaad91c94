/** The server's messages as types. Written by `make schema`; do not edit. */

export interface Accepted {
  type: 'accepted'
  version: number
  turn: number
  key: string
  re?: number | string | null
}

export interface AccountRequest {
  name: string
  password: string
  mail?: string | null
}

export interface Analysis {
  status: 'done' | 'none' | 'running'
  done: number
  of: number
  turns: (TurnAnalysed)[]
}

export interface Answer {
  type: 'answer'
  proposal: number
  accept: boolean
  id?: number | string | null
}

export interface AnswerRequest {
  accept: boolean
}

export interface AskSteps {
  type: 'steps'
  after: number
  steps: (string)[]
  id?: number | string | null
}

export interface BlockRequest {
  player: string
}

export interface BlockedPlayer {
  id: string
  name: string
  guest: boolean
}

export interface Blocks {
  players: (BlockedPlayer)[]
}

export interface BotLevel {
  name: string
  title: string
  about?: string
}

export interface BotSeat {
  kind: 'bot'
  level: string
}

export interface Box {
  box: number
  province: string
  control: 'B' | 'L' | 'M' | 'R' | null
  king: boolean
  followers: [number, number, number]
  majority: 'B' | 'L' | 'M' | 'R' | null
}

export interface BranchRequest {
  turn: number
  seat: number
  level: string
}

export interface Bye {
  type: 'bye'
  reason: 'cancelled' | 'session_ended'
}

export interface CardPlayedEvent {
  event: 'card_played'
  seat: number
  card: '1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T'
  no_effect: boolean
}

export interface CardReach {
  card: '1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T'
  provinces: (string)[]
}

export interface ChangeRequest {
  name?: string | null
  mail?: string | null
  language?: string | null
  password?: string | null
}

export interface ChannelRequest {
  channel: 'mail' | 'push' | 'webhook'
}

export interface Chat {
  type: 'chat'
  line: ChatLine
}

export interface ChatLine {
  n: number
  at: string
  name: string
  seat: number | null
  text: string | null
  greeting: string | null
  room: 'table' | 'watchers'
  player: string | null
}

export interface ChatRequest {
  text?: string | null
  greeting?: string | null
}

export interface ClockState {
  seat: number
  left: number
  running: boolean
}

export interface Criterion {
  criterion: string
  paragraph: string
  faction: 'L' | 'M' | 'R' | null
  factions: (FactionFigure)[]
  factions_left: ('B' | 'L' | 'M' | 'R')[]
  seats: (SeatFigure)[]
  seats_left: ((number)[])[]
}

export interface DaysClock {
  kind: 'days'
  days: number
}

export interface DealRequest {
  players?: number
  seed?: number | null
  board?: string
  options?: Options
}

export interface Dealt {
  state: State
}

export interface DeletionRequest {
  password?: string | null
}

export interface EndpointRequest {
  endpoint: string
}

export interface Entry {
  version: number
  turn: number
  kind: 'end' | 'move' | 'pause' | 'replace' | 'resign' | 'resume' | 'return' | 'start' | 'take_back' | 'time'
  seat: number | null
  at: string
  move: string | null
  auto: boolean
  to: number | null
  level: string | null
  events: (PassedEvent | CardPlayedEvent | TilesSwappedEvent | KingPlacedEvent | FollowerPlacedEvent | FollowersSwappedEvent | FollowerTakenEvent | StruggleResolvedEvent | GameEndedEvent)[]
}

export interface ErrorAnswer {
  error: ErrorContent
}

export interface ErrorContent {
  code: string
  message: string
  reason?: string | null
  field?: string | null
}

export interface Export {
  player: Me
  created: string
  settings: Record<string, unknown>
  notifications: Notifications
  sessions: (Session)[]
  tokens: (Token)[]
  tables: (Summary)[]
  lines: (Record<string, unknown>)[]
  ratings: (Record<string, unknown>)[]
  visits: (Record<string, unknown>)[]
  browsers: (Record<string, unknown>)[]
  waiting_calls: (Record<string, unknown>)[]
  blocked: (Record<string, unknown>)[]
  reports: (Record<string, unknown>)[]
}

export interface FactionFigure {
  who: 'B' | 'L' | 'M' | 'R'
  figure: number
}

export interface FollowerPlacedEvent {
  event: 'follower_placed'
  faction: 'L' | 'M' | 'R'
  province: string
}

export interface FollowerTakenEvent {
  event: 'follower_taken'
  seat: number
  faction: 'L' | 'M' | 'R'
  province: string
}

export interface FollowersSwappedEvent {
  event: 'followers_swapped'
  left: string
  left_given: ('L' | 'M' | 'R')[]
  right: string
  right_given: ('L' | 'M' | 'R')[]
}

export interface ForgottenRequest {
  name: string
}

export interface GainsClaim {
  claim: 'gains'
  seats: (number)[]
  faction: 'L' | 'M' | 'R' | null
  figure: number
  rival: number
  instead_faction: 'L' | 'M' | 'R' | null
  instead_figure: number
  instead_rival: number
}

export interface GameEndedEvent {
  event: 'game_ended'
  outcome: Outcome
}

export interface GuestRequest {
  name: string
}

export interface Health {
  status: 'ok'
}

export interface HereSeat {
  kind: 'here'
  name?: string | null
}

export interface Hint {
  move: string
  chances: (number)[]
  steps: (string)[]
  parts: (Part)[]
  reason?: Reason | null
}

export interface Invited {
  type: 'invited'
  table: string
  by: string | null
}

export interface InvitedSeat {
  kind: 'invited'
  player: string
}

export interface KeepsCardClaim {
  claim: 'keeps_card'
  seat: number
  cards: number
}

export interface KeyRequest {
  key: string
}

export interface KingPlacedEvent {
  event: 'king_placed'
  province: string
}

export interface LeadsClaim {
  claim: 'leads'
  seats: (number)[]
  criterion: 'earliest_last_card' | 'latest_card' | 'most_of_ruling' | 'most_of_second' | 'most_sets'
  faction: 'L' | 'M' | 'R' | null
  figure: number
  rival: number
}

export interface Limits {
  name: number
  chat: number
  settings: number
}

export interface Lines {
  lines: (ChatLine)[]
}

export interface LiveClock {
  kind: 'live'
  seconds: number
  increment?: number
}

export interface LobbyChanged {
  type: 'lobby'
}

export interface Log {
  entries: (Entry)[]
}

export interface LogInRequest {
  name: string
  password: string
}

export interface Look {
  type: 'look'
  visible: boolean
  id?: number | string | null
}

export type Mark = 'blunder' | 'inaccuracy' | 'mistake'

export interface Me {
  id: string
  name: string
  guest: boolean
  mail: string | null
  mail_verified: boolean
  language: string | null
  rating: Rating | null
}

export interface MeAnswer {
  player: Me | null
}

export interface MeSeat {
  kind: 'me'
}

export interface MoveMade {
  move: string
  at?: string | null
  auto?: boolean
}

export interface MoveRequest {
  after: number
  move: string
  key: string
  seat?: number | null
}

export interface Moved {
  type: 'moved'
  from: number
  moves: (MoveMade)[]
  log_from?: number
  clocks?: (number)[] | null
  deadline?: string | null
}

export interface MyTables {
  type: 'my_tables'
}

export interface MyTurn {
  type: 'my_turn'
  table: string
  name: string | null
  opponents: (string)[]
}

export interface NewPasswordRequest {
  key: string
  password: string
}

export interface NewTable {
  id: string
  url: string
}

export interface NewToken {
  id: string
  name: string
  token: string
}

export interface NextTable {
  table: string | null
}

export interface NoClock {
  kind: 'none'
}

export interface Notifications {
  webhook?: Webhook
  mail?: WhenOnly
  push?: WhenOnly
}

export interface OpenSeat {
  kind: 'open'
}

export interface Options {
  first_player?: 'highest' | 'lowest'
  discards?: 'open' | 'top'
  table_talk?: 'open' | 'silent'
  capital_last?: boolean
  colony_loses?: boolean
}

export interface Outcome {
  ending: 'B' | 'L' | 'M' | 'R'
  winners: (number)[]
  trail: (Criterion)[]
}

export interface Part {
  kind: 'card' | 'crown' | 'give' | 'place' | 'receive' | 'take' | 'tile'
  index: number
  count: number
  faction: 'L' | 'M' | 'R' | null
}

export interface PassedEvent {
  event: 'passed'
  seat: number
}

export interface PasswordRequest {
  old: string
  new: string
}

export interface Ping {
  type: 'ping'
  id?: number | string | null
}

export interface PlayerPreview {
  seat: number
  court: [number, number, number]
  cards: number
}

export interface PlayerState {
  seat: number
  court: [number, number, number]
  cards: number
  hand: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[] | null
  discards: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[]
  discarded: number
  passed: boolean
  sets: number
}

export interface Pong {
  type: 'pong'
  re?: number | string | null
}

export interface Presence {
  type: 'presence'
  seats: (boolean)[]
  watchers: Watchers
}

export interface Preview {
  track: (Box)[]
  supply: [number, number, number]
  players: (PlayerPreview)[]
  standing: Outcome
}

export interface Profile {
  name: string
  guest: boolean
  since: string
  rating: Rating | null
  games: number
  wins: number
}

export interface Proposal {
  id: number
  kind: 'end' | 'pause' | 'replace' | 'resume' | 'take_back'
  by: number
  seat: number | null
  level: string | null
  waiting: (number)[]
  turn: number | null
  due: string | null
}

export interface ProposalRequest {
  kind: 'end' | 'pause' | 'replace' | 'take_back'
  seat?: number | null
  level?: string | null
}

export interface Propose {
  type: 'propose'
  kind: 'end' | 'pause' | 'replace' | 'take_back'
  seat?: number | null
  level?: string | null
  id?: number | string | null
}

export interface ProvinceClaim {
  province: string
  control: 'B' | 'L' | 'M' | 'R'
  instead: 'B' | 'L' | 'M' | 'R'
}

export interface Provinces {
  R: number
  L: number
  M: number
  B: number
}

export interface PushKeys {
  p256dh: string
  auth: string
}

export interface PushRequest {
  endpoint: string
  keys: PushKeys
}

export interface Puzzle {
  id: string
  grade: number
  players: number
  themes: ('colony' | 'in_two' | 'last_card' | 'no_effect' | 'order' | 'pass' | 'swap' | 'tie_break')[]
  seat: number
  options: Options
  state: State
}

export interface PuzzleListed {
  id: string
  grade: number
  players: number
  themes: ('colony' | 'in_two' | 'last_card' | 'no_effect' | 'order' | 'pass' | 'swap' | 'tie_break')[]
}

export interface PuzzleMovesRequest {
  moves: (string)[]
}

export interface PuzzleSolution {
  move: string
  steps: (string)[]
}

export interface PuzzleSolutionRequest {
  moves?: (string)[]
}

export interface PuzzleStepsRequest {
  moves?: (string)[]
  steps?: (string)[]
}

export interface PuzzleTried {
  status: 'go_on' | 'solved' | 'wrong'
  log: (Entry)[]
  state: State
  result: Result | null
}

export interface PuzzlesListed {
  puzzles: (PuzzleListed)[]
}

export interface Rating {
  value: number
  games: number
}

export interface Reaches {
  cards: (CardReach)[]
}

export interface Reason {
  better: (string)[]
  instead: (string)[]
  beside: 'passing' | 'played'
  horizon: 'game_ends' | 'lines' | 'moves'
  claims: (RulesClaim | WinsClaim | LeadsClaim | GainsClaim | KeepsCardClaim)[]
}

export interface RecordRequest {
  record: string
  seat?: number | null
}

export interface Refused {
  type: 'error'
  code: string
  message: string
  re: number | string | null
  reason?: string
  field?: string
}

export interface Replay {
  table: TableFacts
  seats: (SeatMeta)[]
  result: Result | null
  complete: boolean
  turns: (ReplayTurn)[]
}

export interface ReplayTurn {
  turn: number
  version: number
  entry: Entry | null
  state: State
}

export interface ReportRequest {
  player: string
  reason: 'cheating' | 'name' | 'other' | 'words'
  text?: string
  table?: string | null
}

export interface Resign {
  type: 'resign'
  seat?: number | null
  id?: number | string | null
}

export interface ResignRequest {
  seat?: number | null
}

export interface Result {
  how: 'agreement' | 'played' | 'resignation' | 'time'
  winners: (number)[]
  ending: 'B' | 'L' | 'M' | 'R' | null
  by: number | null
  trail: (Criterion)[]
}

export interface Resume {
  type: 'resume'
  after: number
  id?: number | string | null
}

export interface Rules {
  language: string
  markdown: string
  examples: (RulesExample)[]
}

export interface RulesClaim {
  claim: 'rules'
  ruler: 'B' | 'L' | 'M' | 'R'
  instead: 'B' | 'L' | 'M' | 'R'
  because: (ProvinceClaim)[]
}

export interface RulesExample {
  paragraph: string
  state: State
  lit: (string)[]
  steps: (string)[]
}

export interface Say {
  type: 'say'
  text?: string | null
  greeting?: string | null
  id?: number | string | null
}

export interface SeatAgain {
  player: Me
  table: string
}

export interface SeatFigure {
  who: (number)[]
  figure: number
}

export interface SeatLink {
  url: string
}

export interface SeatMeta {
  seat: number
  kind: 'bot' | 'here' | 'invited' | 'open' | 'player'
  player: string | null
  name: string | null
  guest: boolean
  level: string | null
  rating: number | null
  team: number
  present: boolean
  resigned: boolean
}

export interface Sent {
  sent: boolean
}

export interface ServerFacts {
  name: string
  version: string
  rules: string
  boards: (string)[]
  languages: (string)[]
  levels: (BotLevel)[]
  greetings: (string)[]
  push_key: string | null
  mail: boolean
  registration: boolean
  limits: Limits
  address?: string | null
}

export interface Session {
  id: string
  created: string
  seen: string
  agent: string
  current: boolean
}

export interface Sessions {
  sessions: (Session)[]
}

export interface ShowSeat {
  type: 'seat'
  seat: number
  id?: number | string | null
}

export interface StartRequest {
  fill: string
}

export interface State {
  to_move: number | null
  since: string
  paused: boolean
  contested: string | null
  passes: number
  track: (Box)[]
  supply: [number, number, number]
  players: (PlayerState)[]
  recency: (number)[]
  ban: string | null
  provinces: Provinces
  standing: Outcome
  position: string | null
  clocks: (ClockState)[] | null
  deadline: string | null
}

export interface Steps {
  type: 'steps'
  after: number
  steps: (string)[]
  legal: (string)[]
  parts: (Part)[]
  next: Part | null
  move: string | null
  complete: boolean
  no_effect: boolean
  preview: Preview | null
  re?: number | string | null
}

export interface StepsRequest {
  after: number
  steps: (string)[]
}

export interface StruggleResolvedEvent {
  event: 'struggle_resolved'
  province: string
  box: number
  control: 'B' | 'L' | 'M' | 'R'
  returned: [number, number, number]
}

export interface Studied {
  state: State
  legal: (string)[]
  without_effect: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[]
  parts: (Part)[]
  next: Part | null
  move: string | null
  complete: boolean
  no_effect: boolean
  preview: Preview | null
}

export interface StudyHintRequest {
  position: string
  options?: Options
}

export interface StudyPlayRequest {
  position: string
  move: string
  options?: Options
}

export interface StudyPlayed {
  entry: Entry
  state: State
  result: Result | null
}

export interface StudyReplyRequest {
  position: string
  level: string
  options?: Options
}

export interface StudyRequest {
  position: string
  options?: Options
  steps?: (string)[]
}

export interface Submit {
  type: 'submit'
  after: number
  move: string
  key: string
  seat?: number | null
  id?: number | string | null
}

export interface Summaries {
  tables: (Summary)[]
  next: string | null
}

export interface Summary {
  id: string
  name: string | null
  status: 'finished' | 'open' | 'running'
  board: string
  options: Options
  clock: NoClock | LiveClock | DaysClock
  visibility: 'link' | 'public'
  rated: boolean
  created: string
  started: string | null
  finished: string | null
  host: string
  seats: (SeatMeta)[]
  version: number
  turn: number
  to_move: number | null
  since: string | null
  mine: (number)[]
  my_turn: boolean
  result: Result | null
  watchers: number
}

export interface TableFacts {
  id: string
  name: string | null
  status: 'finished' | 'open' | 'running'
  board: string
  options: Options
  clock: NoClock | LiveClock | DaysClock
  visibility: 'link' | 'public'
  rated: boolean
  created: string
  started: string | null
  finished: string | null
  host: string
  rematch: string | null
  of: string | null
}

export interface TableRequest {
  seats: (MeSeat | OpenSeat | InvitedSeat | BotSeat | HereSeat)[]
  board?: string
  board_file?: string | null
  options?: Options
  clock?: NoClock | LiveClock | DaysClock
  visibility?: 'link' | 'public'
  rated?: boolean
  seed?: number | null
  name?: string | null
  shuffle?: boolean
}

export interface TilesSwappedEvent {
  event: 'tiles_swapped'
  provinces: (string)[]
  boxes: (number)[]
}

export interface Token {
  id: string
  name: string
  created: string
}

export interface TokenRequest {
  name: string
}

export interface Tokens {
  tokens: (Token)[]
}

export interface TurnAnalysed {
  turn: number
  chances: (number)[]
  move: string
  best: string
  loss: number
  mark: Mark | null
  best_steps?: (string)[]
  best_parts?: (Part)[]
  reason?: Reason | null
}

export interface TurnRequest {
  turn?: number | null
}

export interface Update {
  type: 'update'
  from: number
  version: number
  turn: number
  log: (Entry)[]
  log_from: number
  state: State
  you: You
  proposals: (Proposal)[]
  result: Result | null
  status: 'finished' | 'open' | 'running'
}

export interface Updates {
  type: 'updates'
  form: 'short' | 'whole'
  id?: number | string | null
}

export interface View {
  type: 'view'
  table: TableFacts
  seats: (SeatMeta)[]
  version: number
  turn: number
  state: State | null
  you: You
  log: (Entry)[]
  log_from: number
  proposals: (Proposal)[]
  watchers: Watchers
  chat: (ChatLine)[] | null
  can_chat: boolean
  can_greet: boolean
  hints: boolean
  result: Result | null
}

export interface Watchers {
  count: number
  names: (string)[]
}

export interface Webhook {
  url?: string | null
  when?: 'always' | 'away' | 'digest' | 'off'
}

export interface WhenOnly {
  when?: 'always' | 'away' | 'digest' | 'off'
}

export interface WinsClaim {
  claim: 'wins'
  seats: (number)[]
  instead: (number)[]
}

export interface You {
  seats: (number)[]
  seat: number | null
  my_turn: boolean
  legal: (string)[]
  without_effect: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[]
  host: boolean
  watching: boolean
}

export type ClientMessage =
  | Submit
  | AskSteps
  | Resume
  | Say
  | Look
  | Propose
  | Answer
  | Resign
  | ShowSeat
  | Ping
  | Updates

export type FeedMessage =
  | MyTurn
  | MyTables
  | Invited
  | LobbyChanged
  | Pong
  | Bye

export type ServerMessage =
  | View
  | Update
  | Moved
  | Steps
  | Accepted
  | Refused
  | Presence
  | Chat
  | Pong
  | Bye
