/** What each security of a portfolio gained over a range, and the weights of sectors in an index. */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'

const STANDING_AT = (name: string, day: string) => `
  LEFT JOIN LATERAL (
    SELECT c.quantity, c.cost WHERE c.last_event_date <= ${day}
    UNION ALL
    (SELECT e.quantity, e.cost FROM chain_events e
      WHERE c.last_event_date > ${day} AND e.chain_id = c.id AND e.event_date <= ${day}
      ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1)) ${name} ON true`
const PRICE_AT = (name: string, day: string) => `
  LEFT JOIN LATERAL (
    SELECT last_trade FROM prices WHERE equity_id = q.equity_id AND trade_date <= ${day} ORDER BY trade_date DESC LIMIT 1) ${name} ON true`

const GAINS = statement(
  'performance.gains',
  `WITH standing AS (
     SELECT c.id, c.equity_id, b.quantity AS start_quantity, b.cost AS start_cost, n.quantity AS end_quantity, n.cost AS end_cost, m.paid, m.taken, m.opened
       FROM chains c ${STANDING_AT('b', ':from::date')} ${STANDING_AT('n', ':to::date')}
       LEFT JOIN LATERAL (
         SELECT sum(e.cost_change + e.charges_change) FILTER (WHERE e.kind = 'buy') AS paid, sum(v.net) AS taken,
                sum(coalesce(round(e.quantity_change * o.last_trade, 2), e.cost_change + e.charges_change)) FILTER (WHERE e.kind = 'opening') AS opened
           FROM chain_events e
           LEFT JOIN trades t ON e.kind = 'sell' AND t.id = e.id
           LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
           LEFT JOIN LATERAL (SELECT last_trade FROM prices WHERE equity_id = c.equity_id AND trade_date <= e.event_date AND e.kind = 'opening'
                               ORDER BY trade_date DESC LIMIT 1) o ON true
          WHERE c.last_event_date > :from::date AND e.chain_id = c.id AND e.event_date > :from::date AND e.event_date <= :to::date) m ON true
      WHERE (:portfolioId?::bigint IS NULL OR c.portfolio_id = :portfolioId?) AND c.last_event_date IS NOT NULL),
   priced AS (
     SELECT q.equity_id, b.last_trade AS start_price, n.last_trade AS end_price
       FROM (SELECT DISTINCT equity_id FROM standing) q ${PRICE_AT('b', ':from::date')} ${PRICE_AT('n', ':to::date')})
   SELECT e.symbol, e.name, coalesce(e.sector, 'Unclassified') AS sector!,
          coalesce(sum(CASE WHEN s.start_quantity > 0 THEN coalesce(round(s.start_quantity * p.start_price, 2), s.start_cost) END), 0)::numeric(20, 2) AS start_value,
          coalesce(sum(CASE WHEN s.end_quantity > 0 THEN coalesce(round(s.end_quantity * p.end_price, 2), s.end_cost) END), 0)::numeric(20, 2) AS end_value,
          (coalesce(sum(s.paid), 0) + coalesce(sum(s.opened), 0))::numeric(20, 2) AS paid_in, coalesce(sum(s.taken), 0)::numeric(20, 2) AS taken_out
     FROM standing s JOIN priced p ON p.equity_id = s.equity_id JOIN equities e ON e.id = s.equity_id
    GROUP BY e.id ORDER BY e.symbol`,
)
const WEIGHTS = statement(
  'performance.weights',
  `SELECT s.effective_from AS "from", w.sector, w.weight
     FROM (SELECT DISTINCT ON (effective_from) id, effective_from FROM index_weight_sets
            WHERE index_id = :indexId AND effective_from <= :to::date ORDER BY effective_from, id DESC) s
     JOIN index_weights w ON w.set_id = s.id ORDER BY s.effective_from, w.sector`,
)

/** What one security did over a range, in cents. */
export interface SecurityGain {
  readonly symbol: string
  readonly companyName: string
  readonly sector: string
  readonly startValue: bigint
  readonly endValue: bigint
  readonly paidIn: bigint
  readonly takenOut: bigint
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

/** The securities that were held or traded between the end of a day and that of another; of all portfolios that one sees where none is named. */
export async function gainsOf(
  db: Queryable,
  portfolioId: number | null,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SecurityGain[]> {
  const rows = await db.query(GAINS, { portfolioId, from, to })
  return rows
    .map((row) => ({
      symbol: row.symbol,
      companyName: row.name,
      sector: row.sector,
      startValue: cents(row.start_value ?? '0'),
      endValue: cents(row.end_value ?? '0'),
      paidIn: cents(row.paid_in ?? '0'),
      takenOut: cents(row.taken_out ?? '0'),
    }))
    .filter(
      ({ startValue, endValue, paidIn, takenOut }) =>
        startValue !== 0n || endValue !== 0n || paidIn !== 0n || takenOut !== 0n,
    )
}

/** Sector weights of an index until a day, oldest first: from when on, and by sector as fractions. */
export async function sectorWeights(
  db: Queryable,
  indexId: number,
  to: string,
): Promise<{ from: string; weights: ReadonlyMap<string, number> }[]> {
  const rows = await db.query(WEIGHTS, { indexId, to })
  return [...Map.groupBy(rows, ({ from }) => from)].map(([from, weights]) => ({
    from,
    weights: new Map(weights.map(({ sector, weight }) => [sector, Number(weight) / 100])),
  }))
}
