// Dollars as the language of the page writes them.
import { language } from '../lib/words.svelte'

const STYLE = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const

/** With a true minus sign. */
export function dollars(amount: number): string {
  return new Intl.NumberFormat(language(), STYLE).format(amount).replace('-', '−')
}
