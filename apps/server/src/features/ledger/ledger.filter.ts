/** The lines that a ledger filter leaves: its conditions over them, and its totals from the stored balances where they suffice. */
import { NO_CLOSING } from '@em/contract/ledger/ledger'
import { CLOSING } from '@em/core/ledger/lines'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { adderTo } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { brokerHits, searchHits, securityHits } from './ledger.search.ts'
import { spanOf, within } from './ledger.span.ts'

/** The filter asks for what stored balances know nothing of: the lines themselves are looked up. */
export const isSearched = (filter: LedgerFilter): boolean =>
  Boolean(filter.search?.trim()) || Boolean(filter.broker?.trim()) || filter.equityIds !== undefined

export interface Conditions {
  /** The parameters; `$1` is today. */
  readonly values: unknown[]
  readonly where: string[]
}

/** Conditions that lines and stored balances share; `date` is the column that holds the day, with its table. */
export function shared(filter: LedgerFilter, date: string, today: string): Conditions {
  const values: unknown[] = [today]
  const where = ['true']
  const add = adderTo(where, values)
  if (filter.portfolioId !== undefined) add((value) => `l.portfolio_id = ${value}`, filter.portfolioId)
  if (filter.accountId !== undefined) add((value) => `l.account_id = ${value}`, filter.accountId)
  if (filter.from) add((value) => `${date} >= ${value}::date`, filter.from)
  if (filter.to) add((value) => `${date} <= ${value}::date`, filter.to)
  if (filter.transactionType === NO_CLOSING) add((value) => `l.transaction_type <> ${value}`, CLOSING)
  else if (filter.transactionType) add((value) => `l.transaction_type = ${value}`, filter.transactionType)
  if (filter.status === 'Posted') where.push(`${date} <= $1::date`)
  if (filter.status === 'Pending') where.push(`${date} > $1::date`)
  return { values, where }
}

/** A text is followed to so many lines; beyond that the answer says that it stopped there. */
export const SEARCHED_MAX = 50_000

/** Conditions over the lines; `stopped` where what is searched for hits more than SEARCHED_MAX of them. */
export interface LineConditions extends Conditions {
  readonly stopped: boolean
  /**
   * The lines as `journal_lines l`; with their entries as `journal_entries h` where nothing but the order of dates
   * leads to them: entries have an index of it, lines have one of their accounts.
   */
  readonly from: string
  /** Date, entry and number of a line, in whose order an index gives them. */
  readonly order: readonly [string, string, string]
}

const BY_LINE = {
  from: 'journal_lines l',
  order: ['l.entry_date', 'l.entry_id', 'l.line_no'],
} as const
const BY_ENTRY = {
  from: 'journal_entries h JOIN journal_lines l ON l.entry_id = h.id',
  order: ['h.entry_date', 'h.id', 'l.line_no'],
} as const

/** Entry by entry, also where the database takes the condition for a rare one: it would else read every line first. */
const WALKED = {
  ...BY_ENTRY,
  from: 'journal_entries h CROSS JOIN LATERAL (SELECT * FROM journal_lines o WHERE o.entry_id = h.id OFFSET 0) l',
} as const

/** The filter as conditions over the lines. What a search text or a broker hits is looked up first, see ledger.search.ts. */
export async function lineConditions(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
): Promise<LineConditions> {
  const search = filter.search?.trim()
  const broker = filter.broker?.trim()
  const hits = [
    ...(search ? [await searchHits(db, search, SEARCHED_MAX)] : []),
    ...(broker ? [await brokerHits(db, broker, SEARCHED_MAX)] : []),
    ...(filter.equityIds === undefined ? [] : [securityHits(filter.equityIds)]),
  ]
  const stopped = hits.length > 0 && hits.every((hit) => hit.stopped)
  const byEntry = stopped ? WALKED : BY_ENTRY
  const way = filter.accountId === undefined && (hits.length === 0 || stopped) ? byEntry : BY_LINE
  const { values, where } = shared(filter, way.order[0], today)
  for (const hit of hits) {
    const parameters = hit.among((value) => `$${values.push(value)}`)
    where.push(parameters.length === 0 ? 'false' : `(${parameters.join(' OR ')})`)
  }
  return { values, where, stopped, ...way }
}

const SUMS = 'coalesce(sum(l.debit), 0)::text AS debits, coalesce(sum(l.credit), 0)::text AS credits'
// The SQL of the sums is composed for each question; its rows have the shape of the sums over everything.
const ALL = statement('ledger.sums', `SELECT count(*) AS entries, ${SUMS} FROM journal_lines l`)

export interface LedgerTotals {
  /** Lines. */
  readonly entries: number
  /** Exact decimal text, in rupees; null where the search stopped. */
  readonly debits: string | null
  readonly credits: string | null
  /** The search hits more lines than are counted: `entries` is as far as it went. */
  readonly stopped: boolean
}

/**
 * How many lines the filter leaves, and their debits and credits. Without a search text and a broker the stored balances
 * know it; with one the lines it hits are added up, by `lines` where they are known, unless there are too many of them.
 */
export async function ledgerTotals(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
  lines?: LineConditions,
): Promise<LedgerTotals> {
  if (!isSearched(filter)) return { ...(await storedTotals(db, filter, today)), stopped: false }
  const { values, where, stopped, from } = lines ?? (await lineConditions(db, filter, today))
  // Where the other filters leave few lines, those are walked however often the text occurs elsewhere.
  if (stopped && (await storedTotals(db, filter, today)).entries > SEARCHED_MAX) {
    return { entries: SEARCHED_MAX, debits: null, credits: null, stopped }
  }
  const [row] = await db.query<Sums>(
    `SELECT count(*) AS entries, ${SUMS} FROM ${from} WHERE $1::date IS NOT NULL AND ${where.join(' AND ')}`,
    values,
  )
  return { ...(row ?? NOTHING), stopped: false }
}

type Sums = RowOf<typeof ALL>
const NOTHING: Sums = { entries: 0, debits: '0', credits: '0' }

/** The totals of the filter without its search text and broker, from the stored balances: whole months, and days at its edges. */
async function storedTotals(db: Queryable, filter: LedgerFilter, today: string): Promise<Sums> {
  const span = spanOf(filter, today)
  const parts = await Promise.all([
    storedSums(db, 'month', span.whole, today),
    ...span.edges.map((month) => storedSums(db, 'day', within(filter, month), today)),
  ])
  const total = (of: (sums: Sums) => string) =>
    formatDecimal(
      parts.reduce((sum, part) => sum + decimalOf(of(part), MONEY_SCALE), 0n),
      MONEY_SCALE,
    )
  return {
    entries: parts.reduce((sum, part) => sum + part.entries, 0),
    debits: total((part) => part.debits),
    credits: total((part) => part.credits),
  }
}

async function storedSums(
  db: Queryable,
  period: 'month' | 'day',
  filter: LedgerFilter,
  today: string,
): Promise<Sums> {
  const { values, where } = shared(filter, `l.${period}`, today)
  const [row] = await db.query<Sums>(
    `SELECT coalesce(sum(l.lines), 0)::bigint AS entries, ${SUMS}
       FROM ledger_${period}s l WHERE $1::date IS NOT NULL AND ${where.join(' AND ')}`,
    values,
  )
  return row ?? NOTHING
}
