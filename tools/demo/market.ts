/**
 * Two years of made-up daily trade summaries that end on real prices. Prices are whole cents on the exchange's ticks;
 * walked backwards from the last day, each company with the market and on its own.
 */
import { addMarketDays, isMarketDay, type MarketCalendar } from '@em/core/holidays/market-calendar'
import type { Company } from './companies.ts'
import { type Random, seeded } from './random.ts'

/** One company on one day. Prices in cents. */
export interface Bar {
  readonly day: string
  readonly previousClose: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly trades: number
  /** Shares; raised by the demo's own large deals. */
  shares: number
}

export interface Market {
  readonly days: readonly string[]
  /** By symbol, then by day. A day without trades has no bar. */
  readonly bars: ReadonlyMap<string, ReadonlyMap<string, Bar>>
}

const BASIS = 10_000
const MARKET_SPREAD = 90
const OWN_SPREAD = 150
const LOWEST = 150

/** Ticks since 8 January 2021: 0.10 up to 100.00, 0.25 above. */
function onTick(cents: number): number {
  const tick = cents <= BASIS ? 10 : 25
  return Math.max(tick, Math.round(cents / tick) * tick)
}

function ticksFrom(cents: number, ticks: number): number {
  return onTick(Math.max(10, cents + ticks * (cents <= BASIS ? 10 : 25)))
}

/** All market days from `first` to `last`, both included when they are market days. */
export function marketDays(calendar: MarketCalendar, first: string, last: string): string[] {
  const days: string[] = []
  let day = isMarketDay(calendar, first) ? first : addMarketDays(calendar, first, 1)
  for (; day <= last; day = addMarketDays(calendar, day, 1)) days.push(day)
  return days
}

export function makeMarket(companies: readonly Company[], days: readonly string[], seed: number): Market {
  const random = seeded(seed)
  const drawn = days.map(() => random.around(MARKET_SPREAD))
  // The market as a whole ends where it began; the companies' own drift makes the difference.
  const mean = Math.round(drawn.reduce((sum, move) => sum + move, 0) / Math.max(1, drawn.length))
  const moves = drawn.map((move) => move - mean)
  const bars = new Map(
    companies.map((company, index) => [
      company.symbol,
      history(company, days, moves, seeded(seed + index + 1)),
    ]),
  )
  return { days, bars }
}

/** Closing prices in order of days; the one before the first day comes first. */
function closes(company: Company, moves: readonly number[], random: Random): number[] {
  const drift = random.integer(-7, 13)
  const sensitivity = random.integer(60, 130)
  const back = [company.lastPrice]
  let price = company.lastPrice
  for (const move of moves.toReversed()) {
    const change = drift + Math.round((move * sensitivity) / 100) + random.around(OWN_SPREAD)
    price = Math.max(LOWEST, (price * BASIS) / (BASIS + change))
    back.push(onTick(price))
  }
  return back.reverse()
}

function history(company: Company, days: readonly string[], moves: readonly number[], random: Random) {
  const prices = closes(company, moves, random)
  // Rupees that change hands on a usual day, in cents, and how often a thinly traded share does not trade at all.
  const turnover = company.isLiquid
    ? random.integer(2_000, 6_000) * 1_000_000
    : random.pick([40_000_000, 150_000_000, 400_000_000])
  const idle = turnover < 100_000_000 ? 8 : 0
  const bars = new Map<string, Bar>()
  let previousClose = prices[0] ?? company.lastPrice
  for (const [index, day] of days.entries()) {
    const skipped = random.chance(idle) && index < days.length - 1
    const close = prices[index + 1] ?? company.lastPrice
    if (skipped) continue
    const open = ticksFrom(previousClose, random.integer(-2, 2))
    const shares = Math.max(1, Math.round((turnover * random.integer(20, 220)) / 100 / close))
    bars.set(day, {
      day,
      previousClose,
      open,
      high: ticksFrom(Math.max(open, close), random.integer(0, 3)),
      low: ticksFrom(Math.min(open, close), -random.integer(0, 3)),
      close,
      trades: Math.max(1, Math.min(Math.round(shares / random.integer(150, 2_500)), 3_000)),
      shares,
    })
    previousClose = close
  }
  return bars
}

/** A price of that day on a tick between low and high, in cents. */
export function priceWithin(bar: Bar, random: Random): number {
  return Math.min(bar.high, Math.max(bar.low, onTick(random.integer(bar.low, bar.high))))
}
