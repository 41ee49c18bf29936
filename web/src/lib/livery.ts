// Whose colour is whose: by seat, or on a map with companies by the company of the seat.
import { getContext, setContext } from 'svelte'
import { look, PLAYERS, type Shape } from './colours'

export interface Livery { fill: string; ink: string; shape: Shape }

/** The companies whose colours are those of the players, in their order. */
const COLOURS = ['blue', 'red', 'green', 'yellow', 'black']

/** Companies claim routes of their own colour: none has the shape of its colour. */
export function liveryOf(seat: number, company?: string | null): Livery {
  if (!company) return PLAYERS[seat % PLAYERS.length]!
  const livery = PLAYERS[COLOURS.indexOf(company)] ?? look(company)
  const { shape } = look(company)
  return livery.shape === shape ? { ...livery, shape: shape === 'hourglass' ? 'circle' : 'hourglass' } : livery
}

type Companies = (string | undefined)[]
const KEY = 'companies'

/** Say which companies the seats play, for everything below this component. */
export function shareCompanies(companies: () => Companies | undefined): void {
  setContext(KEY, companies)
}

/** The colours of the seats, as a component above has said. To be called when a component is made. */
export function useLiveries(): (seat: number) => Livery {
  const companies = getContext<(() => Companies | undefined) | undefined>(KEY)
  return (seat) => liveryOf(seat, companies?.()?.[seat])
}
