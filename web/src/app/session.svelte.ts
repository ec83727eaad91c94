/** Who is using the page, and what the server can do. Asked at the start; what depends on who I am hears when that changes. */

import { forgetReplays } from './keeping.svelte'
import { ofThisWindow } from './memory'
import { tick } from 'svelte'
import { forgetAnnouncements } from '../words/announcer.svelte'
import { api } from '../net/api'
import { BASE, HAS_SERVER } from '../net/base'
import { isAskedQuietly, serverAnswers } from '../net/reach'
import { factsHere } from '../local/facts'
import { currentLanguage, preferredLanguage, t } from '../words/i18n'
import { preferences, recallPreferences } from './preferences.svelte'
import type { Me, ServerFacts } from '../net/protocol'

interface Session {
  me: Me | null
  server: ServerFacts | null
  ready: boolean
  /** Whether a server has answered; what is offered without one is in `server` all the same. */
  reached: boolean
  /** How often somebody has left this page: whatever was on it then was theirs. */
  left: number
}
export const session = $state<Session>({ me: null, server: null, ready: false, reached: false, left: 0 })

/** The other windows of this browser share the cookie, so they hear when it is another one. */
const windows = new BroadcastChannel(`siam.session ${BASE.pathname}`)
windows.onmessage = () => void refreshSession()

const listeners = new Set<() => void>()
let identity = 0

/** Call this whenever another session begins or ends here: what was opened under the old one must be opened anew. */
export function onNewIdentity(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Be somebody else from now on, or nobody. The cookie has changed already. */
export function become(me: Me | null): void {
  take(me)
  windows.postMessage('changed')
}

function take(me: Me | null): void {
  identity += 1
  if (session.me && session.me.id !== me?.id) {
    session.left += 1
    ofThisWindow.clear()
    forgetReplays()
    forgetAnnouncements()
  }
  session.me = me
  const concerned = [...listeners]
  // What is taken off the page with somebody who left has nothing to open any more.
  void tick().then(() => {
    for (const listener of concerned) if (listeners.has(listener)) listener()
  })
}

/** Something about me has changed: every window of this browser asks anew. */
export async function tellEveryWindow(): Promise<void> {
  windows.postMessage('changed')
  await refreshSession()
}

/** Ask the server who I am: another window or the server itself may have changed it. */
export async function refreshSession(): Promise<void> {
  const asked = identity
  const { player } = await api.me().catch(() => ({ player: session.me }))
  const known = session.me
  const facts = (me: Me | null) => JSON.stringify(me && [me.id, me.name, me.guest, me.mail, me.mail_verified])
  const same = facts(player) === facts(known)
  if (asked === identity && !same) take(player)
}

export async function openSession(): Promise<void> {
  const asked = identity
  const [me, server] = await Promise.all([api.me().catch(() => ({ player: null })), api.server().catch(() => null)])
  if (asked === identity) session.me = me.player // else somebody came by a link in the meantime
  session.reached = server !== null
  if (!session.reached && HAS_SERVER) waitForServer()
  const facts = server ?? factsHere()
  session.server = {
    ...facts,
    levels: facts.levels.filter((level, at, all) => all.findIndex((one) => one.name === level.name) === at),
  }
  session.ready = true
  if (session.me && !session.me.guest) {
    const before = preferences.language
    await recallPreferences()
    // What is drawn keeps its words: a language chosen in another browser needs the page anew.
    if (preferences.language !== before && preferredLanguage(preferences.language) !== currentLanguage())
      location.reload()
  }
}

const LOOK_AGAIN_MS = 5000

/** A server that did not answer at the start is asked now and then, while somebody looks, until it does. */
function waitForServer(): void {
  const later = setTimeout(again, LOOK_AGAIN_MS)
  addEventListener('online', again, { once: true })
  async function again(): Promise<void> {
    clearTimeout(later)
    removeEventListener('online', again)
    if (!document.hidden && isAskedQuietly() && (await serverAnswers())) await openSession()
    else waitForServer()
  }
}

/** A level that the server offers: the one wished for, else a gentle one. */
export function offeredLevel(wish: string): string {
  const names = session.server?.levels.map((level) => level.name) ?? []
  return names.includes(wish) ? wish : (names.find((name) => name === '1') ?? names[0] ?? wish)
}

/** Be somebody: a guest with a name made up for the occasion, if nobody is signed in. */
export async function beSomebody(name: string | null = null): Promise<Me> {
  if (session.me) return session.me
  const me = await api.guest(name?.trim() || t('Guest {n}', { n: Math.floor(100 + Math.random() * 900) }))
  become(me)
  if (preferences.language) void api.changeMe({ language: preferences.language }).catch(() => {})
  return me
}
