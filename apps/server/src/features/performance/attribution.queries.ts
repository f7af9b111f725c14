/** Loads the inputs of attribution: the stored values of a portfolio's sectors day by day, and those of an index. */
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { dayIndexOf } from '@em/core/performance/daily-values'
import { dayNumber } from '@em/core/values/dates'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { marketDaysOf } from '../value-history/market-days.ts'
import { actionFlows } from './action-flows.queries.ts'
import { attributionOf } from './attribution.ts'
import type { Benchmark } from './days.queries.ts'
import { sectorWeights } from './holdings.queries.ts'

// Days without sectors are those of books that an earlier version kept: their job is under way.
const STORED = statement(
  'performance.stored-sectors',
  `SELECT min(coalesce(l.day, '0001-01-01')) AS last, coalesce(array_agg(s.portfolio_id), '{}') AS ids!, EXISTS (SELECT FROM daily_sector_values WHERE portfolio_id = 0) AS "areTogether!"
     FROM daily_value_spans s
     LEFT JOIN LATERAL (SELECT day FROM daily_sector_values WHERE portfolio_id = s.portfolio_id ORDER BY day DESC LIMIT 1) l ON true
    WHERE s.portfolio_id > 0 AND (:portfolioId?::bigint IS NULL OR s.portfolio_id = :portfolioId?)`,
)
const listed = (of: string) => `string_agg(${of}, ',' ORDER BY day)`
const CENTS = (of: string) => `(${of} * 100)::numeric(40, 0)::text`
const OF_SECTORS = statement(
  'performance.values-of-sectors',
  `SELECT sector AS sector!, ${listed("(day - date '1970-01-01')::text")} AS days!, ${listed(CENTS('value'))} AS values!,
          ${listed(CENTS('paid_in'))} AS "paidIn!", ${listed(CENTS('taken_out'))} AS "takenOut!"
     FROM (
       SELECT v.day, x.sector, coalesce(sum(x.value), 0) AS value, coalesce(sum(x.paid_in), 0) AS paid_in, coalesce(sum(x.taken_out), 0) AS taken_out
         FROM daily_sector_values v
        CROSS JOIN LATERAL (
          SELECT sector, value, NULL::numeric AS paid_in, NULL::numeric AS taken_out FROM unnest(v.held, v.shares_values) AS h (sector, value)
          UNION ALL
          SELECT sector, NULL, paid_in, taken_out FROM unnest(v.moved, v.paid_in, v.taken_out) AS m (sector, paid_in, taken_out)) x
        WHERE v.portfolio_id = ANY (:portfolioIds::bigint[]) AND v.day BETWEEN :from::date AND :to::date
        GROUP BY v.day, x.sector) d
    GROUP BY sector ORDER BY sector`,
)
const TOGETHER = 0
const SECTORS = statement(
  'performance.sectors',
  "SELECT id, coalesce(sector, 'Unclassified') AS sector! FROM equities WHERE id = ANY (:ids::bigint[])",
)
const SECTOR_INDICES = statement(
  'performance.sector-indices',
  `SELECT i.sector AS sector!, v.day, coalesce(v.total_return, v.value) AS value!
     FROM (SELECT DISTINCT ON (sector) id, sector FROM market_indices WHERE kind = 'Sector' AND is_active AND sector IS NOT NULL
            ORDER BY sector, place NULLS LAST, id) i
     JOIN index_values v ON v.index_id = i.id AND v.day BETWEEN :from::date AND :to::date`,
)

/** The attribution of a portfolio, of all that one sees where none is named, from the end of a market day to that of another. */
export async function loadAttribution(
  db: Queryable,
  portfolioId: number | null,
  asked: {
    readonly from: string
    readonly to: string
    readonly benchmark: Benchmark | null
    readonly calendar: MarketCalendar
  },
) {
  const { from, to, benchmark, calendar } = asked
  const weights = benchmark === null ? [] : await sectorWeights(db, benchmark.id, to)
  const head = { benchmark: benchmark?.code ?? null, weights }
  if (weights.length === 0)
    return attributionOf({ ...head, dates: [from, to], sectors: new Map(), indices: new Map() })
  const [stored] = await db.query(STORED, { portfolioId })
  // Until the job has followed, the days end where the values do.
  const until = stored?.last != null && stored.last < to ? stored.last : to
  const all = marketDaysOf(calendar, from, to)
  const begins = dayIndexOf(all.days, dayNumber(from))
  const dates = all.dates.slice(begins).filter((date, at) => at === 0 || date <= until)
  const isTogether = portfolioId === null && stored?.areTogether === true
  const portfolioIds = isTogether ? [TOGETHER] : (stored?.ids ?? [])
  const sectors = await sectorsOf(db, portfolioIds, dates)
  await addActions(db, portfolioId, { sectors, dates, calendar })
  return attributionOf({
    ...head,
    dates,
    sectors,
    indices: indicesOf(await db.query(SECTOR_INDICES, { from, to })),
  })
}

/** Sectors by market day, in cents. */
type Sectors = Map<string, { value: number[]; paidIn: number[]; takenOut: number[] }>

const numbers = (text: string) => text.split(',').map(Number)

/** The sectors by day; one that was not held after the first of these days and did not move is none of them. */
async function sectorsOf(
  db: Queryable,
  portfolioIds: readonly number[],
  dates: readonly string[],
): Promise<Sectors> {
  const indexOf = new Map(dates.map((date, index) => [dayNumber(date), index]))
  const [from, to] = [dates[0] ?? '', dates.at(-1) ?? '']
  const sectors: Sectors = new Map()
  for (const row of await db.query(OF_SECTORS, { portfolioIds, from, to })) {
    const days = numbers(row.days)
    if ((indexOf.get(days.at(-1) ?? 0) ?? 0) === 0) continue
    const byDay = (text: string) => {
      const found = dates.map(() => 0)
      for (const [at, amount] of numbers(text).entries()) {
        const index = indexOf.get(days[at] ?? 0)
        if (index !== undefined) found[index] = amount
      }
      return found
    }
    sectors.set(row.sector, {
      value: byDay(row.values),
      paidIn: byDay(row.paidIn),
      takenOut: byDay(row.takenOut),
    })
  }
  return sectors
}

/** Adds what corporate actions paid and cost to the sectors of their securities. */
async function addActions(
  db: Queryable,
  portfolioId: number | null,
  {
    sectors,
    dates,
    calendar,
  }: { readonly sectors: Sectors; readonly dates: readonly string[]; readonly calendar: MarketCalendar },
): Promise<void> {
  const between = { from: dates[0] ?? '', to: dates.at(-1) ?? '', calendar }
  const { own } = await actionFlows(db, portfolioId, between)
  const ids = [...new Set(own.map(({ equityId }) => equityId))]
  const found = ids.length === 0 ? [] : await db.query(SECTORS, { ids })
  const sectorOf = new Map(found.map(({ id, sector }) => [id, sector]))
  const days = dates.map(dayNumber)
  for (const { equityId, day, paidIn, takenOut } of own) {
    const sector = sectors.get(sectorOf.get(equityId) ?? 'Unclassified')
    const index = dayIndexOf(days, dayNumber(day))
    if (sector === undefined || index >= days.length) continue
    sector.paidIn[index] = (sector.paidIn[index] ?? 0) + Number(paidIn)
    sector.takenOut[index] = (sector.takenOut[index] ?? 0) + Number(takenOut)
  }
}

function indicesOf(
  rows: readonly { readonly sector: string; readonly day: string; readonly value: string }[],
): Map<string, Map<string, number>> {
  const indices = new Map<string, Map<string, number>>()
  for (const { sector, day, value } of rows) {
    const values = indices.get(sector) ?? new Map<string, number>()
    values.set(day, Number(value))
    indices.set(sector, values)
  }
  return indices
}
