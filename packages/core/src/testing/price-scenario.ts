/**
 * Golden scenarios of prices: what the exchange published, the tolerances by board, and which prices of
 * trades are too far off.
 */
import { marketCalendar } from '../holidays/market-calendar.ts'
import { toleranceInForce } from '../prices/tolerances.ts'
import { unusualPrice } from '../prices/trade-price.ts'
import { decimalOf, formatDecimal, PRICE_SCALE, RATE_SCALE } from '../values/decimal.ts'
import { priceInWords } from '../values/money.ts'
import type { ScenarioText, Table } from './scenario-text.ts'

const numeral = (cell: string | undefined, scale: number) =>
  decimalOf((cell ?? '0').replaceAll(',', ''), scale)
const given = (cell: string | undefined) => (cell === undefined || cell === '-' ? null : cell)

/** The `then` table of a scenario. */
export function runPrices({ tables }: ScenarioText): Table[] {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? []
  const tolerances = rows('tolerances').map((row) => ({
    board: given(row['board']),
    effectiveFrom: row['from'] ?? '',
    alertFrom: numeral(row['alert'], RATE_SCALE),
    askedFrom: numeral(row['asked'], RATE_SCALE),
  }))
  const near = rows('prices').map((row) => ({
    symbol: row['symbol'],
    board: given(row['board']),
    date: row['day'] ?? '',
    low: given(row['low']) === null ? null : numeral(row['low'], PRICE_SCALE),
    high: given(row['high']) === null ? null : numeral(row['high'], PRICE_SCALE),
    lastTrade: numeral(row['last'], PRICE_SCALE),
    isRescaled: false,
  }))
  const judged = rows('trades').map((row) => {
    const day = row['day'] ?? ''
    const known = near.filter(({ symbol, date }) => symbol === row['symbol'] && date <= day)
    const newest = known.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0] ?? null
    const tolerance = toleranceInForce(tolerances, newest?.board ?? null, day)
    const trade = { price: numeral(row['price'], PRICE_SCALE), tradeDate: day }
    const unusual = unusualPrice(trade, newest, tolerance, marketCalendar([]))
    return {
      trade: row['trade'] ?? '',
      price: row['price'] ?? '',
      low: unusual === null ? '-' : priceInWords(unusual.low),
      high: unusual === null ? '-' : priceInWords(unusual.high),
      'over %': unusual === null ? '-' : formatDecimal(unusual.over, RATE_SCALE),
      says: unusual === null ? 'nothing' : unusual.isAsked ? 'asks' : 'alert',
    }
  })
  const columns = ['trade', 'price', 'low', 'high', 'over %', 'says']
  return [{ section: 'then', name: 'trades', columns, rows: judged }]
}
