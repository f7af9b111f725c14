/** Disposals by financial year: proceeds, cost, holding period. */
import type { TaxSchedule } from '@em/contract/books/realized-tax'
import { TAX_ROWS_MAX } from '@em/contract/books/realized-tax'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { taxOf } from './realized.answers.ts'
import { ADDED, ASKED_DISPOSALS, type Disposals, LONG_TERM_DAYS, SUMS, sumsOf } from './realized.queries.ts'

/** SQL: the last day of the financial year that a day lies in; the month is that of an entity `y`. */
const yearEnd = (day: string) =>
  `(date_trunc('month', ${day}::timestamp) + make_interval(months => ((y.year_end_month - extract(month FROM ${day})::integer + 12) % 12) + 1)
    - interval '1 day')::date`

const ENTITIES = statement(
  'realized.tax-entities',
  `SELECT y.id, y.name, y.year_end_month, y.share_gains_tax, y.version FROM entities y
    WHERE EXISTS (SELECT FROM portfolios p WHERE p.entity_id = y.id AND (:portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds)))
    ORDER BY y.name`,
)
// The disposals of a portfolio are added up by day first: a year belongs to its entity.
const YEARS = statement(
  'realized.tax-years',
  `WITH days AS MATERIALIZED (SELECT r.portfolio_id, r.disposed_on AS day, ${SUMS} FROM ${ASKED_DISPOSALS} GROUP BY 1, 2)
   SELECT y.id AS entity_id, y.name AS entity, ${yearEnd('c.day')} AS year_end!, ${ADDED}
     FROM days c JOIN portfolios p ON p.id = c.portfolio_id JOIN entities y ON y.id = p.entity_id
    GROUP BY y.id, y.name, 3 ORDER BY y.name, 3`,
)
const ROWS = statement(
  'realized.tax-rows',
  `SELECT r.event_id AS trade_id, y.name AS entity, ${yearEnd('r.disposed_on')} AS year_end!, r.disposed_on AS disposed_on!,
          l.first AS acquired_from, l.last AS acquired_to, coalesce(t.deal_number, 'CA-' || x.action_id) AS deal_number!, v.contract_number, e.symbol, e.name, p.portfolio_name,
          p.portfolio_id AS portfolio_code, coalesce(v.quantity, (SELECT - o.quantity_change FROM chain_events o WHERE o.id = x.id), 0) AS quantity!, r.holding_days AS days!, r.proceeds AS proceeds!, r.cost_out AS cost!,
          r.charges_out AS charges!, r.fees AS fees!
     FROM (SELECT r.* FROM ${ASKED_DISPOSALS}
             JOIN portfolios q ON q.id = r.portfolio_id JOIN entities z ON z.id = q.entity_id
            ORDER BY z.name, r.disposed_on, r.event_id LIMIT ${TAX_ROWS_MAX + 1}) r
     LEFT JOIN trades t ON t.id = r.event_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events x ON x.id = r.event_id
     JOIN equities e ON e.id = r.equity_id JOIN portfolios p ON p.id = r.portfolio_id JOIN entities y ON y.id = p.entity_id
     LEFT JOIN LATERAL (
       SELECT min(o.trade_date) AS first, max(o.trade_date) AS last
         FROM lot_changes k JOIN lots o ON o.event_id = k.lot_event_id WHERE k.event_id = r.event_id) l ON true
    ORDER BY y.name, r.disposed_on, r.event_id`,
)

/** The tax schedule of some books and days, by trade date. */
export async function taxScheduleOf(
  db: Queryable,
  { portfolioIds, from, to }: Disposals,
): Promise<Pick<TaxSchedule, 'entities' | 'years' | 'rows' | 'hasMore'>> {
  const asked = { portfolioIds, from, to }
  const entities = await db.query(ENTITIES, { portfolioIds })
  const years = await db.query(YEARS, asked)
  const rows = await db.query(ROWS, asked)
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  return {
    entities,
    years: years.map((row) => {
      const sums = sumsOf(row)
      return {
        entityId: row.entity_id,
        entity: row.entity,
        yearEnd: row.year_end,
        disposals: sums.trades,
        ...amountsOf(sums),
        ...taxOf(sums),
      }
    }),
    rows: rows.slice(0, TAX_ROWS_MAX).map((row) => ({
      trade_id: row.trade_id,
      entity: row.entity,
      yearEnd: row.year_end,
      disposed_on: row.disposed_on,
      acquired_from: row.acquired_from,
      acquired_to: row.acquired_to,
      deal_number: row.deal_number,
      contract_number: row.contract_number,
      symbol: row.symbol,
      companyName: row.name,
      portfolio: row.portfolio_name,
      portfolioId: row.portfolio_code,
      quantity: row.quantity,
      days: row.days,
      isLongTerm: row.days > LONG_TERM_DAYS,
      ...amountsOf({
        proceeds: cents(row.proceeds),
        cost: cents(row.cost),
        charges: cents(row.charges),
        fees: cents(row.fees),
      }),
    })),
    hasMore: rows.length > TAX_ROWS_MAX,
  }
}

interface Amounts {
  readonly proceeds: bigint
  readonly cost: bigint
  readonly charges: bigint
  readonly fees: bigint
}

const amountsOf = ({ proceeds, cost, charges, fees }: Amounts) => ({
  proceeds: rupees(proceeds),
  cost: rupees(cost),
  gain: rupees(proceeds - cost),
  buyCharges: rupees(charges),
  sellFees: rupees(fees),
  afterFees: rupees(proceeds - cost - charges - fees),
})
