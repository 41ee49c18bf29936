// Keyboard shortcuts of the map view. They are off while the player types text.
import { Refusal } from '../lib/api'
import { set, settings } from '../lib/settings.svelte'
import type { Play } from './play.svelte'

/** The shortcuts for the help: the key as shown, and the code of its words (`keys.<code>`). */
export const KEYS: [string, string][] = [
  ['1 – 9', 'row'],
  ['D', 'deck'],
  ['F', 'ships'],
  ['T', 'tickets'],
  ['S', 'station'],
  ['E', 'exchange'],
  ['P', 'pass'],
  ['U', 'undo'],
  ['H', 'hint'],
  ['W', 'can'],
  ['L', 'longest'],
  ['V', 'view'],
  ['Space', 'skip'],
  ['Esc', 'rest'],
  ['?', 'help'],
]

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null
  return !!element?.closest?.('input, select, textarea, [contenteditable], dialog')
}

export function onKey(event: KeyboardEvent, play: Play): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || play.opened) return
  const { moves, table } = play
  const key = event.key.toLowerCase()
  const isButton = (event.target as HTMLElement).closest?.('button, a, [role="button"]')
  // While older moves are shown, a key only skips them: what it would act on is not what is on the table.
  if (table.waiting && !moves && !isButton && (event.key.length === 1 || key === 'escape')) {
    event.preventDefault()
    table.skip()
    return
  }
  const act = (action: string | null | undefined) => {
    if (action) play.do(action)
    else if (table.position?.public.phase !== 'over') table.refusal = new Refusal(moves ? 'not_now_here' : 'not_your_turn', { seat: table.position?.public.to_act[0] ?? 0 })
  }
  if (/^[1-9]$/.test(key)) {
    const locked = table.position?.public.phase === 'second-pick' && table.position.public.row[Number(key) - 1] === 'locomotive'
    if (moves && locked && !moves.row.has(Number(key))) table.refusal = new Refusal('locomotive_second', { slot: Number(key) })
    else if (moves?.takes.size) act(moves.takes.get(Number(key)))
    else if ((moves?.row.get(Number(key))?.length ?? 0) > 1) play.take(Number(key))
    else act(moves?.row.get(Number(key))?.[0])
  } else if (key === 'd') act(moves?.decks.values().next().value)
  else if (key === 'f') act([...(moves?.decks.values() ?? [])][1])
  else if (key === 't') act(moves?.tickets)
  else if (key === 'p') act(moves?.pass)
  else if (key === 's' && (moves?.stations.size || moves?.ports.size)) play.begin('city')
  else if (key === 'e' && moves?.exchanges.length) play.begin('exchange')
  else if (key === 'u') play.undo()
  else if (key === 'h') void play.ask()
  else if (key === 'w') play.opened = 'can'
  else if (key === 'l') play.trailOf = play.trailOf === null ? (table.seat ?? 0) : null
  else if (key === 'v') set('view', settings.view === 'text' ? 'board' : 'text')
  else if (key === ' ' && table.isBehind && !isButton) table.skip()
  else if (key === 'escape') play.rest()
  else if (key === '?') play.opened = 'keys'
  else return
  event.preventDefault()
}
