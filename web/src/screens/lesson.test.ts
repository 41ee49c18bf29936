// The script of the lesson is consistent: paid cards were held, claimed routes exist and connect the ticket.
import { describe, expect, it } from 'vitest'
import { readMoves, turnOf } from '../lib/moves'
import { finalScores, FIRST, positionOf, STEPS } from './lesson'
import { lessonMap } from './lessonMap'

describe('the lesson', () => {
  it('never pays a card that is not held, nor takes what does not lie there', () => {
    let scene = FIRST
    for (const step of STEPS) {
      const [verb, what, payment] = step.does.split(' ')
      if (verb === 'draw' && what !== 'deck') expect(scene.row[Number(what) - 1]).toBeTruthy()
      if (verb === 'claim') {
        const route = lessonMap.route.get(what!)!
        const [paid] = readMoves(turnOf(0, step.does, step.pays ?? null)).claims.get(what!)!
        for (const [card, count] of Object.entries(paid!.cards!)) expect(scene.hand[card] ?? 0).toBeGreaterThanOrEqual(count)
        expect(Object.values(paid!.cards!).reduce((sum, count) => sum + count, 0)).toBe(route.length)
        expect(paid!.cards!.locomotive ?? 0).toBe(paid!.locomotives)
        expect(route.colour === 'gray' || route.colour === paid!.colour).toBe(true)
        expect(payment).toBe(paid!.text)
      }
      const next = step.then(scene)
      expect(Object.values(next.hand).every((count) => count > 0)).toBe(true)
      for (const route of Object.keys(next.routes)) expect(lessonMap.route.has(route)).toBe(true)
      scene = next
    }
    // Each player owns one chain of routes, from one city of the ticket to the other.
    const chain = (seat: number) => lessonMap.served.routes.filter((route) => scene.routes[route.name] === seat).flatMap(({ a, b }) => [a, b])
    const ends = (cities: string[]) => cities.filter((city) => cities.indexOf(city) === cities.lastIndexOf(city)).sort()
    expect(ends(chain(0))).toEqual(['kyiv', 'wien'])
    expect(ends(chain(1))).toEqual(['berlin', 'kyiv'])
    const [me, other] = finalScores(scene)
    expect(me!.total).toBeGreaterThan(other!.total)
  })
  it('scores routes by their length, as the gameMap says', () => {
    let scene = FIRST
    for (const step of STEPS) scene = step.then(scene)
    const points = lessonMap.variant.rules.route_points
    for (const seat of [0, 1] as const) {
      const own = Object.keys(scene.routes).filter((route) => scene.routes[route] === seat)
      expect(scene.points[seat]).toBe(own.reduce((sum, route) => sum + points[lessonMap.route.get(route)!.length - 1]!, 0))
    }
    expect(positionOf(scene, 3).public.players[0]!.cards).toBe(0)
  })
  it('draws every space of every route', () => {
    for (const route of lessonMap.served.routes) expect(lessonMap.geometry.routes[route.name]!.spaces).toHaveLength(route.length)
  })
})
