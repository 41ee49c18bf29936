// My games, refreshed while the page is visible. The header marks a turn that waits; the start and the list show all.
import { api } from './api'
import { me } from './me.svelte'
import type { GameInfo } from './types'
import { t } from './words.svelte'

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
      // The next refresh may succeed; until then the old list stays.
    } finally {
      this.loading = false
    }
  }
}

export const games = new MyGames()

/** What a game of mine waits for, in words. */
export function waitsFor({ table, your_turn }: GameInfo): string {
  if (your_turn) return t('start.your_turn')
  if (table.status !== 'open') return t('start.others_turn')
  const isInvited = table.seats.some((seat) => seat.person === me.person?.id && !seat.accepted)
  const host = table.seats.find((seat) => seat.person === table.host)?.name ?? ''
  return isInvited ? t('consent.invited', { host }) : t('start.gathering')
}
