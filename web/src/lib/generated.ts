// Types of what the server says and hears. Made by web/tools/generate_types.py from the Python declarations.

export type Phase = 'opening' | 'turn' | 'second-pick' | 'tickets' | 'tunnel' | 'over' | 'split' | 'pair' | 'claim-asks'

/** The first word of an action. */
export type Verb = 'pass' | 'draw' | 'keep' | 'claim' | 'pay' | 'withdraw' | 'station' | 'split' | 'port' | 'exchange' | 'take' | 'buy' | 'return' | 'bond'

/** What happened, in names. What a client may not know is left out. */
export type GameEvent =
  | { event: 'started'; seat: number }
  | { event: 'passed'; seat: number }
  | { event: 'last-turns'; seat: number; turns: number }
  | { event: 'ended'; seat: number }
  | { event: 'dealt'; seat: number; count: number; cards?: string[] }
  | { event: 'row-dealt'; row: (string | null)[] }
  | { event: 'drew'; seat: number; slot: number; card: string }
  | { event: 'drew-blind'; seat: number; deck: string; cards?: string[] }
  | { event: 'refilled'; slot: number; card: string }
  | { event: 'reshuffled'; deck: string; count: number }
  | { event: 'offered'; seat: number; count: number; tickets?: string[] }
  | { event: 'chose'; seat: number; tickets?: string[] }
  | { event: 'kept'; seat: number; count: number; refused: number; tickets?: string[] }
  | { event: 'claimed'; seat: number; route: string; colour: string | null; cards: number; locomotives: number; points: number; paid?: string[] }
  | { event: 'space-paid'; seat: number; route: string; colour: string | null; cards: number; locomotives: number; paid: string[] }
  | { event: 'laid'; seat: number; route: string; colour: string | null; cards: number; locomotives: number }
  | { event: 'turned'; seat: number; asked: number; cards: string[] }
  | { event: 'withdrew'; seat: number; route: string }
  | { event: 'station'; seat: number; city: string; colour: string | null; cards: number; locomotives: number }
  | { event: 'port'; seat: number; city: string; colour: string | null; cards: number; locomotives: number; paid: string[] }
  | { event: 'chose-split'; seat: number; pieces?: number[] }
  | { event: 'split'; seat: number; trains: number; ships: number }
  | { event: 'exchanged'; seat: number; trains: number; ships: number }
  | { event: 'newspaper'; seat: number; count: number }
  | { event: 'newspapers-passed'; seat: number; count: number }
  | { event: 'news'; seat: number; news: string }
  | { event: 'news-shuffled'; count: number }
  | { event: 'money'; seat: number; amount: number; balance: number; step: number; source: string }
  | { event: 'cards-gained'; seat: number; step: number; source: string; count: number; cards?: string[] }
  | { event: 'cards-lost'; seat: number; source: string; cards: string[] }
  | { event: 'took'; seat: number; step: number; source: string; slot: number; card: string }
  | { event: 'row-washed'; source: string }
  | { event: 'asked'; seat: number; step: number; source: string }
  | { event: 'refunded'; seat: number; step: number; source: string; cards: string[] }
  | { event: 'bought'; seat: number; source: string; card: string }
  | { event: 'ticket-returned'; seat: number; source: string; tickets?: string[] }
  | { event: 'bond'; seat: number; source: string; owed: number }
  | { event: 'spike'; seat: number; step: number; source: string; vault: number }

export type EventName = GameEvent['event']

/** The part of an event that only its own seat may know. */
export const SECRETS: Partial<Record<EventName, string>> = {
  dealt: 'cards',
  'drew-blind': 'cards',
  offered: 'tickets',
  chose: 'tickets',
  kept: 'tickets',
  'chose-split': 'pieces',
  'cards-gained': 'cards',
  'ticket-returned': 'tickets',
}

/** The codes of refusals, each with a sentence in every language. */
export const REFUSALS = [
  'action_id_used',
  'already_chosen',
  'already_seated',
  'already_split',
  'bad_line',
  'bad_message',
  'bad_name',
  'bad_record',
  'bad_subscription',
  'bad_token',
  'bad_url',
  'box_too_small',
  'busy',
  'cards_missing',
  'cards_scarce',
  'city_has_port',
  'city_has_station',
  'colour_taken',
  'colours_of_companies',
  'company_taken',
  'deck_empty',
  'double_closed',
  'empty',
  'exchange_nothing',
  'game_in_progress',
  'game_over',
  'internal',
  'last_ticket',
  'locomotive_second',
  'locomotives_barred',
  'must_not_pass',
  'name_reserved',
  'name_taken',
  'no_chat',
  'no_companies_here',
  'no_locomotive_discarded',
  'no_port_city',
  'no_ports_left',
  'no_push',
  'no_route_to_port',
  'no_spectators',
  'no_stations_here',
  'no_stations_left',
  'no_such_action',
  'no_such_bot',
  'no_such_card',
  'no_such_city',
  'no_such_code',
  'no_such_company',
  'no_such_deck',
  'no_such_map',
  'no_such_page',
  'no_such_person',
  'no_such_power',
  'no_such_route',
  'no_such_seat',
  'no_such_seq',
  'no_such_slot',
  'no_such_table',
  'no_such_ticket',
  'no_such_ticket_name',
  'no_such_token',
  'no_tickets_left',
  'no_time_to_undo',
  'nobody_to_play',
  'not_a_guest',
  'not_a_number',
  'not_a_person',
  'not_an_account',
  'not_by_token',
  'not_now',
  'not_offered',
  'not_seated',
  'not_substituted',
  'not_the_host',
  'not_to_be_taken',
  'not_understood',
  'not_your_seat',
  'not_your_turn',
  'not_yourself',
  'nothing_to_undo',
  'pair_needs_colour',
  'pair_not_payable',
  'payment_does_not_add_up',
  'players_out_of_range',
  'port_cost',
  'power_used',
  'private_table',
  'rated_game',
  'rated_needs_clock',
  'rated_needs_opponents',
  'removed_by_host',
  'repeated_line',
  'route_taken',
  'seat_taken',
  'seats_open',
  'seats_unaccepted',
  'ships_do_not_add_up',
  'slot_empty',
  'split_does_not_add_up',
  'split_out_of_range',
  'stale',
  'supply_too_small',
  'table_closed',
  'table_full',
  'table_open',
  'table_over',
  'table_playing',
  'ticket_completed',
  'ticket_not_held',
  'too_fast',
  'too_few_kept',
  'too_few_locomotives',
  'too_few_ships',
  'too_few_trains',
  'too_little_money',
  'too_many_mutes',
  'too_many_open_tables',
  'too_many_premoves',
  'too_many_seats',
  'too_many_sockets',
  'too_many_streams',
  'too_many_tables',
  'too_many_tokens',
  'twin_is_yours',
  'unavailable',
  'undo_after_hidden',
  'weak_password',
  'which_deck',
  'which_lane',
  'who_are_you',
  'wrong_code',
  'wrong_colour',
  'wrong_origin',
  'wrong_password',
  'wrong_tunnel_colour',
  'you_left',
] as const

export const PASSWORD = { least: 8, most: 200 }

export interface Act {
  type: 'act'
  table: string
  seat: number
  base_seq: number
  action_id: string
  action: string
}

export interface Asks {
  step: number
  source: string
  route: string
}

export interface Box {
  trains: number
  ships: number
}

export interface ChatLine {
  type: 'chat'
  table: string
  number: number
  person: string
  name: string
  text: string
  at: number
}

export interface Clock {
  kind: 'days' | 'move' | 'none'
  seconds: number
}

export interface Credit {
  seconds: number
  at: number
}

export interface Deck {
  cards: number
  discards: Record<string, number>
}

export interface Done {
  type: 'done'
  table: string
  action_id: string
  seq: number
}

export interface Entry extends EntryLine {
  type: 'entry'
  table: string
  public: PublicPart
  own: OwnPart[]
  turns: SeatTurn[]
  deadline: number | null
  hold: number
}

export interface EntryLine {
  seq: number
  kind: 'abort' | 'deal' | 'move' | 'return' | 'substitute' | 'undo'
  seat: number | null
  by_bot: boolean
  action: string | null
  events: GameEvent[]
  at: number
  undo: boolean
}

export interface Gone {
  type: 'gone'
  table: string
  code: string
}

export interface News {
  current: string | null
  discards: string[]
  left: number
}

export interface OpenTable {
  map: string
  seats: SeatWish[]
  variant?: string
  public?: boolean
  spectators?: boolean
  chat?: boolean
  clock?: Clock
  first?: number | null
  substitute?: string
  luck?: string
  rated?: boolean
}

export interface OwnPart {
  seat: number
  hand: Record<string, number>
  tickets: string[]
  offered: string[]
  chosen: string[] | null
  progress: TicketPart[]
  covers: Record<string, Record<string, number>>
  split?: number | null
  pays?: Record<string, Pays[]>
}

export interface Pair {
  route: string
  spaces: number
  paid: Record<string, number>
}

export interface Pays {
  step: number
  source: string
  money: number
  cards: number
}

export interface Ping {
  type: 'ping'
}

export interface PlanList {
  seat: number
  seq: number
  plans: TurnPlan[]
}

export interface PlayerPart {
  cards: number
  known: Record<string, number>
  tickets: number
  offered: number
  chosen: boolean
  trains: number
  stations: number
  points: number
  trail?: Trail
  train_cards?: number
  ship_cards?: number
  ships?: number
  box?: Box
  ports?: number
  exchanged?: number
  company?: string
  money?: number
  trains_left?: number
  powers_used?: string[]
  owed?: number
  vault?: number
}

export interface PlayerScore {
  seat: number
  routes: RouteScore[]
  tickets: TicketScore[]
  stations_left: number
  station_points: number
  borrowed: string[]
  longest_trail: number
  longest_path_points: number
  globetrotter_points: number
  total: number
  ports: PortScore[]
  ports_left: number
  unbuilt_port_points: number
  exchange_points: number
  company: string | null
  money: number
  trains_left: number
  trains_left_money: number
  story_money: number
  bond_money: number
}

export interface Pong {
  type: 'pong'
}

export interface PortScore {
  city: string
  tickets: number
  points: number
}

export interface PowerPart {
  power: string
  amount: number
  later: number
}

export interface Premoves {
  type: 'premoves'
  table: string
  seat: number
  actions: string[]
}

export interface PublicPart {
  phase: Phase
  turn: number
  seat: number
  to_act: number[]
  turns_left: number | null
  row: (string | null)[]
  decks: Record<string, Deck>
  tickets_left: number
  routes: Record<string, number>
  closed: Record<string, number[]>
  stations: Record<string, number>
  tunnel: Tunnel | null
  players: PlayerPart[]
  ports?: Record<string, number>
  pair?: Pair | null
  news?: News
  asks?: Asks | null
  first?: number
  powers?: PowerPart[]
  spikes?: Record<string, number | null>
  sheet?: ScoreSheet
}

export interface Refused {
  type: 'refused'
  code: string
  params: Record<string, unknown>
  table: string | null
  action_id: string | null
}

export interface RouteScore {
  route: string
  length: number
  points: number
}

export interface Say {
  type: 'say'
  table: string
  text: string
}

export interface ScoreSheet {
  players: PlayerScore[]
  winners: number[]
  tie_break: string | null
  ranking: number[]
}

export interface SeatInfo {
  seat: number
  kind: 'bot' | 'open' | 'person'
  name: string
  person: string | null
  bot: string | null
  present: boolean
  substituted: boolean
  accepted: boolean
  left: boolean
  abort: boolean
  company?: string
  colour?: 'brown' | 'forest' | 'magenta' | 'navy' | 'sky' | 'teal' | 'violet' | 'wine'
}

export interface SeatPlans {
  seat: number
  actions: string[]
}

export interface SeatTurn {
  seat: number
  actions: string[]
  cards: (Record<string, number> | null)[]
  why_not: Record<string, string[]>
}

export interface SeatWish {
  kind: 'bot' | 'me' | 'open'
  bot?: string | null
  company?: string | null
  colour?: 'brown' | 'forest' | 'magenta' | 'navy' | 'sky' | 'teal' | 'violet' | 'wine' | null
  name?: string | null
}

export interface Snapshot {
  type: 'snapshot'
  info: TableInfo
  seq: number
  public: PublicPart
  own: OwnPart[]
  turns: SeatTurn[]
  chat: ChatLine[]
  premoves: SeatPlans[]
}

export interface TableInfo {
  type: 'table'
  table: string
  status: 'closed' | 'open' | 'over' | 'playing'
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
  credit: Credit | null
}

export interface TicketPart {
  ticket: string
  done: boolean
  by_station: boolean
  in_order: boolean
  missing: string[]
  spaces: number | null
  too_far: boolean
}

export interface TicketScore {
  ticket: string
  points: number
  completed: boolean
  in_order: boolean | null
  way: string[]
}

export interface Trail {
  spaces: number
  routes: string[]
}

export interface Tunnel {
  route: string
  colour: string
  locomotives: number
  turned: string[]
  asks: boolean[]
  asked: number
}

export interface TurnPlan {
  plan: string
  cards: Record<string, number>
}

export interface Undo {
  type: 'undo'
  table: string
  seat: number
  base_seq: number
  action_id: string
}

export interface Unwatch {
  type: 'unwatch'
  table: string
}

export interface Watch {
  type: 'watch'
  table: string
  since?: number
}

export type FromServer = Snapshot | Entry | TableInfo | Done | Refused | ChatLine | Premoves | Gone | Pong

export type FromClient = Watch | Unwatch | Act | Undo | Say | Ping
