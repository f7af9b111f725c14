/** The risk-free rates that count on the days of a range. */
import type { RateFrom } from '@em/core/performance/risk'
import { type Queryable, statement } from '../../platform/database/database.ts'

const IN_FORCE = statement(
  'risk-free-rates.in-force',
  `SELECT effective_from, rate FROM risk_free_rates
    WHERE effective_from <= :to::date
      AND effective_from >= coalesce((SELECT max(effective_from) FROM risk_free_rates WHERE effective_from <= :from::date), '-infinity')
    ORDER BY effective_from`,
)

/** The rates in force from a day to another, as fractions a year in order of date: the first may have begun before. */
export async function riskFreeRatesOf(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RateFrom[]> {
  const rows = await db.query(IN_FORCE, { from, to })
  return rows.map(({ effective_from, rate }) => ({ from: effective_from, rate: Number(rate) / 100 }))
}
