// The entry point: language and theme first, then the screens.
import { mount } from 'svelte'
import App from './App.svelte'
import './ui/fonts.css'
import './ui/base.css'
import { me } from './lib/me.svelte'
import { dress } from './lib/settings.svelte'
import { preferred, useLanguage } from './lib/words.svelte'

dress()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress)
document.documentElement.lang = preferred()
// A font that comes late changes the layout, so the first screen waits a moment for it. Its file is loaded beside the words.
const font = document.fonts.load(`700 1em ${getComputedStyle(document.documentElement).getPropertyValue('--letters')}`).catch(() => undefined)
void me.load().catch(() => undefined)
// The page needs its words, so loading them is repeated until the network is there.
while (!(await useLanguage(preferred()).then(() => true, () => false))) await new Promise((later) => setTimeout(later, 2000))
await Promise.race([font, new Promise((later) => setTimeout(later, 150))])
mount(App, { target: document.getElementById('page')! })
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined)
