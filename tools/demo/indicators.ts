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

/** Records a year of each. In: the market days up to the demo's end. */
export async function recordIndicators(call: Call, days: readonly string[]): Promise<void> {
  const weeks = days.slice(-240).filter((_, at, all) => (all.length - 1 - at) % WEEK === 0)
  for (const [place, [code, level, spread]] of LEVELS.entries()) {
    const random = seeded(SEED + place)
    let value: number = level
    const rows = weeks.toReversed().map((date) => {
      const row = { date, value: Math.round(value * 100) / 100 }
      value *= 1 + random.integer(-spread, spread) / 1_000
      return row
    })
    await call('PUT', `/index-values/${encodeURIComponent(code)}`, { rows })
  }
}
