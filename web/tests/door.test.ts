/** The threads of this device may fail: nobody waits for ever, and whoever asks next is answered again. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Asking } from '../src/local/thinking/asking'
import type { Asked, FromHost, ToHost } from '../src/local/messages'

class FakeWorker {
  static begun: FakeWorker[] = []
  static named(name: string): FakeWorker[] {
    return FakeWorker.begun.filter((one) => one.address.includes(name))
  }
  onmessage: ((message: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  heard: unknown[] = []
  ended = false
  constructor(readonly address: string) {
    this.address = String(address)
    FakeWorker.begun.push(this)
  }
  postMessage(message: unknown): void {
    this.heard.push(message)
  }
  terminate(): void {
    this.ended = true
  }
  says(message: FromHost): void {
    this.onmessage?.({ data: message })
  }
}

let askHere: (typeof import('../src/local/page/door'))['askHere']
let HereSocket: (typeof import('../src/local/page/door'))['HereSocket']
const host = (): FakeWorker => FakeWorker.named('host.worker').at(-1)!
const asked = (worker: FakeWorker): ToHost => worker.heard.at(-1) as ToHost

beforeEach(async () => {
  FakeWorker.begun = []
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN: 1, CLOSED: 3 })
  ;({ askHere, HereSocket } = await import('../src/local/page/door'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('calls to a host that fails are refused, and the next one asks another host', async () => {
  const lost = askHere('GET', 'api/here')
  const first = host()
  first.onerror?.()
  await expect(lost).rejects.toMatchObject({ code: 'broken_here' })
  expect(first.ended).toBe(true)
  const answer = askHere('GET', 'api/here')
  expect(host()).not.toBe(first)
  const { call } = asked(host()) as { call: number }
  host().says({ call, answer: 'tables' })
  await expect(answer).resolves.toBe('tables')
})

test('lines to a host that fails break, so that they are opened again', () => {
  const line = new HereSocket('api/tables/here_x/live?after=0')
  const codes: number[] = []
  line.onclose = ({ code }) => codes.push(code)
  host().onerror?.()
  expect(codes).toEqual([1011])
})

test('a host that wants a thinker gets one, and hears when it dies', () => {
  void askHere('GET', 'api/here')
  expect(FakeWorker.named('thinking.worker')).toEqual([])
  host().says({ wanted: 'thinker' })
  expect(asked(host())).toMatchObject({ thinker: expect.any(MessagePort) as MessagePort })
  FakeWorker.named('thinking.worker')[0]!.onerror?.()
  expect(asked(host())).toEqual({ thinker: null })
  host().says({ wanted: 'thinker' })
  expect(FakeWorker.named('thinking.worker')).toHaveLength(2)
})

const question = { board: {} as never, options: {}, players: 2, position: '' }

function portThatHears(): { port: MessagePort; heard: Asked[] } {
  const heard: Asked[] = []
  return { port: { postMessage: (message: Asked) => heard.push(message) } as unknown as MessagePort, heard }
}

test('a thinker is wished for once, and is told what was asked before it came', async () => {
  let wishes = 0
  const asking = new Asking(() => (wishes += 1))
  const moves = [asking.choose(question, '1', 1), asking.choose(question, '1', 2)]
  const { port, heard } = portThatHears()
  asking.introduce(port)
  expect(wishes).toBe(1)
  for (const { ask } of heard) port.onmessage?.({ data: { ask, thought: 'pass' } } as MessageEvent)
  await expect(Promise.all(moves)).resolves.toEqual(['pass', 'pass'])
})

test('nobody waits for a thinker that died, or could not start; the next question wishes for another', async () => {
  let wishes = 0
  const asking = new Asking(() => (wishes += 1))
  asking.introduce(portThatHears().port)
  const pending = asking.choose(question, '1', 1)
  asking.introduce(null)
  await expect(pending).rejects.toThrow('thinker')
  const unsent = asking.advise(question, 1)
  expect(wishes).toBe(1)
  asking.introduce(null)
  await expect(unsent).rejects.toThrow('thinker')
})

test('a thinker that is silent for too long is given up', async () => {
  vi.useFakeTimers()
  const asking = new Asking(() => {})
  asking.introduce(portThatHears().port)
  const pending = expect(asking.advise(question, 1)).rejects.toThrow('thinker')
  vi.advanceTimersByTime(10 * 60_000)
  await pending
})
