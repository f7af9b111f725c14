/** Securities that are valued at cost for now, as a person chose. The choice is no price and changes no value. */
import type { AtCost } from '@em/contract/prices/prices'
import { type Queryable, statement } from '../../platform/database/database.ts'

// The first price of a security ends its choice, whatever day the price is of.
const AT_COST = statement(
  'prices.at-cost',
  `SELECT e.symbol, c.recorded_at AS at, trim(u.first_name || ' ' || u.last_name) AS by
     FROM (SELECT DISTINCT ON (equity_id) equity_id, recorded_by, recorded_at FROM cost_choices ORDER BY equity_id, id DESC) c
     JOIN equities e ON e.id = c.equity_id LEFT JOIN users u ON u.id = c.recorded_by
    WHERE NOT EXISTS (SELECT FROM prices p WHERE p.equity_id = c.equity_id)
    ORDER BY e.symbol`,
)

/** The choices in force, by symbol. */
export async function choicesAtCost(db: Queryable): Promise<AtCost[]> {
  const rows = await db.query(AT_COST)
  return rows.map((row) => ({ ...row, by: row.by ?? '' }))
}
