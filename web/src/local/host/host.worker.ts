/** The thread that hosts the tables of this device. */

import { Engine } from '../../engine'
import { Asking } from '../thinking/asking'
import { boardHere } from '../boards'
import { files, puzzlesFile, rulesFile } from '../files'
import { isStudy } from '../ids'
import { Host } from './host'
import { LastingStore, PassingStore, type Store } from './kept'
import type { FromHost, ToHost } from '../messages'
import { No, refusalOf } from './refusals'
import { answer } from './requests'
import { Studies } from './studies'
import type { Seat } from './surroundings'

/** The folder in which the game is mounted: another one on the same site has tables of its own. */
const PLACE = new URL('..', location.href).pathname
const windows = new BroadcastChannel(`siam.here ${PLACE}`)

const send = (message: FromHost): void => self.postMessage(message)

/** The page has the threads; it is asked for one that thinks. */
const thinker = new Asking(() => send({ wanted: 'thinker' }))

/** Some browsers keep nothing, or not in private windows: then tables last as long as the window. */
async function store(): Promise<Store> {
  try {
    return await LastingStore.open(`siam.here ${PLACE}`)
  } catch {
    return new PassingStore()
  }
}

async function board(name: string) {
  const file = await boardHere(name)
  if (!file) throw new No('invalid', `there is no board ${name}`, 'board')
  return file
}

/** The module, started once for tables and studies; what failed is tried again next time. */
let starting: Promise<Engine> | null = null
const theEngine = (): Promise<Engine> =>
  (starting ??= files
    .module()
    .then((bytes) => Engine.load(bytes))
    .catch((problem: unknown) => {
      starting = null
      throw problem
    }))

async function opened(): Promise<Host> {
  const [engine, kept] = await Promise.all([theEngine(), store()])
  const host = new Host({
    engine,
    store: kept,
    thinker,
    board,
    map: async (text) => (await import('./maps')).readMap(text),
    now: () => Date.now(),
    chance: () => {
      const [high, low] = crypto.getRandomValues(new Uint32Array(2))
      return (high! % 2 ** 21) * 2 ** 32 + low!
    },
    tell: (id) => windows.postMessage(id),
  })
  windows.onmessage = (message: MessageEvent<string>) => void host.changed(message.data)
  return host
}
let hosting: Promise<Host> | null = null
const theHost = (): Promise<Host> =>
  (hosting ??= opened().catch((problem: unknown) => {
    hosting = null
    throw problem
  }))

let studying: Promise<Studies> | null = null
function theStudies(): Promise<Studies> {
  studying ??= theEngine().then((engine) => new Studies({ engine, board, puzzles: puzzlesFile, rules: rulesFile }))
  studying.catch(() => (studying = null))
  return studying
}

async function answered(method: string, path: string, body: unknown): Promise<unknown> {
  if (isStudy(path)) return (await theStudies()).answer(path, body)
  return answer(await theHost(), method, path, body)
}

const lines = new Map<number, Promise<Seat | null>>()

async function join(line: number, id: string, seat: number | null, after: number): Promise<Seat | null> {
  try {
    const host = await theHost()
    return await host.join(id, seat, after, (heard) => send({ line, heard }))
  } catch (problem) {
    send({ line, closed: refusalOf(problem).code === 'not_found' ? 4404 : 1011 })
    return null
  }
}

self.onmessage = async ({ data }: MessageEvent<ToHost>) => {
  if ('thinker' in data) return thinker.introduce(data.thinker)
  if ('call' in data) {
    const { call, method, path, body } = data
    try {
      send({ call, answer: await answered(method, path, body) })
    } catch (problem) {
      send({ call, error: refusalOf(problem) })
    }
    return
  }
  if ('id' in data) {
    lines.set(data.line, join(data.line, data.id, data.seat, data.after))
    return
  }
  const seat = await lines.get(data.line)
  if ('said' in data) return seat?.hear(data.said)
  seat?.leave()
  lines.delete(data.line)
}
