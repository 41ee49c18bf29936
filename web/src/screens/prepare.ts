// Loads what a table needs before it is opened: while a person chooses, or while the server deals.
import { loadPlayableMap } from '../lib/maps'

export function prepareTable(map: string): void {
  void import('../table/TableScreen.svelte').catch(() => undefined)
  void loadPlayableMap(map).catch(() => undefined)
}
