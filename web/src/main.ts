import { mount } from 'svelte'
import App from './App.svelte'
import { loadLanguage, preferredLanguage } from './words/i18n'
import { preferences, wearPreferences } from './app/preferences.svelte'
import { registerWorker } from './net/push'
import { followLinks } from './app/router.svelte'
import './style/base.css'

wearPreferences()
followLinks()
await loadLanguage(preferredLanguage(preferences.language)).catch(() => {})
mount(App, { target: document.getElementById('app')! })
void registerWorker()
