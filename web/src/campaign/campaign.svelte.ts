// The controller of one campaign for one client: every screen and moment reads from it and decides through it.
import { Refusal } from '../lib/api'
import type { GameMap } from '../lib/maps'
import { me } from '../lib/me.svelte'
import { line } from '../lib/socket.svelte'
import type { FromServer } from '../lib/types'
import { Watched } from '../lib/watched.svelte'
import { language, type Language } from '../lib/words.svelte'
import { loadBoard, type Board } from './board'
import { decisionsOf, type Decision } from './legal'
import { campaigns } from './requests'
import { factsOf, type Actor, type CampaignEntry, type CampaignInfo, type CampaignState, type CampaignWordsPage, type CompanyInfo, type SignaturePart } from './types'

/** Facts after which words and board are others. */
const CHANGES = new Set(['founded', 'seated', 'read', 'closed', 'named', 'chartered', 'repainted', 'christened', 'struck', 'played', 'removed', 'gave-up'])

export class Campaign extends Watched {
  info = $state.raw<CampaignInfo | null>(null)
  /** All entries of the log, oldest first. */
  entries = $state.raw<CampaignEntry[]>([])
  /** What has been opened, in the language of the page. */
  words = $state.raw<CampaignWordsPage | null>(null)
  /** The board as it stands, with the boxes that were opened. */
  board = $state.raw<Board | null>(null)
  signatures = $state.raw<SignaturePart[]>([])
  /** At hot-seat: the company whose postcards are turned over now. */
  uncovered = $state<string | null>(null)

  private stop: () => void
  /** Words and board are those of the newest entry. */
  isFresh = $state(false)
  /** What words and board were loaded for. */
  private loaded = ''

  constructor(id: string) {
    super(id)
    this.stop = line.listen(
      (message) => this.hear(message),
      () => this.reconnect(),
    )
  }
  close(): void {
    line.send({ type: 'unwatch', table: this.id })
    this.stop()
  }

  // --- who and what ---

  get state(): CampaignState | null {
    return this.info?.state ?? null
  }
  get gameMap(): GameMap | null {
    return this.board?.gameMap ?? null
  }
  get companies(): CompanyInfo[] {
    return this.info?.companies ?? []
  }
  company(colour: string | null): CompanyInfo | undefined {
    return this.companies.find((each) => each.company === colour)
  }
  /** The companies of this person. */
  get mine(): CompanyInfo[] {
    return this.companies.filter((each) => each.person !== null && each.person === me.person?.id && !each.has_left)
  }
  get isHost(): boolean {
    return this.info !== null && this.info.host === me.person?.id
  }
  /** What this client may decide now; what everybody waits for comes first. */
  get decisions(): Decision[] {
    return this.info ? decisionsOf(this.info.you, this.state?.to_act ?? []) : []
  }
  /** Whether the backs of a company's postcards are shown here: at hot-seat only while they are turned over. */
  showsBacks(colour: string): boolean {
    return this.mine.some((each) => each.company === colour) && (this.mine.length === 1 || this.uncovered === colour)
  }
  signatureOf(colour: string): string {
    return this.signatures.find((each) => each.company === colour)?.signature ?? ''
  }

  // --- deciding ---

  /** Sends a decision. Resolves when it is stored; a refusal has a code. */
  decide(actor: Actor, action: string): Promise<void> {
    return this.send(action, (action_id) => ({ type: 'decide', table: this.id, actor, action_id, action }))
  }
  /** Carries out a request that answers with the campaign; false, with the reason shown, if it is refused. */
  ask(request: () => Promise<CampaignInfo>): Promise<boolean> {
    return this.attempt(async () => this.learn(await request()))
  }
  /** Does something; false, with the reason shown, if it is refused. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    this.refusal = null
    try {
      await work()
      return true
    } catch (error) {
      this.refusal = error instanceof Refusal ? error : new Refusal('unavailable')
      return false
    }
  }
  /** The moments of entries below this seq were shown to this person. */
  markSeen(seq: number): void {
    const info = this.info
    if (!info || seq <= info.you.seen) return
    this.info = { ...info, you: { ...info.you, seen: seq } }
    if (this.mine.length) void campaigns.seen(this.id, seq).catch(() => undefined)
  }

  // --- receiving ---

  private get next(): number {
    return (this.entries.at(-1)?.seq ?? -1) + 1
  }
  private reconnect(): void {
    line.send({ type: 'watch', table: this.id, since: this.next })
    this.sendAgain()
  }
  private hear(message: FromServer): void {
    if (message.type === 'campaign-snapshot') {
      if (message.info.campaign !== this.id) return
      this.gone = null
      this.chat = message.chat
      this.learn(message.info)
    } else if (message.type === 'campaign') {
      if (message.campaign === this.id) this.learn(message)
    } else if ('table' in message && message.table === this.id) this.hearShared(message, this.info !== null)
  }

  /** Takes over a newer state. An older one, overtaken on its way, is dropped. */
  private learn(info: CampaignInfo): void {
    const before = this.info
    if (before && info.seq < before.seq) return
    const fresh = info.entries.filter((entry) => entry.seq >= this.next)
    if (fresh.length && fresh[0]!.seq > this.next) {
      // An entry is missing: it is asked for.
      this.reconnect()
      return
    }
    const seen = Math.max(info.you.seen, before?.you.seen ?? 0)
    this.entries = [...this.entries, ...fresh]
    this.info = { ...info, you: { ...info.you, seen } }
    if (info.companies.some((each) => each.signed) && signedOf(info) !== signedOf(before)) void this.readSignatures()
    void this.refresh()
  }
  private async readSignatures(): Promise<void> {
    this.signatures = await campaigns.signatures(this.id).catch(() => this.signatures)
  }

  /** Loads words and board again if the log, the stage or the language has changed what they are. */
  async refresh(): Promise<void> {
    const info = this.info
    if (!info) return
    const changes = this.entries.filter((entry) => factsOf(entry).some((fact) => CHANGES.has(fact.entry)))
    const state = changes.length
    const spoken: Language = language()
    const key = `${state}/${info.state?.stage ?? info.status}/${spoken}`
    if (key === this.loaded) return
    this.loaded = key
    this.isFresh = false
    try {
      const [words, board] = await Promise.all([campaigns.words(this.id, spoken), info.state ? loadBoard(`campaigns/${this.id}`, info.name, state) : null])
      if (this.loaded !== key) return
      this.words = words
      this.board = board
      this.isFresh = true
    } catch {
      // The next change, or the next connection, tries again.
      if (this.loaded === key) this.loaded = ''
    }
  }
}

/** Which signatures there are: their companies with their presidents. */
function signedOf(info: CampaignInfo | null): string {
  return info?.companies.filter((each) => each.signed).map((each) => each.company + each.president).join() ?? ''
}
