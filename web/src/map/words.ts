// The labels of routes and cities for screen readers.
import type { GameMap } from '../lib/maps'
import type { RouteData } from '../lib/types'
import { cityName, t, tCode } from '../lib/words.svelte'

export type State = 'free' | 'offer' | 'closed' | 'yours' | 'taken'

export function cityWords(gameMap: GameMap, id: string): string {
  return cityName(id, gameMap.city.get(id)?.name ?? id)
}

export function colourWords(colour: string): string {
  return colour === 'gray' ? t('mapview.any_colour') : tCode('card', colour)
}

export function kindOf(route: RouteData): 'tunnel' | 'ferry' | 'sea' | 'rail' {
  return route.tunnel ? 'tunnel' : route.locomotives ? 'ferry' : route.kind
}

export function playerWords(seat: number, names: string[] | undefined): string {
  return names?.[seat] || t('mapview.player', { number: seat + 1 })
}

/** A route in one sentence, with its state. */
export function routeLabel(gameMap: GameMap, route: RouteData, state: State, owner: string): string {
  const told = {
    a: cityWords(gameMap, route.a),
    b: cityWords(gameMap, route.b),
    kind: tCode('mapview.kind', kindOf(route)),
    colour: colourWords(route.colour),
    length: route.length,
    state: tCode('mapview.state', state, { owner }),
  }
  return route.lanes > 1 ? t('mapview.lane_label', { ...told, lane: route.lane + 1, lanes: route.lanes }) : t('mapview.route_label', told)
}
