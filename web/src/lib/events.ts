// Events through other eyes: what only their own seat may know is left out.
import { SECRETS } from './generated'
import type { EntryLine, GameEvent } from './types'

/** An entry as one seat knows it, or a spectator. */
export function seenBy(told: EntryLine, seat: number | null): EntryLine {
  const events = told.events.map((event) => {
    const secret = SECRETS[event.event]
    if (!secret || !('seat' in event) || event.seat === seat || !(secret in event)) return event
    const { [secret as keyof typeof event]: _, ...rest } = event
    return rest as GameEvent
  })
  return { ...told, events }
}
