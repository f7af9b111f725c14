/** Loads what attribution is told from: the sectors of a portfolio day by day, and those of an index. */
import type { MarketCalendar } from '@em/core/calendar/market-calendar'
import { type Flow, HoldingsByDay, placeOf } from '@em/core/performance/daily-values'
import { dayNumber } from '@em/core/values/dates'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { walkChain } from '../values/daily-rows.ts'
import { type HeldChain, loadHoldings } from '../values/holdings-facts.queries.ts'
import { marketDaysOf } from '../values/market-days.ts'
import { loadMarket, type Market } from '../values/price-columns.queries.ts'
import { actionFlows, type SecurityFlow } from './action-flows.queries.ts'
import { type AttributionFacts, attributionOf, type SectorValues } from './attribution.ts'
import type { Benchmark } from './days.queries.ts'
import { sectorWeights } from './holdings.queries.ts'

const PORTFOLIOS = statement(
  'performance.portfolios',
  'SELECT portfolio_id AS id FROM daily_value_spans WHERE portfolio_id > 0',
)
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
  const ids = portfolioId === null ? (await db.query(PORTFOLIOS)).map(({ id }) => id) : [portfolioId]
  const days = marketDaysOf(calendar, from, to)
  const first = placeOf(days.days, dayNumber(from))
  const market = await loadMarket(db, ids, { days, calendar })
  const chains = await loadHoldings(db, ids, {
    before: days.dates[first] ?? from,
    until: days.dates.at(-1) ?? to,
  })
  const equityIds = [...new Set(chains.map(({ equityId }) => equityId))]
  const sectorOf = new Map(
    (await db.query(SECTORS, { ids: equityIds })).map(({ id, sector }) => [id, sector]),
  )
  const { own } = await actionFlows(db, portfolioId, {
    from: days.dates[first] ?? from,
    to: days.dates.at(-1) ?? to,
    calendar,
  })
  const facts: AttributionFacts = {
    ...head,
    dates: days.dates.slice(first),
    sectors: await sectorsOf(chains, market, { first, sectorOf, flows: own }),
    indices: indicesOf(await db.query(SECTOR_INDICES, { from, to })),
  }
  return attributionOf(facts)
}

async function sectorsOf(
  chains: readonly HeldChain[],
  market: Market,
  {
    first,
    sectorOf,
    flows,
  }: {
    readonly first: number
    readonly sectorOf: ReadonlyMap<number, string>
    /** Of corporate actions; what trades and transfers are the chains tell. */
    readonly flows: readonly SecurityFlow[]
  },
): Promise<Map<string, SectorValues>> {
  const { days } = market.days
  const mayPause = regularPauses()
  const sectors = new Map<string, SectorValues>()
  const flowsOf = Map.groupBy(flows, ({ equityId }) => sectorOf.get(equityId) ?? 'Unclassified')
  for (const [sector, held] of Map.groupBy(
    chains,
    ({ equityId }) => sectorOf.get(equityId) ?? 'Unclassified',
  )) {
    const holdings = new HoldingsByDay(days)
    const [paidIn, takenOut] = [new Float64Array(days.length), new Float64Array(days.length)]
    const onFlow = (place: number, flow: Pick<Flow, 'paidIn' | 'takenOut'>) => {
      if (place >= days.length) return
      paidIn[place] = (paidIn[place] ?? 0) + Number(flow.paidIn)
      takenOut[place] = (takenOut[place] ?? 0) + Number(flow.takenOut)
    }
    for (const chain of held) {
      // The start is the end of the first day: what is held then is its standing.
      walkChain(chain, market, { first: first + 1, holdings, onFlow })
      const pause = mayPause()
      if (pause !== undefined) await pause
    }
    for (const flow of flowsOf.get(sector) ?? []) onFlow(placeOf(days, dayNumber(flow.day)), flow)
    const value = days.slice(first).map((_, at) => Number(holdings.value.of(first + at)))
    sectors.set(sector, {
      value,
      paidIn: Array.from(paidIn.subarray(first)),
      takenOut: Array.from(takenOut.subarray(first)),
    })
  }
  return sectors
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
