// What moments read: the campaign as the controller has it, and its names in words.
import { dollars } from '../../companies/money'
import type { GameMap } from '../../lib/maps'
import { list, t, tCode } from '../../lib/words.svelte'
import { cityWords, routeWords } from '../../table/names'
import type { Campaign } from '../campaign.svelte'
import type { ChangePart } from '../../lib/generated'
import type { AccountPart, Fact, PostcardWords } from '../types'

/** The controller, or something of its shape. */
export type Scene = Pick<Campaign, 'info' | 'state' | 'entries' | 'words' | 'board' | 'signatures' | 'mine'>

export type Placed = ChangePart['stickers'][number]
/** What a fact changed in sight of all, beside the fact itself. */
export type Changes = Partial<Omit<ChangePart, 'fact'>>
export type ChangedFact = Fact & Changes

/** The president of a company, or the lot. */
export function who(scene: Scene, colour: string | null): string {
  return colour === null ? t('moments.lot') : (scene.info?.companies.find((each) => each.company === colour)?.president ?? companyName(scene, colour))
}
export function companyName(scene: Scene, colour: string): string {
  return scene.words?.companies[colour]?.name ?? tCode('card', colour)
}
export function newsName(scene: Scene, event: string): string {
  return scene.words?.news[event]?.name ?? event
}
export function newsText(scene: Scene, event: string): string {
  return scene.words?.news[event]?.text.join(' ') ?? ''
}
export function territoryName(scene: Scene, code: string): string {
  return scene.words?.territories[code]?.name ?? code
}
/** A postcard, or at least its number. */
export function postcard(scene: Scene, card: string): PostcardWords {
  return scene.words?.postcards[card] ?? { sender: card, front: '', back: null }
}
export function moduleName(scene: Scene, module: string): string {
  return scene.words?.modules[module]?.name ?? module
}
export function crewName(scene: Scene, crew: string): string {
  return scene.words?.crew[crew]?.name ?? crew
}
export function boxOf(scene: Scene, code: string) {
  return scene.board?.boxes.find((box) => box.territory === code) ?? null
}
export function route(scene: Scene, name: string): string {
  return scene.board ? routeWords(scene.board.gameMap, name) : name
}
export function city(scene: Scene, id: string): string {
  return scene.board ? cityWords(scene.board.gameMap, id) : id
}
export function cities(scene: Scene, ids: readonly string[]): string {
  return list(ids.map((id) => city(scene, id)))
}
/** A rule of the rulebook: one of the story or of a box has its words from the server, others are the page's. */
export function ruleWords(scene: Scene, rule: string, part: string): string {
  const served = scene.words?.news[rule] ?? scene.words?.modules[rule]
  return served ? t('campaign.story_rule', { name: served.name, text: served.text.join(' ') }) : tCode('campaign.rule', ruleKey(rule, part), {}, 'campaign.rule.other')
}
/** Postcards stand in all three parts of the rulebook, with different sentences. */
export function ruleKey(rule: string, part: string): string {
  return rule === 'postcards' ? `postcards-${part}` : rule
}
export { dollars }

/** Who has won the campaign; the accounts come best first. */
export function verdict(scene: Scene, [best, second]: AccountPart[]): string {
  return t('moments.wins', { name: who(scene, best!.company), company: companyName(scene, best!.company), total: dollars(best!.total), tied: second?.total === best!.total ? 'yes' : 'no' })
}

/** The board without some boxes: as it was before they were opened. */
export function without(gameMap: GameMap, boxes: readonly { cities: string[]; routes: string[] }[]): GameMap {
  const gone = new Set(boxes.flatMap((box) => [...box.cities, ...box.routes]))
  // A route of an earlier territory that waited for one of these goes too.
  for (const { name, a, b } of gameMap.served.routes) if (gone.has(a) || gone.has(b)) gone.add(name)
  return pick(gameMap, (id) => !gone.has(id), '-before')
}
/** Only what is in a box. */
export function only(gameMap: GameMap, box: { cities: string[]; routes: string[] }): GameMap {
  const kept = new Set([...box.cities, ...box.routes])
  return { ...pick(gameMap, (id) => kept.has(id), '-box') }
}
function pick(gameMap: GameMap, has: (id: string) => boolean, suffix: string): GameMap {
  const routes = gameMap.served.routes.filter((each) => has(each.name))
  const kept = gameMap.served.cities.filter((each) => has(each.id))
  return {
    ...gameMap,
    id: gameMap.id + suffix,
    served: { ...gameMap.served, routes, cities: kept },
    // No unfinished tracks: those of an earlier board are not known any more.
    geometry: { ...gameMap.geometry, edges: suffix === '-before' ? gameMap.geometry.edges : [], routes: Object.fromEntries(routes.map((each) => [each.name, gameMap.geometry.routes[each.name]!])), cities: gameMap.geometry.cities },
    route: new Map(routes.map((each) => [each.name, each])),
  }
}
