/** Which page an address names; each page is loaded when it is first needed. */

import type { Component } from 'svelte'
import { isHere } from '../local/ids'
import type { Place } from './router.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type PageModule = { default: Component<any> }

export interface Page {
  name: string
  args: Record<string, string>
  load: () => Promise<PageModule>
}

const PAGES: { pattern: RegExp; name: string; load: () => Promise<PageModule> }[] = [
  { pattern: /^$/, name: 'home', load: () => import('../pages/HomePage.svelte') },
  { pattern: /^lobby$/, name: 'lobby', load: () => import('../pages/LobbyPage.svelte') },
  { pattern: /^new$/, name: 'new', load: () => import('../pages/NewTablePage.svelte') },
  { pattern: /^table\/(?<id>\w+)$/, name: 'table', load: () => import('../pages/TablePage.svelte') },
  { pattern: /^replay\/(?<id>\w+)$/, name: 'replay', load: () => import('../pages/ReplayPage.svelte') },
  { pattern: /^tutorial$/, name: 'tutorial', load: () => import('../pages/TutorialPage.svelte') },
  { pattern: /^puzzles$/, name: 'puzzles', load: () => import('../pages/PuzzlesPage.svelte') },
  { pattern: /^puzzle\/(?<id>[\w-]+)$/, name: 'puzzle', load: () => import('../pages/PuzzlePage.svelte') },
  { pattern: /^rules$/, name: 'rules', load: () => import('../pages/RulesPage.svelte') },
  { pattern: /^player\/(?<name>[^/]+)$/, name: 'player', load: () => import('../pages/ProfilePage.svelte') },
  { pattern: /^server$/, name: 'server', load: () => import('../pages/ServerPage.svelte') },
  { pattern: /^settings$/, name: 'settings', load: () => import('../pages/SettingsPage.svelte') },
  { pattern: /^account\/(?<what>password|mail)$/, name: 'key', load: () => import('../pages/KeyPage.svelte') },
  { pattern: /^account$/, name: 'account', load: () => import('../pages/AccountPage.svelte') },
]

export function pageFor(place: Place): Page {
  for (const { pattern, name, load } of PAGES) {
    const found = pattern.exec(place.path.replace(/\/$/, ''))
    const args = found && decoded(found.groups ?? {})
    if (args) return { name, load, args }
  }
  return { name: 'lost', args: {}, load: () => import('../pages/LostPage.svelte') }
}

const ONLINE = new Set(['lobby', 'player', 'account', 'key'])

/** Whether a page is nothing without a server. Replays may have been kept. */
export function needsServer({ name, args }: Page): boolean {
  return ONLINE.has(name) || (name === 'table' && !isHere(args.id ?? ''))
}

/** What the parts of an address say; null if somebody has typed what no browser writes, such as a lone `%`. */
function decoded(groups: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return null
  }
}
