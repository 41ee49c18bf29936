// What the map points out: marks on routes and cities, chosen by a table, a replay, the lessons or the end of a game.

/** `offer`: could be done; `chosen`: about to be done; `missing`: what a ticket lacks; `trail`: a longest path; `event`: what just happened; `last`: the last move of a player. */
export type Mark = 'offer' | 'chosen' | 'missing' | 'trail' | 'event' | 'last'

export interface Pointing {
  routes: Map<string, Mark>
  /** Cities with a mark; tickets light their cities as `ticket`, done ones as `done`. */
  cities: Map<string, 'ticket' | 'done' | 'offer' | 'chosen' | 'event' | 'last'>
}

export const nothing: Pointing = { routes: new Map(), cities: new Map() }
