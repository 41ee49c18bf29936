// What the server says, as the page reads it: messages and events from generated.ts, maps, and what the page adds.
import type { OwnPart, PublicPart, SeatInfo, SeatTurn, TableInfo } from './generated'

export type {
  CampaignCard, ChatLine, Clock, Entry, EntryLine, FromClient, FromServer, GameEvent, News, OpenTable, OwnPart, Pair, Pays, Phase, TurnPlan, PlanList, PlayerPart, PlayerScore, PublicPart, ScoreSheet,
  SeatInfo, SeatTurn, SeatWish, Snapshot, TableInfo, TicketPart, Tunnel, Verb,
} from './generated'

export type PlayerColour = NonNullable<SeatInfo['colour']>

export type Counts = Record<string, number>

/** What one client may know at a moment: of a live table, or of a replay at a seq. All components that show a game read this. */
export interface Position { seq: number; public: PublicPart; own: OwnPart[]; turns: SeatTurn[] }

// --- maps ---

export interface CityData { id: string; name: string; latitude: number; longitude: number; port?: boolean; junction?: boolean; large?: boolean; harbour?: boolean }
export interface RouteData {
  name: string
  a: string
  b: string
  length: number
  colour: string
  group: number
  lane: number
  lanes: number
  kind: 'rail' | 'sea'
  locomotives: number
  tunnel: boolean
  pair?: boolean
  /** Marks that rules name: `bridge`, `mountain`. */
  tags?: string[]
  wraps?: boolean
  /** A lane before this one that is the same choice: it costs and pays the same. */
  same?: string
}
/** A ticket; with three cities and more it is a tour. */
export interface TicketData { name: string; cities: string[]; points: number; out_of_order: number | null; penalty: number; long: boolean }
export interface VariantData { id: string; name: string; summary: string; rules: Record<string, unknown> & { route_points: number[]; longest_path: number; stations: number; unbuilt_station?: number; trains: number; ships?: number; pieces?: number; suggested_trains?: number; ports?: number; port_cost?: Counts; port_points?: number[]; unbuilt_port?: number; exchange_cost?: number; last_turns?: number; trains_left?: number[]; draw?: { tickets: number; keep: number } }; tickets: TicketData[] }
export interface MapPage {
  id: string
  name: string
  summary: string
  edition: string
  decks: Record<string, Counts>
  cities: CityData[]
  routes: RouteData[]
  variants: Record<string, VariantData>
  /** The companies to choose from, on a map that has them. */
  companies?: string[]
  /** In a game of a campaign: the modules in force, and what they are about. */
  modules?: string[]
  steamers?: string[]
  excursions?: string[][]
  oceans?: string[][]
  spans?: Record<string, string | null>
  bored?: string[]
}
export interface MapInfo {
  id: string
  name: string
  summary: string
  variants: { id: string; name: string; summary: string; least_players: number; most_players: number }[]
}

/** The geometry of a map, made at build time by web/build.py and tools/land.mjs. */
export interface Geometry {
  id: string
  box: [number, number, number, number]
  thick: number
  dot: number
  /** On a map whose edges are joined: the width after which it repeats. */
  wrap?: number | null
  /** The coast as an SVG path. */
  land: string
  /** Lakes, drawn as water on the land. */
  lakes?: string
  /** Lines of latitude and longitude, as an SVG path. */
  graticule?: string
  cities: Record<string, [number, number]>
  /** By language and city: the middle of the baseline, and the width. */
  names: Record<string, Record<string, [number, number, number]>>
  routes: Record<string, { line: [number, number][]; spaces: [number, number, number, number][] }>
  /** Unfinished tracks: the drawn spaces of each lane, nearest to the city first. */
  edges?: { city: string; length: number; lanes: [number, number, number, number][][] }[]
}

/** A small picture of a map, made by tools/land.mjs: a coarse coast, and all spaces by colour. */
export type Miniature = Pick<Geometry, 'id' | 'box' | 'wrap' | 'thick' | 'dot' | 'land' | 'lakes'> & {
  cities: [number, number][]
  routes: Record<string, [number, number, number, number][]>
}

export interface PersonInfo { id: string; kind: 'guest' | 'account' | 'deleted'; name: string }
export interface Me { person: PersonInfo | null; muted: string[] }
export interface GameInfo { table: TableInfo; your_turn: boolean }
