/** Requests to the server, one function a request; an error carries the server's code. */

import { askHere, HereError } from '../local/page/door'
import { isAboutHere } from '../local/ids'
import { at, HAS_SERVER } from './base'
import { isOutOfReach } from './reach'
import type * as p from './protocol'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field: string | null = null,
    readonly reason: string | null = null,
  ) {
    super(message)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (isAboutHere(path)) return ofThisDevice<T>(method, path, body)
  if (!HAS_SERVER) throw new ApiError(0, 'offline', 'There is no server.')
  let response: Response
  try {
    response = await fetch(at(path), {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: method !== 'GET', // what was asked for is done, even if the page is left at once
    })
  } catch {
    throw new ApiError(0, 'offline', 'The server does not answer.')
  }
  if (isOutOfReach(response)) throw new ApiError(0, 'offline', 'The server does not answer.')
  if (response.status === 204) return undefined as T
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) {
    const error = (answer.error ?? {}) as { code?: string; message?: string; field?: string; reason?: string }
    const { code = 'unavailable', message = '', field = null, reason = null } = error
    throw new ApiError(response.status, code, message, field, reason)
  }
  return answer as T
}

/** Ask about what is kept or known on this device: no server is needed for it. */
export async function ofThisDevice<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await askHere<T>(method, path, body)
  } catch (error) {
    if (error instanceof HereError) throw new ApiError(0, error.code, error.message, error.field, error.reason)
    throw error
  }
}

const get = <T>(path: string) => ask<T>('GET', path)
const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)
const remove = (path: string, body?: unknown) => ask<void>('DELETE', path, body)

export const api = {
  server: () => get<p.ServerFacts>('api/server'),
  me: () => get<{ player: p.Me | null }>('api/me'),
  guest: (name: string) => post<p.Me>('api/session/guest', { name }),
  signUp: (name: string, password: string, mail: string | null) =>
    post<p.Me>('api/accounts', mail ? { name, password, mail } : { name, password }),
  signIn: (name: string, password: string) => post<p.Me>('api/session', { name, password }),
  signOut: () => remove('api/session'),
  /** An empty address takes the one there is away; an account changes it with the password only. */
  changeMe: (change: { name?: string; mail?: string; language?: string; password?: string }) =>
    ask<p.Me>('PATCH', 'api/me', change),
  sendProof: () => post<void>('api/me/mail'),
  changePassword: (old: string, fresh: string) => post<void>('api/me/password', { old, new: fresh }),
  sessions: () => get<{ sessions: p.Session[] }>('api/me/sessions'),
  endSession: (id: string) => remove(`api/me/sessions/${encodeURIComponent(id)}`),
  forgotten: (name: string) => post<void>('api/session/forgotten', { name }),
  newPassword: (key: string, password: string) => post<p.Me>('api/session/password', { key, password }),
  verifyMail: (key: string) => post<void>('api/session/mail', { key }),
  seatAgain: (key: string) => post<p.SeatAgain>('api/session/seat', { key }),
  deleteMe: (password: string | null) => remove('api/me', { password }),
  /** My finished games; what is empty is not asked for. */
  myGames: (wanted: Record<string, string>) =>
    get<{ tables: p.Summary[]; next: string | null }>(
      `api/me/games?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString()}`,
    ),
  settings: () => get<Record<string, unknown>>('api/me/settings'),
  saveSettings: (settings: object) => ask<void>('PUT', 'api/me/settings', settings),
  notifications: () => get<p.Notifications>('api/me/notifications'),
  saveNotifications: (wishes: p.Notifications) => ask<p.Notifications>('PUT', 'api/me/notifications', wishes),
  testNotification: (channel: string) => post<{ sent: boolean }>('api/me/notifications/test', { channel }),
  subscribePush: (subscription: PushSubscriptionJSON) => post<void>('api/me/push', subscription),
  unsubscribePush: (endpoint: string) => remove('api/me/push', { endpoint }),
  player: (name: string) => get<p.Profile>(`api/players/${encodeURIComponent(name)}`),
  playerGames: (name: string, before: string | null) =>
    get<{ tables: p.Summary[]; next: string | null }>(
      `api/players/${encodeURIComponent(name)}/games${before ? `?before=${encodeURIComponent(before)}` : ''}`,
    ),
  reach: (id: string) => get<p.Reaches>(`api/tables/${id}/reach`),
  rules: (language: string) => get<p.Rules>(`api/rules/${language}`),
  board: (name: string) => get<p.BoardFile>(`api/boards/${name}`),

  tables: (status: p.Status) => get<{ tables: p.Summary[]; next: string | null }>(`api/tables?status=${status}`),
  myTables: () => get<{ tables: p.Summary[] }>('api/me/tables'),
  nextTable: (not: string) => get<{ table: string | null }>(`api/me/next?not=${not}`),
  createTable: (wish: p.TableWish) => post<{ id: string; url: string }>('api/tables', wish),
  view: (id: string) => get<p.View>(`api/tables/${id}`),
  tableBoard: (id: string) => get<p.BoardFile>(`api/tables/${id}/board`),
  takeSeat: (id: string, seat: number) => post<p.View>(`api/tables/${id}/seats/${seat}`),
  setSeat: (id: string, seat: number, wish: p.SeatWish) => post<p.View>(`api/tables/${id}/seats/${seat}`, wish),
  leaveSeat: (id: string, seat: number) => ask<p.View>('DELETE', `api/tables/${id}/seats/${seat}`),
  seatLink: (id: string, seat: number) => post<p.SeatLink>(`api/tables/${id}/seats/${seat}/link`),
  start: (id: string, fill: string) => post<p.View>(`api/tables/${id}/start`, { fill }),
  removeTable: (id: string) => remove(`api/tables/${id}`),
  submit: (id: string, after: number, move: string, key: string, seat: number | null) =>
    post<void>(`api/tables/${id}/moves`, { after, move, key, seat }),
  steps: (id: string, after: number, steps: string[]) => post<p.Steps>(`api/tables/${id}/steps`, { after, steps }),
  resign: (id: string, seat: number | null) => post<void>(`api/tables/${id}/resign`, { seat }),
  propose: (id: string, kind: p.Proposal['kind'], seat?: number, level?: string) =>
    post<p.Proposal>(`api/tables/${id}/proposals`, { kind, ...(seat ? { seat } : {}), ...(level ? { level } : {}) }),
  answer: (id: string, proposal: number, accept: boolean) =>
    post<void>(`api/tables/${id}/proposals/${proposal}`, { accept }),
  resume: (id: string) => post<void>(`api/tables/${id}/resume`),
  rematch: (id: string) => post<{ id: string; url: string }>(`api/tables/${id}/rematch`),
  say: (id: string, line: { text: string } | { greeting: string }) => post<void>(`api/tables/${id}/chat`, line),
  log: (id: string, seat: number | null) =>
    get<{ entries: p.Entry[] }>(`api/tables/${id}/log${seat === null ? '' : `?seat=${seat}`}`),
  replay: (id: string) => get<p.Replay>(`api/tables/${id}/replay`),
  hint: (id: string, turn: number | null) => post<p.Hint>(`api/tables/${id}/hint`, { turn }),
  study: (position: string, steps: string[]) => post<p.Studied>('api/study', { position, steps }),
  studyDeal: (players: number, seed: number) => post<p.Dealt>('api/study/deal', { players, seed }),
  studyPlay: (position: string, move: string) => post<p.StudyPlayed>('api/study/play', { position, move }),
  puzzles: () => get<{ puzzles: p.PuzzleListed[] }>('api/puzzles'),
  puzzle: (id: string) => get<p.Puzzle>(`api/puzzles/${encodeURIComponent(id)}`),
  puzzleSteps: (id: string, moves: string[], steps: string[]) =>
    post<p.Studied>(`api/puzzles/${encodeURIComponent(id)}/steps`, { moves, steps }),
  puzzleSolution: (id: string, moves: string[]) =>
    post<p.PuzzleSolution>(`api/puzzles/${encodeURIComponent(id)}/solution`, { moves }),
  puzzleMoves: (id: string, moves: string[]) =>
    post<p.PuzzleTried>(`api/puzzles/${encodeURIComponent(id)}/moves`, { moves }),
  branch: (id: string, turn: number, seat: number, level: string) =>
    post<{ id: string; url: string }>(`api/tables/${id}/branch`, { turn, seat, level }),
  bringRecord: (record: string, seat: number | null) =>
    post<{ id: string; url: string }>('api/records', { record, seat }),
  analyse: (id: string) => post<p.Analysis>(`api/tables/${id}/analysis`),
  analysis: (id: string) => get<p.Analysis>(`api/tables/${id}/analysis`),
}
