import { mount } from 'svelte'
import App from './App.svelte'
import { loadLanguage, preferredLanguage } from './lib/i18n'
import { preferences, wearPreferences } from './lib/preferences.svelte'
import { registerWorker } from './lib/push'
import { followLinks } from './lib/router.svelte'
import './style/base.css'

wearPreferences()
followLinks()
await loadLanguage(preferredLanguage(preferences.language)).catch(() => {})
mount(App, { target: document.getElementById('app')! })
void registerWorker()
