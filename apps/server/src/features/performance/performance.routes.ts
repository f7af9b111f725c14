import { performance } from '@em/contract/performance/performance'
import { lastMarketDay } from '@em/core/holidays/market-calendar'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays, addMonths } from '@em/core/values/dates'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { riskFreeRatesOf } from '../risk-free-rates/risk-free-rates.queries.ts'
import { behindFrom } from '../value-history/history.queries.ts'
import { loadAttribution } from './attribution.queries.ts'
import { benchmarkOf, daysOf, firstDayOf, indexDays, overdrawnOn } from './days.queries.ts'
import { gainsOf, sectorWeights } from './holdings.queries.ts'
import { metricsOf } from './metrics.ts'
import { spanOf } from './span.ts'

const NO_INDEX = { days: [], usesTotalReturn: false }

/** Figures of performance, and their attribution. */
export function performanceRoutes(server: Server): void {
  const { database, clock, settings } = server

  const benchmarkFor = async (portfolioId: number | null, code: string | undefined) => {
    const found = await benchmarkOf(database, portfolioId, code)
    if (found === null && code !== undefined) throw new Refusal('record.missing', { what: `Index ${code}` })
    return found
  }

  serve(server, performance.metrics, async ({ query }) => {
    const { basis } = query
    const [portfolio, calendar] = await Promise.all([portfolioOrAll(database, query), loadCalendar(database)])
    const portfolioId = portfolio?.id ?? null
    const span = await spanOf(database, portfolioId, query, clock.today())
    const { from, to } = span
    const yearAgo = addMonths(to, -12)
    const [benchmark, range, ofYear, overdrawn, recalculatingFrom] = await Promise.all([
      benchmarkFor(portfolioId, query.benchmark),
      daysOf(database, portfolioId, { from, to, basis }),
      from === yearAgo ? undefined : daysOf(database, portfolioId, { from: yearAgo, to, basis }),
      overdrawnOn(database, portfolioId, to),
      behindFrom(database, portfolioId, { from, to, lastDay: lastMarketDay(calendar, to) }),
    ])
    if (basis === 'fund' && overdrawn !== null)
      throw new Refusal('performance.no-fund', { date: dayInWords(overdrawn) })
    const { base, days } = range
    const begins = span.isSinceInception ? addDays(days[0]?.date ?? to, -1) : from
    const between = { from: base?.date ?? begins, to: days.at(-1)?.date ?? base?.date ?? to }
    const [index, gains, weights, riskFreeRates] = await Promise.all([
      benchmark === null ? NO_INDEX : indexDays(database, benchmark.id, between),
      gainsOf(database, portfolioId, { ...between, calendar }),
      benchmark === null ? [] : sectorWeights(database, benchmark.id, between.to),
      riskFreeRatesOf(database, between),
    ])
    const data = metricsOf({
      portfolio,
      span,
      basis,
      overdrawnOn: overdrawn,
      marketDaysPerYear: settings.performance.marketDaysPerYear,
      riskFreeRates,
      recalculatingFrom,
      base,
      days,
      sharesValue: range.sharesValue,
      ofYear: ofYear ?? range,
      benchmark,
      index,
      gains,
      weights: weights.at(-1)?.weights ?? new Map(),
    })
    return { success: true as const, data }
  })

  serve(server, performance.attribution, async ({ query }) => {
    const [portfolio, calendar] = await Promise.all([portfolioOrAll(database, query), loadCalendar(database)])
    const portfolioId = portfolio?.id ?? null
    const [benchmark, span] = await Promise.all([
      benchmarkFor(portfolioId, query.benchmark),
      spanOf(database, portfolioId, query, clock.today()),
    ])
    const to = lastMarketDay(calendar, span.to)
    const begins = span.isSinceInception
      ? addDays((await firstDayOf(database, portfolioId)) ?? to, -1)
      : span.from
    const from = lastMarketDay(calendar, begins)
    return {
      success: true as const,
      data: await loadAttribution(database, portfolioId, { from, to, benchmark, calendar }),
    }
  })
}
