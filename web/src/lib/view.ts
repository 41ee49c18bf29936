// What the map points out: marks on routes and cities, chosen by a table, a replay, the lessons or the end of a game.

/**
 * `offer`: could be done; `wanted`: could be done, and a ticket needs it; `hint`: what a hint advises; `chosen`: about to be done;
 * `missing`: what a ticket lacks; `trail`: a longest path; `event`: what just happened; `last`: the last move of a player.
 */
export type Mark = 'offer' | 'wanted' | 'hint' | 'chosen' | 'missing' | 'trail' | 'event' | 'last'

export interface Pointing {
  routes: Map<string, Mark>
  /** Cities with a mark; tickets light their cities as `ticket`, done ones as `done`. */
  cities: Map<string, 'ticket' | 'done' | 'offer' | 'chosen' | 'event' | 'last'>
  /** Cities that the map shows together, until this changes. */
  frame?: string[]
}

export const nothing: Pointing = { routes: new Map(), cities: new Map() }
