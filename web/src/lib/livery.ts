// The colours of the players: by seat, or on a map with companies by the company of the seat.
import { getContext, setContext } from 'svelte'
import { look, PLAYERS, type Shape } from './colours'

export interface Livery { fill: string; ink: string; shape: Shape }

/** The companies in the order of the player colours that they use. */
const COLOURS = ['blue', 'red', 'green', 'yellow', 'black']

/** No company has the shape of its card colour, so that its trains differ from free routes of that colour. */
export function liveryOf(seat: number, company?: string | null): Livery {
  if (!company) return PLAYERS[seat % PLAYERS.length]!
  const livery = PLAYERS[COLOURS.indexOf(company)] ?? look(company)
  const { shape } = look(company)
  return livery.shape === shape ? { ...livery, shape: shape === 'hourglass' ? 'circle' : 'hourglass' } : livery
}

type Companies = (string | undefined)[]
const KEY = 'companies'

/** Sets the companies of the seats for all components below this one (Svelte context). */
export function shareCompanies(companies: () => Companies | undefined): void {
  setContext(KEY, companies)
}

/** The colours of the seats from the context. Call it while a component is initialised. */
export function useLiveries(): (seat: number) => Livery {
  const companies = getContext<(() => Companies | undefined) | undefined>(KEY)
  return (seat) => liveryOf(seat, companies?.()?.[seat])
}
