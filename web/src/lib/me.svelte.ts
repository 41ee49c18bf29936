// The person of this browser: nobody yet, a guest with a name, or an account.
import { api } from './api'
import { line } from './socket.svelte'
import type { Me, PersonInfo } from './types'

class Myself {
  person = $state.raw<PersonInfo | null>(null)
  muted = $state.raw<string[]>([])
  known = $state(false)

  async load(): Promise<void> {
    this.take(await api.me())
  }
  take(me: Me): void {
    const changed = this.known && me.person?.id !== this.person?.id
    this.person = me.person
    this.muted = me.muted
    this.known = true
    if (changed) line.renew()
  }
  /** Makes a guest if there is no session yet. */
  async beSomebody(name: string): Promise<void> {
    if (!this.person) this.take(await api.beGuest(name))
  }
  async rename(name: string): Promise<void> {
    this.take(await api.beGuest(name))
  }
}

export const me = new Myself()
