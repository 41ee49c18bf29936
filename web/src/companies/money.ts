// Dollars as the language of the page writes them.
import { once } from '../lib/message'
import { language } from '../lib/words.svelte'

const format = once((each) => new Intl.NumberFormat(each, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 }))

/** With a true minus sign. */
export function dollars(amount: number): string {
  return format(language()).format(amount).replace('-', '−')
}
