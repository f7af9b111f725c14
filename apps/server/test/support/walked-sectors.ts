/** Attribution calculated by walking through every chain again: the stored values of sectors must equal it. */
import { dayIndexOf, HoldingsByDay } from '@em/core/performance/daily-values'
import { dayNumber } from '@em/core/values/dates'
import { loadCalendar } from '../../src/features/holidays/holidays.queries.ts'
import { actionFlows } from '../../src/features/performance/action-flows.queries.ts'
import { attributionOf, type SectorValues } from '../../src/features/performance/attribution.ts'
import { benchmarkOf } from '../../src/features/performance/days.queries.ts'
import { sectorWeights } from '../../src/features/performance/holdings.queries.ts'
import { walkChain } from '../../src/features/value-history/daily-rows.ts'
import { loadHoldings } from '../../src/features/value-history/holdings-facts.queries.ts'
import { marketDaysOf } from '../../src/features/value-history/market-days.ts'
import { loadMarket } from '../../src/features/value-history/price-columns.queries.ts'
import type { Queryable } from '../../src/platform/database/database.ts'

/** Of some portfolios together, from the end of a market day to that of another. */
export async function walkedAttribution(
  db: Queryable,
  portfolioIds: readonly number[],
  { from, to, benchmark }: { readonly from: string; readonly to: string; readonly benchmark: string },
) {
  const calendar = await loadCalendar(db)
  const index = await benchmarkOf(db, null, benchmark)
  const days = marketDaysOf(calendar, from, to)
  const first = dayIndexOf(days.days, dayNumber(from))
  const span = { before: days.dates[first] ?? from, until: days.dates.at(-1) ?? to }
  const market = await loadMarket(db, portfolioIds, { days, calendar })
  const chains = await loadHoldings(db, portfolioIds, span)
  const sectorOf = new Map(
    (
      await db.query<{ id: number; sector: string }>(
        "SELECT id, coalesce(sector, 'Unclassified') AS sector FROM equities",
        [],
      )
    ).map(({ id, sector }) => [id, sector]),
  )
  const nameOf = ({ equityId }: { readonly equityId: number }) => sectorOf.get(equityId) ?? ''
  const between = { from: span.before, to: span.until, calendar }
  const flows = (await Promise.all(portfolioIds.map((id) => actionFlows(db, id, between)))).flatMap(
    ({ own }) => own,
  )
  const sectors = new Map<string, SectorValues>()
  for (const [sector, held] of Map.groupBy(chains, nameOf)) {
    const holdings = new HoldingsByDay(days.days)
    const paidIn = days.days.map(() => 0)
    const takenOut = days.days.map(() => 0)
    const onFlow = (index: number, flow: { readonly paidIn: bigint; readonly takenOut: bigint }) => {
      if (index >= days.days.length) return
      paidIn[index] = (paidIn[index] ?? 0) + Number(flow.paidIn)
      takenOut[index] = (takenOut[index] ?? 0) + Number(flow.takenOut)
    }
    for (const chain of held) walkChain(chain, market, { first: first + 1, holdings, onFlow })
    for (const flow of flows)
      if (nameOf(flow) === sector) onFlow(dayIndexOf(days.days, dayNumber(flow.day)), flow)
    sectors.set(sector, {
      value: days.days.slice(first).map((_, at) => Number(holdings.value.of(first + at))),
      paidIn: paidIn.slice(first),
      takenOut: takenOut.slice(first),
    })
  }
  const indices = await db.query<{ sector: string; day: string; value: string }>(
    `SELECT i.sector, v.day, coalesce(v.total_return, v.value) AS value FROM market_indices i JOIN index_values v ON v.index_id = i.id
      WHERE i.kind = 'Sector' AND v.day BETWEEN $1 AND $2`,
    [from, to],
  )
  return attributionOf({
    benchmark: index?.code ?? null,
    dates: days.dates.slice(first),
    sectors,
    weights: index === null ? [] : await sectorWeights(db, index.id, to),
    indices: new Map(
      [...Map.groupBy(indices, ({ sector }) => sector)].map(([sector, some]) => [
        sector,
        new Map(some.map(({ day, value }) => [day, Number(value)])),
      ]),
    ),
  })
}
