/**
 * Follows what was marked: recomputes the daily values that are behind and keeps them. Nothing of it is a fact, so it may be broken
 * off and done again at any time: marks go in the transaction that writes the rows.
 */
import { addMarketDays, lastMarketDay, type MarketCalendar } from '@em/core/holidays/market-calendar'
import { dayIndexOf } from '@em/core/performance/daily-values'
import { dayNumber } from '@em/core/values/dates'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type Database, statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { computeRows } from './compute.queries.ts'
import type { DailyRow } from './daily-rows.ts'
import { type Due, findDue, firstDays, mayRecalculate } from './due.queries.ts'
import { type FundAccounts, fundAccounts } from './ledger-facts.queries.ts'
import { marketDaysOf } from './market-days.ts'
import { loadMarket, type Market } from './price-columns.queries.ts'

const CLAIM = statement(
  'values.claim-marks',
  'DELETE FROM daily_value_marks WHERE id = ANY (:marks::bigint[]) RETURNING portfolio_id AS "portfolioId"',
)
const forget = (table: 'daily_values' | 'daily_sector_values') => `
  DELETE FROM ${table} v USING unnest(:portfolioIds::bigint[], :froms?::date[], :untils::date[]) AS k (portfolio_id, first, last)
   WHERE v.portfolio_id = k.portfolio_id AND v.day >= coalesce(k.first, '-infinity') AND v.day <= k.last`
const FORGET_SECTORS = statement('values.forget-days-of-sectors', forget('daily_sector_values'))
const FORGET = statement('values.forget-days', forget('daily_values'))
const KEEP_SPANS = statement(
  'values.keep-spans',
  `WITH found AS (
     SELECT k.id, f.first_day, l.last_day
       FROM unnest(:portfolioIds::bigint[]) AS k (id)
       LEFT JOIN LATERAL (SELECT day AS first_day FROM daily_values WHERE portfolio_id = k.id ORDER BY day LIMIT 1) f ON true
       LEFT JOIN LATERAL (SELECT day AS last_day FROM daily_values WHERE portfolio_id = k.id ORDER BY day DESC LIMIT 1) l ON true),
   gone AS (DELETE FROM daily_value_spans s USING found f WHERE s.portfolio_id = f.id AND f.first_day IS NULL)
   INSERT INTO daily_value_spans AS s (portfolio_id, first_day, last_day)
   SELECT id, first_day, last_day FROM found WHERE first_day IS NOT NULL
   ON CONFLICT (portfolio_id) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day
    WHERE (s.first_day, s.last_day) <> (excluded.first_day, excluded.last_day)`,
)
// All portfolios together, of the same days: read by everybody who sees all of them.
const forgetTotals = (table: 'daily_values' | 'daily_sector_values') =>
  `DELETE FROM ${table} WHERE portfolio_id = 0 AND day >= coalesce(:from?::date, '-infinity') AND day <= :until::date`
const FORGET_TOTALS = statement('values.forget-totals', forgetTotals('daily_values'))
const FORGET_SECTOR_TOTALS = statement('values.forget-totals-of-sectors', forgetTotals('daily_sector_values'))
const ADD_TOTALS = statement(
  'values.add-totals',
  `INSERT INTO daily_values
   SELECT 0, v.day, sum(v.shares_value), sum(v.stale_value), sum(v.cost), sum(v.paid_in), sum(v.taken_out), sum(v.cash), min(v.lowest_cash),
          sum(v.receivable), sum(v.dividends), sum(v.applications), sum(v.payable), sum(v.fund_in), sum(v.fund_out), bool_or(v.has_prices)
     FROM daily_value_spans s
     JOIN daily_values v ON v.portfolio_id = s.portfolio_id AND v.day >= coalesce(:from?::date, '-infinity') AND v.day <= :until::date
    WHERE s.portfolio_id > 0 GROUP BY v.day`,
)

const ADD_SECTOR_TOTALS = statement(
  'values.add-totals-of-sectors',
  `INSERT INTO daily_sector_values (portfolio_id, day, held, shares_values, moved, paid_in, taken_out)
   SELECT 0, day, coalesce(array_agg(sector ORDER BY sector COLLATE "C") FILTER (WHERE is_held), '{}'),
          coalesce(array_agg(value ORDER BY sector COLLATE "C") FILTER (WHERE is_held), '{}'),
          coalesce(array_agg(sector ORDER BY sector COLLATE "C") FILTER (WHERE has_moved), '{}'),
          coalesce(array_agg(paid_in ORDER BY sector COLLATE "C") FILTER (WHERE has_moved), '{}'),
          coalesce(array_agg(taken_out ORDER BY sector COLLATE "C") FILTER (WHERE has_moved), '{}')
     FROM (
       SELECT v.day, x.sector, bool_or(x.value IS NOT NULL) AS is_held, sum(x.value) AS value,
              bool_or(x.paid_in IS NOT NULL) AS has_moved, sum(x.paid_in) AS paid_in, sum(x.taken_out) AS taken_out
         FROM daily_value_spans s
         JOIN daily_sector_values v ON v.portfolio_id = s.portfolio_id AND v.day >= coalesce(:from?::date, '-infinity') AND v.day <= :until::date
         LEFT JOIN LATERAL (
           SELECT sector, value, NULL::numeric AS paid_in, NULL::numeric AS taken_out FROM unnest(v.held, v.shares_values) AS h (sector, value)
           UNION ALL
           SELECT sector, NULL, paid_in, taken_out FROM unnest(v.moved, v.paid_in, v.taken_out) AS m (sector, paid_in, taken_out)) x ON true
        WHERE s.portfolio_id > 0 GROUP BY v.day, x.sector) d
    GROUP BY day`,
)

const money = (of: (row: DailyRow) => bigint) => (row: DailyRow) => formatDecimal(of(row), MONEY_SCALE)

const VALUES = tableOf<DailyRow>('daily_values', [
  { name: 'portfolio_id', type: 'bigint', of: ({ portfolioId }) => portfolioId },
  { name: 'day', type: 'date', of: ({ day }) => day },
  { name: 'shares_value', type: 'numeric', of: money((row) => row.sharesValue) },
  { name: 'stale_value', type: 'numeric', of: money((row) => row.staleValue) },
  { name: 'cost', type: 'numeric', of: money((row) => row.cost) },
  { name: 'paid_in', type: 'numeric', of: money((row) => row.paidIn) },
  { name: 'taken_out', type: 'numeric', of: money((row) => row.takenOut) },
  { name: 'cash', type: 'numeric', of: money((row) => row.cash) },
  { name: 'lowest_cash', type: 'numeric', of: money((row) => row.lowestCash) },
  { name: 'receivable', type: 'numeric', of: money((row) => row.receivable) },
  { name: 'dividends', type: 'numeric', of: money((row) => row.dividends) },
  { name: 'applications', type: 'numeric', of: money((row) => row.applications) },
  { name: 'payable', type: 'numeric', of: money((row) => row.payable) },
  { name: 'fund_in', type: 'numeric', of: money((row) => row.fundIn) },
  { name: 'fund_out', type: 'numeric', of: money((row) => row.fundOut) },
  { name: 'has_prices', type: 'boolean', of: ({ hasPrices }) => String(hasPrices) },
])

const texts = (some: readonly string[]) =>
  `{${some.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
const amounts = (some: readonly bigint[]) =>
  `{${some.map((one) => formatDecimal(one, MONEY_SCALE)).join(',')}}`

const SECTORS = tableOf<DailyRow>('daily_sector_values', [
  { name: 'portfolio_id', type: 'bigint', of: ({ portfolioId }) => portfolioId },
  { name: 'day', type: 'date', of: ({ day }) => day },
  { name: 'held', type: 'text[]', of: ({ held }) => texts(held.map(({ sector }) => sector)) },
  {
    name: 'shares_values',
    type: 'numeric[]',
    of: ({ held }) => amounts(held.map(({ value }) => value)),
  },
  { name: 'moved', type: 'text[]', of: ({ moved }) => texts(moved.map(({ sector }) => sector)) },
  { name: 'paid_in', type: 'numeric[]', of: ({ moved }) => amounts(moved.map(({ paidIn }) => paidIn)) },
  {
    name: 'taken_out',
    type: 'numeric[]',
    of: ({ moved }) => amounts(moved.map(({ takenOut }) => takenOut)),
  },
])

/** All portfolios together, as a portfolio's id. */
const TOGETHER = 0
/** Portfolios whose rows are computed and kept in one transaction. */
const AT_ONCE = 50
/** Rows marked meanwhile are processed, too; after so many rounds the next run goes on. */
const ROUNDS = 5

export interface Recalculated {
  /** Portfolios, each counted once for each time that it was due. */
  readonly portfolios: number
  readonly rows: number
}

/** A portfolio with the days of it that are made anew. */
interface Task extends Due {
  /** The first of them; null: whatever it has. */
  readonly forgetFrom: string | null
  /** The first that rows are made of; null: it has nothing to value. */
  readonly start: string | null
}

/** Updates the daily values of all portfolios until today. Of several calls at the same time one does it, the others nothing. */
export async function recalculateDue(database: Database, today: string): Promise<Recalculated> {
  const done = { portfolios: 0, rows: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const calendar = await loadCalendar(database)
    const lastDay = lastMarketDay(calendar, today)
    const due = await database.transaction(
      async (tx) => ((await mayRecalculate(tx)) ? findDue(tx, lastDay) : []),
      'values.find-due',
    )
    if (due.length === 0) break
    const reports = database.reading('report')
    const tasks = await tasksOf(due, (ids) => firstDays(reports, ids))
    const starts = tasks.flatMap(({ start }) => start ?? []).toSorted()
    const days = marketDaysOf(calendar, starts[0] ?? lastDay, neededUntil(tasks, calendar, lastDay))
    // After the marks were read: whatever price came earlier is among these, whatever comes later has a mark of its own.
    const portfolioIds = tasks.map(({ portfolioId }) => portfolioId)
    const market = await loadMarket(reports, portfolioIds, { days, calendar })
    const accounts = await fundAccounts(reports, today)
    for (const chunk of chunksOf(tasks, lastDay)) {
      const isStored = await database.transaction(
        (tx) => recalculate(tx, chunk, { market, accounts }),
        'values.recalculate',
      )
      done.portfolios += isStored.portfolios
      done.rows += isStored.rows
    }
  }
  return done
}

/** From where each portfolio is made anew: one that is due from its first day on, or has none, is made from its first event. */
async function tasksOf(
  due: readonly Due[],
  find: (portfolioIds: readonly number[]) => Promise<ReadonlyMap<number, string | null>>,
): Promise<Task[]> {
  const whole = due.filter(({ from, firstDay }) => firstDay === null || from <= firstDay)
  const first = await find(whole.map(({ portfolioId }) => portfolioId))
  return due.map((one) => {
    const found = first.get(one.portfolioId)
    if (found === undefined) return { ...one, start: one.from, forgetFrom: one.from }
    // What it has may begin earlier or later than it should: all of it goes.
    return { ...one, start: found, forgetFrom: null, until: null }
  })
}

/** Portfolios that are due from about the same day: what is read of all begins with the first of them. */
function* chunksOf(tasks: readonly Task[], lastDay: string): Generator<Task[]> {
  const sorted = tasks.toSorted((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1))
  let chunk: Task[] = []
  const age = ({ start }: Task) => dayNumber(lastDay) - dayNumber(start ?? lastDay)
  for (const task of sorted) {
    const [first] = chunk
    if (first !== undefined && (chunk.length >= AT_ONCE || 2 * age(task) < age(first))) {
      yield chunk
      chunk = []
    }
    chunk.push(task)
  }
  if (chunk.length > 0) yield chunk
}

/** The last day that is looked at: a price of some day in the past needs no later ones. */
function neededUntil(tasks: readonly Task[], calendar: MarketCalendar, lastDay: string): string {
  const untils = tasks.map(({ until }) => until)
  if (untils.includes(null)) return lastDay
  const last = (untils as string[]).toSorted().at(-1) ?? lastDay
  // With the market day that `lastOf` looks at, and one more where the last one is none.
  const needed = addMarketDays(calendar, last, 2)
  return needed < lastDay ? needed : lastDay
}

interface Means {
  readonly market: Market
  readonly accounts: FundAccounts
}

async function recalculate(
  tx: Transaction,
  chunk: readonly Task[],
  { market, accounts }: Means,
): Promise<Recalculated> {
  const nothing = { portfolios: 0, rows: 0 }
  if (!(await mayRecalculate(tx))) return nothing
  const claimed = await tx.query(CLAIM, { marks: chunk.flatMap(({ marks }) => marks) })
  const mine = new Set(claimed.map(({ portfolioId }) => portfolioId))
  // Tasks that another call has done meanwhile are skipped.
  const tasks = chunk.filter(({ portfolioId }) => mine.has(portfolioId))
  if (tasks.length === 0) return nothing
  const { days, dates } = market.days
  const firstOf = ({ start }: Task) => (start === null ? days.length : dayIndexOf(days, dayNumber(start)))
  const portfolioIds = tasks.map(({ portfolioId }) => portfolioId)
  const first = Math.min(days.length, ...tasks.map(firstOf))
  const computed =
    first < days.length ? await computeRows(tx, market, { portfolioIds, first, accounts }) : undefined
  const rows = new Rows(VALUES)
  const sectors = new Rows(SECTORS)
  const untils: string[] = []
  for (const task of tasks) {
    const until = lastOf(task, market)
    untils.push(until)
    const from = dates[firstOf(task)] ?? '9999-12-31'
    for (const row of computed?.get(task.portfolioId) ?? [])
      if (row.day >= from && row.day <= until) {
        rows.add(row)
        sectors.add(row)
      }
  }
  const froms = tasks.map(({ forgetFrom }) => forgetFrom)
  await tx.query(FORGET, { portfolioIds, froms, untils })
  await tx.query(FORGET_SECTORS, { portfolioIds, froms, untils })
  await addRows(tx, [rows, sectors])
  await tx.query(KEEP_SPANS, { portfolioIds })
  const whole = {
    from: froms.includes(null) ? null : ((froms as string[]).toSorted()[0] ?? null),
    until: untils.toSorted().at(-1) ?? '',
  }
  await tx.query(FORGET_TOTALS, whole)
  await tx.query(ADD_TOTALS, whole)
  await tx.query(FORGET_SECTOR_TOTALS, whole)
  await tx.query(ADD_SECTOR_TOTALS, whole)
  await tx.query(KEEP_SPANS, { portfolioIds: [TOGETHER] })
  return { portfolios: tasks.length, rows: rows.count }
}

/**
 * The last day of a portfolio that is made anew. A price counts on the market day after its last day, too, where an opening
 * position of the days between is valued by it.
 */
function lastOf({ until }: Task, { days: { days, dates } }: Market): string {
  if (until === null) return '9999-12-31'
  return dates[dayIndexOf(days, dayNumber(until)) + 1] ?? '9999-12-31'
}
