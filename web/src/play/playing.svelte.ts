/** Sitting at a table: what the server tells, what is drawn, and the move in the making, kept in step. */

import { ofThisWindow } from '../app/memory'
import { announce } from '../words/announcer.svelte'
import { api } from '../net/api'
import { Deciding } from './deciding.svelte'
import { t } from '../words/i18n'
import { isHere } from '../local/ids'
import { hintBeside } from '../local/page/beside'
import { LiveTable, type Connection } from '../net/live.svelte'
import { preferences, type ConfirmWay } from '../app/preferences.svelte'
import type { BoardFile, Entry, GameEvent, Hint, Proposal, SeatMeta, State, Steps } from '../net/protocol'
import { undoneVersions } from './undone'
import { standingSentence } from '../words/sentences'
import { play as sound } from '../app/sound'
import { callToTurn } from '../app/turn-call'

export class Playing extends Deciding {
  readonly live: LiveTable

  hint = $state.raw<Hint | null>(null)
  hinting = $state(false)

  /** The seat whose owner has said that nobody else is looking. */
  #uncovered = $state<number | null>(null)
  #submitted: string | null = null
  /** The version and the seats that the move in the making was begun for. */
  #begun = ''
  #restored = false

  constructor(id: string, board: BoardFile) {
    super(board)
    this.live = new LiveTable(id, board, (entries, state, before) => this.#happened(entries, state, before))
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
    return (
      you !== null &&
      you.seats.length > 1 &&
      table?.options.discards === 'top' &&
      !result &&
      this.#uncovered !== you.seat
    )
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

  /** What the others did since my last move; for whoever plays for everybody or nobody, the last turn. */
  override get lately(): GameEvent[] {
    const { you, log, result } = this.live
    if (result || this.stage.playing) return []
    const since = log.slice(log.findLastIndex((entry) => entry.kind === 'take_back') + 1)
    const moves = since.filter((entry) => entry.kind === 'move')
    const seat = you?.seats.length === 1 ? you.seats[0] : undefined
    const theirs =
      seat === undefined ? moves.slice(-1) : moves.slice(moves.findLastIndex((one) => one.seat === seat) + 1)
    return theirs.flatMap((entry) => entry.events)
  }

  close(): void {
    this.live.close()
  }

  override get mayPassOn(): boolean {
    return this.live.you?.seats.length === 1
  }
  /** Pass now and whenever it is my turn again, until somebody plays a card; asked again, stop. */
  override async passOn(): Promise<void> {
    this.passingOn = !this.passingOn
    if (this.passingOn) await this.pass()
  }

  async askHint(): Promise<void> {
    this.hinting = true
    const { version } = this.live
    await this.guarded(async () => {
      const hint = (await this.#hintHere()) ?? (await api.hint(this.live.id, null))
      if (version === this.live.version) this.hint = hint
    })
    this.hinting = false
  }

  /** Where nothing is hidden, this device can advise as well as the server. */
  async #hintHere(): Promise<Hint | null> {
    const { id, hints, state, table } = this.live
    if (isHere(id) || !hints || !state || !table) return null
    return hintBeside(this.board, { options: table.options, state }, false)
  }

  /** The turn of the player's own last move that still counts: 0 before the first. */
  get myLastTurn(): number {
    return this.#myMoves.at(-1)?.turn ?? 0
  }
  get #myMoves(): Entry[] {
    const { log, you } = this.live
    const undone = undoneVersions(log)
    return log.filter(
      ({ kind, seat, version }) =>
        kind === 'move' && seat !== null && you?.seats.includes(seat) && !undone.has(version),
    )
  }

  /** The other people who still play: what concerns everybody needs their consent. */
  get others(): SeatMeta[] {
    const mine = this.live.you?.seats ?? []
    return this.live.seats.filter((seat) => seat.kind === 'player' && !seat.resigned && !mine.includes(seat.seat))
  }
  /** Whether a move of mine is there to be taken back. */
  get mayTakeBack(): boolean {
    const { table, you } = this.live
    return table?.status === 'running' && !!you?.seats.length && this.#myMoves.some((entry) => !entry.auto)
  }

  /** Propose something to the others, or do it at once if nobody has to be asked; says whether it counted. */
  propose(kind: Proposal['kind'], seat?: number, level?: string): Promise<boolean> {
    return this.guarded(async () => void (await api.propose(this.live.id, kind, seat, level)))
  }
  /** Say something; says whether it was said. */
  say(line: { text: string } | { greeting: string }): Promise<boolean> {
    return this.guarded(() => api.say(this.live.id, line))
  }
  /** Give up; says whether it counted. */
  resign(): Promise<boolean> {
    const { you } = this.live
    return this.guarded(() => api.resign(this.live.id, you && you.seats.length > 1 ? you.seat : null))
  }

  /** Tell again what happened since then. */
  async tellSinceMyTurn(): Promise<void> {
    const last = this.myLastTurn
    const replay = await api.replay(this.live.id).catch(() => null)
    // Somebody may have moved while the answer was on its way, and the answer may know more than this page.
    const { state, version } = this.live
    const from = replay?.turns.find((turn) => turn.turn === last)
    if (!replay || !from || !state || this.stage.playing || last !== this.myLastTurn) return
    const entries = replay.turns.flatMap(({ turn, entry }) =>
      turn > from.turn && entry && entry.version <= version ? [entry] : [],
    )
    this.stage.settle(from.state)
    this.stage.tell(entries, state, { silently: true })
  }

  /** Agree to a proposal or not; says whether the answer counted. */
  answer(proposal: Proposal, accept: boolean): Promise<boolean> {
    return this.guarded(() => api.answer(this.live.id, proposal.id, accept))
  }

  /** End a pause; says whether it is over. */
  resume(): Promise<boolean> {
    return this.guarded(() => api.resume(this.live.id))
  }

  protected askSteps(steps: string[]): Promise<Steps> {
    return this.live.steps(steps)
  }

  protected async play(move: string): Promise<void> {
    this.sending = true
    this.trouble = null
    this.hint = null
    this.#submitted = move
    if (move !== 'pass') this.passingOn = false
    const { version } = this.live
    const sent = await this.guarded(() =>
      this.live.submit(move).catch((refusal: unknown) => {
        if (!this.#onlyInterrupted(refusal, version)) throw refusal
        return this.live.submit(move)
      }),
    )
    if (!sent) {
      this.#submitted = null
      this.passingOn = false
    }
    this.sending = false
    this.#forgetSteps()
  }

  /** The table has moved on, but nobody has moved: a pause came and went while the line was broken. */
  #onlyInterrupted(refusal: unknown, version: number): boolean {
    if (!(refusal instanceof Error) || !('code' in refusal) || refusal.code !== 'stale') return false
    const since = this.live.log.filter((entry) => entry.version > version)
    return since.length === this.live.version - version && since.every(isInterruption) && this.first.length > 0
  }

  #happened(entries: Entry[], state: State, before: State | null): void {
    const fresh = entries.length > 0
    const own = entries[0]
    const previewed =
      own !== undefined && own.move === this.#submitted && this.making.preview !== null && !this.stage.playing
    if (previewed) this.#showPreview(state)
    if (!before) this.stage.settle(state)
    else
      this.stage.tell(entries, state, {
        skip: previewed ? own.events.filter((event) => !afterTheMove(event.event)).length : 0,
        brisk: this.passingOn,
        then: () => this.#shown(entries),
      })
    if (this.#situation !== this.#begun) void this.#newTurn(fresh, entries.every(isInterruption))
    if (!before) this.#shown([])
  }

  /** Everything is seen: now it is said whose turn it is, and how it stands. */
  #shown(entries: Entry[]): void {
    const { you, result, state } = this.live
    const events = entries.flatMap((entry) => (entry.kind === 'move' ? entry.events : []))
    if (events.some((event) => event.event === 'card_played')) this.passingOn = false
    if (result) {
      this.passingOn = false
      if (entries.length) sound(you?.seats.some((seat) => result.winners.includes(seat)) ? 'won' : 'over')
      return
    }
    if (!you?.my_turn || !state) return
    if (this.passingOn) void this.pass()
    else {
      if (entries.length) sound('turn')
      announce(`${t('It is your turn.')} ${standingSentence(state.standing, this.seats)}.`)
    }
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

  async #newTurn(fresh: boolean, interrupted: boolean): Promise<void> {
    const kept = fresh && interrupted ? this.making.steps : []
    this.#begun = this.#situation
    this.#submitted = null
    this.sending = false // the table has moved on, so whatever was sent is decided
    this.opened = null
    this.refused = null
    this.hint = null
    const you = this.live.you
    if (you?.my_turn && fresh) callToTurn(this.live.table?.id ?? '')
    if (you?.my_turn) this.making.begin(you.legal, you.without_effect)
    else this.making.begin([])
    const steps = this.#restored ? kept : this.#keptSteps()
    this.#restored = true
    if (!steps.length) return
    await this.making.restore(steps).catch(() => {})
    this.chosen() // a click meanwhile has kept those that were back by then
  }

  /** Whoever sits down again decides anew, though nothing has happened at the table. */
  get #situation(): string {
    return `${this.live.version} ${this.live.you?.seats.join() ?? ''}`
  }

  get #stepsKey(): string {
    return `siam.steps.${this.live.id}`
  }
  protected override chosen(): void {
    ofThisWindow.set(this.#stepsKey, JSON.stringify({ version: this.live.version, steps: this.making.steps }))
  }
  #forgetSteps(): void {
    ofThisWindow.remove(this.#stepsKey)
  }
  #keptSteps(): string[] {
    const kept = JSON.parse(ofThisWindow.get(this.#stepsKey) ?? 'null') as {
      version: number
      steps: string[]
    } | null
    return kept && kept.version === this.live.version ? kept.steps : []
  }
}

/** Nothing on the board has changed by it. */
function isInterruption(entry: Entry): boolean {
  return entry.kind === 'pause' || entry.kind === 'resume'
}

/** Events that a preview of the move does not show. */
function afterTheMove(event: string): boolean {
  return event === 'struggle_resolved' || event === 'game_ended'
}
