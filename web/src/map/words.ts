// The labels of routes and cities for screen readers.
import type { GameMap } from '../lib/maps'
import type { RouteData } from '../lib/types'
import { t, tCode } from '../lib/words.svelte'
import { cityWords, kindOf } from '../table/names'

export type State = 'free' | 'offer' | 'closed' | 'yours' | 'taken'

export function colourWords(colour: string): string {
  return colour === 'gray' ? t('mapview.any_colour') : tCode('card', colour)
}

export function playerWords(seat: number, names: string[] | undefined): string {
  return names?.[seat] || t('mapview.player', { number: seat + 1 })
}

/** A route in one sentence, with its state. */
export function routeLabel(gameMap: GameMap, route: RouteData, state: State, owner: string): string {
  const params = {
    a: cityWords(gameMap, route.a),
    b: cityWords(gameMap, route.b),
    kind: tCode('mapview.kind', kindOf(route)),
    colour: colourWords(route.colour),
    length: route.length,
    state: tCode('mapview.state', state, { owner }),
  }
  return route.lanes > 1 ? t('mapview.lane_label', { ...params, lane: route.lane + 1, lanes: route.lanes }) : t('mapview.route_label', params)
}
