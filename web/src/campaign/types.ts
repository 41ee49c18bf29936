// What the page knows of a campaign. Messages are in generated.ts; here are the facts of its log, which come as in the exported file.
import type { CampaignEntry } from '../lib/generated'

export type {
  AccountPart, AddBot, CampaignBoard, CampaignCard, CampaignEntry, CampaignInfo, CampaignState, CampaignWordsPage, CampaignYou, ChangeCompany, CompanyInfo, FounderWish, JoinCampaign, OpenCampaign,
  ModulePart, OfficeInfo, OpenVotePart, PaperPart, PlacePart, PostcardWords, SignaturePart, StickerPart,
} from '../lib/generated'

export type Choice = 'a' | 'b'
/** Who decides: the colour of a company, or the host. */
export type Actor = string
export const HOST: Actor = 'host'
/** How many games a campaign has. */
export const GAMES = 12

export interface Slip { company: string; money: number; for_trains: number; tickets: number; total: number; trains_left: number; won: number; completed: string[]; failed: string[]; routes: string[]; story?: number; bonds?: number; vault?: number; modules?: Record<string, number>; cards?: number }
/** What a finished game hands up. Pairs are a route, a territory or a company, then a company or a card. */
export interface Result {
  slips: Slip[]
  turn_order: string[]
  event_discards: string[]
  spikes?: [string, string][]
  turns?: number
  newspapers?: number
  /** Route and company. */
  spans?: [string, string][]
  /** Company and crew card. */
  hired?: [string, string][]
  /** Company, postcard, and how often it was met. */
  postcards?: [string, string, number][]
  removed_events?: string[]
  /** Cities that get a growth mark. */
  growth?: string[]
}
export interface Founder { company: string; president: string; bot?: string | null }

/** One fact of the log. */
export type Fact =
  | { entry: 'founded'; campaign: string; founders: Founder[] }
  | { entry: 'joined'; founder: Founder }
  | { entry: 'left'; company: string }
  | { entry: 'missed'; game: number; company: string }
  | { entry: 'seated'; game: number; places: { company: string; stand_in?: string | null }[] }
  | { entry: 'read'; cards: string[] }
  | { entry: 'dealt-anew'; game: number }
  | { entry: 'played'; game: number; result: Result }
  | { entry: 'removed'; event: string; company: string | null }
  | { entry: 'voted'; company: string; choice: Choice }
  | { entry: 'closed'; vote: string; choice: Choice }
  | { entry: 'named'; company: string | null; territories: string[] }
  | { entry: 'chartered'; company: string | null; territory: string }
  | { entry: 'repainted'; company: string; route: string }
  | { entry: 'christened'; company: string; route: string; name: string }
  | { entry: 'struck'; company: string; route: string }
  | { entry: 'gave-up'; company: string; card: string }

/** The facts of an entry. Kinds that this page does not know are left out. */
export function factsOf(entry: CampaignEntry): Fact[] {
  return (entry.facts as unknown as Fact[]).filter((fact) => KINDS.has(fact.entry))
}
const KINDS = new Set<string>(['founded', 'joined', 'left', 'missed', 'seated', 'read', 'dealt-anew', 'played', 'removed', 'voted', 'closed', 'named', 'chartered', 'repainted', 'christened', 'struck', 'gave-up'])
