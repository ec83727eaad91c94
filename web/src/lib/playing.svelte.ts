/** Sitting at a table: what the server tells, what is drawn, and the move in the making, kept in step. */

import { announce } from './announcer.svelte'
import { api } from './api'
import { t } from './i18n'
import { LiveTable, Refusal, type Connection } from './live.svelte'
import { MoveInTheMaking, isCell } from './moving.svelte'
import { preferences, type ConfirmWay } from './preferences.svelte'
import { troubleWords } from './refusals'
import type { BoardFile, Entry, Hint, State } from './protocol'
import { play as sound } from './sound'
import { Stage } from './stage.svelte'
import { callToTurn } from './turn-call'

export class Playing {
  readonly live: LiveTable
  readonly stage: Stage
  readonly making: MoveInTheMaking
  readonly board: BoardFile

  sending = $state(false)
  /** What went wrong with the last request, in words. */
  trouble = $state<string | null>(null)
  hint = $state.raw<Hint | null>(null)
  hinting = $state(false)
  /** The province whose followers are offered one by one in the bar. */
  opened = $state<string | null>(null)

  #submitted: string | null = null
  #version = -1
  #restored = false

  constructor(id: string, board: BoardFile) {
    this.board = board
    this.stage = new Stage(() => ({ board: this.board, seats: this.live.seats }))
    this.live = new LiveTable(id, (entries, state, before) => this.#happened(entries, state, before))
    this.making = new MoveInTheMaking((steps) => this.live.steps(steps))
  }

  get connection(): Connection {
    return this.live.connection
  }
  get myTurn(): boolean {
    return (this.live.you?.my_turn ?? false) && !this.stage.playing && !this.live.result
  }
  get legal(): string[] {
    return this.myTurn && !this.sending ? this.making.legal : []
  }
  get canPass(): boolean {
    return this.myTurn && (this.live.you?.legal.includes('pass') ?? false)
  }
  get picker(): { province: string; steps: string[] } | null {
    const steps = this.opened ? this.legal.filter((step) => step.endsWith(`@${this.opened}`)) : []
    return this.opened && steps.length ? { province: this.opened, steps } : null
  }
  get confirmWay(): ConfirmWay {
    return this.live.table?.clock.kind === 'live' ? preferences.confirmLive : preferences.confirmSlow
  }

  close(): void {
    this.live.close()
  }

  async pick(step: string): Promise<void> {
    this.opened = null
    if (this.making.move && this.confirmWay === 'double' && this.making.steps.at(-1) === step) return this.confirm()
    if (this.making.steps.length && !this.legal.includes(step) && this.making.steps[0] !== step) {
      // Another card instead of the one in the making.
      if (this.live.you?.legal.includes(step)) this.making.reset()
    } else if (this.making.steps[0] === step && !isCell(step)) {
      if (!this.legal.includes(step)) return this.making.reset()
    }
    await this.making.pick(step).catch((refusal: unknown) => this.#say(refusal))
    this.#keepSteps()
    if (this.making.move && this.confirmWay === 'never') await this.confirm()
  }

  async confirm(): Promise<void> {
    if (this.making.move) await this.#submit(this.making.move)
  }

  async pass(): Promise<void> {
    if (this.canPass && !this.making.steps.length) await this.#submit('pass')
  }

  async askHint(): Promise<void> {
    this.hinting = true
    try {
      this.hint = await api.hint(this.live.id, null)
    } catch (refusal) {
      this.#say(refusal)
    } finally {
      this.hinting = false
    }
  }

  /** Tell again what happened since the player's last turn. */
  async tellSinceMyTurn(): Promise<void> {
    const { you, state, log } = this.live
    if (!you || !state) return
    const mine = log.findLast((entry) => entry.kind === 'move' && entry.seat !== null && you.seats.includes(entry.seat))
    const replay = await api.replay(this.live.id).catch(() => null)
    const from = replay?.turns.find((turn) => turn.turn === (mine?.turn ?? 0))
    if (!replay || !from) return
    const entries = replay.turns.flatMap((turn) => (turn.turn > from.turn && turn.entry ? [turn.entry] : []))
    this.stage.settle(from.state)
    this.stage.tell(entries, state, { silently: true })
  }

  async #submit(move: string): Promise<void> {
    if (this.sending) return
    this.sending = true
    this.trouble = null
    this.hint = null
    this.#submitted = move
    try {
      await this.live.submit(move)
    } catch (refusal) {
      this.#submitted = null
      this.#say(refusal)
    } finally {
      this.sending = false
      this.#forgetSteps()
    }
  }

  #happened(entries: Entry[], state: State, before: State | null): void {
    const fresh = entries.length > 0
    const own = entries[0]
    const previewed = own !== undefined && own.move === this.#submitted && this.making.preview !== null
    if (previewed) this.#showPreview(state)
    if (!fresh || !before) this.stage.settle(state)
    else this.stage.tell(entries, state, { skip: previewed ? own.events.filter((event) => !afterTheMove(event.event)).length : 0 })
    if (this.live.version !== this.#version) void this.#newTurn(fresh)
  }

  /** The drawn table takes over what the preview showed, so that nothing is shown twice. */
  #showPreview(state: State): void {
    const { preview } = this.making
    const shown = this.stage.shown
    if (!preview || !shown) return
    this.stage.shown = {
      ...shown,
      track: preview.track,
      supply: preview.supply,
      players: shown.players.map((player) => ({
        ...player,
        ...preview.players.find((one) => one.seat === player.seat),
        discards: state.players.find((one) => one.seat === player.seat)?.discards ?? player.discards,
      })),
    }
  }

  async #newTurn(fresh: boolean): Promise<void> {
    this.#version = this.live.version
    this.#submitted = null
    this.sending = false // the table has moved on, so whatever was sent is decided
    this.opened = null
    this.hint = null
    const you = this.live.you
    if (you?.my_turn && fresh) {
      sound('turn')
      callToTurn(this.live.table?.id ?? '')
    }
    if (you?.my_turn) announce(t('It is your turn.'))
    const beginning = this.making.begin(you?.my_turn ? you.legal : [])
    if (!this.#restored) {
      this.#restored = true
      await this.making.restore(this.#keptSteps()).catch(() => {})
    }
    await beginning
  }

  #say(refusal: unknown): void {
    if (!(refusal instanceof Refusal) && !(refusal instanceof Error)) return
    const code = 'code' in refusal ? String(refusal.code) : ''
    this.trouble = troubleWords(code, refusal.message)
  }

  get #stepsKey(): string {
    return `siam.steps.${this.live.id}`
  }
  #keepSteps(): void {
    sessionStorage.setItem(this.#stepsKey, JSON.stringify({ version: this.live.version, steps: this.making.steps }))
  }
  #forgetSteps(): void {
    sessionStorage.removeItem(this.#stepsKey)
  }
  #keptSteps(): string[] {
    const kept = JSON.parse(sessionStorage.getItem(this.#stepsKey) ?? 'null') as { version: number; steps: string[] } | null
    return kept && kept.version === this.live.version ? kept.steps : []
  }
}

/** Events that a preview of the move does not show. */
function afterTheMove(event: string): boolean {
  return event === 'struggle_resolved' || event === 'game_ended'
}
