/** A person's choices about the page: kept in this browser at once, and with the account when there is one. */

import { lasting } from './memory'
import { api } from '../net/api'

export type ConfirmWay = 'always' | 'never' | 'double'

export interface Preferences {
  language: string | null
  theme: 'auto' | 'light' | 'dark'
  contrast: 'auto' | 'more'
  motion: 'auto' | 'off'
  pace: number
  confirmLive: ConfirmWay
  confirmSlow: ConfirmWay
  volume: number
  /** Silence on the table, without losing the volume. */
  muted: boolean
  /** A phone shakes a little when something lands. */
  haptics: boolean
  desktop: boolean
  hints: boolean
}

const STORED_AS = 'siam.preferences'
const DEFAULTS: Preferences = {
  language: null,
  theme: 'auto',
  contrast: 'auto',
  motion: 'auto',
  pace: 1,
  confirmLive: 'always',
  confirmSlow: 'always',
  volume: 0.3,
  muted: false,
  haptics: true,
  desktop: false,
  hints: true,
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(lasting.get(STORED_AS) ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}

export const preferences: Preferences = $state({ ...DEFAULTS, ...stored() })

/** Show the chosen theme, contrast and motion on the page. */
export function wearPreferences(): void {
  const root = document.documentElement
  const more = preferences.contrast === 'more' || matchMedia('(prefers-contrast: more)').matches
  mark(root, 'theme', preferences.theme === 'auto' ? null : preferences.theme)
  mark(root, 'contrast', more ? 'more' : null)
  mark(root, 'motion', preferences.motion === 'off' ? 'off' : null)
}

export async function keepPreferences(signedIn: boolean): Promise<void> {
  lasting.set(STORED_AS, JSON.stringify(preferences))
  wearPreferences()
  if (signedIn) await api.saveSettings({ ...preferences }).catch(() => {})
}

/** Take over what the account remembers from another browser. */
export async function recallPreferences(): Promise<void> {
  const kept = await api.settings().catch(() => ({}))
  for (const [name, value] of Object.entries(kept)) {
    if (name in DEFAULTS) Object.assign(preferences, { [name]: value })
  }
  lasting.set(STORED_AS, JSON.stringify(preferences))
  wearPreferences()
}

export function motionIsOff(): boolean {
  return preferences.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

function mark(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) delete root.dataset[name]
  else root.dataset[name] = value
}
