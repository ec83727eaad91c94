import { mount } from 'svelte'
import App from './App.svelte'
import { loadLanguage, preferredLanguage } from './words/i18n'
import { guardDoubleClicks } from './app/double-clicks'
import { keepGame } from './app/keeping.svelte'
import { preferences, wearPreferences } from './app/preferences.svelte'
import { followLinks } from './app/router.svelte'
import './style/base.css'

wearPreferences()
guardDoubleClicks() // before anything else that hears of clicks
followLinks()
await loadLanguage(preferredLanguage(preferences.language)).catch(() => {})
mount(App, { target: document.getElementById('app')! })
void keepGame()
