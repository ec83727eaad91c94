/** A move in the making: the steps chosen so far, and what the server says may come next. Knows no rule. */

import type { CardLetter, Part, Preview, Steps } from '../net/protocol'

export type AskSteps = (steps: string[]) => Promise<Steps>

export function provinceOf(step: string): string {
  return step.includes('@') ? step.slice(2) : step
}
export function isCell(step: string): boolean {
  return step.charAt(1) === '@'
}

export class MoveInTheMaking {
  steps = $state<string[]>([])
  answers = $state.raw<Steps[]>([])
  /** The step that the server is asked about right now. */
  waiting = $state<string | null>(null)
  /** Cards that can do nothing now. */
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
    return this.latest?.no_effect ?? false
  }
  /** What each step of the move decides, those to come included; empty before a card is chosen. */
  get parts(): Part[] {
    return this.latest?.parts ?? []
  }
  /** What the next step decides; null before a card is chosen and once the move is complete. */
  get next(): Part | null {
    return this.latest?.next ?? null
  }
  get card(): CardLetter | null {
    return (this.steps[0] as CardLetter | undefined) ?? null
  }

  /** A new turn to decide (or none): forget the steps, and take over what may come first. */
  begin(legal: string[], withoutEffect: string[] = []): void {
    this.#round += 1
    this.#cache = new Map()
    this.#firstLegal = legal
    this.withoutEffect = new Set(withoutEffect)
    this.reset()
  }

  async pick(step: string): Promise<void> {
    if (this.waiting || !this.legal.includes(step)) return
    await this.#choose([...this.steps, step])
  }

  /** Choose these steps anew, as far as they are still legal: after a reload or a reconnect. */
  async restore(steps: string[]): Promise<void> {
    const round = this.#round
    for (const step of steps) {
      if (round !== this.#round || !this.legal.includes(step)) return
      await this.#choose([...this.steps, step])
    }
  }

  undo(): void {
    this.backTo(this.steps.length - 1)
  }

  /** Keep the first `count` steps only; what the server is being asked about is not wanted any more. */
  backTo(count: number): void {
    this.#round += 1
    this.waiting = null
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
    const cache = this.#cache // an answer that comes late belongs to the turn in which it was asked for
    const known = cache.get(key)
    if (known) return known
    const answer = await this.#ask(steps)
    cache.set(key, answer)
    return answer
  }
}
