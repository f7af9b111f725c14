/** Recomputes all daily values from the facts and compares them with what is kept; days that are behind are left out. */
import { dayIndexOf } from '@em/core/performance/daily-values'
import { dayNumber } from '@em/core/values/dates'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { loadCalendar } from '../features/holidays/holidays.queries.ts'
import { computeRows } from '../features/value-history/compute.queries.ts'
import type { DailyRow } from '../features/value-history/daily-rows.ts'
import { firstDays } from '../features/value-history/due.queries.ts'
import { fundAccounts } from '../features/value-history/ledger-facts.queries.ts'
import { marketDaysOf } from '../features/value-history/market-days.ts'
import { loadMarket } from '../features/value-history/price-columns.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Figures, Findings } from './report.ts'

const CHECK = 'daily values'
const PORTFOLIOS_AT_ONCE = 25

interface Valued {
  readonly id: number
  readonly code: string
  /** The last day that is kept; null where none is. */
  readonly last_day: string | null
  /** From this day on values are behind; null where none is. */
  readonly behind: string | null
}

const PORTFOLIOS = `
  SELECT p.id, p.portfolio_id AS code, s.last_day, least(m.own, m.everybodys) AS behind
    FROM portfolios p
    LEFT JOIN daily_value_spans s ON s.portfolio_id = p.id
   CROSS JOIN LATERAL (
     SELECT (SELECT min(from_day) FROM daily_value_marks WHERE portfolio_id = p.id) AS own,
            (SELECT min(from_day) FROM daily_value_marks WHERE portfolio_id = 0) AS everybodys) m
   WHERE ($1::bigint IS NULL OR p.id = $1)
     AND (s.portfolio_id IS NOT NULL OR EXISTS (SELECT FROM chains c WHERE c.portfolio_id = p.id AND c.last_event_date IS NOT NULL))
   ORDER BY p.portfolio_id`
const LAST_DAY = 'SELECT max(last_day) AS day FROM daily_value_spans'
const STORED = `
  SELECT portfolio_id, day, shares_value, stale_value, cost, v.paid_in, v.taken_out, cash, lowest_cash, receivable, dividends, applications,
         payable, fund_in, fund_out, has_prices, array_to_string(held, '; ') AS sectors, array_to_string(shares_values, ' ') AS sector_values,
         array_to_string(moved, '; ') AS sectors_moved, array_to_string(s.paid_in, ' ') AS sectors_paid_in,
         array_to_string(s.taken_out, ' ') AS sectors_taken_out
    FROM daily_values v LEFT JOIN daily_sector_values s USING (portfolio_id, day)
   WHERE portfolio_id = ANY ($1) ORDER BY portfolio_id, day`
const TOTALS = `
  SELECT coalesce(t.day, s.day) AS day, t.shares_value AS stored, s.shares_value AS expected
    FROM (SELECT * FROM daily_values WHERE portfolio_id = 0) t
    FULL JOIN (
      SELECT day, sum(shares_value) AS shares_value, sum(stale_value) AS stale_value, sum(cost) AS cost, sum(paid_in) AS paid_in,
             sum(taken_out) AS taken_out, sum(cash) AS cash, min(lowest_cash) AS lowest_cash, sum(receivable) AS receivable,
             sum(dividends) AS dividends, sum(applications) AS applications, sum(payable) AS payable, sum(fund_in) AS fund_in,
             sum(fund_out) AS fund_out, bool_or(has_prices) AS has_prices
        FROM daily_values WHERE portfolio_id > 0 GROUP BY day) s ON s.day = t.day
   WHERE (t.shares_value, t.stale_value, t.cost, t.paid_in, t.taken_out, t.cash, t.lowest_cash, t.receivable, t.dividends, t.applications,
          t.payable, t.fund_in, t.fund_out, t.has_prices)
         IS DISTINCT FROM
         (s.shares_value, s.stale_value, s.cost, s.paid_in, s.taken_out, s.cash, s.lowest_cash, s.receivable, s.dividends, s.applications,
          s.payable, s.fund_in, s.fund_out, s.has_prices)
   ORDER BY 1`

const BY_SECTOR = (portfolios: string) => `
  SELECT v.day, x.sector, sum(x.value) AS value, sum(x.paid_in) AS paid_in, sum(x.taken_out) AS taken_out
    FROM daily_sector_values v
   CROSS JOIN LATERAL (
     SELECT sector, value, NULL::numeric AS paid_in, NULL::numeric AS taken_out FROM unnest(v.held, v.shares_values) AS h (sector, value)
     UNION ALL
     SELECT sector, NULL, paid_in, taken_out FROM unnest(v.moved, v.paid_in, v.taken_out) AS m (sector, paid_in, taken_out)) x
   WHERE ${portfolios} GROUP BY v.day, x.sector`
const SECTOR_TOTALS = `
  SELECT day, sector, t.value AS stored, s.value AS expected
    FROM (${BY_SECTOR('v.portfolio_id = 0')}) t FULL JOIN (${BY_SECTOR('v.portfolio_id > 0')}) s USING (day, sector)
   WHERE (t.value, t.paid_in, t.taken_out) IS DISTINCT FROM (s.value, s.paid_in, s.taken_out) ORDER BY 1, 2`

/** Compares the daily values of a portfolio, of all where null; `progress` is called with the portfolios in work. */
export async function compareDailyValues(
  tx: Transaction,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  const portfolios = await tx.query<Valued>(PORTFOLIOS, [portfolioId])
  const [last] = await tx.query<{ day: string | null }>(LAST_DAY)
  for (let at = 0; at < portfolios.length; at += PORTFOLIOS_AT_ONCE)
    await compareSome(tx, portfolios.slice(at, at + PORTFOLIOS_AT_ONCE), last?.day ?? null, found)
  if (portfolioId !== null) return
  for (const { day, stored, expected } of await tx.query<{ day: string; stored: string; expected: string }>(
    TOTALS,
  ))
    found.add({ check: CHECK, place: `all portfolios ${day}`, what: 'value and flows', stored, expected })
  for (const { day, sector, stored, expected } of await tx.query<{
    day: string
    sector: string
    stored: string
    expected: string
  }>(SECTOR_TOTALS))
    found.add({
      check: CHECK,
      place: `all portfolios ${day} ${sector}`,
      what: 'value and flows',
      stored,
      expected,
    })
}

async function compareSome(
  tx: Transaction,
  portfolios: readonly Valued[],
  lastDay: string | null,
  found: Findings,
): Promise<void> {
  const ids = portfolios.map(({ id }) => id)
  const firsts = await firstDays(tx, ids)
  const first = [...firsts.values()].filter((day) => day !== null).toSorted()[0]
  const storedRows = Map.groupBy(
    await tx.query<Figures & { portfolio_id: number; day: string }>(STORED, [ids]),
    (row) => row.portfolio_id,
  )
  const expected = await expectedRows(tx, ids, first, lastDay)
  for (const { id, code, behind, last_day } of portfolios) {
    const until = (day: string) => (behind === null || day < behind) && day <= (last_day ?? lastDay ?? '')
    const own = firsts.get(id) ?? '9999-12-31'
    const wanted = new Map(
      (expected.get(id) ?? [])
        .filter(({ day }) => day >= own && until(day))
        .map((row) => [row.day, figuresOf(row)]),
    )
    const stored = new Map(
      (storedRows.get(id) ?? []).filter(({ day }) => until(day)).map((row) => [row.day, withoutKey(row)]),
    )
    for (const day of new Set([...stored.keys(), ...wanted.keys()]))
      found.compare(CHECK, `${code} ${day}`, stored.get(day), wanted.get(day))
    found.count(CHECK, wanted.size)
  }
}

async function expectedRows(
  tx: Transaction,
  portfolioIds: readonly number[],
  first: string | undefined,
  lastDay: string | null,
) {
  if (first === undefined || lastDay === null || first > lastDay) return new Map<number, DailyRow[]>()
  const calendar = await loadCalendar(tx)
  const days = marketDaysOf(calendar, first, lastDay)
  const market = await loadMarket(tx, portfolioIds, { days, calendar })
  const index = dayIndexOf(days.days, dayNumber(first))
  if (index >= days.days.length) return new Map<number, DailyRow[]>()
  return computeRows(tx, market, { portfolioIds, first: index, accounts: await fundAccounts(tx, lastDay) })
}

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

function figuresOf(row: DailyRow): Figures {
  return {
    shares_value: money(row.sharesValue),
    stale_value: money(row.staleValue),
    cost: money(row.cost),
    paid_in: money(row.paidIn),
    taken_out: money(row.takenOut),
    cash: money(row.cash),
    lowest_cash: money(row.lowestCash),
    receivable: money(row.receivable),
    dividends: money(row.dividends),
    applications: money(row.applications),
    payable: money(row.payable),
    fund_in: money(row.fundIn),
    fund_out: money(row.fundOut),
    has_prices: String(row.hasPrices),
    sectors: row.held.map(({ sector }) => sector).join('; '),
    sector_values: row.held.map(({ value }) => money(value)).join(' '),
    sectors_moved: row.moved.map(({ sector }) => sector).join('; '),
    sectors_paid_in: row.moved.map(({ paidIn }) => money(paidIn)).join(' '),
    sectors_taken_out: row.moved.map(({ takenOut }) => money(takenOut)).join(' '),
  }
}

function withoutKey(row: Figures & { portfolio_id: number; day: string }): Figures {
  return { ...row, has_prices: String(row['has_prices']) }
}
