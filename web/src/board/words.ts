// Routes and cities in words: what a listener hears when the keys come to them.
import type { Board } from '../lib/maps'
import type { RouteData } from '../lib/types'
import { cityName, t, tCode } from '../lib/words.svelte'

export type State = 'free' | 'offer' | 'closed' | 'yours' | 'taken'

export function cityWords(board: Board, id: string): string {
  return cityName(id, board.city.get(id)?.name ?? id)
}

export function colourWords(colour: string): string {
  return colour === 'gray' ? t('board.any_colour') : tCode('card', colour)
}

export function kindOf(route: RouteData): 'tunnel' | 'ferry' | 'sea' | 'rail' {
  return route.tunnel ? 'tunnel' : route.locomotives ? 'ferry' : route.kind
}

export function playerWords(seat: number, names: string[] | undefined): string {
  return names?.[seat] || t('board.player', { number: seat + 1 })
}

/** A route in one sentence, with how it stands. */
export function routeLabel(board: Board, route: RouteData, state: State, owner: string): string {
  const told = {
    a: cityWords(board, route.a),
    b: cityWords(board, route.b),
    kind: tCode('board.kind', kindOf(route)),
    colour: colourWords(route.colour),
    length: route.length,
    state: tCode('board.state', state, { owner }),
  }
  return route.lanes > 1 ? t('board.lane_label', { ...told, lane: route.lane + 1, lanes: route.lanes }) : t('board.route_label', told)
}
