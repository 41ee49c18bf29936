// Opening a table: a preset for each way to play, the request made from a draft, and the quick game.
import { api } from '../lib/api'
import { PALETTE } from '../lib/colours'
import { me } from '../lib/me.svelte'
import { settings } from '../lib/settings.svelte'
import type { Clock, OpenTable, PlayerColour, SeatWish, TableInfo } from '../lib/types'

export type Mode = 'bots' | 'friends' | 'turns' | 'hotseat'
export const MODES: Mode[] = ['bots', 'friends', 'turns', 'hotseat']

export interface Draft {
  map: string
  variant: string
  seats: SeatWish[]
  public: boolean
  spectators: boolean
  chat: boolean
  clock: Clock
  first: number | null
  substitute: string
  rated: boolean
}

export const MOVE_SECONDS = [30, 60, 120, 300]
export const DAY_SECONDS = [1, 2, 3, 7].map((days) => days * 86_400)

export function isMode(text: string | null): text is Mode {
  return MODES.includes(text as Mode)
}

/** The preset of a way to play. */
export function preset(mode: Mode, map: string, bot: string): Draft {
  const seats: Record<Mode, SeatWish[]> = {
    bots: [{ kind: 'me' }, { kind: 'bot', bot }, { kind: 'bot', bot }],
    friends: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }],
    turns: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }],
    hotseat: [{ kind: 'me' }, { kind: 'me' }],
  }
  return {
    map,
    variant: 'base',
    seats: seats[mode],
    public: false,
    spectators: true,
    chat: mode === 'friends' || mode === 'turns',
    clock: mode === 'turns' ? { kind: 'days', seconds: 2 * 86_400 } : { kind: 'none', seconds: 86_400 },
    first: null,
    substitute: bot,
    rated: false,
  }
}

/** Whether no seat waits for a person; then the game starts as soon as the table is open. */
export function isFull(seats: SeatWish[]): boolean {
  return seats.every((seat) => seat.kind !== 'open')
}

/** Whether a game with these seats can be rated: people against each other, each with one seat. */
export function canBeRated(seats: SeatWish[]): boolean {
  return seats.filter((seat) => seat.kind === 'me').length <= 1 && seats.filter((seat) => seat.kind !== 'bot').length >= 2
}

/** The draft as rated or casual. A rated game needs a clock, so it gets one. */
export function rated(draft: Draft, wanted: boolean): Draft {
  return { ...draft, rated: wanted, clock: wanted && draft.clock.kind === 'none' ? { kind: 'move', seconds: 300 } : draft.clock }
}

/** The draft with as many seats as the variant allows: surplus seats are removed from the end, missing ones are bots. */
export function fitted(draft: Draft, least: number, most: number): Draft {
  const seats = draft.seats.slice(0, most)
  while (seats.length < least) seats.push({ kind: 'bot', bot: draft.substitute })
  const first = draft.first !== null && draft.first >= seats.length ? null : draft.first
  return { ...draft, seats, first, rated: draft.rated && canBeRated(seats) && draft.clock.kind !== 'none' }
}

/** The seats with a player colour each: what was chosen, for the first own seat what was chosen last, else the first that is free. */
export function withColours(seats: SeatWish[]): (SeatWish & { colour: PlayerColour })[] {
  const first = seats.findIndex((seat) => seat.kind === 'me')
  const taken = seats.flatMap((seat) => seat.colour ?? [])
  const wished = seats.map((seat, index) => seat.colour ?? (index === first && settings.colour && !taken.includes(settings.colour) ? settings.colour : null))
  const free = PALETTE.filter((colour) => !wished.includes(colour))
  return seats.map((seat, index) => ({ ...seat, colour: wished[index] ?? free.shift()! }))
}

/** The seats after one has chosen a colour. The seat that had it gets the other one's colour. */
export function chooseColour(seats: SeatWish[], index: number, colour: PlayerColour): SeatWish[] {
  const worn = withColours(seats)
  const before = worn[index]!.colour
  return worn.map((seat, each) => (each === index ? { ...seat, colour } : seat.colour === colour ? { ...seat, colour: before } : seat))
}

export function toWish(draft: Draft): OpenTable {
  const mine = draft.seats.flatMap((seat, index) => (seat.kind === 'me' ? [index] : []))
  // The first hot-seat player has the name of the person, until another is given.
  const nameOf = (seat: SeatWish, index: number) => (mine.length > 1 && seat.kind === 'me' ? (seat.name ?? (index === mine[0] ? me.person?.name : ''))?.trim() : '')
  const seats = withColours(draft.seats).map(({ kind, bot, company, colour, name }, index) => ({
    kind,
    ...(kind === 'bot' && { bot: bot ?? draft.substitute }),
    ...(company ? { company } : { colour }),
    ...(nameOf({ kind, name }, index) && { name: nameOf({ kind, name }, index) }),
  }))
  return { ...draft, seats }
}

/** Opens the table, and starts the game if no seat waits for a person. */
export async function open(draft: Draft): Promise<TableInfo> {
  const info = await api.openTable(toWish(draft))
  return isFull(draft.seats) ? api.start(info.table) : info
}

/** A game against two bots, at once. */
export async function playNow(map: string, bot: string): Promise<TableInfo> {
  return open(preset('bots', map, bot))
}

/** Whether somebody typed an invitation code: six letters, perhaps in two groups. */
export function isCode(text: string): boolean {
  return /^\p{L}{3}[ -]?\p{L}{3}$/u.test(text.trim())
}

/** The id of a table or a campaign in what somebody typed or pasted: an id, or a link. */
export function tableIn(text: string): string | null {
  const pasted = /\/(?:table|t|campaign)\/([A-Za-z0-9_-]+)/.exec(text)
  if (pasted) return pasted[1]!
  const code = text.trim()
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : null
}
