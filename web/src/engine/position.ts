/** A position in the module's memory: what can be done, what happens, how it stands, in the server's own words. */

import type {
  Box,
  CardLetter,
  Control,
  Counts,
  Criterion,
  Faction,
  GameEvent,
  Outcome,
  Preview,
  State,
  Steps,
} from '../net/protocol'
import type { Engine } from './engine'
import * as x from './exports'
import type { Field } from './field'
import { formatMove, formatPosition, formatStep, swapText } from './notation'

const CARDS = 'KT12RLM'
const CONTROLS = 'RLMB'

export type Part = NonNullable<Steps['next']>
const PART_KINDS: readonly Part['kind'][] = ['card', 'tile', 'crown', 'place', 'give', 'receive', 'take']

export const cardOf = (number: number): CardLetter => CARDS[number] as CardLetter
export const factionOf = (number: number): Faction => CONTROLS[number] as Faction
export const controlOf = (number: number): Control => CONTROLS[number] as Control

/** List the places of set bits, of up to 53. */
export function bitsOf(bits: number): number[] {
  const places = []
  for (let place = 0; bits >= 1; place++) {
    if (bits % 2 === 1) places.push(place)
    bits = Math.floor(bits / 2)
  }
  return places
}

/** What is told of a position that needs no watcher: the server's state of a game, but for its table's own things. */
export type Seen = Pick<
  State,
  'contested' | 'passes' | 'track' | 'supply' | 'recency' | 'ban' | 'provinces' | 'standing'
> & { to_move: number; over: boolean; players: SeenPlayer[] }

export interface SeenPlayer {
  seat: number
  court: Counts
  hand: CardLetter[]
  passed: boolean
  sets: number
}

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
    return events.flatMap((event) => this.#told(event))
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

  #told(event: number[]): GameEvent[] {
    const [kind, a, b, c, d, e, f] = event as [number, number, number, number, number, number, number]
    const { codes } = this.field
    switch (kind) {
      case x.PASSED:
        return [{ event: 'passed', seat: a + 1 }]
      case x.CARD_PLAYED:
        return [{ event: 'card_played', seat: a + 1, card: cardOf(b), no_effect: c === 1 }]
      case x.TILES_SWAPPED:
        return [
          { event: 'tiles_swapped', provinces: [codes[a]!, codes[b]!], boxes: [c + 1, d + 1] },
          { event: 'king_placed', province: codes[b]! },
        ]
      case x.FOLLOWER_PLACED:
        return [{ event: 'follower_placed', faction: factionOf(a), province: codes[b]! }]
      case x.FOLLOWERS_SWAPPED: {
        const given = c < 0 ? [factionOf(b)] : [factionOf(b), factionOf(c)]
        return [
          {
            event: 'followers_swapped',
            left: codes[a]!,
            left_given: given,
            right: codes[d]!,
            right_given: [factionOf(e)],
          },
        ]
      }
      case x.FOLLOWER_TAKEN:
        return [{ event: 'follower_taken', seat: a + 1, faction: factionOf(b), province: codes[c]! }]
      case x.STRUGGLE_RESOLVED:
        return [
          {
            event: 'struggle_resolved',
            province: codes[a]!,
            box: b + 1,
            control: controlOf(c),
            returned: [d, e, f],
          },
        ]
      default:
        return [{ event: 'game_ended', outcome: this.outcome() }]
    }
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
    const seats = (bits: number): number[] => bitsOf(bits).map((seat) => seat + 1)
    const trail = Array.from({ length: told[2]! }, (_, i) => {
      const start = x.OUTCOME_TRAIL + i * x.VERDICT
      return criterionOf(told.slice(start, start + x.VERDICT), seats)
    })
    return { ending: controlOf(told[0]!), winners: seats(told[1]!), trail }
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
    const { codes, players } = this.field
    const form = this.form()
    const facts = this.#facts()
    const counts = (start: number): Counts => [form[start]!, form[start + 1]!, form[start + 2]!]
    const over = facts[x.FACT_OVER] === 1
    const contested = facts[x.FACT_CONTESTED]!
    return {
      to_move: form[x.FORM_TO_MOVE]! + 1,
      over,
      contested: over ? null : codes[contested]!,
      passes: form[x.FORM_PASSES]!,
      track: codes.map((_, box): Box => {
        const province = form[x.FORM_TRACK + box]!
        const control = form[x.FORM_CONTROLS + province]!
        const majority = facts[x.FACT_MAJORITIES + province]!
        return {
          box: box + 1,
          province: codes[province]!,
          control: control < 0 ? null : controlOf(control),
          king: form[x.FORM_KINGS + province] === 1,
          followers: counts(x.FORM_FOLLOWERS + 3 * province),
          majority: majority < 0 ? null : controlOf(majority),
        }
      }),
      supply: counts(x.FORM_SUPPLY),
      players: Array.from({ length: players }, (_, seat) => ({
        seat: seat + 1,
        court: counts(x.FORM_COURTS + 3 * seat),
        hand: handOf(form, seat),
        passed: facts[x.FACT_PASSED + seat] === 1,
        sets: facts[x.FACT_SETS + seat]!,
      })),
      recency: form
        .slice(x.FORM_RECENCY, x.FORM_RECENCY + 4)
        .filter((seat) => seat >= 0)
        .map((seat) => seat + 1),
      ban: form[x.FORM_SWAP_CARD] === 0 ? null : swapText(codes, form),
      provinces: {
        R: facts[x.FACT_COUNTS]!,
        L: facts[x.FACT_COUNTS + 1]!,
        M: facts[x.FACT_COUNTS + 2]!,
        B: facts[x.FACT_COUNTS + 3]!,
      },
      standing: this.outcome(),
    }
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

/** The cards of a seat's hand, in the order of the notation. */
export function handOf(form: readonly number[], seat: number): CardLetter[] {
  return [...CARDS].flatMap((letter, card) =>
    Array<CardLetter>(form[x.FORM_HANDS + CARDS.length * seat + card]!).fill(letter as CardLetter),
  )
}

function criterionOf(row: number[], seats: (bits: number) => number[]): Criterion {
  const [name, paragraph] = x.CRITERIA[row[0]!]!
  const figures = Array.from({ length: row[x.VERDICT_FIGURES]! }, (_, i) => {
    const place = x.VERDICT_FIGURES + 1 + 2 * i
    return { who: row[place]!, figure: row[place + 1]! }
  })
  const left = row.slice(x.VERDICT_LEFT + 1, x.VERDICT_LEFT + 1 + row[x.VERDICT_LEFT]!)
  const comparesFactions = row[0]! <= x.VERDICT_LAST_OF_FACTIONS
  return {
    criterion: name,
    paragraph,
    faction: row[1]! < 0 ? null : factionOf(row[1]!),
    factions: comparesFactions ? figures.map(({ who, figure }) => ({ who: controlOf(who), figure })) : [],
    factions_left: comparesFactions ? left.map(controlOf) : [],
    seats: comparesFactions ? [] : figures.map(({ who, figure }) => ({ who: seats(who), figure })),
    seats_left: comparesFactions ? [] : left.map(seats),
  }
}
