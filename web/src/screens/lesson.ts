// The lesson: a scripted first game. Each step says what the learner does next, and what is on the table after it.
// It has no rules: everything that happens is written here.
import type { Counts, Entry, GameEvent, Position, PublicPart } from '../lib/types'

export interface Scene {
  hand: Counts
  row: string[]
  tickets: string[]
  offered: string[]
  routes: Record<string, number>
  points: [number, number]
  trains: [number, number]
  cards: number
}

export interface Step {
  /** Its words are `learn.<id>_title` and `learn.<id>`. */
  id: string
  /** The action that continues the lesson, in notation; `next` for reading on. */
  does: string
  /** The cards that it takes. */
  pays?: Counts
  /** What changes by it. */
  then: (scene: Scene) => Scene
  /** What the other player does meanwhile; the map animates it. */
  other?: GameEvent
}

export const FIRST: Scene = {
  hand: { red: 1, yellow: 2 },
  row: ['red', 'blue', 'white', 'locomotive', 'green'],
  tickets: [],
  offered: ['wien-kyiv'],
  routes: {},
  points: [0, 0],
  trains: [12, 12],
  cards: 40,
}

const plus = (hand: Counts, changes: Counts): Counts => {
  const sum = { ...hand }
  for (const [card, count] of Object.entries(changes)) sum[card] = (sum[card] ?? 0) + count
  return Object.fromEntries(Object.entries(sum).filter(([, count]) => count > 0))
}
const refilled = (row: string[], slot: number, card: string) => row.map((each, i) => (i === slot - 1 ? card : each))
const same = (scene: Scene) => scene

function taken(scene: Scene, seat: 0 | 1, route: string, spaces: number, points: number, paid: Counts = {}): Scene {
  const add = (pair: [number, number], count: number): [number, number] => (seat === 0 ? [pair[0] + count, pair[1]] : [pair[0], pair[1] + count])
  return {
    ...scene,
    hand: plus(scene.hand, Object.fromEntries(Object.entries(paid).map(([card, count]) => [card, -count]))),
    routes: { ...scene.routes, [route]: seat },
    points: add(scene.points, points),
    trains: add(scene.trains, -spaces),
  }
}

export const STEPS: Step[] = [
  { id: 'welcome', does: 'next', then: same },
  { id: 'ticket', does: 'keep 1', then: (scene) => ({ ...scene, tickets: scene.offered, offered: [] }) },
  { id: 'draw', does: 'draw 1', then: (scene) => ({ ...scene, hand: plus(scene.hand, { red: 1 }), row: refilled(scene.row, 1, 'black'), cards: scene.cards - 1 }) },
  { id: 'blind', does: 'draw deck', then: (scene) => ({ ...scene, hand: plus(scene.hand, { yellow: 1 }), cards: scene.cards - 1 }) },
  { id: 'claim', does: 'claim wien-budapest red', pays: { red: 2 }, then: (scene) => taken(scene, 0, 'wien-budapest', 2, 2, { red: 2 }) },
  {
    id: 'other',
    does: 'next',
    other: { event: 'claimed', seat: 1, route: 'warszawa-kyiv', colour: 'white', cards: 3, locomotives: 0, points: 4 },
    then: (scene) => taken(scene, 1, 'warszawa-kyiv', 3, 4),
  },
  { id: 'locomotive', does: 'draw 4', then: (scene) => ({ ...scene, hand: plus(scene.hand, { locomotive: 1 }), row: refilled(scene.row, 4, 'orange'), cards: scene.cards - 1 }) },
  {
    id: 'again',
    does: 'next',
    other: { event: 'claimed', seat: 1, route: 'berlin-warszawa', colour: 'green', cards: 3, locomotives: 0, points: 4 },
    then: (scene) => taken(scene, 1, 'berlin-warszawa', 3, 4),
  },
  { id: 'mixed', does: 'claim budapest-kyiv yellow+1', pays: { yellow: 3, locomotive: 1 }, then: (scene) => taken(scene, 0, 'budapest-kyiv', 4, 7, { yellow: 3, locomotive: 1 }) },
  { id: 'done', does: 'next', then: same },
  { id: 'end', does: 'next', then: same },
]

/** The position of a scene, as the server would send it. */
export function positionOf(scene: Scene, seq: number): Position {
  const player = (seat: 0 | 1, cards: number, tickets: number) => ({
    cards, known: {}, tickets, offered: seat ? 0 : scene.offered.length, chosen: true, trains: scene.trains[seat], stations: 0, points: scene.points[seat],
  })
  const held = Object.values(scene.hand).reduce((sum, count) => sum + count, 0)
  const shown: PublicPart = {
    phase: 'turn', turn: seq, seat: 0, to_act: [0], turns_left: null, row: scene.row, decks: { trains: { cards: scene.cards, discards: {} } },
    tickets_left: 1, routes: scene.routes, closed: {}, stations: {}, tunnel: null, players: [player(0, held, scene.tickets.length), player(1, 4, 1)],
  }
  return { seq, public: shown, own: [{ seat: 0, hand: scene.hand, tickets: scene.tickets, offered: scene.offered, chosen: null, progress: [], covers: {} }], turns: [] }
}

/** What the other player did, as an entry that the map animates. */
export function entryOf(event: GameEvent, position: Position): Entry {
  return { ...position, type: 'entry', table: 'lesson', deadline: null, hold: 0, kind: 'move', seat: 1, by_bot: true, action: null, events: [event], at: 0, undo: false }
}

/** The points of a finished lesson: routes, tickets, all. */
export function finalScores(scene: Scene): { routes: number; tickets: number; total: number }[] {
  return [9, 8].map((ticket, seat) => ({ routes: scene.points[seat]!, tickets: ticket, total: scene.points[seat]! + ticket }))
}
