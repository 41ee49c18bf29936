// Where a player's points came from, by the score sheet. Lines that are not known here are summed as "other".
import type { PlayerScore } from '../lib/types'

export interface Source { key: string; value: number }

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

export function sources(player: PlayerScore): Source[] {
  const known: Source[] = [
    { key: 'money', value: player.money ?? 0 },
    { key: 'trains_left', value: player.trains_left_money ?? 0 },
    { key: 'modules', value: sum((player.modules ?? []).map((each) => each.money)) },
    { key: 'routes', value: sum(player.routes.map((route) => route.points)) },
    { key: 'tickets', value: sum(player.tickets.filter((ticket) => ticket.completed).map((ticket) => Math.abs(ticket.points))) },
    { key: 'failed', value: -sum(player.tickets.filter((ticket) => !ticket.completed).map((ticket) => Math.abs(ticket.points))) },
    { key: 'stations', value: player.station_points ?? 0 },
    { key: 'longest', value: player.longest_path_points ?? 0 },
    { key: 'globetrotter', value: player.globetrotter_points ?? 0 },
    { key: 'ports', value: sum((player.ports ?? []).map((port) => port.points)) },
    { key: 'unbuilt', value: player.unbuilt_port_points ?? 0 },
    { key: 'exchange', value: player.exchange_points ?? 0 },
  ]
  const rest = player.total - sum(known.map((source) => source.value))
  return [...known, { key: 'other', value: rest }].filter((source) => source.value !== 0)
}
