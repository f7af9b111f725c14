import { type MarketCalendar, marketCalendar } from '@em/core/holidays/market-calendar'
import { type Queryable, statement } from '../../platform/database/database.ts'

const ALL = statement('holidays.all', 'SELECT date, name, is_recurring FROM holidays ORDER BY date')

/** The exchange's calendar as the register keeps it now. */
export async function loadCalendar(db: Queryable): Promise<MarketCalendar> {
  const rows = await db.query(ALL)
  return marketCalendar(
    rows.map(({ date, name, is_recurring }) => ({ date, name, isRecurring: is_recurring })),
  )
}
