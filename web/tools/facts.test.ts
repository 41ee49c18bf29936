// What the page shows as closed, missing, plannable and payable is what the engine answers. tests/page/test_facts.py writes
// positions of every map into a file, as the server tells them, and beside them the engine's own answers.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { paysOf } from '../src/companies/pays'
import { closedLanes, coveredSpaces, stateOf } from '../src/map/standing'
import { gameMapOf } from '../src/lib/maps'
import { readMoves } from '../src/lib/moves'
import type { Counts, Geometry, MapPage, TurnPlan, Position } from '../src/lib/types'
import { paymentsFor, plansBy } from '../src/table/payments'
import { ticketStates } from '../src/table/tickets'

interface Answers {
  closed: string[]
  plannable: Record<string, Counts[]>
  ports: string[]
  tickets: { ticket: string; done: boolean; in_order: boolean; missing: string[] | null; spaces: number }[]
  /** For each claim that is legal now, the cards that it takes out of the hand. */
  paid: Record<string, Counts>
  covered: Record<string, number>
  trail: number | null
  /** On a map with companies; `paid` has for each claim the dollars by step. */
  company: { id: string; money: number; trains_left: number; paid: Record<string, Record<string, number>>; takes: number[]; news: string | null } | null
}
interface Case { map: string; variant: string; players: number; position: Position; plans: TurnPlan[][]; answers: Answers[] }

const { maps, cases } = JSON.parse(readFileSync(process.env.TRUNKLINE_FACTS!, 'utf-8')) as { maps: Record<string, MapPage>; cases: Case[] }
/** Counts of cards in an order of their own, to be compared. */
const inOrder = (ways: Counts[]) => ways.map((cards) => JSON.stringify(Object.entries(cards).sort())).sort()

describe.each(cases.map((each, index) => [`${each.map}/${each.variant}, ${each.players} players, position ${index}`, each] as const))('%s', (_, { map, variant, position, plans, answers }) => {
  const gameMap = gameMapOf(maps[map]!, {} as Geometry, variant)
  it.each(answers.map((answer, seat) => [seat, answer] as const))('seat %i', (seat, answer) => {
    const own = position.own.find((each) => each.seat === seat)!
    const turn = position.turns.find((each) => each.seat === seat)
    const moves = turn ? readMoves(turn) : null

    const closed = closedLanes(position, seat)
    expect([...closed].sort()).toEqual(answer.closed)
    for (const route of gameMap.served.routes) {
      const state = stateOf(route, position, seat, moves, closed)
      expect(state === 'closed').toBe(answer.closed.includes(route.name))
      if (state !== 'yours' && state !== 'taken') expect(coveredSpaces(route, own)).toBe(answer.covered[route.name])
    }

    const claims = plansBy(plans[seat]!, 'claim')
    expect([...claims.keys()].sort()).toEqual(Object.keys(answer.plannable).sort())
    for (const [route, ways] of claims) expect(inOrder(ways.map((way) => way.cards))).toEqual(inOrder(answer.plannable[route]!))
    expect([...plansBy(plans[seat]!, 'port').keys()].sort()).toEqual(answer.ports)

    const shown = ticketStates(gameMap, own).held.map(({ ticket, done, byStation, tour, missing, spaces }) => ({
      ticket, done: done || byStation, in_order: tour === null || !done || tour.inOrder, missing: missing && missing.map((route) => route.name), spaces: missing ? spaces : -1,
    }))
    expect(shown).toEqual(answer.tickets)

    const paid = [...(moves?.claims.keys() ?? [])].flatMap((route) => paymentsFor(moves, { route }).map((payment) => [payment.action, payment.cards]))
    expect(Object.fromEntries(paid)).toEqual(answer.paid)
    expect(position.public.players[seat]!.trail?.spaces ?? null).toBe(answer.trail)

    const player = position.public.players[seat]!
    if (!answer.company) return expect(player.company ?? own.pays ?? position.public.news).toBeUndefined()
    expect([player.company, player.money, player.trains_left]).toEqual([answer.company.id, answer.company.money, answer.company.trains_left])
    expect(position.public.news!.current).toBe(answer.company.news)
    expect([...(moves?.takes.keys() ?? [])]).toEqual(answer.company.takes)
    expect(position.public.asks?.route !== undefined).toBe(position.public.phase === 'claim-asks')
    for (const [route, steps] of Object.entries(answer.company.paid)) {
      const told = paysOf(own, route).filter((pay) => pay.money).map((pay) => [String(pay.step), pay.money])
      expect(Object.fromEntries(told)).toEqual(steps)
    }
  })
})
