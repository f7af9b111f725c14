/**
 * Writes journal entries, one or very many: roles become accounts by the mapping of the day that the entry belongs to, the
 * database checks and keeps the balances.
 */
import type { EntryLine } from '@em/core/ledger/lines'
import { addDays } from '@em/core/values/dates'
import { cents } from '../../../platform/database/copy.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { actOf, addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import { changesWithin, scopeNow } from '../../../platform/database/scope.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type AccountOf, loadAccounts } from './accounts-of-roles.queries.ts'

/**
 * The cause of an entry: a trade (its own, or one that moved its cost), the undoing of an import, a year-end closing, the
 * portfolio whose opening balances it holds, a person who typed it or moved a balance, or a mark-to-market valuation (its own, or
 * the one in its place), or a corporate action. The database looks the target up.
 */
export interface Cause {
  readonly kind: 'trade' | 'batch' | 'closing' | 'portfolio' | 'person' | 'valuation' | 'action'
  readonly id: number
}
/** Each entry follows from the trade that it belongs to. */
export const OWN_TRADE = 'own trade'

export interface PostedLine extends Omit<EntryLine, 'role' | 'portfolioId' | 'transactionType'> {
  /** A posting role, or `manual` for a line whose account a person named. */
  readonly role: string
  readonly portfolioId: number | string | null
  readonly transactionType: string
  /** Set where a person named the account. */
  readonly accountId?: number
}

export interface EntryToPost {
  readonly kind:
    | 'trade'
    | 'settlement'
    | 'correction'
    | 'event'
    | 'valuation'
    | 'opening'
    | 'manual'
    | 'closing'
  readonly entryDate: string
  readonly transactionType: string
  readonly description: string
  readonly reference: string | null
  readonly reversalOf?: number
  /** The trade whose entry this is, in the version that it follows from. */
  readonly tradeId?: number
  readonly tradeVersion?: number
  /** Where it is not that of the other entries: a late buy that moved the cost of a sale. */
  readonly cause?: Cause
  /** The day it belongs to, where the entry that this one reverses had been posted later than that. */
  readonly belongsTo?: string
  readonly lines: readonly PostedLine[]
}

const DRAW = statement(
  'ledger.draw-ids',
  "SELECT array_agg(nextval('journal_entries_id_seq')) AS ids FROM generate_series(1, :count)",
)

/** Identities for new entries, ascending; other writers may take some between. */
export async function drawEntryIds(tx: Transaction, count: number): Promise<number[]> {
  const [row] = await tx.query(DRAW, { count })
  return row?.ids ?? []
}

const SHARE = statement('ledger.share-postings', `SELECT ${takeLock('what lines name', { isShared: true })}`)
/**
 * Takes what a sign-off holds alone, as the posting itself would later: before the rows that a write and a sign-off both lock,
 * so that neither waits for the other in a circle.
 */
export async function sharePostings(tx: Transaction): Promise<void> {
  await tx.query(SHARE)
}

/** Posts entries with their cause and answers their ids, in order. @throws what the database refuses. */
export async function postEntries(
  tx: Transaction,
  entries: readonly EntryToPost[],
  cause: Cause | typeof OWN_TRADE,
  by: RecordedBy,
): Promise<number[]> {
  if (entries.length === 0) return []
  const [ids, accountOf, dated] = await Promise.all([
    drawEntryIds(tx, entries.length),
    loadAccounts(tx),
    intoOpenPeriod(tx, by),
  ])
  const rows = new EntryRows()
  const order = { by: tx.place, cause, recordedBy: by.recordedBy, accountOf }
  for (const [index, entry] of entries.entries()) rows.add(ids[index] as number, dated(entry), order)
  sayReconciled(tx, by, true)
  await addRows(tx, [rows.heads, rows.lines])
  sayReconciled(tx, by, false)
  return ids
}

/** The fields of entry rows that the entries themselves do not have. */
export interface PostingOrder {
  /** The index of its writer. */
  readonly by: number
  readonly cause: Cause | typeof OWN_TRADE
  readonly recordedBy: number
  readonly accountOf: AccountOf
}

interface HeadRow {
  readonly by: number
  readonly id: number
  readonly entry: EntryToPost
  readonly cause: Cause
  readonly recordedBy: number
}

interface LineRow {
  readonly entryId: number
  readonly no: number
  readonly date: string
  readonly account: number | undefined
  readonly line: PostedLine
}

const ENTRIES = tableOf<HeadRow>(
  'journal_entries',
  [
    { name: 'id', type: 'bigint', of: ({ id }) => id },
    { name: 'entry_date', type: 'date', of: ({ entry }) => entry.entryDate },
    { name: 'kind', type: 'text', of: ({ entry }) => entry.kind },
    { name: 'transaction_type', type: 'text', of: ({ entry }) => entry.transactionType },
    { name: 'description', type: 'text', of: ({ entry }) => entry.description },
    { name: 'reference', type: 'text', of: ({ entry }) => entry.reference },
    { name: 'reversal_of', type: 'bigint', of: ({ entry }) => entry.reversalOf ?? null },
    { name: 'line_count', type: 'smallint', of: ({ entry }) => entry.lines.length },
    { name: 'trade_id', type: 'bigint', of: ({ entry }) => entry.tradeId ?? null },
    { name: 'trade_version', type: 'integer', of: ({ entry }) => entry.tradeVersion ?? null },
    { name: 'cause_kind', type: 'text', of: ({ cause }) => cause.kind },
    { name: 'cause_id', type: 'bigint', of: ({ cause }) => cause.id },
    { name: 'moved_from', type: 'date', of: ({ entry }) => entry.belongsTo ?? null },
    { name: 'recorded_by', type: 'bigint', of: ({ recordedBy }) => recordedBy },
    actOf(({ by }) => by),
  ],
  { identity: true },
)

const LINES = tableOf<LineRow>('journal_lines', [
  { name: 'entry_id', type: 'bigint', of: ({ entryId }) => entryId },
  { name: 'line_no', type: 'smallint', of: ({ no }) => no },
  { name: 'entry_date', type: 'date', of: ({ date }) => date },
  // A role without an account: the database refuses the line.
  { name: 'account_id', type: 'bigint', of: ({ account }) => account ?? null },
  { name: 'role', type: 'text', of: ({ line }) => line.role },
  { name: 'debit', type: 'numeric', of: ({ line }) => cents(line.debit) },
  { name: 'credit', type: 'numeric', of: ({ line }) => cents(line.credit) },
  { name: 'transaction_type', type: 'text', of: ({ line }) => line.transactionType },
  { name: 'description', type: 'text', of: ({ line }) => line.description },
  { name: 'portfolio_id', type: 'bigint', of: ({ line }) => line.portfolioId },
  { name: 'equity_id', type: 'bigint', of: ({ line }) => line.equityId },
  { name: 'settlement_account_id', type: 'bigint', of: ({ line }) => line.settlementAccountId },
  { name: 'broker_id', type: 'bigint', of: ({ line }) => line.brokerId },
])

function ownTradeOf({ tradeId, description }: EntryToPost): Cause {
  if (tradeId === undefined) throw new Error(`the entry "${description}" belongs to no trade`)
  return { kind: 'trade', id: tradeId }
}

/** The rows of entries, added one by one under their identities. `add` throws Refusal `rights.outside` for a line outside the scope. */
export class EntryRows {
  readonly heads = new Rows(ENTRIES)
  readonly lines = new Rows(LINES)
  readonly #mayPost = changesWithin(scopeNow())

  add(id: number, entry: EntryToPost, { by, cause, recordedBy, accountOf }: PostingOrder): void {
    this.heads.add({
      by,
      id,
      entry,
      cause: entry.cause ?? (cause === OWN_TRADE ? ownTradeOf(entry) : cause),
      recordedBy,
    })
    const date = entry.entryDate
    const day = entry.belongsTo ?? date
    let no = 0
    for (const line of entry.lines) {
      no += 1
      const { role, portfolioId, settlementAccountId } = line
      if (!this.#mayPost(portfolioId)) throw new Refusal('rights.outside')
      const account = line.accountId ?? accountOf(role, portfolioId, settlementAccountId, day)
      this.lines.add({ entryId: id, no, date, account, line })
    }
  }
}

const LOCKS = statement(
  'ledger.locks',
  `SELECT f.id AS portfolio_id, y.locked_through FROM portfolios f JOIN entities y ON y.id = f.entity_id
    WHERE y.locked_through IS NOT NULL
   UNION ALL
   SELECT NULL, locked_through FROM entities WHERE is_general AND locked_through IS NOT NULL`,
)

const RECONCILED = statement(
  'ledger.change-reconciled',
  "SELECT set_config('equity_manager.change_reconciled', :accepted::text, true)",
)
/**
 * Around the lines of a posting: where the person accepted it, the ledger's trigger marks a reconciliation that is signed off as
 * changed since instead of refusing the lines.
 */
export function sayReconciled(tx: Transaction, { changeReconciled }: RecordedBy, begins: boolean): void {
  if (changeReconciled) tx.send(RECONCILED, { accepted: begins ? '1' : '' })
}

/**
 * Where the person accepted it (`openPeriod`), what is dated in a locked period goes to the first open day and says where
 * it belongs. Answers what does that to an entry.
 */
export async function intoOpenPeriod(
  tx: Transaction,
  { openPeriod }: RecordedBy,
): Promise<(entry: EntryToPost) => EntryToPost> {
  if (!openPeriod) return (entry) => entry
  const rows = await tx.query(LOCKS)
  const key = (portfolioId: number | string | null) => (portfolioId === null ? null : String(portfolioId))
  const locks = new Map(rows.map((row) => [key(row.portfolio_id), row.locked_through]))
  return (entry) => {
    const through = entry.lines
      .map(({ portfolioId }) => locks.get(key(portfolioId)) ?? '')
      .reduce((latest, one) => (one > latest ? one : latest), '')
    if (entry.entryDate > through) return entry
    return { ...entry, entryDate: addDays(through, 1), belongsTo: entry.belongsTo ?? entry.entryDate }
  }
}
