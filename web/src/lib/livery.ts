// The colours of the seats: those that the players chose, or on a map with companies those of the companies.
import { getContext, setContext } from 'svelte'
import { look, PALETTE, PLAYERS, type Livery } from './colours'
import type { PlayerColour } from './types'

export type { Livery } from './colours'
/** What decides the colour of a seat. A seat with neither has a colour by its number. */
export interface Wears { company?: string | null; colour?: PlayerColour | null }

/** Companies have the colours of routes, darker; shape and outline alone tell their trains from free routes. */
const COMPANIES: Record<string, Livery> = {
  blue: { fill: '#1f5fa8', ink: '#ffffff', shape: 'circle' },
  red: { fill: '#b3261e', ink: '#ffffff', shape: 'square' },
  green: { fill: '#18806a', ink: '#ffffff', shape: 'hourglass' },
  yellow: { fill: '#c99700', ink: '#2c2118', shape: 'diamond' },
  black: { fill: '#2a2622', ink: '#ffffff', shape: 'cross' },
}

export function liveryOf(seat: number, { company, colour }: Wears = {}): Livery {
  if (!company) return PLAYERS[colour ?? PALETTE[seat % PALETTE.length]!]
  const livery = COMPANIES[company] ?? look(company)
  const { shape } = look(company)
  return livery.shape === shape ? { ...livery, shape: shape === 'hourglass' ? 'circle' : 'hourglass' } : livery
}

const KEY = 'liveries'

/** Sets the colours of the seats for all components below this one (Svelte context). */
export function shareLiveries(seats: () => Wears[] | undefined): void {
  setContext(KEY, seats)
}

/** The colours of the seats from the context. Call it while a component is initialised. */
export function useLiveries(): (seat: number) => Livery {
  const seats = getContext<(() => Wears[] | undefined) | undefined>(KEY)
  return (seat) => liveryOf(seat, seats?.()?.[seat])
}
