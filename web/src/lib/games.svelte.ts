// My games, kept fresh while the page is looked at: the head marks a turn that waits, the start and the list show them all.
import { api } from './api'
import { me } from './me.svelte'
import type { GameInfo } from './types'

const EVERY = 20_000

class MyGames {
  list = $state.raw<GameInfo[]>([])
  loaded = $state(false)
  private loading = false

  constructor() {
    if (typeof window === 'undefined') return
    setInterval(() => void this.refresh(), EVERY)
    document.addEventListener('visibilitychange', () => void this.refresh())
  }

  /** Tables that wait for a move of mine. */
  get waiting(): GameInfo[] {
    return this.list.filter((game) => game.your_turn)
  }

  async refresh(): Promise<void> {
    if (this.loading || document.visibilityState !== 'visible') return
    if (!me.person) {
      if (me.known) [this.list, this.loaded] = [[], true]
      return
    }
    this.loading = true
    try {
      this.list = await api.games()
      this.loaded = true
    } catch {
      // The next look may succeed; what is known stays.
    } finally {
      this.loading = false
    }
  }
}

export const games = new MyGames()
