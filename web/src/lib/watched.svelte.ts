// What a client knows of a table or campaign that it watches, and how it acts there: one action at a time, chat, refusals.
import { Refusal } from './api'
import { line } from './socket.svelte'
import type { ChatLine, FromClient, FromServer } from './types'

interface Sent { action_id: string; message: FromClient; resolve: () => void; reject: (why: Refusal) => void }

export class Watched {
  chat = $state.raw<ChatLine[]>([])
  /** The action that was sent and is not yet answered. */
  pending = $state<string | null>(null)
  /** The last refusal, shown until the next action or until the page clears it. */
  refusal = $state.raw<Refusal | null>(null)
  /** Why this cannot be seen, or null. */
  gone = $state<string | null>(null)

  private sent: Sent | null = null

  constructor(readonly id: string) {}

  say(text: string): void {
    if (!line.send({ type: 'say', table: this.id, text })) this.refusal = new Refusal('offline')
  }

  /** Sends an action under a new id. Resolves when it is stored; a refusal has a code. */
  protected send(name: string, messageOf: (action_id: string) => FromClient): Promise<void> {
    if (this.sent) return Promise.reject(new Refusal('busy'))
    const action_id = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2) + Date.now().toString(36)
    const message = messageOf(action_id)
    this.pending = name
    this.refusal = null
    return new Promise((resolve, reject) => {
      this.sent = { action_id, message, resolve, reject }
      // Not connected: it is sent after the reconnect with the same id, so it is idempotent.
      line.send(message)
    })
  }
  protected sendAgain(): void {
    if (this.sent) line.send(this.sent.message)
  }

  /** Takes in chat, the answer to the action, and that this is gone. `isKnown`: whether anything has been received before. */
  protected hearShared(message: FromServer, isKnown: boolean): void {
    if (message.type === 'chat') {
      if (!this.chat.some((each) => each.number === message.number)) this.chat = [...this.chat, message]
    } else if (message.type === 'done') {
      if (message.action_id === this.sent?.action_id) this.answered(null)
    } else if (message.type === 'refused') {
      const why = new Refusal(message.code, message.params)
      if (message.action_id && message.action_id === this.sent?.action_id) this.answered(why)
      else if (!isKnown && !message.action_id) this.gone = message.code
      else if (!message.action_id) this.refusal = why
    } else if (message.type === 'gone') this.gone = message.code
  }
  private answered(why: Refusal | null): void {
    const sent = this.sent
    this.sent = null
    this.pending = null
    if (!sent) return
    if (why) {
      this.refusal = why
      sent.reject(why)
    } else sent.resolve()
  }
}
