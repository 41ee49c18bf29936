// Which seat of a table plays which company.
import { post } from '../lib/api'
import type { SeatWish, TableInfo } from '../lib/types'

/** The seats with the companies of a map. A seat without one gets the first that is free. */
export function withCompanies(seats: SeatWish[], companies: string[]): SeatWish[] {
  const taken = new Set<string>()
  const kept = seats.map(({ company, ...seat }) => {
    if (!company || !companies.includes(company) || taken.has(company)) return seat as SeatWish
    taken.add(company)
    return { ...seat, company }
  })
  const free = companies.filter((company) => !taken.has(company))
  return kept.map((seat) => (seat.company || !free.length ? seat : { ...seat, company: free.shift() }))
}

/** The seats after one has chosen a company. The seat that had it gets the other one's company. */
export function chooseCompany(seats: SeatWish[], index: number, company: string): SeatWish[] {
  const before = seats[index]?.company
  return seats.map((seat, each) => (each === index ? { ...seat, company } : seat.company === company ? { ...seat, company: before } : seat))
}

/** Chooses the company of a seat in the lobby. */
export function askCompany(table: string, seat: number, company: string): Promise<TableInfo> {
  return post(`/api/tables/${table}/company`, { seat, company })
}
