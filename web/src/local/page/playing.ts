/** Beginning games on this device, and hearing when some window changes them. */

import { lasting } from '../../app/memory'
import { session } from '../../app/session.svelte'
import { BASE } from '../../net/base'
import { t } from '../../words/i18n'
import type { Wish } from '../host/surroundings'
import { tablesHere } from './tables'

const USED = 'siam.here'

/** Whether a game was ever begun here: before that there is no need to load anything. */
export function isInUse(): boolean {
  return lasting.get(USED) !== null
}

/** Make a table on this device, or one of a written game; gives its address. */
export async function playHere(wanted: Omit<Wish, 'me'> | { record: string }, name = ''): Promise<string> {
  const made =
    'record' in wanted
      ? await tablesHere.open(wanted.record)
      : await tablesHere.make({ ...wanted, me: session.me?.name ?? (name.trim() || t('Guest')) })
  lasting.set(USED, '1')
  return made.url
}

/** Begin a game against a bot at once. */
export function playBotHere(level: string): Promise<string> {
  const seats: Wish['seats'] = [{ kind: 'me' }, { kind: 'bot', level }]
  return playHere({ seats, board: 'siam', options: { discards: 'open' }, shuffle: true })
}

/** Get ready for a game against a bot; it begins all the same if that fails. */
export function warmHere(level: string): void {
  void tablesHere.warm(level, 2).catch(() => {})
}

/** Call `changed` whenever a table on this device changes; returns how to stop. */
export function onChangesHere(changed: () => void): () => void {
  const windows = new BroadcastChannel(`siam.here ${BASE.pathname}`)
  windows.onmessage = changed
  return () => windows.close()
}
