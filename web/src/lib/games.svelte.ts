// My games and campaigns, refreshed while the page is visible. The header marks a turn that waits; the start and the list show all.
import { api } from './api'
import { me } from './me.svelte'
import type { CampaignCard, GameInfo } from './types'
import { t } from './words.svelte'

const EVERY = 20_000

class MyGames {
  list = $state.raw<GameInfo[]>([])
  campaigns = $state.raw<CampaignCard[]>([])
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
      if (me.known) [this.list, this.campaigns, this.loaded] = [[], [], true]
      return
    }
    this.loading = true
    try {
      [this.list, this.campaigns] = await Promise.all([api.games(), api.campaigns()])
      this.loaded = true
    } catch {
      // The next refresh may succeed; until then the old list stays.
    } finally {
      this.loading = false
    }
  }
}

export const games = new MyGames()

/** Campaigns of mine that are not over; those that wait for me first. */
export function runningCampaigns(): CampaignCard[] {
  return games.campaigns.filter((each) => each.status === 'founding' || each.status === 'campaign').sort((a, b) => Number(b.your_turn) - Number(a.your_turn))
}

/** What a campaign of mine waits for, in words. */
export function campaignWaits({ your_turn, status, stage, winner }: CampaignCard): string {
  if (your_turn) return t('start.your_turn')
  if (status === 'founding') return t('start.gathering')
  if (winner) return t('start.campaign_won', { name: winner })
  return stage === 'playing' ? t('start.being_played') : stage === 'over' ? t('start.campaign_over') : t('start.others_turn')
}

/** What a game of mine waits for, in words. */
export function waitsFor({ table, your_turn }: GameInfo): string {
  if (your_turn) return t('start.your_turn')
  if (table.status !== 'open') return t('start.others_turn')
  const isInvited = table.seats.some((seat) => seat.person === me.person?.id && !seat.accepted)
  const host = table.seats.find((seat) => seat.person === table.host)?.name ?? ''
  return isInvited ? t('consent.invited', { host }) : t('start.gathering')
}
