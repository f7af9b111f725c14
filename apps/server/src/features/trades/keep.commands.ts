/**
 * The one writer of what was decided about trades: facts, what changed in chains, entries and lines, as one set of rows, of one
 * trade or of a hundred thousand. A buy at the end of its chain, a late one, a correction, an opening and an import differ in
 * what core decided, not in how it is kept.
 */
import type { Transaction } from '../../platform/database/database.ts'
import { rowsFor, sendRows, tableOf } from '../../platform/database/rows.ts'
import { type ChangedChain, rowsOfChanges, sendBeforeChanges } from '../chains/keep.commands.ts'
import { type AccountOf, loadAccounts } from '../ledger/accounts-of-roles.queries.ts'
import {
  type Cause,
  drawEntryIds,
  type EntryToPost,
  intoOpenPeriod,
  rowsOfEntries,
} from '../ledger/ledger.posting.ts'
import { numberTaken } from './deal-numbers.ts'
import { rowsOfFacts, sendNextVersions, type TradeFact, type VersionFact } from './trades.facts.ts'

/** Entries with what brought them about. */
export interface Posting {
  readonly entries: readonly EntryToPost[]
  readonly cause: Cause
}

/** What a trade of many leaves in the audit trail, where the door's own row tells of all of them. */
export interface TradeAudit {
  readonly action: string
  readonly tradeId: number
  readonly after: object
}

/** What was decided. Trades are of chains that are locked. */
export interface WriteSet {
  readonly trades?: readonly TradeFact[]
  readonly versions?: readonly VersionFact[]
  readonly chains?: readonly ChangedChain[]
  readonly postings?: readonly Posting[]
  readonly audit?: readonly TradeAudit[]
  readonly recordedBy: number
}

/** What postings need, where it was asked for before: identities for their entries, and the account of each role. */
export interface Prepared {
  readonly entryIds: readonly number[]
  readonly accountOf: AccountOf
}

const AUDIT = tableOf<TradeAudit & { readonly recordedBy: number }>('audit', [
  { name: 'user_id', type: 'bigint', of: ({ recordedBy }) => recordedBy },
  { name: 'action', type: 'text', of: ({ action }) => action },
  { name: 'entity', type: 'text', of: () => 'trade' },
  { name: 'entity_id', type: 'text', of: ({ tradeId }) => String(tradeId) },
  { name: 'after', type: 'jsonb', of: ({ after }) => JSON.stringify(after) },
])

/**
 * Keeps a write set; answers the identities of its entries, in order. Nothing of the rows is waited for: a fault is told when
 * the transaction ends. A deal number that is taken has the transaction tried again.
 */
export async function keepWriteSet(
  tx: Transaction,
  set: WriteSet,
  prepared?: Prepared,
): Promise<readonly number[]> {
  const { trades = [], versions = [], chains = [], postings = [], audit = [], recordedBy } = set
  const count = postings.reduce((sum, { entries }) => sum + entries.length, 0)
  const { entryIds, accountOf } = await enough(tx, count, prepared)
  const posted = await intoOpenPeriod(
    tx,
    postings.flatMap(({ entries, cause }) => entries.map((entry) => ({ entry, cause }))),
  )
  if (chains.length > 0) sendBeforeChanges(tx, chains)
  sendNextVersions(tx, versions)
  await sendRows(
    tx,
    [
      ...rowsOfFacts(trades, versions),
      rowsFor(
        AUDIT,
        audit.map((one) => ({ ...one, recordedBy })),
      ),
      ...rowsOfChanges(chains),
      ...rowsOfEntries(posted, entryIds, { recordedBy, accountOf }),
    ],
    numberTaken(trades.map(({ dealNumber }) => dealNumber)),
  )
  return entryIds.slice(0, count)
}

/** What postings need: as it was prepared, and whatever is lacking. */
async function enough(tx: Transaction, count: number, prepared: Prepared | undefined): Promise<Prepared> {
  const known = prepared?.entryIds ?? []
  if (prepared !== undefined && known.length >= count) return prepared
  const [more, accountOf] = await Promise.all([
    drawEntryIds(tx, count - known.length),
    prepared?.accountOf ?? loadAccounts(tx),
  ])
  return { entryIds: [...known, ...more], accountOf }
}
