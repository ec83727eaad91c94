/** Calling the player to the table: the tab's title and icon, and a desktop notification where allowed. */

import { at } from '../net/base'
import { t } from '../words/i18n'
import { preferences } from './preferences.svelte'

/** Mark the tab while it is the player's turn. */
export function markTab(title: string, myTurn: boolean): void {
  document.title = myTurn ? `● ${t('Your turn')} · ${title}` : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = at(myTurn ? 'icon-turn.svg' : 'icon.svg')
  if (icon && icon.href !== wanted) icon.href = wanted
}

/** A desktop notification, only if allowed and only while the page is not being looked at. */
export function callToTurn(table: string): void {
  if (!preferences.desktop || document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const note = new Notification('Siam', { body: t('It is your turn.'), tag: `turn-${table}`, icon: at('icon-192.png') })
  note.onclick = () => {
    focus()
    note.close()
  }
}
