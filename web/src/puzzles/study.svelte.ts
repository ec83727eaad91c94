/** A position without a table, for one person to try moves on: lessons and puzzles. Knows no rule: the server lists and judges. */

import { announce } from '../lib/announcer.svelte'
import { t } from '../lib/i18n'
import { MoveInTheMaking } from '../lib/moving.svelte'
import { refusalWords } from '../lib/refusals'
import { preferences } from '../lib/preferences.svelte'
import type { BoardFile, Entry, Result, SeatMeta, State, Steps, Studied } from '../lib/protocol'
import { Stage } from '../lib/stage.svelte'

/** Who sits there: everybody has a name, so that sentences read as at a table. */
export const NAMES = ['Anna', 'Bertha', 'Carl', 'Dora']

export interface Judge {
  /** What may follow these steps. */
  steps(steps: string[]): Promise<Studied>
  /** The person has decided for a move. */
  move(move: string): Promise<void>
}

export class Study {
  readonly board: BoardFile
  readonly stage: Stage
  readonly making: MoveInTheMaking
  readonly seats: SeatMeta[]
  readonly seat: number

  /** The position as the server last told it; what is drawn may run behind. */
  state = $state.raw<State | null>(null)
  log = $state.raw<Entry[]>([])
  result = $state.raw<Result | null>(null)
  /** Whether it is up to the person to decide. */
  open = $state(false)
  busy = $state(false)
  trouble = $state<string | null>(null)
  hint = $state.raw<string[]>([])
  opened = $state<string | null>(null)

  #judge: Judge
  #first = $state.raw<string[]>([])

  constructor(board: BoardFile, players: number, seat: number, judge: Judge) {
    this.board = board
    this.seat = seat
    this.seats = NAMES.slice(0, players).map((name, at) => seatOf(at + 1, name, players))
    this.stage = new Stage(() => ({ board, seats: this.seats }))
    this.#judge = judge
    this.making = new MoveInTheMaking(async (steps) => asSteps(steps, await judge.steps(steps)))
  }

  get canAct(): boolean {
    return this.open && !this.busy && !this.stage.playing
  }
  get legal(): string[] {
    return this.canAct ? this.making.legal : []
  }
  get canPass(): boolean {
    return this.canAct && this.#first.includes('pass')
  }
  get picker(): { province: string; steps: string[] } | null {
    const steps = this.opened ? this.legal.filter((step) => step.endsWith(`@${this.opened}`)) : []
    return this.opened && steps.length ? { province: this.opened, steps } : null
  }

  /** Set a position up; `only` keeps the first step to some of what is legal. */
  async begin(state: State, only: string[] | null = null): Promise<void> {
    this.stage.settle(state)
    this.log = []
    await this.#decide(state, only)
  }

  /** Go on after the answers to a move. */
  async goOn(log: Entry[], state: State): Promise<void> {
    this.#tell(log, state)
    await this.#decide(state, null)
  }

  /** Nothing more to decide: show what happened and how it ended. */
  finish(log: Entry[], state: State, result: Result | null): void {
    this.#tell(log, state)
    this.state = state
    this.result = result
    this.open = false
    void this.making.begin([])
  }

  async pick(step: string): Promise<void> {
    this.opened = null
    const { making } = this
    if (making.move && preferences.confirmSlow === 'double' && making.steps.at(-1) === step) return this.confirm()
    const isOtherCard = making.steps.length > 0 && !this.legal.includes(step) && this.#first.includes(step)
    if (isOtherCard) {
      const same = making.steps[0] === step
      making.reset()
      if (same) return
    }
    await this.#guarded(() => making.pick(step))
    if (making.move && preferences.confirmSlow === 'never') await this.confirm()
  }

  async confirm(): Promise<void> {
    const { move } = this.making
    if (move) await this.#play(move)
  }

  async pass(): Promise<void> {
    if (this.canPass && !this.making.steps.length) await this.#play('pass')
  }

  async #play(move: string): Promise<void> {
    this.busy = true
    this.hint = []
    await this.#guarded(() => this.#judge.move(move))
    this.busy = false
  }

  async #decide(state: State, only: string[] | null): Promise<void> {
    this.state = state
    this.result = null
    this.trouble = null
    this.opened = null
    this.hint = []
    this.open = true
    await this.#guarded(async () => {
      const { legal } = await this.#judge.steps([])
      this.#first = only ? legal.filter((step) => only.includes(step)) : legal
      if (!this.stage.playing) announce(t('It is your turn.'))
      void this.making.begin(this.#first)
    })
  }

  #tell(log: Entry[], state: State): void {
    const before = this.log.length
    const numbered = log.map((entry, at) => ({ ...entry, version: before + at + 1, turn: before + at + 1 }))
    this.log = [...this.log, ...numbered]
    this.stage.tell(numbered, state)
  }

  async #guarded(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
    } catch (error) {
      this.trouble = refusalWords(error)
    }
  }
}

function asSteps(steps: string[], { legal, move, complete, no_effect, preview }: Studied): Steps {
  return { type: 'steps', after: 0, steps, legal, move, complete, no_effect, preview }
}

function seatOf(seat: number, name: string, players: number): SeatMeta {
  const team = players === 4 ? ((seat - 1) % 2) + 1 : seat
  return { seat, kind: 'here', player: null, name, guest: false, level: null, rating: null, team, present: true, resigned: false }
}
