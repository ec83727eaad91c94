/** A position in the module's memory: what can be done, what happens, how it stands, in the server's own words. */

import type { CardLetter, Control, GameEvent, Outcome, Preview, Steps } from '../net/protocol'
import type { Engine } from './engine'
import * as x from './exports'
import type { Field } from './field'
import { CARDS, CONTROLS, bitsOf, cardOf, controlOf, factionOf } from './letters'
import { formatMove, formatPosition, formatStep } from './notation'
import { eventsOf, outcomeOf, seenOf, type Seen } from './told'

export type Part = NonNullable<Steps['next']>
const PART_KINDS: readonly Part['kind'][] = ['card', 'tile', 'crown', 'place', 'give', 'receive', 'take']

export class Position {
  readonly field: Field
  readonly address: x.Address

  constructor(field: Field) {
    this.field = field
    this.address = field.engine.room(4 * x.SIZE)
  }

  /** Set up a game at random. The same seed, below 2**53, deals the same position. */
  static dealt(field: Field, seed: number): Position {
    const position = new Position(field)
    field.engine.exports.deal(field.ground, position.address, seed)
    return position
  }

  /** Make a position from its form (exports.ts says where everything lies in it). */
  static from(field: Field, form: ArrayLike<number>): Position {
    const position = new Position(field)
    const { engine } = field
    engine.using(4 * x.FORM_SIZE, (address) => {
      engine.integers(address, x.FORM_SIZE).set(form)
      engine.exports.read_form(field.ground, address, position.address)
    })
    return position
  }

  copy(): Position {
    const copy = new Position(this.field)
    this.field.engine.integers(copy.address, x.SIZE).set(this.row())
    return copy
  }

  /** Forget the position. */
  end(): void {
    this.field.engine.exports.give_back(this.address)
  }

  /** The row of integers that the engine plays on. */
  row(): Int32Array {
    return this.field.engine.integers(this.address, x.SIZE)
  }

  /** How many cards all players have together. */
  get cardCount(): number {
    return this.row()[x.CARDS]!
  }

  get toMove(): number {
    return this.row()[x.TO_MOVE]!
  }

  get isOver(): boolean {
    return this.row()[x.STAGE] === x.OVER
  }

  /** Whether a move has been begun by `apply` and is not whole yet. */
  get isBegun(): boolean {
    const stage = this.row()[x.STAGE]
    return stage !== x.OVER && stage !== x.MOVE
  }

  /** The numbers of the steps that can come next. */
  legalSteps(): number[] {
    return bitsOf(this.field.engine.exports.legal_steps(this.field.ground, this.address))
  }

  /** Carry out a step, which must be legal. */
  apply(step: number): void {
    this.field.engine.exports.apply_step(this.field.ground, this.address, step)
  }

  /** Play the steps of a whole move, which must be legal, and tell what happened. */
  play(steps: readonly number[]): GameEvent[] {
    const events = this.#events(steps)
    return events.flatMap((event) => eventsOf(event, this.field.codes, () => this.outcome()))
  }

  #events(steps: readonly number[]): number[][] {
    const { engine, ground } = this.field
    const size = steps.length + x.EVENTS * x.EVENT_SIZE
    return engine.using(4 * size, (address) => {
      engine.integers(address, steps.length).set(steps)
      const target = address + 4 * steps.length
      const count = engine.exports.play_told(ground, this.address, address, steps.length, target)
      const told = engine.integers(target, count * x.EVENT_SIZE)
      return Array.from({ length: count }, (_, i) => [...told.slice(i * x.EVENT_SIZE, (i + 1) * x.EVENT_SIZE)])
    })
  }

  /** Write the whole move that these steps make. */
  moveText(steps: readonly number[]): string {
    const trial = this.copy()
    const events = trial.play(steps)
    trial.end()
    return formatMove(events)
  }

  /** How the game ends if everybody passes from here on, with every criterion that is needed. */
  outcome(): Outcome {
    const { engine, ground } = this.field
    const told = engine.using(4 * x.OUTCOME_SIZE, (address) => {
      engine.exports.tell_outcome(ground, this.address, address)
      return [...engine.integers(address, x.OUTCOME_SIZE)]
    })
    return outcomeOf(told)
  }

  /** The cards of the player to move that can do nothing now. */
  cardsWithoutEffect(): CardLetter[] {
    return bitsOf(this.field.engine.exports.cards_without_effect(this.field.ground, this.address)).map(cardOf)
  }

  /** What the steps of a move with a card decide, the card first. */
  parts(card: number): Part[] {
    const { engine, ground } = this.field
    return engine.using(4 * x.PARTS * x.PART_SIZE, (address) => {
      const count = engine.exports.tell_parts(ground, this.address, card, address)
      const told = engine.integers(address, count * x.PART_SIZE)
      return Array.from({ length: count }, (_, i) => {
        const [kind, index, of, faction] = told.slice(i * x.PART_SIZE, (i + 1) * x.PART_SIZE)
        return {
          kind: PART_KINDS[kind!]!,
          index: index!,
          count: of!,
          faction: faction! < 0 ? null : factionOf(faction!),
        }
      })
    })
  }

  /** What can follow the steps chosen so far and what they would do: the server's answer to `steps`. */
  stepsMade(steps: readonly number[], after: number): Steps {
    const { codes } = this.field
    const trial = this.copy()
    for (const step of steps) trial.apply(step)
    const isWhole = steps.length > 0 && !trial.isBegun
    const legal = isWhole ? [] : trial.legalSteps()
    trial.end()
    const first = steps[0] ?? -1
    const card = first - x.STEP_CARD
    const parts = steps.length === 0 || first === x.STEP_PASS ? [CARD_PART] : this.parts(card)
    return {
      type: 'steps',
      after,
      steps: steps.map((step) => formatStep(codes, step)),
      legal: legal.map((step) => formatStep(codes, step)),
      parts,
      next: isWhole ? null : (parts[steps.length] ?? null),
      move: isWhole ? this.moveText(steps) : null,
      complete: isWhole,
      no_effect: first > 0 && this.cardsWithoutEffect().includes(cardOf(card)),
      preview: this.#preview(steps),
    }
  }

  /** The provinces where a card can do something now, whoever plays it. */
  reach(card: CardLetter): string[] {
    const { engine, ground, codes } = this.field
    return bitsOf(engine.exports.card_reach(ground, this.address, CARDS.indexOf(card))).map(
      (province) => codes[province]!,
    )
  }

  /** Why a step can't follow those chosen so far; null if it can. */
  refusal(steps: readonly number[], step: number): string | null {
    const { engine, ground } = this.field
    return engine.using(4 * Math.max(1, steps.length), (address) => {
      engine.integers(address, steps.length).set(steps)
      const refusal = engine.exports.refusal_of(ground, this.address, address, steps.length, step)
      return x.REFUSALS[refusal] ?? null
    })
  }

  /** Who gets the province in each box if everybody passes from here on, and after how many struggles the game ends. */
  controls(): { byBox: Control[]; struggles: number } {
    const { engine, ground } = this.field
    return engine.using(4 * x.CONTROLS_SIZE, (address) => {
      engine.exports.tell_controls(ground, this.address, address)
      const told = [...engine.integers(address, x.CONTROLS_SIZE)]
      return { byBox: told.slice(0, x.CONTROLS_END).map(controlOf), struggles: told[x.CONTROLS_END]! }
    })
  }

  /** Whether the camp of a seat, counted from 0, wins alone from here whatever the others do. */
  forcesWin(seat: number): boolean {
    const { engine, ground } = this.field
    return engine.exports.forces_win(ground, this.address, seat) === 1
  }

  /** The steps of the first move that forces the win of whoever is to move; none if none does. */
  winningMove(): number[] {
    return this.#stepsOf((target) => this.field.engine.exports.winning_move(this.field.ground, this.address, target))
  }

  /** The steps of what is played so that a seat's camp, which forces no win here, misses it. */
  refutingMove(seat: number): number[] {
    const { engine, ground } = this.field
    return this.#stepsOf((target) => engine.exports.refuting_move(ground, this.address, seat, target))
  }

  /** The steps of what follows a right try at a puzzle; none where the solver has something to decide. */
  answerTo(solver: number): number[] {
    const { engine, ground } = this.field
    return this.#stepsOf((target) => engine.exports.answer_to(ground, this.address, solver, target))
  }

  #stepsOf(write: (target: x.Address) => number): number[] {
    const { engine } = this.field
    return engine.using(4 * x.MOVE_STEPS, (target) => {
      const count = write(target)
      return [...engine.integers(target, count)]
    })
  }

  #preview(steps: readonly number[]): Preview | null {
    const { engine, ground } = this.field
    const after = new Position(this.field)
    const shows = engine.using(4 * Math.max(1, steps.length), (address) => {
      engine.integers(address, steps.length).set(steps)
      return engine.exports.preview(ground, this.address, address, steps.length, after.address) === 1
    })
    const seen = shows ? after.seen() : null
    after.end()
    if (seen === null) return null
    return {
      track: seen.track,
      supply: seen.supply,
      players: seen.players.map(({ seat, court, hand }) => ({ seat, court, cards: hand.length })),
      standing: seen.standing,
    }
  }

  /** The position as a form of plain numbers (exports.ts says where everything lies in it). */
  form(): number[] {
    const { engine, ground } = this.field
    return engine.using(4 * x.FORM_SIZE, (address) => {
      engine.exports.write_form(ground, this.address, address)
      return [...engine.integers(address, x.FORM_SIZE)]
    })
  }

  #facts(): number[] {
    const { engine, ground } = this.field
    return engine.using(4 * x.FACTS_SIZE, (address) => {
      engine.exports.write_facts(ground, this.address, address)
      return [...engine.integers(address, x.FACTS_SIZE)]
    })
  }

  /** The position as text, in the notation of docs/notation.md. */
  text(): string {
    return formatPosition(this.field, this.form())
  }

  /** What the server's state of the game says of a position in which no move has been begun. */
  seen(): Seen {
    return seenOf(this.form(), this.#facts(), this.field, this.outcome())
  }
}

/** Who rules if the provinces in the eight boxes go to these; the British rule a colony. */
export function rulerBy(engine: Engine, byBox: readonly Control[]): Control {
  return engine.using(4 * byBox.length, (address) => {
    engine.integers(address, byBox.length).set(byBox.map((control) => CONTROLS.indexOf(control)))
    return controlOf(engine.exports.ruler_by(address))
  })
}

const CARD_PART: Part = { kind: 'card', index: 1, count: 1, faction: null }
