// The one WebSocket of the page. It reconnects by itself and then notifies its listeners.
import type { FromClient, FromServer } from './types'

type Listener = (message: FromServer) => void

class Line {
  /** `lost` only after there was a connection; the page shows it and tries again. */
  status = $state<'closed' | 'opening' | 'open' | 'lost'>('closed')
  private socket: WebSocket | null = null
  private listeners = new Set<Listener>()
  private openers = new Set<() => void>()
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private heard = 0

  constructor() {
    if (typeof window === 'undefined') return
    window.addEventListener('online', () => this.retryNow())
    window.addEventListener('offline', () => this.probe())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.retryNow())
    setInterval(() => this.beat(), 10_000)
  }

  /** Subscribes to all messages. `opened` is called after each (re)connection, to request what was missed. */
  listen(listener: Listener, opened: () => void): () => void {
    this.listeners.add(listener)
    this.openers.add(opened)
    if (this.status === 'open') opened()
    else this.open()
    return () => {
      this.listeners.delete(listener)
      this.openers.delete(opened)
      if (!this.listeners.size) this.close()
    }
  }

  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Reconnects with a new session, after login or logout. */
  renew(): void {
    if (this.listeners.size) {
      this.drop()
      this.open()
    }
  }

  retryNow(): void {
    if (this.status === 'lost') {
      clearTimeout(this.timer)
      this.open()
    }
  }

  private open(): void {
    if (this.socket || !this.listeners.size) return
    if (this.status !== 'lost') this.status = 'opening'
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.socket = socket
    socket.onopen = () => {
      this.status = 'open'
      this.tries = 0
      this.heard = Date.now()
      for (const opened of this.openers) opened()
    }
    socket.onmessage = (event) => {
      this.heard = Date.now()
      const message = JSON.parse(event.data) as FromServer
      for (const listener of [...this.listeners]) listener(message)
    }
    socket.onclose = () => {
      if (this.socket !== socket) return
      this.socket = null
      if (!this.listeners.size) return
      this.status = 'lost'
      const pause = Math.min(8000, 300 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6)
      this.timer = setTimeout(() => this.open(), pause)
    }
  }

  /** Detects a dead connection (such as after a suspend) by a ping without an answer. */
  private beat(): void {
    if (this.status !== 'open') return
    if (Date.now() - this.heard > 25_000) this.reconnect()
    else this.send({ type: 'ping' })
  }

  /** The browser is offline. A server on this machine still answers at once, so the connection is kept if a ping is answered. */
  private probe(): void {
    const before = this.heard
    if (!this.send({ type: 'ping' })) return
    setTimeout(() => this.status === 'open' && this.heard === before && this.reconnect(), 1_000)
  }

  private reconnect(): void {
    this.drop()
    this.status = 'lost'
    this.open()
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    clearTimeout(this.timer)
    if (socket) {
      socket.onclose = null
      socket.close()
    }
  }

  private close(): void {
    this.drop()
    this.status = 'closed'
  }
}

export const line = new Line()
