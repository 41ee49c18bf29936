// Asks for a name when somebody without a session wants to play. The header shows the dialog.
import { me } from './me.svelte'
import { t } from './words.svelte'

class Namer {
  asking = $state(false)
  private answer: ((done: boolean) => void) | null = null

  /** Resolves to true once there is a session, to false if the dialog was closed. */
  async somebody(): Promise<boolean> {
    if (!me.known) await me.load().catch(() => undefined)
    if (me.person) return true
    this.answer?.(false)
    this.asking = true
    return new Promise((resolve) => (this.answer = resolve))
  }
  close(done: boolean): void {
    this.asking = false
    this.answer?.(done)
    this.answer = null
  }
}

export const namer = new Namer()

/** A suggested name. */
export function randomName(): string {
  const names = t('start.random_names').split(',')
  return names[Math.floor(Math.random() * names.length)]!.trim()
}
