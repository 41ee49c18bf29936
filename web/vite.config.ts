// How the page is built: Svelte into src/trunkline/page, where the server finds it; `npm run dev` speaks to a running server.
/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = process.env.TRUNKLINE_SERVER ?? 'http://127.0.0.1:8020'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.TRUNKLINE_PAGE ?? '../src/trunkline/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What several screens share comes in two files, since small ones pack badly and are asked for one by one: what
    // the first screen needs, with its small maps, and what shows games. Rare questions and the end of a game are loaded when they come.
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            { name: 'shared', test: /node_modules|src.(lib|ui)|map.(picture|shapes|fit|MiniMap|map.css)|table.names/, minShareCount: 3, priority: 1 },
            { name: 'game', test: /src.(map|table).(?!EndStory|FinalTable|story|SplitPanel|ExchangePanel|TakeTickets|Stepper)/, minShareCount: 2 },
            { name: 'lists', test: /src.(screens.(open|prepare|GameRow|CampaignRow)|.*MapPicture)/, minShareCount: 2 },
            { name: 'pieces', test: /table.(SplitPanel|Stepper)/ },
          ],
        },
      },
    },
  },
  // Tests of the logic read English.
  test: { setupFiles: ['tools/english.ts'] },
  // The host stays that of the page: the server takes changes only from its own.
  server: { proxy: { '/api': { target: server, changeOrigin: false }, '/health': server, '/ws': { target: server.replace('http', 'ws'), ws: true, changeOrigin: false } } },
})
