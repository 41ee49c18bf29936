// Where the page begins: language and looks first, then the screens.
import { mount } from 'svelte'
import App from './App.svelte'
import './ui/base.css'
import { me } from './lib/me.svelte'
import { dress } from './lib/settings.svelte'
import { preferred, useLanguage } from './lib/words.svelte'

dress()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress)
void me.load().catch(() => undefined)
// A language that cannot be loaded (no network yet) leaves English.
await useLanguage(preferred()).catch(() => undefined)
mount(App, { target: document.getElementById('page')! })
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined)
