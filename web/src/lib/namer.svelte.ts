// Asks for a name when somebody without a session wants to play. The header shows the dialog.
import { me } from './me.svelte'
import { t } from './words.svelte'

const LONGEST = 24

class Namer {
  asking = $state(false)
  private answer: ((done: boolean) => void) | null = null

  /** Resolves to true once there is a session, to false if the dialog was closed. Nobody is asked who gave a name already. */
  async somebody(name = ''): Promise<boolean> {
    if (!me.known) await me.load().catch(() => undefined)
    // A name that is refused is asked for again.
    if (!me.person && name) await me.beSomebody(name.slice(0, LONGEST)).catch(() => undefined)
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
