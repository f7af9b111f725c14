/**
 * The one writer of what was decided about trades: facts, what changed in chains, entries and lines, as one set of rows, of one
 * trade or of a hundred thousand. A buy at the end of its chain, a late one, a correction, an opening and an import differ in
 * what core decided, not in how it is kept.
 */

import { type AuditRow, sendAudits } from '../../../platform/acts.ts'
import type { Step, Transaction } from '../../../platform/database/database.ts'
import { sendRows } from '../../../platform/database/rows.ts'
import { regularPauses } from '../../../platform/pauses.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import type { ChangedChain } from '../../chains/changed-chain.ts'
import { rowsOfChanges, sendBeforeChanges } from '../../chains/keep.commands.ts'
import { type AccountOf, loadAccounts } from '../../ledger/posting/accounts-of-roles.queries.ts'

import {
  type Cause,
  drawEntryIds,
  EntryRows,
  type EntryToPost,
  intoOpenPeriod,
  OWN_TRADE,
  sayReconciled,
} from '../../ledger/posting/post-entries.commands.ts'
import { numberTaken } from './deal-numbers.ts'
import { sendNextVersions, type TradeFact, TradeRows, type VersionFact } from './trade-rows.ts'

/** Entries with their cause. */
export interface Posting {
  readonly entries: readonly EntryToPost[]
  readonly cause: Cause | typeof OWN_TRADE
}

/** The audit row of a trade of many, where the request's own row covers all of them. */
export interface TradeAudit {
  readonly action: string
  readonly tradeId: number
  readonly after: object
}

/** A trade as it was decided. */
export interface TradeToKeep {
  /** Set where the trade is new. */
  readonly fact?: TradeFact
  readonly version: VersionFact
  readonly posting?: Posting
  readonly audit?: TradeAudit
}

/** The decisions to keep. Trades are of chains that are locked. */
export interface WriteSet extends RecordedBy {
  /** Where there are very many, each is put together when it is asked for. */
  readonly trades?: Iterable<TradeToKeep>
  /** How many entries the trades have at most; without it the trades are gone through twice. */
  readonly entriesAtMost?: number
  readonly chains?: readonly ChangedChain[]
}

/** The identities for entries and the accounts of roles that postings need, where they were asked for before. */
export interface Prepared {
  readonly entryIds: readonly number[]
  readonly accountOf: AccountOf
}

/** Audit rows that are sent together: those of an import leave while its trades are put together. */
const AUDITS_AT_ONCE = 1_000

/** Trades that are put together between two checks of the time. */
const TRADES_A_CHECK = 10

/** A write set with what was asked for before. */
interface Piece {
  /** The index of its writer. */
  readonly by: number
  readonly set: WriteSet
  readonly prepared: Prepared | undefined
}

/** Write sets of one transaction, kept as one: of writes that share it, the rows of all go in the same statements. */
const KEEP: Step<Piece, readonly number[]> = { writes: true, run: keepAll }

/**
 * Keeps a write set; answers the identities of its entries, in order. The rows are sent without waiting: a fault shows
 * when the transaction ends. A deal number that is taken has the transaction tried again.
 */
export function keepWriteSet(
  tx: Transaction,
  set: WriteSet,
  prepared?: Prepared,
): Promise<readonly number[]> {
  return tx.together(KEEP, { by: tx.place, set, prepared })
}

async function keepAll(tx: Transaction, pieces: readonly Piece[]): Promise<(readonly number[])[]> {
  const rows = new SetRows(tx)
  const storedIds: (readonly number[])[] = []
  for (const { by, set, prepared } of pieces) {
    const count = set.entriesAtMost ?? entriesOf(set.trades ?? [])
    const { entryIds, accountOf } = await enough(tx, count, prepared)
    const dated = await intoOpenPeriod(tx, set)
    const posted = await rows.add(
      set,
      (index) => {
        const id = entryIds[index]
        if (id === undefined) throw new RangeError(`more entries than the ${count} that were said`)
        return id
      },
      { by, accountOf, dated },
    )
    storedIds.push(entryIds.slice(0, posted))
  }
  // One that accepted something shares its transaction with no other.
  for (const { set } of pieces) sayReconciled(tx, set, true)
  rows.send()
  for (const { set } of pieces) sayReconciled(tx, set, false)
  return storedIds
}

/** How entries of a write are posted. */
interface Posted {
  readonly by: number
  readonly accountOf: AccountOf
  readonly dated: Awaited<ReturnType<typeof intoOpenPeriod>>
}

/** The rows of write sets. */
class SetRows {
  readonly #rows = new TradeRows()
  readonly #entries = new EntryRows()
  readonly #next: VersionFact[] = []
  readonly #numbers: string[] = []
  readonly #chains: ChangedChain[] = []
  readonly #mayPause = regularPauses()
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  /** Adds the rows of a set; answers how many entries it has. */
  async add(
    { trades = [], chains = [], recordedBy }: WriteSet,
    entryIdAt: (index: number) => number,
    { by, accountOf, dated }: Posted,
  ): Promise<number> {
    let [posted, sinceCheck] = [0, 0]
    let audits: AuditRow[] = []
    for (const trade of trades) {
      const { fact, version } = trade
      this.#rows.add(by, fact, version)
      if (fact === undefined) this.#next.push(version)
      else this.#numbers.push(fact.dealNumber)
      if (trade.audit !== undefined) {
        const { action, tradeId, after } = trade.audit
        if (audits.push({ action, entity: 'trade', entityId: tradeId, after }) === AUDITS_AT_ONCE) {
          sendAudits(this.#tx, audits, { place: by })
          audits = []
        }
      }
      if (trade.posting !== undefined) {
        const { cause } = trade.posting
        for (const entry of trade.posting.entries) {
          this.#entries.add(entryIdAt(posted), dated(entry), { by, cause, recordedBy, accountOf })
          posted += 1
        }
      }
      sinceCheck = (sinceCheck + 1) % TRADES_A_CHECK
      const pause = sinceCheck === 0 ? this.#mayPause() : undefined
      if (pause !== undefined) await pause
    }
    sendAudits(this.#tx, audits, { place: by })
    this.#chains.push(...chains)
    return posted
  }

  /** Sends everything without waiting for it. */
  send(): void {
    const [tx, rows, entries] = [this.#tx, this.#rows, this.#entries]
    if (this.#chains.length > 0) sendBeforeChanges(tx, this.#chains)
    sendNextVersions(tx, this.#next)
    sendRows(
      tx,
      [
        rows.trades,
        rows.versions,
        rows.allocations,
        ...rowsOfChanges(this.#chains),
        entries.heads,
        entries.lines,
      ],
      numberTaken(tx, this.#numbers),
    )
  }
}

function entriesOf(trades: Iterable<TradeToKeep>): number {
  let count = 0
  for (const { posting } of trades) count += posting?.entries.length ?? 0
  return count
}

const NOTHING_TO_POST: Prepared = { entryIds: [], accountOf: () => undefined }

/** The identities and accounts that postings need: as prepared, and whatever is lacking; nothing is asked for where nothing is posted. */
async function enough(tx: Transaction, count: number, prepared: Prepared | undefined): Promise<Prepared> {
  const known = prepared?.entryIds ?? []
  if (count === 0) return NOTHING_TO_POST
  if (prepared !== undefined && known.length >= count) return prepared
  const [more, accountOf] = await Promise.all([
    drawEntryIds(tx, count - known.length),
    prepared?.accountOf ?? loadAccounts(tx),
  ])
  return { entryIds: [...known, ...more], accountOf }
}
