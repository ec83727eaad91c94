/** The requests about tables of this device, as the page asks a server: methods and paths, and what answers them. */

import type { Moved } from '../../net/protocol'
import { advised, analysedBeside, type Course, type Terms } from './advice'
import { stepsBeside, updateBeside, type Known } from './beside'
import type { Host } from './host'
import { No } from './refusals'
import type { Wish } from './surroundings'
import * as views from './views'

type Body = Record<string, unknown>

/** Answer a request; No if it is refused. */
export async function answer(host: Host, method: string, path: string, body: unknown): Promise<unknown> {
  const [way = '', query = ''] = path.split('?')
  const given = (body ?? {}) as Body
  if (way === 'api/here') return method === 'GET' ? listed(host) : made(host, given)
  if (way === 'api/here/warmth') return host.around.thinker.warm(String(given.level), Number(given.players))
  if (way.startsWith('api/here/beside')) return beside(host, way.split('/')[3], given)
  const [, , id = '', what = '', detail = ''] = way.split('/')
  if (!what && method === 'DELETE') return host.remove(id)
  const openTable = await host.openTable(id)
  const { table, game } = openTable
  const seat = Number(new URLSearchParams(query).get('seat')) || null
  switch (`${method} ${what}`) {
    case 'GET ':
      return views.viewSeen(table, game, seat)
    case 'GET board':
      return table.board
    case 'GET log':
      return { entries: views.logSeen(table, game, views.shownSeat(table, game, seat)) }
    case 'GET reach':
      return { cards: views.reachesSeen(game) }
    case 'GET replay':
      return views.replaySeen(table, game)
    case 'GET record':
      return { text: host.record(openTable) }
    case 'GET analysis':
      return host.analysis(openTable, false)
    case 'POST analysis':
      return host.analysis(openTable, true)
    case 'POST steps':
      return host.steps(openTable, given.after as number, given.steps as string[])
    case 'POST moves':
      return host.submit(openTable, given.after as number, given.move as string)
    case 'POST resign':
      return host.resign(openTable, (given.seat as number | undefined) ?? null)
    case 'POST proposals':
      if (given.kind !== 'take_back' || detail) throw new No('invalid')
      return host.takeBack(openTable)
    case 'POST hint':
      return host.hint(openTable, (given.turn as number | undefined) ?? null)
    case 'POST rematch':
      return place(await host.rematch(openTable))
    case 'POST branch':
      return place(await host.branch(openTable, given.turn as number, given.seat as number, given.level as string))
    default:
      throw new No('not_found')
  }
}

/** What this device can tell by itself of a server's table; asked for nothing it says that it can. */
function beside(host: Host, what: string | undefined, given: Body): unknown {
  const { engine } = host.around
  const known = given.known as Known
  switch (what) {
    case 'steps':
      return stepsBeside(engine, known, given.steps as string[])
    case 'update':
      return updateBeside(engine, known, given.moved as Moved)
    case 'hint':
      return advised(host, given.terms as Terms, String(given.position), given.finished === true)
    case 'analysis':
      return analysedBeside(host, given.course as Course, given.start === true)
    default:
      return null
  }
}

async function listed(host: Host): Promise<unknown> {
  return { tables: await host.list(), lasts: host.around.store.lasts }
}

async function made(host: Host, given: Body): Promise<unknown> {
  const table = 'record' in given ? await host.open(String(given.record)) : await host.make(given as unknown as Wish)
  return place(table.id)
}

function place(id: string): { id: string; url: string } {
  return { id, url: `table/${id}` }
}
