/** One table as the server tells it: the connection, what is known, and requests that survive a disconnect. */

import { api } from './api'
import { Line } from './line'
import { isHere } from '../local/ids'
import { HereError } from '../local/page/door'
import { Beside, type KnownTable } from '../local/page/beside'
import type {
  BoardFile,
  ChatLine,
  Entry,
  Incoming,
  Moved,
  Outgoing,
  Proposal,
  Result,
  SeatMeta,
  State,
  Steps,
  TableFacts,
  Update,
  View,
  Watchers,
  You,
} from './protocol'
import { session } from '../app/session.svelte'

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'gone' | 'cancelled'

/** What comes back for a request. */
type Answer = Extract<Incoming, { type: 'steps' | 'accepted' | 'error' }>

interface Request {
  message: Outgoing
  resolve: (answer: Answer) => void
  reject: (reason: Refusal) => void
}

/** The server's no, with its code. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string | null,
    message: string,
  ) {
    super(message)
  }
}

/** What the page hears when something happened: the entries to animate and the state after them. */
export type Happening = (entries: Entry[], state: State, before: State | null) => void

export class LiveTable {
  connection = $state<Connection>('connecting')
  table = $state.raw<TableFacts | null>(null)
  seats = $state.raw<SeatMeta[]>([])
  state = $state.raw<State | null>(null)
  you = $state.raw<You | null>(null)
  result = $state.raw<Result | null>(null)
  log = $state.raw<Entry[]>([])
  proposals = $state.raw<Proposal[]>([])
  chat = $state.raw<ChatLine[]>([])
  watchers = $state.raw<Watchers>({ count: 0, names: [] })
  canChat = $state(false)
  canGreet = $state(false)
  hints = $state(false)
  /** What went wrong at the table without being asked for, by its code. */
  trouble = $state<string | null>(null)
  version = $state(0)
  turn = $state(0)
  /** When the clocks were received: a running one is shown as left - (now - then). */
  clocksAt = $state(0)

  readonly id: string
  #seat: number | null = null
  #line: Line
  /** Tells here what the server would tell; a table of this device is told by its host anyway. */
  #beside: Beside | null
  /** While it is worked out what follows from some moves: what was heard after them. */
  #later: Incoming[] | null = null
  /** Who was looking when the line was opened last. */
  #viewer: string | undefined
  #requests = new Map<number, Request>()
  #next = 1
  #logFrom = 1
  #completing = false
  #happened: Happening
  #online = () => this.#line.hurry()
  #looking = () => this.#tellLooking()

  constructor(id: string, board: BoardFile, happened: Happening) {
    this.id = id
    this.#happened = happened
    this.#beside = isHere(id) ? null : new Beside(board, () => this.#tellForm())
    addEventListener('online', this.#online)
    document.addEventListener('visibilitychange', this.#looking)
    this.#line = new Line({
      path: () => this.#path(),
      heard: (text) => this.#hear(JSON.parse(text) as Incoming),
      opened: () => this.#opened(),
      broken: (code, tries) => this.#broken(code, tries),
    })
  }

  close(): void {
    this.#later = null // what is being worked out comes too late
    removeEventListener('online', this.#online)
    document.removeEventListener('visibilitychange', this.#looking)
    this.#line.close()
  }

  /** What can follow some steps: told here if it can be, else asked for. */
  async steps(steps: string[]): Promise<Steps> {
    const known = this.#known
    const here = known && (await this.#beside?.steps(known, steps).catch(inServersWords))
    if (here) return here
    const answer = await this.#request({ type: 'steps', after: this.version, steps })
    if (answer.type !== 'steps') throw new Refusal('unexpected', null, '')
    return answer
  }

  /** Send a move. The key makes it safe to send again after a disconnect: it is never played twice. */
  async submit(move: string): Promise<void> {
    const seat = this.you && this.you.seats.length > 1 ? this.you.seat : null
    await this.#request({ type: 'submit', after: this.version, move, key: freshKey(), seat })
  }

  showSeat(seat: number): void {
    this.#seat = seat
    this.#send({ type: 'seat', seat })
  }
  /** Take a view that came as an answer to a request outside the socket. */
  take(view: View): void {
    this.#view(view)
  }

  /** What this device can go by. */
  get #known(): KnownTable | null {
    const { table, version, turn, state, you } = this
    return table && state && you && { options: table.options, version, turn, state, you, asked: this.#seat }
  }

  #tellForm(): void {
    if (this.#beside) this.#send({ type: 'updates', form: this.#beside.ready ? 'short' : 'whole' })
  }

  /** Who comes back asks for what was missed; somebody else than before needs everything. */
  #path(): string {
    const query = new URLSearchParams()
    if (this.version > 0 && this.#viewer === session.me?.id) {
      query.set('after', String(this.version))
      query.set('said', String(this.chat.at(-1)?.n ?? 0))
    }
    if (this.#seat !== null) query.set('seat', String(this.#seat))
    this.#viewer = session.me?.id
    this.#later = null // whatever was heard through another line is told anew
    return `api/tables/${this.id}/live?${query}`
  }

  #opened(): void {
    this.connection = 'live'
    this.#tellLooking()
    if (this.#beside?.ready) this.#tellForm()
    for (const [id, request] of this.#requests) this.#send({ ...request.message, id })
  }

  #broken(code: number, tries: number): boolean {
    if (this.connection === 'cancelled') return false
    if (code === 4404) this.connection = 'gone'
    if (this.connection === 'gone') return false
    this.connection = navigator.onLine && tries < 6 ? 'reconnecting' : 'offline'
    return true
  }

  #tellLooking(): void {
    this.#send({ type: 'look', visible: document.visibilityState === 'visible' })
    if (document.visibilityState === 'visible') this.#line.hurry()
  }

  #send(message: Outgoing): void {
    this.#line.send(message)
  }

  #request(message: Outgoing): Promise<Answer> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { message, resolve, reject })
      this.#send({ ...message, id })
    })
  }

  #hear(message: Incoming): void {
    if (this.#later) return void this.#later.push(message)
    switch (message.type) {
      case 'steps':
      case 'accepted':
      case 'error':
        return this.#answered(message)
      case 'view':
        return this.#view(message)
      case 'update':
        return this.#update(message)
      case 'moved':
        return void this.#moved(message)
      case 'presence':
        this.seats = this.seats.map((seat, at) => ({ ...seat, present: message.seats[at] ?? false }))
        this.watchers = message.watchers
        return
      case 'chat':
        this.chat = withLines(this.chat, [message.line])
        return
      case 'bye': // a session that ended is told by the code of the closing
        if (message.reason === 'cancelled') this.connection = 'cancelled'
        return
      case 'pong':
        return
      default:
        return message satisfies never
    }
  }

  #answered(answer: Answer): void {
    const id = answer.re
    const request = typeof id === 'number' ? this.#requests.get(id) : undefined
    if (!request) {
      if (answer.type === 'error' && id === null) this.trouble = answer.code
      return
    }
    this.#requests.delete(id as number)
    if (answer.type === 'error') request.reject(new Refusal(answer.code, answer.reason ?? null, answer.message))
    else request.resolve(answer)
  }

  #view(view: View): void {
    if (view.version < this.version) return // an answer that an update overtook on its way
    const before = this.state
    const fresh = view.log.filter((entry) => entry.version > this.version)
    const first = this.version === 0
    this.table = view.table
    this.seats = view.seats
    this.state = view.state
    this.you = view.you
    this.result = view.result
    this.proposals = view.proposals
    if (view.chat) this.chat = withLines(this.chat, view.chat)
    this.watchers = view.watchers
    this.canChat = view.can_chat
    this.canGreet = view.can_greet
    this.hints = view.hints
    this.turn = view.turn
    this.version = view.version
    this.clocksAt = performance.now()
    this.#remember(view.log, view.log_from)
    if (view.state && !view.result) this.#beside?.begin()
    if (view.state) this.#happened(first || !before ? [] : fresh, view.state, before)
  }

  /** Work out what follows from some moves. Whatever is heard meanwhile waits; if it can't be told, it is asked for. */
  async #moved(moved: Moved): Promise<void> {
    const known = this.#known
    const later: Incoming[] = (this.#later = [])
    const isNext = known !== null && known.version === moved.from
    const update = isNext ? await this.#beside?.update(known, moved) : null
    if (this.#later !== later) return
    this.#later = null
    if (update) this.#update(update)
    else if (this.version < moved.from + moved.moves.length) this.#send({ type: 'resume', after: this.version })
    for (const message of later) this.#hear(message)
  }

  #update(update: Update): void {
    if (update.from > this.version) return this.#send({ type: 'resume', after: this.version })
    const fresh = update.log.filter((entry) => entry.version > this.version)
    if (update.version < this.version) return
    const before = this.state
    this.state = update.state
    this.you = update.you
    this.result = update.result
    this.proposals = update.proposals
    if (this.table) this.table = { ...this.table, status: update.status }
    if (update.status === 'finished') this.canChat = this.canGreet // silence ends with the game
    this.turn = update.turn
    this.version = update.version
    this.#remember(update.log, update.log_from)
    this.clocksAt = performance.now()
    this.#happened(fresh, update.state, before)
  }

  /** Keep the log as the server would tell it now: what is older than `from` is covered, what is missing is asked for. */
  #remember(entries: Entry[], from: number): void {
    const known = new Map(this.log.map((entry) => [entry.version, entry]))
    for (const entry of entries) known.set(entry.version, entry)
    this.#logFrom = from
    this.log = [...known.values()].filter((entry) => entry.version >= from).sort((a, b) => a.version - b.version)
    if (this.log.length < this.version - from + 1 && !this.#completing) void this.#completeLog()
  }

  async #completeLog(): Promise<void> {
    this.#completing = true
    const told = await api.log(this.id, this.#seat).catch(() => null)
    if (told) this.#remember(told.entries, this.#logFrom)
    this.#completing = false
  }
}

/** This device's no, as if the server had said it. */
function inServersWords(problem: unknown): never {
  throw problem instanceof HereError ? new Refusal(problem.code, problem.reason, problem.message) : problem
}

/** Lines in the order in which they were said, each once: a view may be older than the latest line. */
function withLines(known: ChatLine[], more: ChatLine[]): ChatLine[] {
  const lines = new Map([...known, ...more].map((line) => [line.n, line]))
  return [...lines.values()].sort((a, b) => a.n - b.n)
}

/** A key that nobody else makes; crypto.randomUUID needs https, which a server at home may not have. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
