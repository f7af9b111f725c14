/** What a ledger filter leaves: its conditions over the lines, and its totals from the kept balances where they suffice. */
import { type Queryable } from '../../platform/database/database.ts'

export interface LedgerFilter {
  readonly portfolioId?: number | undefined
  readonly accountCode?: string | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly transactionType?: string | undefined
  readonly status?: 'Posted' | 'Pending' | undefined
  readonly search?: string | undefined
}

interface Conditions {
  /** The parameters; `$1` is today. */
  readonly values: unknown[]
  readonly where: string[]
}

/** Conditions that lines and kept balances share; `date` is the column that holds the day. */
function shared(filter: LedgerFilter, date: string, today: string): Conditions {
  const values: unknown[] = [today]
  const where = ['true']
  const add = (condition: string, value: unknown) => {
    where.push(condition.replaceAll('?', `$${values.push(value)}`))
  }
  if (filter.portfolioId !== undefined) add('l.portfolio_id = ?', filter.portfolioId)
  if (filter.accountCode) {
    add(
      'l.account_id = (SELECT id FROM chart_of_accounts WHERE lower(account_code) = lower(?))',
      filter.accountCode,
    )
  }
  if (filter.from) add(`l.${date} >= ?::date`, filter.from)
  if (filter.to) add(`l.${date} <= ?::date`, filter.to)
  if (filter.transactionType) add('l.transaction_type = ?', filter.transactionType)
  if (filter.status === 'Posted') where.push(`l.${date} <= $1::date`)
  if (filter.status === 'Pending') where.push(`l.${date} > $1::date`)
  return { values, where }
}

/** The filter as conditions over `journal_lines l`. The small tables are searched, not the lines joined with them. */
export function lineConditions(filter: LedgerFilter, today: string): Conditions {
  const { values, where } = shared(filter, 'entry_date', today)
  const search = filter.search?.trim()
  if (search) {
    const text = `$${values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`
    where.push(
      `(l.description ILIKE ${text}
        OR l.entry_id IN (SELECT id FROM journal_entries WHERE description ILIKE ${text} OR reference ILIKE ${text})
        OR l.account_id IN (SELECT id FROM chart_of_accounts WHERE account_name ILIKE ${text} OR account_code ILIKE ${text})
        OR l.equity_id IN (SELECT id FROM equities WHERE symbol ILIKE ${text} OR name ILIKE ${text}))`,
    )
  }
  return { values, where }
}

export interface LedgerTotals {
  /** Lines. */
  readonly entries: number
  /** Exact decimal text, in rupees. */
  readonly debits: string
  readonly credits: string
}

/**
 * How many lines the filter leaves, and their debits and credits. Without a search text the kept balances know it
 * (months where no date matters, else days); with one the lines are walked.
 */
export async function ledgerTotals(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
): Promise<LedgerTotals> {
  const walked = Boolean(filter.search?.trim())
  const dated = Boolean(filter.from || filter.to || filter.status)
  const { values, where } = walked ? lineConditions(filter, today) : shared(filter, 'day', today)
  const [table, count] = walked
    ? ['journal_lines', 'count(*)']
    : [dated ? 'ledger_days' : 'ledger_months', 'coalesce(sum(l.lines), 0)::bigint']
  const [row] = await db.query<LedgerTotals>(
    `SELECT ${count} AS entries, coalesce(sum(l.debit), 0)::text AS debits, coalesce(sum(l.credit), 0)::text AS credits
       FROM ${table} l WHERE $1::date IS NOT NULL AND ${where.join(' AND ')}`,
    values,
  )
  return row ?? { entries: 0, debits: '0', credits: '0' }
}
