// The names of a campaign in words: companies, news events, rules, territories and routes.
import { companiesOf, companyName, prepare } from '../companies/texts.svelte'
import { routeWords as routeOf } from '../table/names'
import { t, tCode } from '../lib/words.svelte'
import type { Campaign } from './campaign.svelte'
import { HOST, type Actor } from './types'

/** The map on which campaigns begin. Before the founding its companies are shown as they are printed there. */
export const MAP = 'meridian'
export const prepareCompanies = () => prepare(MAP)

/** The colours that companies may have. */
export const allColours = () => companiesOf(MAP)

/** The printed name of a company. */
export function printedName(colour: string): string {
  return companyName(MAP, colour)
}
/** “Anna (blue)”: the president with the colour of the company. */
export function whoIs(campaign: Campaign, actor: Actor | null): string {
  if (actor === null) return t('campaign.the_lot')
  const company = campaign.company(actor === HOST ? (campaign.companies.find((each) => each.person === campaign.info?.host)?.company ?? null) : actor)
  if (!company) return actor === HOST ? t('campaign.the_host') : tCode('card', actor)
  return t('campaign.who', { president: company.president, colour: tCode('card', company.company) })
}
/** What a company gets for a route of its colour in the next game. */
export function bonusOf(campaign: Campaign, colour: string): string {
  return campaign.words?.companies[colour]?.text.join(' ') ?? ''
}
export function eventName(campaign: Campaign, id: string): string {
  return campaign.words?.news[id]?.name ?? id
}
export function eventWords(campaign: Campaign, id: string): string {
  return campaign.words?.news[id]?.text.join(' ') ?? ''
}
export function moduleName(campaign: Campaign, module: string): string {
  return campaign.words?.modules[module]?.name ?? module
}
export function crewName(campaign: Campaign, crew: string): string {
  return campaign.words?.crew[crew]?.name ?? crew
}
/** Who sent a postcard. */
export function senderOf(campaign: Campaign, card: string): string {
  return campaign.words?.postcards[card]?.sender ?? card
}
export function territoryName(campaign: Campaign, code: string): string {
  return campaign.words?.territories[code]?.name ?? code
}
/** A route by its cities, its colour or lane, and the name that it was given. */
export function routeName(campaign: Campaign, route: string): string {
  return campaign.gameMap ? routeOf(campaign.gameMap, route) : route
}
