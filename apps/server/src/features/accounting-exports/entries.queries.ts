/** The entries of an outside ledger that are in none of its batches yet, at one moment, and what they come to. */
import type { ExportedEntry } from '@em/core/accounting-exports/vouchers'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { Target } from './targets.queries.ts'

const PICK = statement(
  'accounting.pick',
  `SELECT e.id FROM journal_entries e
    WHERE e.entry_date BETWEEN :from::date AND :to::date
      AND EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = e.id AND coalesce(l.portfolio_id, 0) = ANY (:portfolios::bigint[]))
      AND NOT EXISTS (SELECT FROM accounting_exported x WHERE x.target_id = :target AND x.entry_id = e.id AND x.is_live)
    ORDER BY e.entry_date, e.id`,
)
const LINES = statement(
  'accounting.lines',
  `SELECT e.id, e.entry_date, e.reference, e.description, l.line_no, l.account_id, c.account_code, c.account_name, l.portfolio_id,
          p.portfolio_id AS portfolio, l.description AS line_description, l.debit, l.credit
     FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id JOIN chart_of_accounts c ON c.id = l.account_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
    WHERE e.id = ANY (:ids::bigint[]) AND coalesce(l.portfolio_id, 0) = ANY (:portfolios::bigint[])
    ORDER BY e.entry_date, e.id, l.line_no`,
)
const OPENING = statement(
  'accounting.opening',
  `SELECT d.account_id, nullif(d.portfolio_id, 0) AS portfolio, c.account_code, sum(d.debit) AS debit!, sum(d.credit) AS credit!
     FROM ledger_days d JOIN chart_of_accounts c ON c.id = d.account_id
    WHERE d.day < :start::date AND d.portfolio_id = ANY (:portfolios::bigint[]) GROUP BY 1, 2, 3`,
)
const BEFORE = statement(
  'accounting.exported-before',
  `SELECT s.account_id, sum(s.debit - s.credit) AS net! FROM accounting_sums s JOIN accounting_batches b ON b.id = s.batch_id
    WHERE s.target_id = :target AND (s.is_opening OR b.state <> 'replaced') GROUP BY 1`,
)

/** Entries that are read at once. */
const AT_ONCE = 2_000
const FIRST_DAY = '1900-01-01'

/** Their ids in the order of their dates. */
export async function unexported(
  db: Queryable,
  { id, portfolioIds }: Target,
  { from = FIRST_DAY, to }: { readonly from?: string; readonly to: string },
): Promise<number[]> {
  const rows = await db.query(PICK, { target: id, portfolios: [...portfolioIds], from, to })
  return rows.map((row) => row.id)
}

type Row = RowOf<typeof LINES>
/** An entry with the accounts of its lines, by the place of each. */
export interface ReadEntry extends ExportedEntry {
  readonly accountIds: readonly number[]
}

/** The entries with the lines that the target takes, page by page. */
export async function* entriesOf(
  db: Queryable,
  ids: readonly number[],
  { portfolioIds }: Target,
): AsyncGenerator<ReadEntry[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await db.query(LINES, {
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

/** What the accounts held on the day before the first, by portfolio. */
export async function openingOf(db: Queryable, { portfolioIds, startDate }: Target) {
  const rows = await db.query(OPENING, { portfolios: [...portfolioIds], start: startDate })
  return rows.map((row) => ({
    accountId: row.account_id,
    accountCode: row.account_code,
    portfolioId: row.portfolio,
    debit: decimalOf(row.debit, MONEY_SCALE),
    credit: decimalOf(row.credit, MONEY_SCALE),
  }))
}

/** Debits less credits of the opening and of all batches that count, by account. */
export async function exportedBefore(db: Queryable, target: number): Promise<Map<number, bigint>> {
  const rows = await db.query(BEFORE, { target })
  return new Map(rows.map(({ account_id, net }) => [account_id, decimalOf(net, MONEY_SCALE)]))
}
