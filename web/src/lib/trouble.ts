// The words for a failed request, by the code of its refusal.
import { Refusal } from './api'
import { withWords } from './areas'
import type { Params } from './message'
import { tCode } from './words.svelte'

/** Loads the sentences of refusals, which most visits never need, unless the one for this code is known. */
export async function loadRefusals(code: string): Promise<void> {
  if (tCode('refusal', code) === code) await withWords(['refusals'], Promise.resolve()).catch(() => undefined)
}

export async function trouble(error: unknown): Promise<string> {
  if (!(error instanceof Refusal)) return tCode('refusal', 'unavailable')
  await loadRefusals(error.code)
  const params: Params = {}
  for (const [key, value] of Object.entries(error.params)) params[key] = typeof value === 'number' ? value : String(value)
  return tCode('refusal', error.code, params, 'common.refused')
}
