// The last turn of each player in the entries of a game: what is marked on the map until the player's next one.
import type { EntryLine, GameEvent } from '../lib/types'

/** By seat the entries of its last turn, oldest first. A move that was undone does not count. */
export function lastTurns(entries: EntryLine[]): Map<number, EntryLine[]> {
  const found = new Map<number, EntryLine[]>()
  /** The seat whose turn goes on. */
  let current: number | null = null
  for (const entry of entries) {
    const { kind, seat } = entry
    if (seat === null) continue
    if (kind === 'undo') {
      const rest = (found.get(seat) ?? []).slice(0, -1)
      if (rest.length) found.set(seat, rest)
      else found.delete(seat)
      current = rest.length ? seat : null
    } else if (kind === 'move') {
      found.set(seat, seat === current ? [...(found.get(seat) ?? []), entry] : [entry])
      // The event `started` begins the turn of the next player.
      current = entry.events.some((event) => event.event === 'started') ? null : seat
    }
  }
  return found
}

export function eventsOf(entries: EntryLine[]): GameEvent[] {
  return entries.flatMap((entry) => entry.events)
}
