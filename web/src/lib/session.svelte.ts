/** Who is using the page, and what the server can do. Asked once at the start. */

import { api } from './api'
import { currentLanguage, preferredLanguage, t } from './i18n'
import { preferences, recallPreferences } from './preferences.svelte'
import type { Me, ServerFacts } from './protocol'

export const session = $state<{ me: Me | null; server: ServerFacts | null; ready: boolean }>({
  me: null,
  server: null,
  ready: false,
})

export async function openSession(): Promise<void> {
  const [me, server] = await Promise.all([api.me().catch(() => ({ player: null })), api.server().catch(() => null)])
  session.me = me.player
  session.server = server && { ...server, levels: server.levels.filter((level, at, all) => all.findIndex((one) => one.name === level.name) === at) }
  session.ready = true
  if (me.player && !me.player.guest) {
    const before = preferences.language
    await recallPreferences()
    // What is drawn keeps its words: a language chosen in another browser needs the page anew.
    if (preferences.language !== before && preferredLanguage(preferences.language) !== currentLanguage()) location.reload()
  }
}

/** A level that the server offers: the one wished for, else a gentle one. */
export function offeredLevel(wish: string): string {
  const names = session.server?.levels.map((level) => level.name) ?? []
  return names.includes(wish) ? wish : (names.find((name) => name === '2') ?? names[0] ?? wish)
}

/** Be somebody: a guest with a name made up for the occasion, if nobody is signed in. */
export async function beSomebody(name: string | null = null): Promise<Me> {
  if (session.me) return session.me
  session.me = await api.guest(name?.trim() || t('Guest {n}', { n: Math.floor(100 + Math.random() * 900) }))
  if (preferences.language) void api.changeMe({ language: preferences.language }).catch(() => {})
  return session.me
}
