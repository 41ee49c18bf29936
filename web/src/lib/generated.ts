// Types of what the server says and hears. Made by web/tools/generate_types.py from the Python declarations.

export type Phase = 'opening' | 'turn' | 'second-pick' | 'tickets' | 'tunnel' | 'over' | 'split' | 'pair' | 'claim-asks' | 'hiring' | 'crew-tickets' | 'second-claim'

/** The first word of an action. */
export type Verb = 'pass' | 'draw' | 'keep' | 'claim' | 'pay' | 'withdraw' | 'station' | 'split' | 'port' | 'exchange' | 'take' | 'buy' | 'return' | 'bond' | 'hire' | 'use' | 'decline' | 'elevator'

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
  | { event: 'hired'; seat: number; source: string }
  | { event: 'power-used'; seat: number; source: string }
  | { event: 'event-removed'; seat: number; source: string; news: string }
  | { event: 'asked-privately'; seat: number; step: number; source?: string[] }
  | { event: 'postcard'; seat: number; source: string; left: number }
  | { event: 'extra-locomotive'; seat: number; source: string }
  | { event: 'cards-shown'; seat: number; source: string; card: string; count: number }
  | { event: 'tickets-halved'; seat: number; source: string; amount: number }
  | { event: 'vault'; seat: number; step: number; source: string; amount: number }
  | { event: 'next-setup'; seat: number; source: string; money: number; cards: number }
  | { event: 'trains-gained'; seat: number; source: string; count: number }
  | { event: 'slip-changed'; seat: number; source: string; amount: number }
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
  | { event: 'span'; seat: number; step: number; source: string; route: string }
  | { event: 'sailed'; seat: number; step: number; source: string; left: number }
  | { event: 'herd'; seat: number; step: number; source: string; city: string }
  | { event: 'delivered'; seat: number; step: number; source: string; city: string }
  | { event: 'stampede'; city: string; count: number }
  | { event: 'excursion'; seat: number; step: number; source: string; excursion: number }
  | { event: 'elevator'; seat: number; step: number; source: string; city: string }
  | { event: 'wired'; seat: number; step: number; source: string; route: string }
  | { event: 'mail'; seat: number; step: number; source: string; contract: number }

export type EventName = GameEvent['event']

/** The part of an event that only its own seat may know. */
export const SECRETS: Partial<Record<EventName, string>> = {
  dealt: 'cards',
  'drew-blind': 'cards',
  offered: 'tickets',
  chose: 'tickets',
  kept: 'tickets',
  'chose-split': 'pieces',
  'asked-privately': 'source',
  'cards-gained': 'cards',
  'ticket-returned': 'tickets',
}

/** The codes of refusals, each with a sentence in every language. */
export const REFUSALS = [
  'action_id_used',
  'already_chosen',
  'already_seated',
  'already_split',
  'bad_campaign',
  'bad_line',
  'bad_message',
  'bad_name',
  'bad_record',
  'bad_subscription',
  'bad_token',
  'bad_url',
  'box_too_small',
  'busy',
  'campaign_campaign',
  'campaign_closed',
  'campaign_finished',
  'campaign_founding',
  'campaign_full',
  'campaign_table',
  'campaign_unrated',
  'card_not_usable',
  'cards_missing',
  'cards_scarce',
  'city_has_port',
  'city_has_station',
  'closed_by_event',
  'colour_taken',
  'colours_of_companies',
  'companies',
  'company_taken',
  'crew_hired_twice',
  'crew_taken',
  'deck_empty',
  'double_closed',
  'empty',
  'exchange_nothing',
  'game_in_progress',
  'game_over',
  'host_is_here',
  'internal',
  'last_ticket',
  'locomotive_second',
  'locomotives_barred',
  'missed',
  'must_not_pass',
  'name',
  'name_reserved',
  'name_taken',
  'no_action',
  'no_chat',
  'no_companies_here',
  'no_company',
  'no_dollars_for_tunnels',
  'no_elevator_asked',
  'no_elevator_there',
  'no_elevators_here',
  'no_locomotive_discarded',
  'no_locomotive_to_discard',
  'no_port_city',
  'no_ports_left',
  'no_push',
  'no_route_to_port',
  'no_spectators',
  'no_stations_here',
  'no_stations_left',
  'no_such_action',
  'no_such_bot',
  'no_such_campaign',
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
  'not_an_option',
  'not_by_token',
  'not_legal',
  'not_now',
  'not_offered',
  'not_open',
  'not_playing',
  'not_seated',
  'not_substituted',
  'not_the_host',
  'not_to_be_taken',
  'not_understood',
  'not_your_company',
  'not_your_seat',
  'not_your_turn',
  'not_yourself',
  'nothing_to_decline',
  'nothing_to_undo',
  'other_companies',
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
  'too_few',
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
  'twice',
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

export const PLAYER_FILLS = { violet: '#4a1af0', brown: '#6a3208', sky: '#00aae0', magenta: '#b81a82', teal: '#00626a', forest: '#07301a', navy: '#16306e', wine: '#4c0638' }
export const CARD_FILLS = { pink: '#e08bc0', purple: '#8d5fae', white: '#fdfbf5', blue: '#3f7fc4', yellow: '#f4cf3a', orange: '#ee8f35', black: '#3a3735', red: '#c93a30', green: '#4f9440', gray: '#c3b9a6' }

export interface AccountPart {
  company: string
  papers: PaperPart[]
  total: number
  completed: number
}

export interface Act {
  type: 'act'
  table: string
  seat: number
  base_seq: number
  action_id: string
  action: string
}

export interface AddBot {
  bot: string
  colour?: string | null
  president?: string | null
}

export interface ArrivalPart {
  company: string
  card: string
}

export interface Asks {
  step: number
  source: string
  route: string
}

export interface AwardPart {
  company: string
  dollars: number
}

export interface Box {
  trains: number
  ships: number
}

export interface BoxTicket {
  ticket: string
  cities: string[]
  points: number
}

export interface CampaignBoard {
  page: Record<string, unknown>
  geometry: Record<string, unknown>
  cards: Record<string, unknown>
  cities: Record<string, string>
  names: Record<string, string>
  boxes: TerritoryBox[]
}

export interface CampaignCard {
  campaign: string
  name: string
  status: 'campaign' | 'closed' | 'finished' | 'founding'
  stage: string | null
  game: number
  year: number | null
  companies: string[]
  mine: string[]
  table: string | null
  winner: string | null
  your_turn: boolean
  created: number
}

export interface CampaignEntry {
  seq: number
  at: number
  actor: string | null
  by_bot: boolean
  action: string | null
  facts: Record<string, unknown>[]
}

export interface CampaignGame {
  campaign: string
  name: string
  game: number
  year: number
  afterwards: boolean
}

export interface CampaignInfo {
  type: 'campaign'
  campaign: string
  name: string
  status: 'campaign' | 'closed' | 'finished' | 'founding'
  host: string
  clock: Clock
  spectators: boolean
  chat: boolean
  substitute: string
  open: boolean
  content: string
  colours: string[]
  companies: CompanyInfo[]
  created: number
  seq: number
  deadline: number | null
  table: string | null
  tables: Record<string, string>
  state: CampaignState | null
  entries: CampaignEntry[]
  you: CampaignYou
}

export interface CampaignSnapshot {
  type: 'campaign-snapshot'
  info: CampaignInfo
  chat: ChatLine[]
}

export interface CampaignState {
  stage: 'naming' | 'over' | 'picking' | 'playing' | 'removing' | 'seating'
  game: number
  year: number
  trains: number
  places: Record<string, string | null>
  winner: string | null
  last: string | null
  to_act: string[]
  deck: string[]
  dead_letters: string[]
  territories: string[]
  charters: Record<string, CharterPart>
  named: string[]
  repaints: Record<string, string>
  names: Record<string, NamePart>
  large: string[]
  stamps: Record<string, string[]>
  retired: Record<string, string>
  rules: string[]
  bonus: number
  spikes: Record<string, SpikePart>
  story: string[]
  vote: OpenVotePart | null
  votes: Record<string, string>
  may_repaint: string | null
  may_christen: string | null
  may_remove: string | null
  rulebook: PlacePart[]
  modules: ModulePart[]
  spans: Record<string, string>
  bored: string[]
  growth: Record<string, number>
  grown: string[]
  post_open: boolean
  tools_open: boolean
  offices: Record<string, OfficeInfo>
  shown: string[]
  accounts?: AccountPart[]
}

export interface CampaignWordsPage {
  lang: string
  title: string
  authors_note: string
  cards: Record<string, StoryWords>
  previously: Record<string, string>
  votes: Record<string, VoteWordsPart>
  territories: Record<string, TerritoryWords>
  companies: Record<string, CardWordsPart>
  news: Record<string, CardWordsPart>
  medals: Record<string, string>
  modules: Record<string, CardWordsPart>
  crew: Record<string, CardWordsPart>
  postcards: Record<string, PostcardWords>
  changes: ChangePart[]
}

export interface CampaignYou {
  companies: OwnCompany[]
  host: string[]
  seen: number
  may_take_over: boolean
}

export interface CardWordsPart {
  name: string
  text: string[]
  lightning: boolean
}

export interface ChangeCompany {
  company: string
  colour?: string | null
  president?: string | null
  signature?: string | null
}

export interface ChangePart {
  fact: number
  year: number
  joined: string[]
  stickers: StickerPlace[]
  peeled: StickerPlace[]
  arrived: ArrivalPart[]
  opened: ('post' | 'tools')[]
  closings: ClosingPart[]
  bored: string[]
  grown: string[]
}

export interface CharterPart {
  company: string | null
  year: number
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

export interface ClosingPart {
  module: string
  awards: AwardPart[]
  spans: string[]
  bored: string[]
  grown: string[]
}

export interface CompanyInfo {
  company: string
  president: string
  person: string | null
  bot: string | null
  present: boolean
  signed: boolean
  games_before: number
  missed: number[]
  has_left: boolean
  caboose: boolean
  papers: number
  struck: boolean
}

export interface Contract {
  dollars: number
  seat: number | null
}

export interface Credit {
  seconds: number
  at: number
}

export interface Decide {
  type: 'decide'
  table: string
  actor: string
  action_id: string
  action: string
}

export interface DecideBody {
  actor: string
  action_id: string
  action: string
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

export interface Excursion {
  cities: string[]
  dollars: number
  seat: number | null
}

export interface FounderWish {
  colour?: string | null
  president?: string | null
  signature?: string
  bot?: string | null
}

export interface Gone {
  type: 'gone'
  table: string
  code: string
}

export interface HeldPart {
  card: string
  used: number
}

export interface Herd {
  city: string
  seat?: number
  delivered?: boolean
}

export interface JoinCampaign {
  colour?: string | null
  president?: string | null
  signature?: string
}

export interface ModulePart {
  module: string
  number: number
  territory: string
  year: number
  games: number
  left: number
  counts: Record<string, number>
  closed: number | null
  closing: ClosingPart | null
}

export interface ModuleScore {
  line: string
  money: number
}

export interface NamePart {
  name: string
  company: string
}

export interface News {
  current: string | null
  discards: string[]
  left: number
}

export interface OfficeInfo {
  postcards: HeldPart[]
  must_give_up: boolean
  hired: Record<string, number>
  barred: string[]
  start_money: number
  start_cards: number
}

export interface OfficePart {
  crew: string | null
  crew_uses: number
  postcards: Record<string, number>
  vault: number
  next_setup: number[]
  slip: number
  halved: number
  newspapers_met: number
  ticket_draws: number
}

export interface OpenCampaign {
  name: string
  companies: FounderWish[]
  clock?: Clock
  spectators?: boolean
  chat?: boolean
  substitute?: string
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

export interface OpenVotePart {
  vote: string
  votes: Record<string, string>
  voters: string[]
}

export interface OwnCompany {
  company: string
  actions: string[]
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
  pays?: RoutePays[]
  asked_by?: string | null
}

export interface Pair {
  route: string
  spaces: number
  paid: Record<string, number>
}

export interface PaperPart {
  kind: string
  dollars: number
  game: number
  about: string
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

export interface PlacePart {
  part: 'claim' | 'end' | 'setup'
  number: number
  stickers: StickerPart[]
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
  steamers?: number
  elevators?: number
  office?: OfficePart
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
  modules: ModuleScore[]
}

export interface Pong {
  type: 'pong'
}

export interface PortScore {
  city: string
  tickets: number
  points: number
}

export interface PostcardWords {
  sender: string
  front: string
  back: string[] | null
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
  excursions?: Excursion[]
  spans?: Record<string, string | null>
  herds?: Herd[]
  elevators?: Record<string, number[]>
  wired?: string[]
  wire_scores?: number[]
  mail?: Contract[]
  removed_events?: string[]
  armed?: string | null
  second_claim?: boolean
  asked?: number | null
  sheet?: ScoreSheet
}

export interface Refused {
  type: 'refused'
  code: string
  params: Record<string, unknown>
  table: string | null
  action_id: string | null
}

export interface RoutePays {
  routes: string[]
  steps: Pays[]
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
  cards: (number | null)[]
  payments: Record<string, number>[]
  why_not: Record<string, string[]>
}

export interface SeatWish {
  kind: 'bot' | 'me' | 'open'
  bot?: string | null
  company?: string | null
  colour?: 'brown' | 'forest' | 'magenta' | 'navy' | 'sky' | 'teal' | 'violet' | 'wine' | null
  name?: string | null
}

export interface SignaturePart {
  company: string
  president: string
  signature: string
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

export interface SpikePart {
  company: string
  year: number
}

export interface StickerPart {
  rule: string
  year: number
  removed: number | null
  printed: boolean
}

export interface StickerPlace {
  part: 'claim' | 'end' | 'setup'
  number: number
  rule: string
}

export interface StoryWords {
  title: string
  text: string
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
  campaign?: CampaignGame
}

export interface TerritoryBox {
  territory: string
  cities: string[]
  routes: string[]
  tickets: BoxTicket[]
}

export interface TerritoryWords {
  name: string
  teaser: string
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
  dollars?: number
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

export interface VoteWordsPart {
  question: string
  a: string
  b: string
  result: string | null
}

export interface Watch {
  type: 'watch'
  table: string
  since?: number
}

export type FromServer = Snapshot | Entry | TableInfo | Done | Refused | ChatLine | Premoves | Gone | Pong | CampaignInfo | CampaignSnapshot

export type FromClient = Watch | Unwatch | Act | Undo | Say | Ping | Decide
