/**
 * The entries of an outside ledger that are in none of its batches yet, at one moment, and its opening balances. Of an entry over several
 * portfolios those lines are there whose portfolio is in no batch yet.
 */
import type { ExportedEntry } from '@em/core/accounting-exports/vouchers'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import type { Target } from './targets.queries.ts'

// A line that the target takes, and has not taken yet.
const IS_NEW = `coalesce(l.portfolio_id, 0) = ANY (:portfolios::bigint[])
      AND NOT EXISTS (SELECT FROM accounting_exported x
                       WHERE x.target_id = :target AND x.entry_id = l.entry_id AND x.portfolio_id = coalesce(l.portfolio_id, 0) AND x.is_live)`
const PICK = statement(
  'accounting.pick',
  `SELECT e.id FROM journal_entries e
    WHERE e.entry_date <= :to::date AND EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = e.id AND ${IS_NEW})
    ORDER BY e.entry_date, e.id`,
)
const LINES = statement(
  'accounting.lines',
  `SELECT e.id, e.entry_date, e.reference, e.description, l.line_no, l.account_id, c.account_code, c.account_name, l.portfolio_id,
          p.portfolio_id AS portfolio, l.description AS line_description, l.debit, l.credit
     FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id JOIN chart_of_accounts c ON c.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE e.id = ANY (:ids::bigint[]) AND ${IS_NEW}
    ORDER BY e.entry_date, e.id, l.line_no`,
)
// Taken of the same moment as everything else of the statement: what is not seen by it is exported later.
const TAKE_OPENING = statement(
  'accounting.take-opening',
  `INSERT INTO em.accounting_exported (target_id, entry_id, portfolio_id)
   SELECT DISTINCT :target::bigint, l.entry_id, coalesce(l.portfolio_id, 0) FROM journal_lines l
    WHERE l.entry_date < :start::date AND coalesce(l.portfolio_id, 0) = ANY (:portfolios::bigint[])`,
)
const GIVE_OPENING_UP = statement(
  'accounting.give-opening-up',
  'UPDATE accounting_exported SET is_live = false WHERE target_id = :target AND batch_id IS NULL AND is_live',
)
const OPENING = statement(
  'accounting.opening',
  `SELECT l.account_id, l.portfolio_id AS portfolio, c.account_code, sum(l.debit - l.credit) AS net!
     FROM accounting_exported x JOIN journal_lines l ON l.entry_id = x.entry_id AND coalesce(l.portfolio_id, 0) = x.portfolio_id
     JOIN chart_of_accounts c ON c.id = l.account_id
    WHERE x.target_id = :target AND x.batch_id IS NULL AND x.is_live GROUP BY 1, 2, 3`,
)
const BEFORE = statement(
  'accounting.exported-before',
  `SELECT s.account_id, sum(s.debit - s.credit) AS net! FROM accounting_sums s JOIN accounting_batches b ON b.id = s.batch_id
    WHERE s.target_id = :target AND b.state <> 'replaced' GROUP BY 1`,
)

/** Entries that are read at once. */
const AT_ONCE = 2_000

/** Their ids in the order of their dates. */
export async function unexported(db: Queryable, { id, portfolioIds }: Target, to: string): Promise<number[]> {
  const rows = await db.query(PICK, { target: id, portfolios: [...portfolioIds], to })
  return rows.map((row) => row.id)
}

type Row = RowOf<typeof LINES>
/** An entry with the accounts of its lines, by the index of each. */
export interface ReadEntry extends ExportedEntry {
  readonly accountIds: readonly number[]
}

/** The entries with the lines that the target takes now, page by page. */
export async function* entriesOf(
  db: Queryable,
  ids: readonly number[],
  { id: target, portfolioIds }: Target,
): AsyncGenerator<ReadEntry[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await db.query(LINES, {
      target,
      ids: ids.slice(from, from + AT_ONCE),
      portfolios: [...portfolioIds],
    })
    yield [...Map.groupBy(rows, ({ id }) => id).values()].map(toEntry)
  }
}

function toEntry(rows: readonly Row[]): ReadEntry {
  const [head] = rows
  if (head === undefined) throw new Error('an entry has lines')
  return {
    id: head.id,
    date: head.entry_date,
    reference: head.reference,
    description: head.description,
    accountIds: rows.map((row) => row.account_id),
    lines: rows.map((row) => ({
      lineNo: row.line_no,
      accountCode: row.account_code,
      accountName: row.account_name,
      portfolioId: row.portfolio_id,
      portfolio: row.portfolio,
      description: row.line_description,
      debit: decimalOf(row.debit, MONEY_SCALE),
      credit: decimalOf(row.credit, MONEY_SCALE),
    })),
  }
}

/** Takes what the books hold now of before the first day as the opening balances, in the place of those that were taken before. */
export async function takeOpening(tx: Transaction, { id, portfolioIds, startDate }: Target): Promise<void> {
  await tx.query(GIVE_OPENING_UP, { target: id })
  await tx.query(TAKE_OPENING, { target: id, portfolios: [...portfolioIds], start: startDate })
}

/** The opening balances by account and portfolio: debits less credits. */
export async function openingOf(db: Queryable, target: number) {
  const rows = await db.query(OPENING, { target })
  return rows.map((row) => ({
    accountId: row.account_id,
    accountCode: row.account_code,
    portfolioId: row.portfolio,
    net: decimalOf(row.net, MONEY_SCALE),
  }))
}

/** Debits less credits of the opening and of all batches that count, by account. */
export async function exportedBefore(db: Queryable, target: number): Promise<Map<number, bigint>> {
  const rows = await db.query(BEFORE, { target })
  const nets = new Map(rows.map(({ account_id, net }) => [account_id, decimalOf(net, MONEY_SCALE)]))
  for (const { accountId, net } of await openingOf(db, target))
    nets.set(accountId, (nets.get(accountId) ?? 0n) + net)
  return nets
}
