/** What a ledger filter leaves: its conditions over the lines, and its totals from the kept balances where they suffice. */
import { type Queryable, statement } from '../../platform/database/database.ts'

export interface LedgerFilter {
  readonly portfolioId?: number | undefined
  /** 0 for an account that does not exist: no line is its. */
  readonly accountId?: number | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly transactionType?: string | undefined
  readonly status?: 'Posted' | 'Pending' | undefined
  readonly search?: string | undefined
}

export interface Conditions {
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
  if (filter.accountId !== undefined) add('l.account_id = ?', filter.accountId)
  if (filter.from) add(`l.${date} >= ?::date`, filter.from)
  if (filter.to) add(`l.${date} <= ?::date`, filter.to)
  if (filter.transactionType) add('l.transaction_type = ?', filter.transactionType)
  if (filter.status === 'Posted') where.push(`l.${date} <= $1::date`)
  if (filter.status === 'Pending') where.push(`l.${date} > $1::date`)
  return { values, where }
}

/**
 * The filter as conditions over `journal_lines l`. What a search text hits is looked up in the small tables first:
 * a deal number, say, then comes down to the few lines of its entries.
 */
export async function lineConditions(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
): Promise<Conditions> {
  const { values, where } = shared(filter, 'entry_date', today)
  const search = filter.search?.trim()
  if (!search) return { values, where }
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const [hit] = await db.query<Hit>(HITS, [like])
  const places: string[] = []
  const among = (column: string, ids: readonly unknown[] | null | undefined) => {
    if (ids?.length) places.push(`l.${column} = ANY ($${values.push(ids)}::bigint[])`)
  }
  if ((hit?.entries?.length ?? 0) <= FEW) among('entry_id', hit?.entries)
  else places.push(`l.entry_id IN (${entriesLike(`$${values.push(like)}`)})`)
  among('account_id', hit?.accounts)
  among('equity_id', hit?.equities)
  where.push(places.length === 0 ? 'false' : `(${places.join(' OR ')})`)
  return { values, where }
}

/** So many entries are named one by one; more are looked up while the lines are walked. */
const FEW = 2000

/** The entries that say so, themselves or in a line: the words of a line differ only where a person wrote it. */
const entriesLike = (text: string) => `
  SELECT id FROM journal_entries WHERE description ILIKE ${text} OR reference ILIKE ${text}
  UNION ALL
  SELECT m.entry_id FROM journal_entries e JOIN journal_lines m ON m.entry_id = e.id
   WHERE e.kind = 'manual' AND m.description ILIKE ${text}`

/** Ids as the database writes them. */
interface Hit {
  entries: unknown[] | null
  accounts: unknown[] | null
  equities: unknown[] | null
}
const HITS = statement(
  'ledger.hits',
  `SELECT (SELECT array_agg(id) FROM (${entriesLike('$1')} LIMIT ${FEW + 1}) found) AS entries,
          (SELECT array_agg(id) FROM chart_of_accounts WHERE account_name ILIKE $1 OR account_code ILIKE $1) AS accounts,
          (SELECT array_agg(id) FROM equities WHERE symbol ILIKE $1 OR name ILIKE $1) AS equities`,
)

export interface LedgerTotals {
  /** Lines. */
  readonly entries: number
  /** Exact decimal text, in rupees. */
  readonly debits: string
  readonly credits: string
}

/**
 * How many lines the filter leaves, and their debits and credits. Without a search text the kept balances know it
 * (months where no date matters, else days); with one the lines are walked, by `lines` where they are known.
 */
export async function ledgerTotals(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
  lines?: Conditions,
): Promise<LedgerTotals> {
  const walked = Boolean(filter.search?.trim())
  const dated = Boolean(filter.from || filter.to || filter.status)
  const { values, where } = walked
    ? (lines ?? (await lineConditions(db, filter, today)))
    : shared(filter, 'day', today)
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
