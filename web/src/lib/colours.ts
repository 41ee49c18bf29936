// Nothing depends on colour alone: every card colour has a shape (and on cards a letter of the language), every player a number and a shape.
import { CARD_FILLS, PLAYER_FILLS } from './generated'
import type { PlayerColour } from './types'

export interface Look { fill: string; ink: string; shape: Shape }
export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'star' | 'hourglass' | 'ring' | 'moon' | 'drop' | 'none'

export const CARDS: Record<string, Look> = {
  pink: { fill: CARD_FILLS.pink, ink: '#2c2118', shape: 'moon' },
  purple: { fill: CARD_FILLS.purple, ink: '#ffffff', shape: 'moon' },
  white: { fill: CARD_FILLS.white, ink: '#2c2118', shape: 'ring' },
  blue: { fill: CARD_FILLS.blue, ink: '#ffffff', shape: 'drop' },
  yellow: { fill: CARD_FILLS.yellow, ink: '#2c2118', shape: 'star' },
  orange: { fill: CARD_FILLS.orange, ink: '#2c2118', shape: 'hourglass' },
  black: { fill: CARD_FILLS.black, ink: '#ffffff', shape: 'square' },
  red: { fill: CARD_FILLS.red, ink: '#ffffff', shape: 'cross' },
  green: { fill: CARD_FILLS.green, ink: '#ffffff', shape: 'triangle' },
  locomotive: { fill: '#d9c48f', ink: '#2c2118', shape: 'diamond' },
  gray: { fill: CARD_FILLS.gray, ink: '#2c2118', shape: 'none' },
}
const STRANGE: Look = { fill: '#a08ad0', ink: '#2c2118', shape: 'circle' }

/** The look of a card or of the colour of a route; `red-anchor-train` looks red. */
export function look(card: string): Look {
  return CARDS[card] ?? CARDS[card.split('-')[0]!] ?? STRANGE
}

export interface Livery { fill: string; ink: string; shape: Shape }

/** The colours of players. None is a route's colour, free or printed on the map in light or dark, for any eye (`colours.test.ts` measures it). */
export const PLAYERS: Record<PlayerColour, Livery> = {
  violet: { fill: PLAYER_FILLS.violet, ink: '#ffffff', shape: 'circle' },
  brown: { fill: PLAYER_FILLS.brown, ink: '#ffffff', shape: 'square' },
  sky: { fill: PLAYER_FILLS.sky, ink: '#2c2118', shape: 'triangle' },
  magenta: { fill: PLAYER_FILLS.magenta, ink: '#ffffff', shape: 'diamond' },
  teal: { fill: PLAYER_FILLS.teal, ink: '#ffffff', shape: 'cross' },
  forest: { fill: PLAYER_FILLS.forest, ink: '#ffffff', shape: 'star' },
  navy: { fill: PLAYER_FILLS.navy, ink: '#ffffff', shape: 'hourglass' },
  wine: { fill: PLAYER_FILLS.wine, ink: '#ffffff', shape: 'ring' },
}
export const PALETTE = Object.keys(PLAYERS) as PlayerColour[]

/** A shape as a path round (0, 0) that fits a circle of radius 1. */
export const SHAPES: Record<Shape, string> = {
  circle: 'M-.85 0a.85.85 0 1 0 1.7 0a.85.85 0 1 0-1.7 0z',
  square: 'M-.75-.75h1.5v1.5h-1.5z',
  triangle: 'M0-.95L.9.7H-.9z',
  diamond: 'M0-1L.8 0 0 1-.8 0z',
  cross: 'M-.3-.9h.6v.6h.6v.6h-.6v.6h-.6v-.6h-.6v-.6h.6z',
  star: 'M0-1L.26-.32.98-.31.41.13.6.82 0 .42-.6.82-.41.13-.98-.31-.26-.32z',
  hourglass: 'M-.85-.9h1.7L.3 0l.55.9h-1.7L-.3 0z',
  ring: 'M-.95 0a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0zM-.5 0a.5.5 0 1 1 1 0a.5.5 0 1 1-1 0z',
  moon: 'M.3-.9A.95.95 0 1 0 .3.9 1.1 1.1 0 0 1 .3-.9z',
  drop: 'M0-1C.4-.4.75 0 .75.35A.75.65 0 0 1-.75.35C-.75 0-.4-.4 0-1z',
  none: '',
}

/** An anchor for a port, within a circle of radius 1. */
export const ANCHOR = 'M-.12-.5a.3.3 0 1 1 .24 0v.2h.4v.24h-.4v.72q.5-.06.62-.5l-.2.04.3-.42.3.42h-.2Q.8.92 0 1-.8.92-.94.2h-.2l.3-.42.3.42-.2-.04q.12.44.62.5v-.72h-.4v-.24h.4z'
