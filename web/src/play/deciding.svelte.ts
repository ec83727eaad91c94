/** Deciding on a move: choose step by step, change one's mind, confirm or pass. The same at a table, in a lesson and in a puzzle. */

import { isCell, MoveInTheMaking } from './move.svelte'
import type { ConfirmWay } from '../app/preferences.svelte'
import { play as sound } from '../app/sound'
import { FACTIONS, type BoardFile, type GameEvent, type SeatMeta, type Steps } from '../net/protocol'
import { reasonWords, troubleWords } from '../net/refusals'
import { t } from '../words/i18n'
import { Stage } from './stage.svelte'

export abstract class Deciding {
  readonly board: BoardFile
  readonly stage: Stage
  readonly making: MoveInTheMaking

  /** A move is on its way to whoever judges it. */
  sending = $state(false)
  /** What went wrong with the last request, in words. */
  trouble = $state<string | null>(null)
  /** The province whose followers are offered one by one in the bar. */
  opened = $state<string | null>(null)
  /** The province that was tapped in vain, and why it can't be chosen. */
  refused = $state.raw<{ province: string; words: string } | null>(null)
  /** Passing turn after turn, until somebody plays a card. */
  passingOn = $state(false)
  /** The last choice was tapped a second time before the server had answered the first. */
  #twice = false

  constructor(board: BoardFile) {
    this.board = board
    this.stage = new Stage(() => ({ board, seats: this.seats }))
    this.making = new MoveInTheMaking((steps) => this.askSteps(steps))
  }

  abstract get seats(): SeatMeta[]
  /** Whether it is up to this person, and everything that happened has been shown. */
  abstract get myTurn(): boolean
  /** What a move may begin with: cards, and passing. */
  abstract get first(): string[]
  abstract get confirmWay(): ConfirmWay
  /** The steps of a suggested move. */
  abstract get hinted(): string[]
  protected abstract askSteps(steps: string[]): Promise<Steps>
  protected abstract play(move: string): Promise<void>
  /** The steps chosen so far have changed. */
  protected chosen(): void {}

  /** What the others did since this person's last move. */
  get lately(): GameEvent[] {
    return []
  }

  /** What was chosen so far must not be seen just now. */
  get covered(): boolean {
    return false
  }
  get legal(): string[] {
    return this.myTurn && !this.sending ? this.making.legal : []
  }
  /** What can be tapped on the board: the next choices, or the last one again if that confirms. */
  get onBoard(): string[] {
    const last = this.making.steps.at(-1)
    if (!last || this.sending || this.covered) return []
    return this.making.move && this.confirmWay === 'double' ? [last] : this.legal
  }
  get canPass(): boolean {
    return this.myTurn && this.first.includes('pass')
  }
  get picker(): { province: string; steps: string[] } | null {
    const steps = this.opened ? this.legal.filter((step) => step.endsWith(`@${this.opened}`)) : []
    return this.opened && steps.length ? { province: this.opened, steps } : null
  }

  /** Whether passing on and on makes sense here. */
  get mayPassOn(): boolean {
    return false
  }
  async passOn(): Promise<void> {}

  async pick(step: string): Promise<void> {
    if (this.covered) return
    const { making } = this
    this.opened = null
    this.refused = null
    if (this.confirmWay === 'double' && making.waiting === step) {
      this.#twice = true
      return
    }
    if (this.confirmWay === 'double' && making.move && making.steps.at(-1) === step) return this.confirm()
    this.#twice = false
    if (making.steps.length && !this.legal.includes(step) && this.first.includes(step)) {
      const same = making.steps[0] === step
      this.backTo(0)
      if (same) return
    }
    await this.guarded(() => making.pick(step))
    this.chosen()
    if (making.move && (this.confirmWay === 'never' || this.#twice)) await this.confirm()
  }

  /** Say why a province can't be chosen now: the rules know, and the server is asked. */
  async refuse(province: string): Promise<void> {
    const { making } = this
    if (!this.myTurn || this.covered || this.sending || making.move || making.waiting) return
    sound('no')
    if (!making.steps.length) {
      this.refused = { province, words: t('First choose a card from your hand.') }
      return
    }
    const asked = { province, words: '' }
    this.refused = asked
    const words = reasonWords(await this.why(this.#meant(province)))
    if (this.refused === asked) this.refused = { province, words }
  }

  /** The step that a tap on a province means: the province, or a follower there. */
  #meant(province: string): string {
    if (!this.legal.some(isCell)) return province
    const counts = this.stage.shown?.track.find((box) => box.province === province)?.followers ?? []
    const present = FACTIONS.find((_, at) => (counts[at] ?? 0) > 0)
    return `${present ?? 'R'}@${province}`
  }

  /** The reason for which a step can't follow those chosen so far. */
  protected async why(step: string): Promise<string> {
    try {
      await this.askSteps([...this.making.steps, step])
      return ''
    } catch (refusal) {
      return refusal instanceof Error && 'reason' in refusal ? String(refusal.reason ?? '') : ''
    }
  }

  undo(): void {
    this.backTo(this.making.steps.length - 1)
  }
  /** Keep the first `count` steps only. */
  backTo(count: number): void {
    if (this.covered) return
    this.opened = null
    this.refused = null
    this.making.backTo(count)
    this.chosen()
  }

  async confirm(): Promise<void> {
    if (this.making.move && !this.sending && !this.covered) await this.play(this.making.move)
  }

  async pass(): Promise<void> {
    if (this.canPass && !this.sending && !this.making.steps.length) await this.play('pass')
  }

  /** Do something that the server may refuse, and say so in words. */
  protected async guarded(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (refusal) {
      if (!(refusal instanceof Error)) throw refusal
      this.trouble = troubleWords('code' in refusal ? String(refusal.code) : '', refusal.message)
      return false
    }
  }
}
