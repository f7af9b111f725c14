import { performance } from '@em/contract/books/performance'
import { lastMarketDay } from '@em/core/calendar/market-calendar'
import { rangeSpan } from '@em/core/calendar/ranges'
import { dayInWords } from '@em/core/values/date-words'
import { addMonths } from '@em/core/values/dates'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { behindFrom } from '../values/history.queries.ts'
import { loadAttribution } from './attribution.queries.ts'
import { benchmarkOf, daysOf, indexDays, overdrawnOn } from './days.queries.ts'
import { gainsOf, sectorWeights } from './holdings.queries.ts'
import { metricsOf } from './metrics.ts'

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
    const { timeRange, basis } = query
    const to = clock.today()
    // None of these ranges follows a financial year.
    const from = rangeSpan(timeRange, to, 12).from ?? to
    const [portfolio, calendar] = await Promise.all([portfolioOrAll(database, query), loadCalendar(database)])
    const portfolioId = portfolio?.id ?? null
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
    const between = { from: base?.date ?? from, to: days.at(-1)?.date ?? base?.date ?? to }
    const [index, gains, weights] = await Promise.all([
      benchmark === null ? NO_INDEX : indexDays(database, benchmark.id, between),
      gainsOf(database, portfolioId, { ...between, calendar }),
      benchmark === null ? [] : sectorWeights(database, benchmark.id, between.to),
    ])
    const data = metricsOf({
      portfolio,
      timeRange,
      basis,
      overdrawnOn: overdrawn,
      settings: settings.performance,
      recalculatingFrom,
      from,
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
    const today = clock.today()
    const [portfolio, calendar] = await Promise.all([portfolioOrAll(database, query), loadCalendar(database)])
    const portfolioId = portfolio?.id ?? null
    const benchmark = await benchmarkFor(portfolioId, query.benchmark)
    const from = lastMarketDay(calendar, rangeSpan(query.timeRange, today, 12).from ?? today)
    const to = lastMarketDay(calendar, today)
    return {
      success: true as const,
      data: await loadAttribution(database, portfolioId, { from, to, benchmark, calendar }),
    }
  })
}
