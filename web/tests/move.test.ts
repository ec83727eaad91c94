/** A move in the making, however quickly it is chosen and taken back: the steps and their answers belong together. */

import { describe, expect, test } from 'vitest'
import type { Steps } from '../src/net/protocol'
import { MoveInTheMaking } from '../src/play/move.svelte'

/** A server whose answers come when the test says so. */
class SlowServer {
  position = 1
  #waiting: (() => void)[] = []

  ask = (steps: string[]): Promise<Steps> => {
    const position = this.position
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(answerTo(steps, position)))
    })
  }
  async answer(which: (count: number) => number): Promise<void> {
    if (this.#waiting.length) this.#waiting.splice(which(this.#waiting.length), 1)[0]?.()
    for (let n = 0; n < 8; n += 1) await Promise.resolve()
  }
  async answerAll(): Promise<void> {
    while (this.#waiting.length) await this.answer(() => 0)
  }
}

/** What may follow depends on every step so far, and on the position. */
function answerTo(steps: string[], position: number): Steps {
  const depth = steps.length
  const legal = depth < 4 ? [0, 1, 2].map((n) => `${position}:${steps.join('')}${n}`) : []
  return { legal, move: depth === 4 ? steps.join(' ') : null, parts: [], preview: null } as unknown as Steps
}

function dice(seed: number): (sides: number) => number {
  let state = seed * 2654435761 + 1
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return (state >>> 0) % sides
  }
}

const first = (position: number) => [`${position}:a`, `${position}:b`]

describe('a move in the making', () => {
  test('forgets a step that is taken back before it was answered', async () => {
    const server = new SlowServer()
    const making = new MoveInTheMaking(server.ask)
    making.begin(first(1))
    void making.pick('1:a')
    await server.answerAll()
    void making.pick(making.legal[0]!)
    making.undo()
    await server.answerAll()
    expect(making.steps).toEqual([])
    expect(making.answers).toEqual([])
    expect(making.legal).toEqual(first(1))
  })

  test('takes no answer about an earlier turn, not even later from memory', async () => {
    const server = new SlowServer()
    const making = new MoveInTheMaking(server.ask)
    making.begin(['x'])
    void making.pick('x')
    server.position = 2
    making.begin(['x'])
    await server.answerAll()
    void making.pick('x')
    await server.answerAll()
    expect(making.legal).toEqual(answerTo(['x'], 2).legal)
  })

  test('has an answer for each of its steps, whatever is picked, taken back or overtaken', async () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const roll = dice(seed)
      const server = new SlowServer()
      const making = new MoveInTheMaking(server.ask)
      making.begin(first(server.position))
      for (let deed = 0; deed < 5 + roll(25); deed += 1) {
        const legal = making.legal
        switch (roll(7)) {
          case 0:
          case 1:
          case 2:
            if (legal.length) void making.pick(legal[roll(legal.length)]!)
            break
          case 3:
            if (roll(2)) making.undo()
            else making.backTo(roll(3))
            break
          case 4:
            if (roll(3) === 0) making.begin(first((server.position += 1)))
            else void making.restore(making.steps.slice(0, 2))
            break
          default:
            await server.answer(roll)
        }
        const { position } = server
        const wanted = making.steps.map((_, at) => answerTo(making.steps.slice(0, at + 1), position))
        if (JSON.stringify(wanted) !== JSON.stringify(making.answers))
          expect.fail(`seed ${seed}, deed ${deed}: the answers are not those to the steps`)
      }
      await server.answerAll()
      if (making.waiting !== null) expect.fail(`seed ${seed}: it waits for an answer that has come`)
    }
  })
})
