/**
 * The page's way to the tables of this device: requests and lines, as to a server. The threads start when first needed,
 * and again if one of them fails.
 */

import type { Answered, FromHost, ToHost } from '../messages'

/** The device's no, with its code. */
export class HereError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field: string | null,
    readonly reason: string | null = null,
  ) {
    super(message)
  }
}

/** As the server closes a line when something went wrong with it. */
const BROKEN = 1011

let host: Worker | null = null
let thinking: Worker | null = null
let next = 1
const calls = new Map<number, (answered: Answered) => void>()
const lines = new Map<number, HereSocket>()

function theHost(): Worker {
  if (host) return host
  const begun = new Worker(new URL('../host/host.worker.ts', import.meta.url), { type: 'module' })
  begun.onmessage = ({ data }: MessageEvent<FromHost>) => {
    if ('call' in data) calls.get(data.call)?.(data)
    else if ('heard' in data) lines.get(data.line)?.onmessage?.({ data: JSON.stringify(data.heard) })
    else if ('closed' in data) lines.get(data.line)?.broken(data.closed)
    else startThinking(begun)
  }
  begun.onerror = () => {
    if (host === begun) loseHost()
  }
  return (host = begun)
}

/** Give the host somebody who thinks; whoever thought before is sent away. */
function startThinking(forHost: Worker): void {
  thinking?.terminate()
  const begun = new Worker(new URL('../thinking/thinking.worker.ts', import.meta.url), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  begun.onerror = () => {
    if (thinking !== begun) return
    begun.terminate()
    thinking = null
    forHost.postMessage({ thinker: null })
  }
  thinking = begun
  begun.postMessage({ host: port2 }, [port2])
  forHost.postMessage({ thinker: port1 }, [port1])
}

/** A host that can't start, or died, answers nobody: whoever asks next gets another one. */
function loseHost(): void {
  host?.terminate()
  thinking?.terminate()
  host = thinking = null
  const broken = { call: 0, error: { code: 'broken_here', message: '', field: null, reason: null } }
  for (const answered of [...calls.values()]) answered(broken)
  for (const line of [...lines.values()]) line.broken(BROKEN)
}

const say = (message: ToHost): void => theHost().postMessage(message)

/** Ask about tables of this device, as a server is asked. */
export function askHere<T>(method: string, path: string, body?: unknown): Promise<T> {
  const call = next++
  return new Promise((resolve, reject) => {
    calls.set(call, ({ answer, error }) => {
      calls.delete(call)
      if (error) reject(new HereError(error.code, error.message, error.field, error.reason))
      else resolve(answer as T)
    })
    say({ call, method, path, body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)) })
  })
}

/** A line to a table of this device; it looks like the socket of a server. */
export class HereSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  #line = next++

  constructor(path: string) {
    const [way = '', query = ''] = path.split('?')
    const wishes = new URLSearchParams(query)
    lines.set(this.#line, this)
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    })
    say({
      line: this.#line,
      id: way.split('/')[2] ?? '',
      seat: Number(wishes.get('seat')) || null,
      after: Number(wishes.get('after') ?? 0),
    })
  }

  send(text: string): void {
    say({ line: this.#line, said: JSON.parse(text) })
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    if (lines.delete(this.#line)) say({ line: this.#line, closed: 1000 })
  }

  /** The table is not there, or its thread is not. */
  broken(code: number): void {
    this.readyState = WebSocket.CLOSED
    lines.delete(this.#line)
    this.onclose?.({ code })
  }
}
