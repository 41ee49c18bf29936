// What this client may decide now, from the words that the server lists as legal: the page decides no rule itself.
import { HOST, type Actor, type CampaignYou } from './types'

/** Decisions in the order in which they are shown; the last ones are rare. */
const VERBS = ['remove', 'name', 'pick', 'vote', 'repaint', 'christen', 'discard', 'seat', 'deal', 'join', 'strike', 'leave'] as const
export type Verb = (typeof VERBS)[number]
/** A decision of one actor: what may follow the verb. Everybody waits for it if it is `waited`. */
export interface Decision { actor: Actor; verb: Verb; options: string[]; waited: boolean }

/** Decisions that are folded away. */
export const RARE: readonly Verb[] = ['deal', 'join', 'strike', 'leave']
/** Decisions that block the campaign while they are open. */
const BLOCKING: readonly Verb[] = ['remove', 'name', 'pick', 'seat']

export function decisionsOf(you: Pick<CampaignYou, 'companies' | 'host'>, waits: Actor[]): Decision[] {
  const found: Decision[] = []
  for (const { actor, actions } of [...you.companies.map((own) => ({ actor: own.company, actions: own.actions })), { actor: HOST, actions: you.host }])
    for (const words of actions) {
      const [verb, ...rest] = words.split(' ') as [Verb, ...string[]]
      if (!VERBS.includes(verb)) continue
      const option = rest.filter((word) => word !== '…').join(' ')
      const known = found.find((each) => each.actor === actor && each.verb === verb)
      if (known) known.options.push(option)
      else found.push({ actor, verb, options: [option], waited: waits.includes(actor) && BLOCKING.includes(verb) })
    }
  return found.sort((a, b) => Number(b.waited) - Number(a.waited) || VERBS.indexOf(a.verb) - VERBS.indexOf(b.verb))
}

/** The territories of the pairs that may be named, each once. */
export function territoriesIn(pairs: string[]): string[] {
  return [...new Set(pairs.flatMap((pair) => pair.split(' ')))]
}

/** The pair of these two territories, in the order in which it may be named; null if they do not go together. */
export function pairIn(pairs: string[], chosen: string[]): string | null {
  const [a, b] = chosen
  return pairs.find((pair) => pair === `${a} ${b}` || pair === `${b} ${a}`) ?? null
}

/** How a company takes part in the next game: `plays` by itself, `misses` it, or the name of a bot that stands in. */
export type Part = string
export const PLAYS: Part = 'plays'
export const MISSES: Part = 'misses'

/** The words that seat a game. */
export function seatWords(parts: Record<string, Part>): string {
  return ['seat', ...Object.entries(parts).flatMap(([colour, part]) => (part === MISSES ? [] : part === PLAYS ? colour : `${colour}=${part}`))].join(' ')
}
