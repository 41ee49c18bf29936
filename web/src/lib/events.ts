// Redacts events for a seat: the fields that only another seat may know are left out.
import { SECRETS } from './generated'
import type { EntryLine, GameEvent } from './types'

/** An entry as one seat knows it, or a spectator. */
export function seenBy(entry: EntryLine, seat: number | null): EntryLine {
  const events = entry.events.map((event) => {
    const secret = SECRETS[event.event]
    if (!secret || !('seat' in event) || event.seat === seat || !(secret in event)) return event
    const { [secret as keyof typeof event]: _, ...rest } = event
    return rest as GameEvent
  })
  return { ...entry, events }
}
