/** Posts very many entries by COPY: ledger.posting.ts for a submission. The database checks them and keeps the balances all the same. */
import type { TradeEntry } from '@em/core/postings/trade-entries'
import { breather } from '../../platform/breather.ts'
import { CopyRows, copyText } from '../../platform/database/copy.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { loadAccounts } from './accounts-of-roles.queries.ts'
import { postEntries } from './ledger.posting.ts'

/** An entry of a trade in its first version. */
export interface TradePosting {
  readonly entry: TradeEntry
  readonly tradeId: number
  readonly reference: string
}

export interface BulkOrder {
  readonly batchId: number
  readonly recordedBy: number
}

export interface BulkPoster {
  /**
   * Posts entries together, one after the other as they are handed out; answers when the database has taken them. Those
   * that stand close by date should come together: then each kept balance is written once.
   */
  post(postings: Iterable<TradePosting>): Promise<unknown>
}

const DRAW = statement(
  'ledger.draw-ids',
  `SELECT min(id) AS first, count(*) AS length
     FROM (SELECT id, id - row_number() OVER (ORDER BY id) AS island
             FROM (SELECT nextval('journal_entries_id_seq') AS id FROM generate_series(1, $1)) drawn) islands
    GROUP BY island ORDER BY 1`,
)

const ENTRIES = `id, entry_date, kind, transaction_type, description, reference, line_count, trade_id, trade_version, batch_id,
  recorded_by`
const LINES = `entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description, portfolio_id,
  equity_id, settlement_account_id, broker_id`
const NONE = '\\N'

/** A poster for at most `count` entries, whose identities are drawn now. */
export async function bulkPoster(tx: Transaction, order: BulkOrder, count: number): Promise<BulkPoster> {
  const accountOf = await loadAccounts(tx)
  const nextId = await drawIds(tx, count)
  const breathe = breather()
  return {
    post: async (postings) => {
      if (tx.openPeriod === true) return postInOpenPeriod(tx, [...postings], order)
      const entries = new CopyRows()
      const lines = new CopyRows()
      for (const { entry, tradeId, reference } of postings) {
        const pause = breathe()
        if (pause !== undefined) await pause
        const id = nextId()
        const { entryDate } = entry
        const description = copyText(entry.description)
        entries.add(
          `${id}\t${entryDate}\t${entry.kind}\t${entry.transactionType}\t${description}\t${reference}\t${entry.lines.length}\t` +
            `${tradeId}\t1\t${order.batchId}\t${order.recordedBy}`,
        )
        let no = 0
        for (const line of entry.lines) {
          no += 1
          // An unmapped role has no account: the database refuses the line.
          const account = accountOf(line.role, line.portfolioId, line.settlementAccountId, entryDate) ?? NONE
          lines.add(
            `${id}\t${no}\t${entryDate}\t${account}\t${line.role}\t${line.debit}e-2\t${line.credit}e-2\t${line.transactionType}\t` +
              `${description}\t${line.portfolioId}\t${line.equityId ?? NONE}\t${line.settlementAccountId ?? NONE}\t${line.brokerId ?? NONE}`,
          )
        }
      }
      return Promise.all([
        tx.copy('journal_entries', ENTRIES, entries),
        tx.copy('journal_lines', LINES, lines),
      ])
    },
  }
}

const MOVED_AT_ONCE = 2_000

/** What may have to be moved out of a locked period is posted by the statement that moves it. */
async function postInOpenPeriod(
  tx: Transaction,
  postings: readonly TradePosting[],
  { batchId, recordedBy }: BulkOrder,
): Promise<void> {
  for (let from = 0; from < postings.length; from += MOVED_AT_ONCE) {
    const entries = postings
      .slice(from, from + MOVED_AT_ONCE)
      .map(({ entry, tradeId, reference }) => ({ ...entry, reference, tradeId, tradeVersion: 1 }))
    await postEntries(tx, entries, { batchId }, recordedBy)
  }
}

/** Identities in ascending order; other writers may take some between. */
async function drawIds(tx: Transaction, count: number): Promise<() => number> {
  const islands = await tx.query<{ first: number; length: number }>(DRAW, [count])
  let island = 0
  let used = 0
  return () => {
    const at = islands[island]
    if (at === undefined) throw new RangeError('more entries than identities')
    const id = at.first + used
    used += 1
    if (used === at.length) {
      island += 1
      used = 0
    }
    return id
  }
}
