// Asks for a name once, when somebody who is nobody yet wants to play; the head shows the question.
import { me } from './me.svelte'
import { t } from './words.svelte'

class Namer {
  asking = $state(false)
  private answer: ((done: boolean) => void) | null = null

  /** Resolves true when there is somebody here; false if the question was closed. */
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

/** A friendly name for somebody who has not thought of one. */
export function randomName(): string {
  const names = t('start.random_names').split(',')
  return names[Math.floor(Math.random() * names.length)]!.trim()
}
