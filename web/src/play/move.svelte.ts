/** A move in the making: the steps chosen so far, and what the server says may come next. Knows no rule. */

import type { CardLetter, Faction, Preview, State, Steps } from '../net/protocol'

/** What a step decides, for the words around it. */
export type Role =
  | { part: 'card'; card: CardLetter }
  | { part: 'tile' }
  | { part: 'crown' }
  | { part: 'place'; faction: Faction }
  | { part: 'give'; of: 1 | 2; index: number }
  | { part: 'receive'; of: 1 | 2 }
  | { part: 'take' }

export type AskSteps = (steps: string[]) => Promise<Steps>

export function provinceOf(step: string): string {
  return step.includes('@') ? step.slice(2) : step
}
export function isCell(step: string): boolean {
  return step.charAt(1) === '@'
}

/** Say what the step at `index` decides: the order of steps within each card is the notation's. */
export function roleOf(steps: string[], index: number, state: State, noEffect: boolean): Role {
  const card = steps[0] as CardLetter
  if (index === 0) return { part: 'card', card }
  if (noEffect) return { part: 'take' }
  if (card === 'K') return index === 1 ? { part: 'tile' } : index === 2 ? { part: 'crown' } : { part: 'take' }
  if (card === 'T') {
    const factions = (['R', 'L', 'M'] as const).filter((_, at) => (state.supply[at] ?? 0) > 0)
    const faction = factions[index - 1]
    return faction ? { part: 'place', faction } : { part: 'take' }
  }
  if (card === '1') {
    return index === 1 ? { part: 'give', of: 1, index: 1 } : index === 2 ? { part: 'receive', of: 1 } : { part: 'take' }
  }
  if (card === '2') return roleInTwoForOne(steps, index)
  const faction = card as Faction
  const placed = Math.min(2, state.supply['RLM'.indexOf(faction)] ?? 0)
  return index <= placed ? { part: 'place', faction } : { part: 'take' }
}

function roleInTwoForOne(steps: string[], index: number): Role {
  const [, first, second] = steps
  const pair = first !== undefined && second !== undefined && provinceOf(first) === provinceOf(second)
  if (index === 1) return { part: 'give', of: 2, index: 1 }
  if (index === 2) return second === undefined || pair ? { part: 'give', of: 2, index: 2 } : { part: 'receive', of: 1 }
  return index === 3 && pair ? { part: 'receive', of: 2 } : { part: 'take' }
}

export class MoveInTheMaking {
  steps = $state<string[]>([])
  answers = $state.raw<Steps[]>([])
  /** The step that the server is asked about right now. */
  waiting = $state<string | null>(null)
  /** Cards whose action can't be carried out now. */
  withoutEffect = $state.raw<Set<string>>(new Set())

  #firstLegal = $state.raw<string[]>([])
  #ask: AskSteps
  #cache = new Map<string, Steps>()
  #round = 0

  constructor(ask: AskSteps) {
    this.#ask = ask
  }

  get latest(): Steps | null {
    return this.answers.at(-1) ?? null
  }
  get legal(): string[] {
    return this.latest?.legal ?? this.#firstLegal
  }
  get preview(): Preview | null {
    return this.latest?.preview ?? null
  }
  get move(): string | null {
    return this.latest?.move ?? null
  }
  get noEffect(): boolean {
    return this.answers.some((answer) => answer.no_effect)
  }
  get card(): CardLetter | null {
    return (this.steps[0] as CardLetter | undefined) ?? null
  }

  /** A new turn to decide (or none): forget the steps, and find out which cards would be without effect. */
  async begin(legal: string[]): Promise<void> {
    this.#round += 1
    this.#cache.clear()
    this.#firstLegal = legal
    this.withoutEffect = new Set()
    this.reset()
    const round = this.#round
    for (const card of legal.filter((step) => step !== 'pass')) {
      const answer = await this.#askOnce([card]).catch(() => null)
      if (round !== this.#round) return
      if (answer?.no_effect) this.withoutEffect = new Set([...this.withoutEffect, card])
    }
  }

  async pick(step: string): Promise<void> {
    if (this.waiting || !this.legal.includes(step)) return
    await this.#choose([...this.steps, step])
  }

  /** Choose these steps anew, as far as they are still legal: after a reload or a reconnect. */
  async restore(steps: string[]): Promise<void> {
    for (const step of steps) {
      if (!this.legal.includes(step)) return
      await this.#choose([...this.steps, step])
    }
  }

  undo(): void {
    this.backTo(this.steps.length - 1)
  }

  /** Keep the first `count` steps only. */
  backTo(count: number): void {
    this.steps = this.steps.slice(0, Math.max(0, count))
    this.answers = this.answers.slice(0, this.steps.length)
  }

  reset(): void {
    this.steps = []
    this.answers = []
    this.waiting = null
  }

  async #choose(steps: string[]): Promise<void> {
    const round = this.#round
    this.waiting = steps.at(-1) ?? null
    try {
      const answer = await this.#askOnce(steps)
      if (round !== this.#round) return
      this.steps = steps
      this.answers = [...this.answers, answer]
    } finally {
      if (round === this.#round) this.waiting = null
    }
  }

  async #askOnce(steps: string[]): Promise<Steps> {
    const key = steps.join(' ')
    const known = this.#cache.get(key)
    if (known) return known
    const answer = await this.#ask(steps)
    this.#cache.set(key, answer)
    return answer
  }
}
