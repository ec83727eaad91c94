/** The page that the worker shows when the server is out of reach: what is missing, in the reader's language. */

import { loadLanguage, preferredLanguage, t } from './words/i18n'
import { preferences, wearPreferences } from './app/preferences.svelte'
import './offline.css'

wearPreferences()
await loadLanguage(preferredLanguage(preferences.language)).catch(() => {})

const page = document.getElementById('offline')!
const heading = document.createElement('h1')
heading.textContent = t('Siam is out of reach')
document.title = `${t('Offline')} · Siam`

const missing = document.createElement('ul')
missing.append(
  ...[
    t('Playing and watching: the tables live on the server.'),
    t('Replays, analysis and hints.'),
    t('The tutorial, the puzzles and the rules.'),
    t('Messages that call you to your turn.'),
  ].map((words) => said('li', words)),
)
const again = document.createElement('button')
again.textContent = t('Try again')
again.onclick = () => location.reload()

page.append(
  heading,
  said('p', t('Your device is offline, or the server does not answer. This is missing for now:')),
  missing,
  said('p', t('Nothing is lost: your games wait for you. This page goes on by itself when the connection is back.')),
  again,
)
// The device may be back before the server is, so the server is asked now and then.
const look = () =>
  void fetch('api/server').then(
    (answer) => answer.ok && location.reload(),
    () => {},
  )
addEventListener('online', look)
setInterval(look, 4000)

function said(tag: 'p' | 'li', words: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = words
  return element
}
