// Parts add up to the total, whatever a map scores.
import { describe, expect, it } from 'vitest'
import type { PlayerScore } from '../lib/types'
import { sources } from './sources'

const player: PlayerScore = {
  seat: 0,
  routes: [{ route: 'a-b', length: 6, points: 15 }, { route: 'b-c', length: 2, points: 2 }],
  tickets: [{ ticket: 'a-c', points: 8, completed: true, in_order: null, way: [] }, { ticket: 'a-z', points: -20, completed: false, in_order: null, way: [] }],
  stations_left: 1, station_points: 4, borrowed: [], longest_trail: 8, longest_path_points: 10, globetrotter_points: 0, ports: [], ports_left: 0, unbuilt_port_points: 0, exchange_points: 0, total: 19, company: null, money: 0, trains_left: 0, trains_left_money: 0, story_money: 0, bond_money: 0, modules: [],
}

describe('sources', () => {
  it('add up', () => expect(sources(player).reduce((sum, each) => sum + each.value, 0)).toBe(19))
  it('know failed tickets, however the sheet signs them', () => {
    expect(sources(player).find((each) => each.key === 'failed')?.value).toBe(-20)
    const unsigned = { ...player, tickets: player.tickets.map((ticket) => ({ ...ticket, points: Math.abs(ticket.points) })) }
    expect(sources(unsigned).find((each) => each.key === 'failed')?.value).toBe(-20)
  })
  it('know ports, and what unbuilt ones and exchanges cost', () => {
    const sailor = { ...player, ports: [{ city: 'a', tickets: 2, points: 40 }], unbuilt_port_points: -8, exchange_points: -3, total: 48 }
    expect(sources(sailor).filter((each) => ['ports', 'unbuilt', 'exchange', 'other'].includes(each.key)).map((each) => each.value)).toEqual([40, -8, -3])
  })
  it('tell a rest that no line explains', () => {
    expect(sources({ ...player, total: 59 }).find((each) => each.key === 'other')?.value).toBe(40)
  })
})
