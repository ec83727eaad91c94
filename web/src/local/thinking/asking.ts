/** Asks the thinker, who works in a thread of its own; the page starts it when it is first needed, and again if it died. */

import type { Asked, Thought, Wanted } from '../messages'
import type { Advice, Question, Thinking } from './thinker'

/** Nothing that is asked here takes longer, on any device: whoever is silent for so long is dead. */
const PATIENCE_MS = 120_000

interface Waiting {
  resolve: (thought: unknown) => void
  reject: (problem: Error) => void
}

export class Asking implements Thinking {
  #wish: () => void
  #port: MessagePort | null = null
  /** Whether the page has been asked for a thinker. */
  #isWished = false
  #waiting = new Map<number, Waiting>()
  #unsent: Asked[] = []
  #next = 1

  /** `wish` asks the page for a thinker. */
  constructor(wish: () => void) {
    this.#wish = wish
  }

  /** Take a thinker, or hear that there is none: then nobody is left waiting. */
  introduce(port: MessagePort | null): void {
    this.#isWished = false
    this.#port = port
    if (port === null) return this.#giveUp(new Error('the thinker could not be started, or died'))
    port.onmessage = (message: MessageEvent<Thought>) => this.#heard(message.data)
    for (const asked of this.#unsent.splice(0)) port.postMessage(asked)
  }

  choose(question: Question, level: string, seed: number): Promise<string> {
    return this.#ask({ kind: 'move', question, level, seed }) as Promise<string>
  }
  advise(question: Question, seconds: number): Promise<Advice> {
    return this.#ask({ kind: 'advice', question, seconds }) as Promise<Advice>
  }
  warm(level: string, players: number): Promise<void> {
    return this.#ask({ kind: 'warmth', level, players }) as Promise<void>
  }

  #ask(wanted: Wanted): Promise<unknown> {
    const asked: Asked = { ask: this.#next++, wanted }
    if (this.#port) this.#port.postMessage(asked)
    else this.#unsent.push(asked)
    if (!this.#port && !this.#isWished) {
      this.#isWished = true
      this.#wish()
    }
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.introduce(null), PATIENCE_MS)
      const done = () => clearTimeout(patience)
      this.#waiting.set(asked.ask, {
        resolve: (thought) => (done(), resolve(thought)),
        reject: (problem) => (done(), reject(problem)),
      })
    })
  }

  #heard({ ask, thought, problem }: Thought): void {
    const waiting = this.#waiting.get(ask)
    this.#waiting.delete(ask)
    if (problem === undefined) waiting?.resolve(thought)
    else waiting?.reject(new Error(problem))
  }

  #giveUp(problem: Error): void {
    this.#unsent = []
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(problem)
  }
}
