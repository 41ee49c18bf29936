// Shows entries one after the other, each for its time. If too many wait, it catches up at once.

/** How many entries may wait: about two rounds of four bots. With more, as after a long absence, the newest is shown at once. */
export const MOST_WAITING = 16

interface Shows<E> {
  /** How long an entry is shown, in milliseconds, while so many wait behind it. */
  pace: (entry: E, waiting: number) => number
  show: (entry: E, lasts: number) => void
  /** Everything was shown, or is skipped. */
  rest: () => void
}

export class Playback<E> {
  private queue: E[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private isShowing = false

  constructor(private readonly stage: Shows<E>) {}

  get waiting(): number {
    return this.queue.length
  }

  add(entry: E): void {
    this.queue.push(entry)
    if (this.queue.length > MOST_WAITING) this.skip()
    else if (!this.isShowing) this.next()
  }

  /** Drops the entries that wait. */
  skip(): void {
    clearTimeout(this.timer)
    this.queue = []
    this.isShowing = false
    this.stage.rest()
  }

  private next(): void {
    const entry = this.queue.shift()
    if (entry === undefined) {
      this.skip()
      return
    }
    this.isShowing = true
    const lasts = this.stage.pace(entry, this.queue.length)
    this.stage.show(entry, lasts)
    this.timer = setTimeout(() => this.next(), lasts)
  }
}
