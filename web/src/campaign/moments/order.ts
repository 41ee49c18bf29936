// The moments of a campaign in their order, from the facts of its log; which of them a person has not seen.
import type { ChangePart } from '../../lib/generated'
import { factsOf } from '../types'
import type { AnyKind, Moment } from './kind'
import type { Changes, Scene, ChangedFact } from './scene'

export interface Line { seq: number; game: number; year: number | null; fact: ChangedFact; moments: Moment[] }

/** Every fact with its moments, in the order of the log. The end of the campaign comes last. */
export function linesOf(scene: Scene, kinds: readonly AnyKind[]): Line[] {
  const ranked = [...kinds].sort((a, b) => a.rank - b.rank)
  const lines: Line[] = []
  const changes = new Map(scene.words?.changes?.map((change) => [change.fact, change]))
  let [game, year, number] = [0, null as number | null, 0]
  let votes: Record<string, string> = {}
  for (const entry of scene.entries) {
    factsOf(entry).forEach((read, index) => {
      const fact: ChangedFact = { ...read, ...changesOf(changes.get(number++)) }
      if (fact.entry === 'seated') game = fact.game
      year = fact.year ?? year
      if (fact.entry === 'voted') votes[fact.company] = fact.choice
      const at = { scene, seq: entry.seq, game, votes: { ...votes } }
      const moments = ranked.flatMap((kind) => kind.of(fact, at).map((data, number) => ({ id: `${entry.seq}.${index}.${kind.kind}.${number}`, kind: kind.kind, seq: entry.seq, game, year, data })))
      if (fact.entry === 'closed') votes = {}
      lines.push({ seq: entry.seq, game, year, fact, moments })
    })
  }
  const last = lines.at(-1)
  if (last && scene.info?.status === 'finished')
    last.moments.push(...ranked.flatMap((kind) => (kind.ends?.(scene) ?? []).map((data, number) => ({ id: `end.${kind.kind}.${number}`, kind: kind.kind, seq: last.seq, game, year, data }))))
  return lines
}

/** What the server tells beside a fact: what it changed. */
function changesOf(change: ChangePart | undefined): Changes {
  if (!change) return {}
  const { fact: _, ...changes } = change
  return changes
}

export function momentsOf(scene: Scene, kinds: readonly AnyKind[]): Moment[] {
  return linesOf(scene, kinds).flatMap((line) => line.moments)
}

/** The moments that a person has not seen; `seen` is the seq of the first entry that was not shown. */
export function unseen(moments: readonly Moment[], seen: number): Moment[] {
  return moments.filter((moment) => moment.seq >= seen)
}

/** The mark of what was seen after a moment: its whole entry, once its last moment was shown. Null while more of the entry follows. */
export function markAfter(queue: readonly Moment[], at: number): number | null {
  const { seq } = queue[at]!
  return queue[at + 1]?.seq === seq ? null : seq + 1
}
