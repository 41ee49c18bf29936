// What the server says: the shapes of docs/server.md and trunkline/server/messages.py, as the page reads them.

export type Counts = Record<string, number>

export interface Clock { kind: 'none' | 'move' | 'days'; seconds: number }

export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  person: string | null
  bot: string | null
  present: boolean
  substituted: boolean
  /** False while a rematch keeps the seat for somebody who has not answered. */
  accepted: boolean
  /** The owner left a rated game and has lost it. */
  left: boolean
  /** The owner agrees to abort the game. */
  abort: boolean
}

export interface TableInfo {
  type: 'table'
  table: string
  status: 'open' | 'playing' | 'over' | 'closed'
  map: string
  variant: string
  host: string
  public: boolean
  spectators: boolean
  chat: boolean
  clock: Clock
  first: number | null
  substitute: string
  seats: SeatInfo[]
  commitment: string
  seq: number
  created: number
  rematch: string | null
  deadline: number | null
  rated: boolean
  /** Until the next entry: the system clock jumped, and running clocks were given so many seconds back. */
  credit: { seconds: number; at: number } | null
}

export type Phase = 'opening' | 'split' | 'turn' | 'second-pick' | 'tickets' | 'tunnel' | 'pair' | 'over'

export interface PlayerPublic {
  cards: number
  known: Counts
  tickets: number
  offered: number
  chosen: boolean
  trains: number
  stations: number
  points: number
  /** With two decks: backs of the hand, ships and ports left, what lies in the box, pieces exchanged so far. */
  train_cards?: number
  ship_cards?: number
  ships?: number
  ports?: number
  box?: { trains: number; ships: number }
  exchanged?: number
}

/** A pair route that is being paid, space by space. */
export interface Pair { route: string; spaces: number; paid: Counts }

export interface Tunnel { route: string; colour: string; locomotives: number; turned: string[]; asked: number }

export interface TicketScore { ticket: string; points: number; completed: boolean; in_order?: boolean | null }
export interface PortScore { city: string; tickets: number; points: number }
export interface PlayerScore {
  seat: number
  routes: { route: string; length: number; points: number }[]
  tickets: TicketScore[]
  stations_left: number
  station_points: number
  borrowed: string[]
  longest_trail: number
  longest_path_points: number
  globetrotter_points: number
  total: number
  ports?: PortScore[]
  ports_left?: number
  unbuilt_port_points?: number
  exchange_points?: number
}
export interface ScoreSheet { players: PlayerScore[]; winners: number[]; tie_break: string | null; [more: string]: unknown }

export interface PublicPart {
  phase: Phase
  turn: number
  seat: number
  to_act: number[]
  turns_left: number | null
  row: (string | null)[]
  decks: Record<string, { cards: number; discards: Counts }>
  tickets_left: number
  routes: Record<string, number>
  stations: Record<string, number>
  tunnel: Tunnel | null
  /** With two decks: who built a port where, and a pair route being paid. */
  ports?: Record<string, number>
  pair?: Pair | null
  players: PlayerPublic[]
  sheet?: ScoreSheet
  [more: string]: unknown
}

export interface OwnPart {
  seat: number
  hand: Counts
  tickets: string[]
  offered: string[]
  chosen: string[] | null
  /** In the phase `split`: the trains this seat has chosen. */
  split?: number | null
}

export interface SeatTurn { seat: number; actions: string[]; why_not: Record<string, string[]> }

export interface ChatLine { type: 'chat'; table: string; number: number; person: string; name: string; text: string; at: number }

/** What one client may know at a moment: a table live, or a replay at a seq. Everything that draws a game reads this. */
export interface Position { seq: number; public: PublicPart; own: OwnPart[]; turns: SeatTurn[] }

/** Plans for the next turn of a seat of one's own. */
export interface SeatPlans { seat: number; actions: string[] }

export interface Snapshot extends Position { type: 'snapshot'; info: TableInfo; chat: ChatLine[]; premoves?: SeatPlans[] }

/** What happened, in names; `event` says what kind (docs: rules/events.py). Hidden parts are left out. */
export interface GameEvent { event: string; seat?: number; [fact: string]: unknown }

/** One thing that was done at a table, without the position after it. */
export interface Told {
  seq: number
  kind: 'deal' | 'move' | 'undo' | 'substitute' | 'return' | 'abort'
  seat: number | null
  by_bot: boolean
  action: string | null
  events: GameEvent[]
  at: number
}

export interface Entry extends Told, Position {
  type: 'entry'
  table: string
  deadline: number | null
}

export interface Refused { type: 'refused'; code: string; params: Record<string, unknown>; table: string | null; action_id: string | null }
export interface Done { type: 'done'; table: string; action_id: string; seq: number }
export interface Gone { type: 'gone'; table: string; code: string }
export interface Premoves extends SeatPlans { type: 'premoves'; table: string }
export type FromServer = Snapshot | Entry | TableInfo | Done | Refused | ChatLine | Gone | Premoves | { type: 'pong' }

// --- maps ---

export interface CityData { id: string; name: string; latitude: number; longitude: number; port?: boolean; junction?: boolean }
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
  wraps?: boolean
}
/** A ticket; with three cities and more it is a tour. */
export interface TicketData { name: string; cities: string[]; points: number; out_of_order: number | null; penalty: number; long: boolean }
export interface VariantData { id: string; name: string; summary: string; rules: Record<string, unknown> & { route_points: number[]; longest_path: number; stations: number; trains: number; ships?: number; pieces?: number; suggested_trains?: number; ports?: number; port_cost?: Counts; port_points?: number[]; unbuilt_port?: number; exchange_cost?: number; last_turns?: number }; tickets: TicketData[] }
export interface MapPage {
  id: string
  name: string
  summary: string
  edition: string
  decks: Record<string, Counts>
  cities: CityData[]
  routes: RouteData[]
  variants: Record<string, VariantData>
}
export interface MapInfo {
  id: string
  name: string
  summary: string
  variants: { id: string; name: string; summary: string; least_players: number; most_players: number }[]
}

/** Where things lie, made at build time by `trunkline map geometry` and tools/land.mjs. */
export interface Geometry {
  id: string
  box: [number, number, number, number]
  thick: number
  dot: number
  /** On a map whose edges are joined: how wide the earth is. */
  wrap?: number | null
  /** The coast as an SVG path. */
  land: string
  /** Lakes, drawn as water on the land. */
  lakes?: string
  /** Lines of latitude and longitude, likewise. */
  graticule?: string
  cities: Record<string, [number, number]>
  /** By language and city: the middle of the baseline, and the width. */
  names: Record<string, Record<string, [number, number, number]>>
  routes: Record<string, { line: [number, number][]; spaces: [number, number, number, number][] }>
}

export interface PersonInfo { id: string; kind: 'guest' | 'account' | 'deleted'; name: string }
export interface Me { person: PersonInfo | null; muted: string[] }
export interface GameInfo { table: TableInfo; your_turn: boolean }
