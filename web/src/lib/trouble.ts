// The words for a failed request, by the code of its refusal.
import { Refusal } from './api'
import type { Params } from './message'
import { tCode } from './words.svelte'

export function trouble(error: unknown): string {
  if (!(error instanceof Refusal)) return tCode('refusal', 'unavailable', {}, 'common.refused')
  const params: Params = {}
  for (const [key, value] of Object.entries(error.params)) params[key] = typeof value === 'number' ? value : String(value)
  return tCode('refusal', error.code, params, 'common.refused')
}
