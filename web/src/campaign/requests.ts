// The requests of campaigns: everything comes from the campaign's own address, cut to what this client may know.
import { ask, get, post, Refusal } from '../lib/api'
import type { OpenTable, TableInfo } from '../lib/types'
import type { AddBot, CampaignInfo, CampaignWordsPage, ChangeCompany, JoinCampaign, OpenCampaign, SignaturePart } from './types'

const at = (id: string) => `/api/campaigns/${id}`

export const campaigns = {
  open: (wish: OpenCampaign) => post<CampaignInfo>('/api/campaigns', wish),
  words: (id: string, language: string) => get<CampaignWordsPage>(`${at(id)}/words?lang=${language}`),
  signatures: (id: string) => get<SignaturePart[]>(`${at(id)}/signatures`),
  code: (id: string) => post<{ code: string }>(`${at(id)}/code`),
  join: (id: string, wish: JoinCampaign) => post<CampaignInfo>(`${at(id)}/join`, wish),
  change: (id: string, wish: ChangeCompany) => post<CampaignInfo>(`${at(id)}/company`, wish),
  addBot: (id: string, wish: AddBot) => post<CampaignInfo>(`${at(id)}/bot`, wish),
  remove: (id: string, company: string) => post<CampaignInfo>(`${at(id)}/remove`, { company }),
  found: (id: string) => post<CampaignInfo>(`${at(id)}/found`),
  close: (id: string) => post<CampaignInfo>(`${at(id)}/close`),
  setOpen: (id: string, open: boolean) => post<CampaignInfo>(`${at(id)}/open`, { open }),
  takeOver: (id: string) => post<CampaignInfo>(`${at(id)}/host`),
  seen: (id: string, seq: number) => ask<void>('POST', `${at(id)}/seen`, { seq }),
  openTable: (id: string, wish: OpenTable) => post<TableInfo>(`${at(id)}/table`, wish),
  exportAddress: (id: string) => `${at(id)}/file`,
  importFile: async (file: Blob) => {
    const answer = await fetch('/api/campaigns/import', { method: 'POST', body: file, headers: { 'Content-Type': 'application/octet-stream' } })
    const body = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Refusal(body.code ?? 'unavailable', body.params, answer.status)
    return body as CampaignInfo
  },
}
