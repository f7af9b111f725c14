/** Figures of the economy that Market Summary shows, made up around their levels of 2026: one of each week. */
import type { Call } from './call.ts'
import { seeded } from './random.ts'

const SEED = 51
const WEEK = 5
/** Where an indicator is on the last day, and how far it moves in a week, in thousandths. */
const LEVELS = [
  ['GOLD', 118_400, 12],
  ['CRUDE OIL', 71.25, 22],
  ['USD/INR', 88.6, 3],
  ['10Y BOND', 6.52, 6],
] as const

/** The yield of a 364-day Treasury bill, made up around the levels of its year: from a day on, in percent. */
const BILLS = [
  ['2020-01-01', '8.45'],
  ['2022-07-01', '24.00'],
  ['2024-01-01', '11.50'],
  ['2025-01-01', '8.75'],
  ['2026-07-01', '8.20'],
] as const

/** Records the rates that the Sharpe ratio compares with. */
export async function recordRiskFreeRates(call: Call): Promise<void> {
  for (const [effectiveFrom, rate] of BILLS)
    await call('POST', '/risk-free-rates', { effectiveFrom, rate, source: '364-day Treasury bill' })
}

/** Records a year of each. In: the market days up to the demo's end. */
export async function recordIndicators(call: Call, days: readonly string[]): Promise<void> {
  const weeks = days.slice(-240).filter((_, at, all) => (all.length - 1 - at) % WEEK === 0)
  for (const [index, [code, level, spread]] of LEVELS.entries()) {
    const random = seeded(SEED + index)
    let value: number = level
    const rows = weeks.toReversed().map((date) => {
      const row = { date, value: Math.round(value * 100) / 100 }
      value *= 1 + random.integer(-spread, spread) / 1_000
      return row
    })
    await call('PUT', `/index-values/${encodeURIComponent(code)}`, { rows })
  }
}
