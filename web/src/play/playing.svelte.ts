/** Sitting at a table: what the server tells, what is drawn, and the move in the making, kept in step. */

import { announce } from '../words/announcer.svelte'
import { api } from '../net/api'
import { Deciding } from './deciding.svelte'
import { t } from '../words/i18n'
import { LiveTable, type Connection } from '../net/live.svelte'
import { preferences, type ConfirmWay } from '../app/preferences.svelte'
import type { BoardFile, Entry, Hint, Proposal, SeatMeta, State, Steps } from '../net/protocol'
import { play as sound } from '../app/sound'
import { callToTurn } from '../app/turn-call'

export class Playing extends Deciding {
  readonly live: LiveTable

  hint = $state.raw<Hint | null>(null)
  hinting = $state(false)

  /** The seat whose owner has said that nobody else is looking. */
  #uncovered = $state<number | null>(null)
  #submitted: string | null = null
  #version = -1
  #restored = false

  constructor(id: string, board: BoardFile) {
    super(board)
    this.live = new LiveTable(id, (entries, state, before) => this.#happened(entries, state, before))
  }

  get seats(): SeatMeta[] {
    return this.live.seats
  }
  get connection(): Connection {
    return this.live.connection
  }
  /** On one screen with hidden cards a hand is shown only once its owner said so. */
  override get covered(): boolean {
    const { you, table, result } = this.live
    return you !== null && you.seats.length > 1 && table?.options.discards === 'top' && !result && this.#uncovered !== you.seat
  }
  /** The device has to be passed on before anything can be decided. */
  get veiled(): boolean {
    return this.covered && (this.live.you?.my_turn ?? false) && !this.stage.playing
  }
  uncover(): void {
    this.#uncovered = this.live.you?.seat ?? null
  }
  get myTurn(): boolean {
    return (this.live.you?.my_turn ?? false) && !this.covered && !this.stage.playing && !this.live.result
  }
  get first(): string[] {
    return this.live.you?.my_turn ? this.live.you.legal : []
  }
  get hinted(): string[] {
    return this.hint?.steps ?? []
  }
  get confirmWay(): ConfirmWay {
    return this.live.table?.clock.kind === 'live' ? preferences.confirmLive : preferences.confirmSlow
  }

  close(): void {
    this.live.close()
  }

  async askHint(): Promise<void> {
    this.hinting = true
    const { version } = this.live
    await this.guarded(async () => {
      const hint = await api.hint(this.live.id, null)
      if (version === this.live.version) this.hint = hint
    })
    this.hinting = false
  }

  /** The turn of the player's own last move: 0 before the first. */
  get myLastTurn(): number {
    const mine = this.live.log.findLast((entry) => entry.kind === 'move' && entry.seat !== null && this.live.you?.seats.includes(entry.seat))
    return mine?.turn ?? 0
  }

  /** Tell again what happened since then. */
  async tellSinceMyTurn(): Promise<void> {
    const { state } = this.live
    if (!state) return
    const last = this.myLastTurn
    const replay = await api.replay(this.live.id).catch(() => null)
    const from = replay?.turns.find((turn) => turn.turn === last)
    if (!replay || !from) return
    const entries = replay.turns.flatMap((turn) => (turn.turn > from.turn && turn.entry ? [turn.entry] : []))
    this.stage.settle(from.state)
    this.stage.tell(entries, state, { silently: true })
  }

  /** Agree to a proposal or not; says whether the answer counted. */
  answer(proposal: Proposal, accept: boolean): Promise<boolean> {
    return this.guarded(() => api.answer(this.live.id, proposal.id, accept))
  }

  protected askSteps(steps: string[]): Promise<Steps> {
    return this.live.steps(steps)
  }

  protected async play(move: string): Promise<void> {
    this.sending = true
    this.trouble = null
    this.hint = null
    this.#submitted = move
    if (!(await this.guarded(() => this.live.submit(move)))) this.#submitted = null
    this.sending = false
    this.#forgetSteps()
  }

  #happened(entries: Entry[], state: State, before: State | null): void {
    const fresh = entries.length > 0
    const own = entries[0]
    const previewed = own !== undefined && own.move === this.#submitted && this.making.preview !== null && !this.stage.playing
    if (previewed) this.#showPreview(state)
    if (!before) this.stage.settle(state)
    else this.stage.tell(entries, state, { skip: previewed ? own.events.filter((event) => !afterTheMove(event.event)).length : 0 })
    if (this.live.version !== this.#version) void this.#newTurn(fresh)
  }

  /** The drawn table takes over what the preview showed, so that nothing is shown twice. */
  #showPreview(state: State): void {
    const { preview } = this.making
    const shown = this.stage.shown
    if (!preview || !shown) return
    this.stage.settle({
      ...shown,
      track: preview.track,
      supply: preview.supply,
      players: shown.players.map((player) => ({
        ...player,
        ...preview.players.find((one) => one.seat === player.seat),
        discards: state.players.find((one) => one.seat === player.seat)?.discards ?? player.discards,
      })),
    })
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

  get #stepsKey(): string {
    return `siam.steps.${this.live.id}`
  }
  protected override chosen(): void {
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
