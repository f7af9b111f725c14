/**
 * Prices: one trade summary of 300 securities uploaded, then BENCH_PRICE_DAYS of them (500) one after the other as the screen sends
 * them; and what is read of a book with as many prices: positions, the page of a security, the overview, exposure.
 */
import { addDays, weekday } from '@em/core/values/dates'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'

const DAYS = Number(process.env['BENCH_PRICE_DAYS'] ?? 500)
const TRADES = Number(process.env['BENCH_PRICE_TRADES'] ?? 60_000)
const SECURITIES = 300
const TODAY = '2026-11-19'
const HEAD =
  'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.),Change(Rs),Change Percentage (%)'

/** Weekdays before today, the newest first; those on which the exchange was closed are refused and left out. */
function* weekdays(): Generator<string> {
  for (let day = TODAY; ; day = addDays(day, -1)) if (weekday(day) % 6 !== 0) yield day
}

function summaryOf(symbols: readonly string[], seed: number): string {
  const lines = symbols.map((symbol, index) => {
    const price = 10 + ((index * 37 + seed * 11) % 900) / 4
    const figures = [price, price, price + 0.5, price - 0.5, price + 0.25].map((value) => value.toFixed(2))
    return `Company ${index},${symbol},"1,${String(index % 1000).padStart(3, '0')}",${1 + (index % 40)},${figures.join(',')},0.25,0.10`
  })
  return [HEAD, ...lines].join('\r\n')
}

export async function benchPrices(say: Say): Promise<void> {
  say(`book: ${TRADES} trades in 20 portfolios and ${SECURITIES} securities`)
  const size = { portfolios: 20, securities: SECURITIES, inFirst: TRADES / 20, from: '2022-01-03', to: TODAY }
  await withBook(
    say,
    async (client) => {
      await generateBook(client, { trades: TRADES, ...size }, () => undefined)
      await client.query('TRUNCATE prices, price_versions, price_sets').catch(() => undefined)
      await client.query('ANALYZE')
    },
    async (server) => {
      const listed = JSON.parse((await server.get('/equities?limit=1000')).text) as { symbol: string }[]
      const symbols = listed.map(({ symbol }) => symbol).slice(0, SECURITIES)
      const durations: number[] = []
      const days = weekdays()
      const began = performance.now()
      while (durations.length < DAYS) {
        const tradeDate = days.next().value as string
        const data = Buffer.from(summaryOf(symbols, durations.length)).toString('base64')
        const start = performance.now()
        const { status, text } = await server.post('/trade-summary/upload', {
          tradeDate,
          file: { fileName: `summary-${tradeDate}.csv`, data },
          replace: '1',
        })
        if (status === 422 && text.includes('no-market-day')) continue
        if (status !== 201) throw new Error(`the upload answered ${status}: ${text.slice(0, 200)}`)
        durations.push(performance.now() - start)
      }
      const whole = performance.now() - began
      const spread = spreadOf(durations)
      say(
        `${DAYS} uploads of ${symbols.length} rows: ${ms(whole)} together, each p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)}; the first ${ms(durations[0] ?? 0)}`,
      )
      const [first] = JSON.parse((await server.get('/portfolios')).text) as { portfolioId: string }[]
      const code = encodeURIComponent(first?.portfolioId ?? '')
      await reads(
        server,
        say,
        'positions of one portfolio',
        `/transaction-entries/portfolio/${code}/positions`,
      )
      await reads(
        server,
        say,
        'the same a year ago',
        `/transaction-entries/portfolio/${code}/positions?asOf=2025-11-19`,
      )
      await reads(server, say, 'overview of all portfolios', '/portfolios/overview', 40)
      await reads(server, say, 'exposure of all portfolios', '/portfolios/exposure', 40)
      await reads(server, say, 'dashboard', '/dashboard', 100)
      const symbol = encodeURIComponent(symbols[0] ?? '')
      await reads(server, say, 'page of a security', `/securities/${symbol}`, 100)
      await reads(server, say, 'its prices and trades by day', `/securities/${symbol}/prices`, 100)
      await reads(server, say, 'price sheet of a day', `/prices/${TODAY}`, 100)
    },
    TODAY,
  )
}
