// The steps of the end of a game, each with its points and the totals after it.
import type { GameMap } from '../lib/maps'
import type { PublicPart, ScoreSheet } from '../lib/types'
import { nothing, type Mark, type Pointing } from '../lib/view'
import { list, t } from '../lib/words.svelte'
import { citiesOf } from './names'

export type StoryKind = 'money' | 'trains' | 'story' | 'bonds' | 'module' | 'floor' | 'routes' | 'ticket' | 'stations' | 'longest' | 'globetrotter' | 'port' | 'unbuilt' | 'exchange' | 'other' | 'winner'
export interface StoryStep {
  kind: StoryKind
  seat: number
  points: number
  ticket?: string
  completed?: boolean
  /** Only for a completed tour. */
  inOrder?: boolean | null
  city?: string
  /** The line of a module, of crew or postcards. */
  line?: string
  /** Routes, tickets, stations or spaces that the step is about. */
  count: number
  totals: number[]
}

export function storySteps(sheet: ScoreSheet): StoryStep[] {
  const totals = sheet.players.map(() => 0)
  const steps: StoryStep[] = []
  const add = (step: Omit<StoryStep, 'totals'>) => {
    totals[step.seat]! += step.points
    steps.push({ ...step, totals: [...totals] })
  }
  const isSlip = sheet.players.some((player) => player.company !== null)
  if (isSlip) {
    for (const [seat, player] of sheet.players.entries()) add({ kind: 'money', seat, points: player.money, count: 0 })
    for (const [seat, player] of sheet.players.entries()) add({ kind: 'trains', seat, points: player.trains_left_money, count: player.trains_left })
    for (const [seat, player] of sheet.players.entries()) if (player.story_money) add({ kind: 'story', seat, points: player.story_money, count: 0 })
    for (const [seat, player] of sheet.players.entries()) if (player.bond_money) add({ kind: 'bonds', seat, points: player.bond_money, count: 0 })
    for (const [seat, player] of sheet.players.entries()) for (const { line, money } of player.modules) if (money) add({ kind: 'module', seat, points: money, line, count: 0 })
  } else for (const [seat, player] of sheet.players.entries())
    add({ kind: 'routes', seat, points: player.routes.reduce((sum, route) => sum + route.points, 0), count: player.routes.length })
  for (const [seat, player] of sheet.players.entries())
    for (const { ticket, points, completed, in_order } of player.tickets) add({ kind: 'ticket', seat, points, ticket, completed, inOrder: in_order, count: 1 })
  for (const [seat, player] of sheet.players.entries())
    if (player.station_points) add({ kind: 'stations', seat, points: player.station_points, count: player.stations_left })
  for (const [seat, player] of sheet.players.entries())
    if (player.longest_path_points) add({ kind: 'longest', seat, points: player.longest_path_points, count: player.longest_trail })
  for (const [seat, player] of sheet.players.entries())
    if (player.globetrotter_points)
      add({ kind: 'globetrotter', seat, points: player.globetrotter_points, count: player.tickets.filter((ticket) => ticket.completed).length })
  for (const [seat, player] of sheet.players.entries()) {
    for (const { city, tickets, points } of player.ports ?? []) add({ kind: 'port', seat, points, city, count: tickets })
    if (player.unbuilt_port_points) add({ kind: 'unbuilt', seat, points: player.unbuilt_port_points, count: player.ports_left ?? 0 })
    if (player.exchange_points) add({ kind: 'exchange', seat, points: player.exchange_points, count: 0 })
  }
  // The sum of items that are not known here.
  for (const [seat, player] of sheet.players.entries())
    if (player.total !== totals[seat]) add({ kind: isSlip ? 'floor' : 'other', seat, points: player.total - totals[seat]!, count: 0 })
  steps.push({ kind: 'winner', seat: sheet.winners[0] ?? 0, points: 0, count: sheet.winners.length, totals: [...totals] })
  return steps
}

/** All players by their place; players who share a place have the same number. */
export function placesOf(sheet: ScoreSheet): { seat: number; place: number; total: number }[] {
  const wins = (seat: number) => Number(sheet.winners.includes(seat))
  const byTotal = sheet.players.map((player) => player.seat).sort((a, b) => wins(b) - wins(a) || sheet.players[b]!.total - sheet.players[a]!.total)
  const seats = sheet.ranking.length ? sheet.ranking : byTotal
  return seats.map((seat, index) => ({ seat, place: wins(seat) ? 1 : index + 1, total: sheet.players[seat]!.total }))
}

export function winnerWords(sheet: ScoreSheet, gameMap: GameMap, names: string[]): string {
  if (gameMap.kit) return gameMap.kit.winnerWords(sheet, names)
  const won = list(sheet.winners.map((seat) => names[seat] ?? ''))
  return t('story.winner', { names: won, count: sheet.winners.length, points: sheet.players[sheet.winners[0] ?? 0]?.total ?? 0 })
}

/** What the map points out during a step. */
export function storyPointing(step: StoryStep, gameMap: GameMap, position: PublicPart): Pointing {
  const score = position.sheet?.players[step.seat]
  const own = Object.keys(position.routes).filter((route) => position.routes[route] === step.seat)
  const marked = (routes: string[], mark: Mark): Pointing['routes'] => new Map(routes.map((route) => [route, mark]))
  if (step.kind === 'routes' || step.kind === 'trains') return { routes: marked(own, 'event'), cities: new Map() }
  if (step.kind === 'longest')
    return { routes: marked(position.players[step.seat]?.trail?.routes ?? [], 'trail'), cities: new Map() }
  if (step.kind === 'ticket' && step.ticket) {
    const cities = citiesOf(gameMap, step.ticket)
    const way = score?.tickets.find((each) => each.ticket === step.ticket)?.way ?? []
    return { routes: marked(way, 'trail'), cities: new Map(cities.map((city) => [city, step.completed ? 'done' : 'ticket'])) }
  }
  if (step.kind === 'port' && step.city) return { routes: new Map(), cities: new Map([[step.city, step.points > 0 ? 'done' : 'event']]) }
  if (step.kind === 'stations')
    return { routes: new Map(), cities: new Map(Object.keys(position.stations).filter((city) => position.stations[city] === step.seat).map((city) => [city, 'event'])) }
  return nothing
}
