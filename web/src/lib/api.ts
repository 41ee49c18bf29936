// The REST client: one function for each request. A refusal becomes an Error with its code and parameters.
import { hex, rememberSeal } from './seal'
import type { CampaignCard, EntryLine, GameInfo, MapInfo, MapPage, Me, OpenTable, PersonInfo, PlanList, PlayerColour, ScoreSheet, Snapshot, TableInfo } from './types'

export class Refusal extends Error {
  constructor(readonly code: string, readonly params: Record<string, unknown> = {}, readonly status = 0) {
    super(code)
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal('offline')
  }
  if (answer.status === 204) return undefined as T
  const text = await answer.text()
  let content: unknown
  try {
    content = text ? JSON.parse(text) : undefined
  } catch {
    throw new Refusal('unavailable', {}, answer.status)
  }
  if (!answer.ok) {
    const { code = 'unavailable', params = {} } = (content ?? {}) as { code?: string; params?: Record<string, unknown> }
    throw new Refusal(code, params, answer.status)
  }
  return content as T
}

export const get = <T>(path: string) => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)

/** A bot to choose; `level` goes from 1 (beginner) to 4 (expert), 0 is unknown. */
export interface BotInfo { name: string; kind: 'level' | 'style' | 'baseline' | 'own'; level: number; pace: [number, number] }
export interface Hint { action: string; code: string; params: Record<string, unknown> }
/** A game in figures: lists by entry from seq 0, and in them by seat. `totals` and `sheet` are there once it is over. */
export interface Story {
  table: string
  status: string
  names: string[]
  turns: number[]
  points: number[][]
  totals: number[][]
  trains: number[][]
  ships?: number[][]
  cards: number[][]
  tickets: number[][]
  sheet: ScoreSheet | null
}
export interface HelpPage { map: string | null; lang: string; languages: string[]; chapters: { id: string; title: string; rules: { id: string; text: string }[] }[] }
export interface Summary { games: number; wins: number; mean_score: number | null; best_score: number | null; tickets: number; longest: number | null }
export interface MapStatistics extends Summary { players: Record<string, Summary>; routes: { route: string; times: number }[]; places?: Record<string, number> }
/** `table` is null where it is private and I did not play. */
export interface PlayedGame { table: string | null; map: string; variant?: string; players: number; seat?: number; score: number; place: number | null; won: boolean; tickets: number; failed?: number; longest: number; hot_seat?: boolean; finished: number }
export interface PersonPage {
  person: PersonInfo
  ratings: { family: string; mu: number; sigma: number; games: number; sure: number }[]
  statistics: Summary & { maps: Record<string, MapStatistics>; series?: PlayedGame[] }
  games: PlayedGame[]
}
export interface NoticePlaces { webhook: string | null; secret: string | null; push: string[]; key: string | null }

/** Random bytes that this device adds to the key of a game. */
function luck(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)))
}
/** A request that sends random bytes. They are stored, so that this browser can check later that they were used. */
async function withLuck(send: (luck: string) => Promise<TableInfo>): Promise<TableInfo> {
  const mine = luck()
  const info = await send(mine)
  rememberSeal(info.table, { commitment: info.commitment, luck: mine })
  return info
}

export const api = {
  me: () => get<Me>('/api/me'),
  beGuest: (name: string) => post<Me>('/api/me', { name }),
  makeAccount: (name: string, password: string) => post<{ person: PersonInfo; recovery: string }>('/api/account', { name, password }),
  deleteAccount: (password: string) => ask<void>('DELETE', '/api/account', { password }),
  recover: (name: string, code: string, password: string) =>
    post<{ person: PersonInfo; recovery: string }>('/api/account/recover', { name, code, password }),
  logIn: (name: string, password: string) => post<Me>('/api/session', { name, password }),
  logOut: () => ask<void>('DELETE', '/api/session'),
  logOutEverywhere: () => ask<void>('DELETE', '/api/sessions'),
  deleteGuest: () => ask<void>('DELETE', '/api/me'),
  dataAddress: '/api/me/data',
  tokens: () => get<{ id: string; label: string; created: number; seen: number | null }[]>('/api/tokens'),
  newToken: (label: string) => post<{ token: { id: string }; secret: string }>('/api/tokens', { label }),
  dropToken: (id: string) => ask<void>('DELETE', `/api/tokens/${id}`),
  mute: (person: string) => post<void>('/api/mutes', { person }),
  unmute: (person: string) => ask<void>('DELETE', `/api/mutes/${person}`),
  notices: () => get<NoticePlaces>('/api/notices'),
  setNotices: (wish: { webhook?: string | null; push?: unknown }) => ask<NoticePlaces>('PUT', '/api/notices', wish),
  maps: () => get<MapInfo[]>('/api/maps'),
  map: (id: string) => get<MapPage>(`/api/maps/${id}`),
  bots: () => get<BotInfo[]>('/api/bots'),
  help: (map: string, language: string) => get<HelpPage>(`/api/help?lang=${language}${map ? `&map=${encodeURIComponent(map)}` : ''}`),
  tables: (status: 'open' | 'playing' = 'open') => get<TableInfo[]>(`/api/tables?status=${status}`),
  openTable: (wish: OpenTable) => withLuck((luck) => post('/api/tables', { luck, ...wish })),
  table: (id: string) => get<TableInfo>(`/api/tables/${id}`),
  join: (id: string, seat?: number, colour?: PlayerColour) => withLuck((luck) => post(`/api/tables/${id}/join`, { seat, luck, colour })),
  colour: (id: string, seat: number, colour: PlayerColour) => post<TableInfo>(`/api/tables/${id}/colour`, { seat, colour }),
  code: (id: string) => post<{ code: string }>(`/api/tables/${id}/code`),
  byCode: (code: string) => get<{ table: string }>(`/api/codes/${encodeURIComponent(code)}`),
  leave: (id: string) => post<TableInfo>(`/api/tables/${id}/leave`),
  start: (id: string) => post<TableInfo>(`/api/tables/${id}/start`),
  rematch: (id: string) => withLuck((luck) => post(`/api/tables/${id}/rematch`, { luck })),
  abort: (id: string, agreed: boolean) => post<TableInfo>(`/api/tables/${id}/abort`, { agreed }),
  kick: (id: string, seat: number) => post<TableInfo>(`/api/tables/${id}/kick`, { seat }),
  replace: (id: string, seat: number, bot: string) => post<TableInfo>(`/api/tables/${id}/replace`, { seat, bot }),
  close: (id: string) => post<TableInfo>(`/api/tables/${id}/close`),
  premove: (id: string, seat: number, actions: string[]) => ask<TableInfo>('PUT', `/api/tables/${id}/premove`, { seat, actions }),
  plans: (id: string, seat: number) => get<PlanList>(`/api/tables/${id}/plans?seat=${seat}`),
  hint: (id: string, seat: number) => post<Hint>(`/api/tables/${id}/hint`, { seat }),
  view: (id: string, at?: number, seat?: number | 'open') => {
    const query = new URLSearchParams()
    if (at !== undefined) query.set('at', String(at))
    if (seat !== undefined) query.set('seat', String(seat))
    return get<Snapshot>(`/api/tables/${id}/view?${query}`)
  },
  /** What happened from entry `from` to before `to`, without the positions. */
  entries: (id: string, from = 0, to?: number, seat?: 'open') =>
    get<EntryLine[]>(`/api/tables/${id}/entries?from=${from}${to === undefined ? '' : `&to=${to}`}${seat ? `&seat=${seat}` : ''}`),
  story: (id: string) => get<Story>(`/api/tables/${id}/story`),
  record: async (id: string) => {
    const answer = await fetch(`/api/tables/${id}/record`)
    if (!answer.ok) throw new Refusal((await answer.json().catch(() => ({}))).code ?? 'unavailable', {}, answer.status)
    return answer.text()
  },
  recordAddress: (id: string) => `/api/tables/${id}/record`,
  importRecord: async (file: Blob) => {
    const answer = await fetch('/api/records', { method: 'POST', body: file, headers: { 'Content-Type': 'application/octet-stream' } })
    const body = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Refusal(body.code ?? 'unavailable', body.params, answer.status)
    return body as TableInfo
  },
  campaigns: () => get<CampaignCard[]>('/api/campaigns'),
  games: () => get<GameInfo[]>('/api/games?person=me'),
  person: (id: string) => get<PersonPage>(`/api/people/${id}`),
}
