/** A position without a table, for one person to try moves on: lessons and puzzles. Knows no rule: the server lists and judges. */

import { announce } from '../words/announcer.svelte'
import { Deciding } from '../play/deciding.svelte'
import type { How } from '../play/telling'
import { t } from '../words/i18n'
import { preferences, type ConfirmWay } from '../app/preferences.svelte'
import type { BoardFile, Entry, Result, SeatMeta, State, Steps, Studied } from '../net/protocol'

/** Who sits there: everybody has a name, so that sentences read as at a table. */
export const NAMES = ['Anna', 'Bertha', 'Carl', 'Dora']

export interface Judge {
  /** What may follow these steps. */
  steps(steps: string[]): Promise<Studied>
  /** The person has decided for a move. */
  move(move: string): Promise<void>
}

export class Study extends Deciding {
  readonly seats: SeatMeta[]
  readonly seat: number

  /** The position as the server last told it; what is drawn may run behind. */
  state = $state.raw<State | null>(null)
  log = $state.raw<Entry[]>([])
  result = $state.raw<Result | null>(null)
  /** Whether it is up to the person to decide. */
  open = $state(false)
  hinted = $state.raw<string[]>([])
  first = $state.raw<string[]>([])

  #judge: Judge
  /** Counts what was set up or told: a slow answer about an earlier position is not taken. */
  #round = 0
  /** The move that is being judged, unless something else was set up meanwhile. */
  #sent: object | null = null

  constructor(board: BoardFile, players: number, seat: number, judge: Judge) {
    super(board)
    this.seat = seat
    this.seats = NAMES.slice(0, players).map((name, at) => seatOf(at + 1, name, players))
    this.#judge = judge
  }

  get myTurn(): boolean {
    return this.open && !this.sending && !this.stage.playing
  }
  get confirmWay(): ConfirmWay {
    return preferences.confirmSlow
  }

  /** Set a position up, with what led to it; `only` keeps the first step to some of what is legal. */
  async begin(state: State, only: string[] | null = null, log: Entry[] = []): Promise<void> {
    this.stage.settle(state)
    this.log = log
    this.#sent = null
    this.sending = false
    await this.#decide(state, only)
  }

  /** Go on after the answers to a move. */
  async goOn(log: Entry[], state: State): Promise<void> {
    this.#tell(log, state)
    await this.#decide(state, null)
  }

  /** Nothing more to decide: show briskly what happened and how it ended. */
  finish(log: Entry[], state: State, result: Result | null): void {
    this.#round += 1
    this.#tell(log, state, { brisk: true })
    this.state = state
    this.result = result
    this.open = false
    this.making.begin([])
  }

  protected async askSteps(steps: string[]): Promise<Steps> {
    return { type: 'steps', after: 0, steps, ...(await this.#judge.steps(steps)) }
  }

  protected async play(move: string): Promise<void> {
    const sent = {}
    this.#sent = sent
    this.sending = true
    this.hinted = []
    await this.guarded(() => this.#judge.move(move))
    if (this.#sent === sent) this.sending = false
  }

  async #decide(state: State, only: string[] | null): Promise<void> {
    const round = ++this.#round
    this.state = state
    this.result = null
    this.trouble = null
    this.opened = null
    this.hinted = []
    this.making.begin([]) // whatever was begun on the position before
    this.open = true
    await this.guarded(async () => {
      const { legal, without_effect } = await this.#judge.steps([])
      if (round !== this.#round) return
      this.first = only ? legal.filter((step) => only.includes(step)) : legal
      if (!this.stage.playing) announce(t('It is your turn.'))
      this.making.begin(this.first, without_effect)
    })
  }

  #tell(log: Entry[], state: State, how: How = {}): void {
    const before = this.log.length
    const numbered = log.map((entry, at) => ({ ...entry, version: before + at + 1, turn: before + at + 1 }))
    this.log = [...this.log, ...numbered]
    this.stage.tell(numbered, state, how)
  }
}

function seatOf(seat: number, name: string, players: number): SeatMeta {
  const team = players === 4 ? ((seat - 1) % 2) + 1 : seat
  return {
    seat,
    kind: 'here',
    player: null,
    name,
    guest: false,
    level: null,
    rating: null,
    team,
    present: true,
    resigned: false,
  }
}
