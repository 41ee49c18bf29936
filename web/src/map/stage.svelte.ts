// The animations of an entry on the map: arriving trains, a new station, a shaking tunnel.
import type { Showing } from '../lib/table.svelte'

export class Stage {
  claimed = $state<string | null>(null)
  built = $state<string | null>(null)
  shaken = $state<string | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private last: unknown = null

  /** Animates an entry once, however long it is shown. Returns where it happens. */
  play(showing: Showing | null, still: boolean): { route: string } | { city: string } | null {
    if (!showing || showing === this.last) return null
    this.last = showing
    this.stop()
    let where: { route: string } | { city: string } | null = null
    let lasts = 0
    for (const event of showing.entry.events) {
      if (event.event === 'claimed') {
        if (showing.part === 'turning') continue
        where = { route: event.route }
        if (!still) this.claimed = event.route
        lasts = 1600
      } else if (event.event === 'station' || event.event === 'port') {
        where = { city: event.city }
        if (!still) this.built = event.city
        lasts = 600
      } else if ((event.event === 'laid' || event.event === 'space-paid') && showing.part !== 'after') {
        where = { route: event.route }
        if (!still) this.shaken = event.route
        lasts = Math.max(lasts, 900)
      }
    }
    if (this.claimed || this.built || this.shaken) this.timer = setTimeout(() => this.stop(), lasts)
    return where
  }

  stop(): void {
    clearTimeout(this.timer)
    this.claimed = this.built = this.shaken = null
  }
}
