/** The run of the last market day before a day without a market, where it says the same of that day (decision 070). */
import { lastMarketDay, type MarketCalendar } from '@em/core/holidays/market-calendar'
import { type Queryable, statement } from '../../../platform/database/database.ts'

// Shares and prices of the run's day are those of the later day: no mark, no line on the accounts of shares and no share moved between
// them. Rights that are priced by their share change with the calendar, so a run with such a line is not taken over.
const TAKEN_OVER = statement(
  'valuations.taken-over',
  `SELECT f.portfolio_id AS id
     FROM valuations_in_force f
    WHERE f.valuation_date = :day::date AND f.portfolio_id = ANY (:portfolioIds::bigint[])
      AND NOT EXISTS (SELECT FROM valuation_marks k WHERE k.valuation_id = f.valuation_id)
      AND NOT EXISTS (SELECT FROM valuation_lines l WHERE l.valuation_id = f.valuation_id AND l.price_source = 'derived')
      AND NOT EXISTS (SELECT FROM ledger_days d
                       WHERE d.portfolio_id = f.portfolio_id AND d.day > :day::date AND d.day <= :date::date
                         AND d.account_id IN (SELECT account_id FROM gl_mappings WHERE role IN ('investment', 'transaction-costs')))
      AND NOT EXISTS (SELECT FROM action_shares s
                       WHERE s.portfolio_id = f.portfolio_id AND s.posted_on > :day::date AND s.posted_on <= :date::date)`,
)

/**
 * The last market day before a day without a market, in the same month, and the portfolios whose run of it says the same of the day.
 * Null on a market day, and where the month has no market day until then.
 */
export async function takenOver(
  db: Queryable,
  portfolioIds: readonly number[],
  { date, calendar }: { readonly date: string; readonly calendar: MarketCalendar },
): Promise<{ readonly day: string; readonly portfolioIds: ReadonlySet<number> } | null> {
  const day = lastMarketDay(calendar, date)
  if (day === date || day.slice(0, 7) !== date.slice(0, 7)) return null
  const rows = await db.query(TAKEN_OVER, { portfolioIds, day, date })
  return { day, portfolioIds: new Set(rows.map(({ id }) => id)) }
}
