/** What no position can have: the notation's own reader (src/siam/notation) refuses it, and so does the one in the page. */

import * as x from './exports'
import type { Field } from './field'
import { CARDS, CONTROLS } from './letters'

const FULL_HAND = [1, 2, 1, 1, 1, 1, 1]
const MAHARACHA = CARDS.indexOf('K')
const TWO_VS_ONE = CARDS.indexOf('2')
const BRITISH = CONTROLS.indexOf('B')
const BRITISH_LIMIT = 4
const FACTIONS = [0, 1, 2]

/** Return what is wrong with a form; null if nothing is. */
export function problemOf(field: Field, form: readonly number[]): string | null {
  const found = new Form(field, form)
  return (
    found.wrongTrack() ??
    found.wrongPlayers() ??
    found.wrongCounts() ??
    found.wrongSwap() ??
    found.wrongKings() ??
    found.wrongTurn() ??
    found.wrongLastSwap()
  )
}

class Form {
  readonly field: Field
  readonly form: readonly number[]

  constructor(field: Field, form: readonly number[]) {
    this.field = field
    this.form = form
  }

  #part(start: number, size: number): number[] {
    return this.form.slice(start, start + size)
  }
  get #boxes(): number[] {
    return this.#part(x.FORM_TRACK, this.field.codes.length)
  }
  get #resolved(): number[] {
    return this.#boxes.map((province) => this.form[x.FORM_CONTROLS + province]!).filter((control) => control >= 0)
  }
  get #recency(): number[] {
    return this.#part(x.FORM_RECENCY, 4).filter((seat) => seat !== -1)
  }
  get #swap(): [number, number, number, number, number, number] | null {
    const swap = this.#part(x.FORM_SWAP_CARD, 6)
    return swap[0] ? (swap as [number, number, number, number, number, number]) : null
  }
  #followers(province: number): number[] {
    return this.#part(x.FORM_FOLLOWERS + 3 * province, 3)
  }
  #hand(seat: number): number[] {
    return this.#part(x.FORM_HANDS + CARDS.length * seat, CARDS.length)
  }
  #isSeat(seat: number): boolean {
    return Number.isInteger(seat) && seat >= 0 && seat < this.field.players
  }

  /** Resolved provinces come first, and none after the fourth British one (§6.4). */
  wrongTrack(): string | null {
    const resolved = this.#resolved
    const first = this.#boxes.slice(0, resolved.length)
    if (first.some((province) => this.form[x.FORM_CONTROLS + province]! < 0)) return 'resolved provinces come first'
    const british = resolved.filter((control) => control === BRITISH).length
    const isLate = british === BRITISH_LIMIT && resolved.at(-1) !== BRITISH
    return british > BRITISH_LIMIT || isLate ? 'the game ended with the fourth British province' : null
  }

  wrongPlayers(): string | null {
    const { players } = this.field
    const [toMove, passes, recency] = [this.form[x.FORM_TO_MOVE]!, this.form[x.FORM_PASSES]!, this.#recency]
    if (!this.#isSeat(toMove)) return 'no such seat is to move'
    if (!this.#isSeat(passes)) return `passes are 0 to ${players - 1}`
    if (!recency.every((seat) => this.#isSeat(seat)) || new Set(recency).size < recency.length)
      return 'the latest cards are of different seats'
    for (let seat = 0; seat < players; seat++)
      if (this.#hand(seat).some((count, card) => count > FULL_HAND[card]!)) return 'a hand has a card too often'
    return null
  }

  /** No follower is missing or too many (§1.2, §3.1). */
  wrongCounts(): string | null {
    const expected = this.field.players === 2 ? 16 : 18
    const starts = [
      ...this.field.codes.map((_, province) => x.FORM_FOLLOWERS + 3 * province),
      x.FORM_SUPPLY,
      ...Array.from({ length: this.field.players }, (_, seat) => x.FORM_COURTS + 3 * seat),
    ]
    const isWrong = FACTIONS.some(
      (faction) => starts.reduce((sum, start) => sum + this.form[start + faction]!, 0) !== expected,
    )
    return isWrong ? `every faction has ${expected} followers` : null
  }

  /** A swap is one for one or, between neighbours, two for one, in the one spelling that it has. */
  wrongSwap(): string | null {
    if (!this.#swap) return null
    const [card, left, one, two, right] = this.#swap
    if (left < 0 || right < 0 || left === right) return 'a swap is between two provinces'
    if (two < 0 ? left > right : card !== TWO_VS_ONE || one > two) return 'a swap has one spelling'
    return card === TWO_VS_ONE && !((this.field.neighbours[left]! >> right) & 1)
      ? 'a 2 vs 1 is between neighbours'
      : null
  }

  /** Every king marker came with a Maharacha (§5.6); `capital_last` keeps one tile where it is (§8). */
  wrongKings(): string | null {
    const kings = this.#part(x.FORM_KINGS, this.field.codes.length)
    const played = this.#recency.filter((seat) => this.#hand(seat)[MAHARACHA] === 0).length
    if (kings.filter((king) => king === 1).length > played) return 'more king markers than Maharachas played'
    const [capital] = this.field.homes
    if (!this.field.options.capital_last) return null
    return this.#boxes.at(-1) !== capital || kings[capital!] === 1
      ? 'capital_last keeps the tile of the Rama home'
      : null
  }

  /** After the latest card there were passes only; the end of a game counts none (§4.4, R-17). */
  wrongTurn(): string | null {
    const { players } = this.field
    const [recency, passes, resolved] = [this.#recency, this.form[x.FORM_PASSES]!, this.#resolved]
    if (recency.some((seat) => String(this.#hand(seat)) === String(FULL_HAND)))
      return 'a card was played by a full hand'
    const british = resolved.filter((control) => control === BRITISH).length
    if ((resolved.length === this.field.codes.length || british === BRITISH_LIMIT) && passes)
      return 'passes after the end'
    const latest = recency.at(-1)
    if (latest === undefined) return null
    return this.form[x.FORM_TO_MOVE] === (latest + 1 + passes) % players ? null : 'it is another seat’s turn'
  }

  /** The card is out of the hand of whoever played latest, and what it moved is still there but for one follower. */
  wrongLastSwap(): string | null {
    if (!this.#swap) return null
    const [card, left, one, two, right, other] = this.#swap
    const latest = this.#recency.at(-1)
    if (latest === undefined || this.#hand(latest)[card]! > 0) return 'nobody has played the last swap'
    const arrivals: [number, number[]][] = [
      [left, [other]],
      [right, two < 0 ? [one] : [one, two]],
    ]
    let gone = 0
    for (const [province, came] of arrivals) {
      if (this.form[x.FORM_CONTROLS + province]! >= 0) continue
      for (const faction of FACTIONS)
        gone += Math.max(0, came.filter((one) => one === faction).length - this.#followers(province)[faction]!)
    }
    return gone > 1 ? 'what came with the last swap is gone' : null
  }
}
