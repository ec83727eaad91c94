/** Bots that think in the page: the levels, and advice. Equal levels and seeds give the moves that Python gives. */

import type { Engine } from './engine'
import * as x from './exports'
import type { Field } from './field'
import { CAMPS, CERTAIN, GREEDY_IDEAS, LEVELS, REASON, STYLES, type Level, type Liking } from './levels'
import type { Position } from './position'
import type { Weights } from './weights'

/** Brings weights by the name of their file; `siam.engine.evaluation.weights` has them. */
export type WeightsSource = (name: string) => Promise<Weights>

export interface Limits {
  nodes?: number
  seconds?: number
  /** Ends the search as soon as it has an answer. */
  signal?: AbortSignal
}

export interface Line {
  /** The steps of each move. */
  moves: number[][]
  /** The winning chance of each camp. */
  chances: number[]
  visits: number
  proven: boolean
}

export interface Found {
  steps: number[]
  /** The winning chance of each camp if the steps are played. */
  chances: number[]
  lines: Line[]
  nodes: number
  depth: number
  proven: boolean
}

const SLICE = 50
const REMEMBERED = 1 << 20
const PROOFS_PER_NODE = 100
const PROOFS_PER_SECOND = 400_000
const ROOM_PER_NODE = 40
const LARGEST_ROOM = 120_000
const LINE_STEPS = (x.LINE_SIZE - 5) / x.LINE_MOVES

const stepsFrom = (row: ArrayLike<number>): number[] => Array.from(row).filter((step) => step >= 0)

export class Bots {
  readonly engine: Engine
  readonly #source: WeightsSource
  readonly #evaluations = new Map<string, Promise<x.Address>>()

  constructor(engine: Engine, source: WeightsSource) {
    this.engine = engine
    this.#source = source
  }

  /** Choose a move for the player to move, as its steps. Seeds are below 2**53. */
  async choose(position: Position, level: string, seed: number, limits: Limits = {}): Promise<number[]> {
    const styled = STYLES[level]
    if (styled) return this.#liked(position, styled.liking, { ...limits, nodes: styled.nodes })
    if (level === 'random') return drawn(position, seed)
    if (level === 'greedy') return this.#standing(position, GREEDY_IDEAS, seed)
    const settings = LEVELS[level]
    if (!settings) throw new Error(`there is no level ${level}`)
    const { players } = position.field
    if (settings.ideas) return this.#standing(position, settings.ideas[players - 2]!, seed)
    const noise = settings.noise[players - 2]!
    const counts = settings.fillsTime && limits.seconds !== undefined ? null : settings.nodes
    const seconds = counts ? limits.seconds : (limits.seconds ?? settings.seconds ?? undefined)
    const own: Limits = {
      ...(counts ? { nodes: counts[players - 2]! } : {}),
      ...(seconds === undefined ? {} : { seconds }),
      ...(limits.signal ? { signal: limits.signal } : {}),
    }
    const lines = noise ? settings.lines : 1
    return (await this.#search(position, settings, own, lines, noise, seed)).steps
  }

  /** Look for the best moves with all that the engine has. */
  analyse(position: Position, limits: Limits, lines = 3): Promise<Found> {
    return this.#search(position, LEVELS.champion!, limits, lines, 0, 0)
  }

  /** Weigh a liking beside the chances; what is proven is played as it is. */
  async #liked(position: Position, liking: Liking, limits: Limits): Promise<number[]> {
    const style = LEVELS.champion!
    const found = await this.#search(position, style, limits, style.lines, 0, 0)
    if (found.proven) return found.steps
    const camp = campOf(position.field.players, position.toMove)
    const least = logOdds(found.chances[camp]!) - REASON
    let best = found.steps
    let most = -Infinity
    for (const line of found.lines) {
      const odds = logOdds(line.chances[camp]!)
      if (odds < least) continue
      const worth = odds + gain(position, line.moves[0]!, liking)
      if (worth > most) [best, most] = [line.moves[0]!, worth]
    }
    return best
  }

  #standing(position: Position, ideas: number, seed: number): number[] {
    return this.engine.using(4 * LINE_STEPS, (address) => {
      this.engine.exports.standing_move(position.field.ground, position.address, ideas, seed, address)
      return stepsFrom(this.engine.integers(address, LINE_STEPS))
    })
  }

  /** Get ready for what a level will need on the board that its weights know. */
  async warm(level: string, players: number): Promise<void> {
    const settings = LEVELS[STYLES[level] ? 'champion' : level]
    if (settings && !settings.ideas) await this.#evaluation({ players, isKnown: true }, settings)
  }

  #evaluation(field: Pick<Field, 'players' | 'isKnown'>, level: Level): Promise<x.Address> {
    const name = level.weights[field.players - 2]!
    const key = `${name} ${field.isKnown}`
    const made = this.#evaluations.get(key) ?? this.#newEvaluation(field.isKnown, name)
    this.#evaluations.set(key, made)
    made.catch(() => this.#evaluations.delete(key))
    return made
  }

  async #newEvaluation(isKnown: boolean, name: string): Promise<x.Address> {
    const { units, outputs, halves } = await this.#source(name)
    return this.engine.using(halves.byteLength, (address) => {
      this.engine.bytes(address, halves.byteLength).set(new Uint8Array(halves.buffer))
      return this.engine.exports.new_evaluation(address, units, outputs, isKnown ? 1 : 0)
    })
  }

  async #search(
    position: Position,
    level: Level,
    limits: Limits,
    lines: number,
    noise: number,
    seed: number,
  ): Promise<Found> {
    const { engine } = this
    const { exports } = engine
    const { field } = position
    const evaluation = await this.#evaluation(field, level)
    const started = performance.now()
    const proof = this.#prove(position, level, limits)
    if (proof && proof.worth > 0 && lines === 1) {
      const chances = certain(position, proof.worth)
      return { steps: proof.steps, chances, lines: [], nodes: proof.lookedAt, depth: 1, proven: true }
    }
    const wanted = limits.nodes ?? Infinity
    const room = Math.min(LARGEST_ROOM, 4000 + ROOM_PER_NODE * Math.min(wanted, LARGEST_ROOM))
    const handle = engine.using(8 * level.style.length, (address) => {
      engine.floats(address, level.style.length).set(level.style)
      return exports.new_search(field.ground, position.address, evaluation, address, level.widenings, room)
    })
    try {
      let nodes = exports.grow_search(handle, 1)
      const isLate = (): boolean =>
        limits.signal?.aborted === true ||
        (limits.seconds !== undefined && performance.now() - started >= 1000 * limits.seconds)
      while (nodes < wanted && !exports.is_finished(handle) && !isLate()) {
        nodes = exports.grow_search(handle, Math.min(wanted, nodes + SLICE))
        if (limits.signal) await new Promise((resolve) => setTimeout(resolve))
      }
      const known = Math.min(lines, exports.moves_found(handle))
      const found = Array.from({ length: known }, (_, number) => this.#line(handle, field, number))
      const proven = exports.is_certain(handle) === 1 || proof !== null
      const choice = noise && !proven ? exports.noisy_move(handle, known, noise, seed) : 0
      const best = choice < 0 ? [x.STEP_PASS] : found[choice]!.moves[0]!
      const steps = proof && proof.worth > 0 ? proof.steps : best
      const chances = proof ? certain(position, proof.worth) : (found[choice < 0 ? 0 : choice]?.chances ?? [])
      return { steps, chances, lines: found, nodes, depth: exports.depth_of(handle), proven }
    } finally {
      exports.end_search(handle)
    }
  }

  #prove(
    position: Position,
    level: Level,
    limits: Limits,
  ): { worth: number; steps: number[]; lookedAt: number } | null {
    const { engine } = this
    const { field } = position
    const cards = position.cardCount
    if (field.players === 3 || cards < 2 || cards > level.endgameCards) return null
    const budget =
      limits.seconds === undefined ? PROOFS_PER_NODE * (limits.nodes ?? 0) : PROOFS_PER_SECOND * limits.seconds
    return engine.using(4 * 9, (address) => {
      const worth = engine.exports.prove(field.ground, position.address, Math.floor(budget), REMEMBERED, address)
      if (worth < 0) return null
      const told = engine.integers(address, 9)
      return { worth, steps: stepsFrom(told.slice(0, 8)), lookedAt: told[8]! }
    })
  }

  #line(handle: x.Address, field: Field, number: number): Line {
    const { engine } = this
    return engine.using(4 * x.LINE_SIZE + 8 * 4, (address) => {
      const target = address + 8 * 4
      engine.exports.line_found(handle, number, target, address)
      const told = engine.integers(target, x.LINE_SIZE)
      const chances = [...engine.floats(address, field.players === 3 ? 3 : 2)]
      const moves = Array.from({ length: told[2]! }, (_, i) =>
        stepsFrom(told.slice(5 + LINE_STEPS * i, 5 + LINE_STEPS * (i + 1))),
      )
      return { moves, chances, visits: told[0]!, proven: told[1] === 1 }
    })
  }
}

/** Draw a move step by step, each of the legal ones equally likely. */
function drawn(position: Position, seed: number): number[] {
  const steps: number[] = []
  const trial = position.copy()
  let state = seed
  do {
    // Numbers that come from a seed below 2**53 and look like chance (mulberry32).
    state = (state + 0x6d2b79f5) % 2 ** 32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const legal = trial.legalSteps()
    const step = legal[((mixed ^ (mixed >>> 14)) >>> 0) % legal.length]!
    steps.push(step)
    trial.apply(step)
  } while (trial.isBegun)
  trial.end()
  return steps
}

/** The camp of a seat, both counted from 0. */
function campOf(players: number, seat: number): number {
  return CAMPS[players]!.findIndex((camp) => camp.includes(seat + 1))
}

/** The chances of two camps once the outcome for who is to move is proven: 2 for a win, 1 for a shared one. */
function certain(position: Position, worth: number): number[] {
  const own = campOf(position.field.players, position.toMove)
  return CAMPS[position.field.players]!.map((_, camp) => (camp === own ? worth / 2 : 1 - worth / 2))
}

function logOdds(chance: number): number {
  const bounded = Math.min(Math.max(chance, CERTAIN), 1 - CERTAIN)
  return Math.log(bounded / (1 - bounded))
}

/** What a move gains by being liked. */
function gain(position: Position, steps: readonly number[], liking: Liking): number {
  const card = steps[0] === x.STEP_PASS ? 0 : liking.card
  if (liking.control === null) return card
  const after = position.copy()
  after.play(steps)
  const { track, players } = after.seen()
  after.end()
  const { court, sets } = players[position.toMove]!
  const provinces = track.filter((box) => (box.control ?? box.majority) === liking.control).length
  const followers = liking.faction === null ? 0 : court['RLM'.indexOf(liking.faction)]!
  return card + liking.province * provinces + liking.set * sets + liking.follower * followers
}
