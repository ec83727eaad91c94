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

export interface CardPlayedEvent {
  event: 'card_played'
  seat: number
  card: '1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T'
  no_effect: boolean
}

export interface ChangeRequest {
  name?: string | null
  mail?: string | null
  language?: string | null
}

export interface ChannelRequest {
  channel: 'mail' | 'push' | 'webhook'
}

export interface ChatRequest {
  text?: string | null
  greeting?: string | null
}

export interface ClockSeen {
  seat: number
  left: number
  running: boolean
}

export interface CriterionMade {
  criterion: string
  paragraph: string
  faction: 'L' | 'M' | 'R' | null
  factions: (FactionFigure)[]
  factions_left: ('B' | 'L' | 'M' | 'R')[]
  seats: (SeatFigure)[]
  seats_left: ((number)[])[]
}

export interface DaysClockWire {
  kind: 'days'
  days: number
}

export interface DealRequest {
  players?: number
  seed?: number | null
  board?: string
  options?: OptionsWire
}

export interface Dealt {
  state: StateSeen
}

export interface EndpointRequest {
  endpoint: string
}

export interface EntryMade {
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

export interface GameEndedEvent {
  event: 'game_ended'
  outcome: OutcomeMade
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
}

export interface InvitedSeat {
  kind: 'invited'
  player: string
}

export interface KingPlacedEvent {
  event: 'king_placed'
  province: string
}

export interface LevelSeen {
  name: string
  title: string
}

export interface LimitsSeen {
  name: number
  chat: number
  settings: number
}

export interface LineSeen {
  n: number
  at: string
  name: string
  seat: number | null
  text: string | null
  greeting: string | null
  room: 'table' | 'watchers'
}

export interface Lines {
  lines: (LineSeen)[]
}

export interface LiveClockWire {
  kind: 'live'
  seconds: number
  increment?: number
}

export interface LogInRequest {
  name: string
  password: string
}

export interface LogSeen {
  entries: (EntryMade)[]
}

export interface Look {
  type: 'look'
  visible: boolean
  id?: number | string | null
}

export interface Me {
  id: string
  name: string
  guest: boolean
  mail: string | null
  language: string | null
  rating: Rating | null
}

export interface MeAnswer {
  player: Me | null
}

export interface MeSeat {
  kind: 'me'
}

export interface MoveRequest {
  after: number
  move: string
  key: string
  seat?: number | null
}

export interface NextTable {
  table: string | null
}

export interface NoClockWire {
  kind: 'none'
}

export interface NotificationsWire {
  webhook?: WebhookWire
  mail?: WhenOnly
  push?: WhenOnly
}

export interface OpenSeat {
  kind: 'open'
}

export interface OptionsWire {
  first_player?: 'highest' | 'lowest'
  discards?: 'open' | 'top'
  table_talk?: 'open' | 'silent'
  capital_last?: boolean
  colony_loses?: boolean
}

export interface OutcomeMade {
  ending: 'B' | 'L' | 'M' | 'R'
  winners: (number)[]
  trail: (CriterionMade)[]
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

export interface PlayerSeen {
  seat: number
  court: [number, number, number]
  cards: number
  hand: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[] | null
  discards: ('1' | '2' | 'K' | 'L' | 'M' | 'R' | 'T')[]
  discarded: number
  passed: boolean
  sets: number
}

export interface Preview {
  track: (Box)[]
  supply: [number, number, number]
  players: (PlayerPreview)[]
  standing: OutcomeMade
}

export interface Profile {
  name: string
  guest: boolean
  since: string
  rating: Rating | null
  games: number
  wins: number
}

export interface ProposalRequest {
  kind: 'end' | 'pause' | 'replace' | 'take_back'
  seat?: number | null
  level?: string | null
}

export interface ProposalSeen {
  id: number
  kind: 'end' | 'pause' | 'replace' | 'take_back'
  by: number
  seat: number | null
  level: string | null
  waiting: (number)[]
  turn: number | null
  due: string | null
}

export interface Propose {
  type: 'propose'
  kind: 'end' | 'pause' | 'replace' | 'take_back'
  seat?: number | null
  level?: string | null
  id?: number | string | null
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

export interface PuzzleListed {
  id: string
  grade: number
  players: number
  themes: ('colony' | 'in_two' | 'last_card' | 'no_effect' | 'order' | 'pass' | 'swap' | 'tie_break')[]
}

export interface PuzzleMovesRequest {
  moves: (string)[]
}

export interface PuzzleSeen {
  id: string
  grade: number
  players: number
  themes: ('colony' | 'in_two' | 'last_card' | 'no_effect' | 'order' | 'pass' | 'swap' | 'tie_break')[]
  seat: number
  options: OptionsWire
  state: StateSeen
}

export interface PuzzleStepsRequest {
  moves?: (string)[]
  steps?: (string)[]
}

export interface PuzzleTried {
  status: 'go_on' | 'solved' | 'wrong'
  log: (EntryMade)[]
  state: StateSeen
  result: ResultMade | null
}

export interface PuzzlesListed {
  puzzles: (PuzzleListed)[]
}

export interface Rating {
  value: number
  games: number
}

export interface Replay {
  table: TableSeen
  seats: (SeatSeen)[]
  result: ResultMade | null
  complete: boolean
  turns: (ReplayTurn)[]
}

export interface ReplayTurn {
  turn: number
  version: number
  entry: EntryMade | null
  state: StateSeen
}

export interface Resign {
  type: 'resign'
  seat?: number | null
  id?: number | string | null
}

export interface ResignRequest {
  seat?: number | null
}

export interface ResultMade {
  how: 'agreement' | 'played' | 'resignation' | 'time'
  winners: (number)[]
  ending: 'B' | 'L' | 'M' | 'R' | null
  by: number | null
  trail: (CriterionMade)[]
}

export interface Resume {
  type: 'resume'
  after: number
  id?: number | string | null
}

export interface RulesSeen {
  language: string
  markdown: string
}

export interface Say {
  type: 'say'
  text?: string | null
  greeting?: string | null
  id?: number | string | null
}

export interface SeatFigure {
  who: (number)[]
  figure: number
}

export interface SeatSeen {
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

export interface ServerSeen {
  name: string
  version: string
  rules: string
  boards: (string)[]
  languages: (string)[]
  levels: (LevelSeen)[]
  greetings: (string)[]
  push_key: string | null
  mail: boolean
  registration: boolean
  limits: LimitsSeen
}

export interface SessionSeen {
  id: string
  created: string
  seen: string
  agent: string
  current: boolean
}

export interface SessionsSeen {
  sessions: (SessionSeen)[]
}

export interface ShowSeat {
  type: 'seat'
  seat: number
  id?: number | string | null
}

export interface StartRequest {
  fill: string
}

export interface StateSeen {
  to_move: number | null
  since: string
  paused: boolean
  contested: string | null
  passes: number
  track: (Box)[]
  supply: [number, number, number]
  players: (PlayerSeen)[]
  recency: (number)[]
  ban: string | null
  provinces: Provinces
  standing: OutcomeMade
  position: string | null
  clocks: (ClockSeen)[] | null
  deadline: string | null
}

export interface StepsMade {
  type: 'steps'
  after: number
  steps: (string)[]
  legal: (string)[]
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
  state: StateSeen
  legal: (string)[]
  move: string | null
  complete: boolean
  no_effect: boolean
  preview: Preview | null
}

export interface StudyHintRequest {
  position: string
  options?: OptionsWire
}

export interface StudyPlayRequest {
  position: string
  move: string
  options?: OptionsWire
}

export interface StudyPlayed {
  entry: EntryMade
  state: StateSeen
  result: ResultMade | null
}

export interface StudyReplyRequest {
  position: string
  level: string
  options?: OptionsWire
}

export interface StudyRequest {
  position: string
  options?: OptionsWire
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
  options: OptionsWire
  clock: NoClockWire | LiveClockWire | DaysClockWire
  visibility: 'link' | 'public'
  rated: boolean
  created: string
  host: string
  seats: (SeatSeen)[]
  version: number
  turn: number
  to_move: number | null
  since: string | null
  mine: (number)[]
  my_turn: boolean
  result: ResultMade | null
  watchers: number
}

export interface TableMade {
  id: string
  url: string
}

export interface TableRequest {
  seats: (MeSeat | OpenSeat | InvitedSeat | BotSeat | HereSeat)[]
  board?: string
  board_file?: string | null
  options?: OptionsWire
  clock?: NoClockWire | LiveClockWire | DaysClockWire
  visibility?: 'link' | 'public'
  rated?: boolean
  seed?: number | null
  name?: string | null
  shuffle?: boolean
}

export interface TableSeen {
  id: string
  name: string | null
  status: 'finished' | 'open' | 'running'
  board: string
  options: OptionsWire
  clock: NoClockWire | LiveClockWire | DaysClockWire
  visibility: 'link' | 'public'
  rated: boolean
  created: string
  started: string | null
  finished: string | null
  host: string
  rematch: string | null
  of: string | null
}

export interface TilesSwappedEvent {
  event: 'tiles_swapped'
  provinces: (string)[]
  boxes: (number)[]
}

export interface TokenMade {
  id: string
  name: string
  token: string
}

export interface TokenRequest {
  name: string
}

export interface TokenSeen {
  id: string
  name: string
  created: string
}

export interface TokensSeen {
  tokens: (TokenSeen)[]
}

export interface TurnAnalysed {
  turn: number
  chances: (number)[]
  move: string
  best: string
  loss: number
  mark: 'blunder' | 'inaccuracy' | 'mistake' | null
  best_steps?: (string)[]
}

export interface TurnRequest {
  turn?: number | null
}

export interface UpdateSeen {
  type: 'update'
  from: number
  version: number
  turn: number
  log: (EntryMade)[]
  log_from: number
  state: StateSeen
  you: You
  proposals: (ProposalSeen)[]
  result: ResultMade | null
  status: 'finished' | 'open' | 'running'
}

export interface ViewSeen {
  type: 'view'
  table: TableSeen
  seats: (SeatSeen)[]
  version: number
  turn: number
  state: StateSeen | null
  you: You
  log: (EntryMade)[]
  log_from: number
  proposals: (ProposalSeen)[]
  watchers: Watchers
  chat: (LineSeen)[] | null
  can_chat: boolean
  can_greet: boolean
  hints: boolean
  result: ResultMade | null
}

export interface Watchers {
  count: number
  names: (string)[]
}

export interface WebhookWire {
  url?: string | null
  when?: 'always' | 'away' | 'digest' | 'off'
}

export interface WhenOnly {
  when?: 'always' | 'away' | 'digest' | 'off'
}

export interface You {
  seats: (number)[]
  seat: number | null
  my_turn: boolean
  legal: (string)[]
  host: boolean
  watching: boolean
}
