// Plans for the next turn (premoves): kept on this device too, since the server tells nobody of them.
const key = (table: string, seat: number) => `plans:${table}:${seat}`

/** Plans are for one turn: they are forgotten once this seat has moved past `seq`. */
export function readPlans(table: string, seat: number): string[] {
  try {
    return JSON.parse(localStorage.getItem(key(table, seat)) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function keepPlans(table: string, seat: number, plans: string[]): void {
  if (plans.length) localStorage.setItem(key(table, seat), JSON.stringify(plans))
  else localStorage.removeItem(key(table, seat))
}

export const MOST_PLANS = 5

/** Draws that can be planned: two blind cards from each deck. */
export function drawPlans(decks: string[]): string[] {
  return decks.map((deck) => `draw ${deck} then draw ${deck}`)
}
