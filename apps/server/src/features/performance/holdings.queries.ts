/** The gain of each security of a portfolio over a range, and the weights of sectors in an index. */
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { holdingValue } from '@em/core/valuation/holding-value'
import { PRICE_BASES, type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'
import { actionFlows } from './action-flows.queries.ts'

const STANDING_AT = (name: string, day: string) => `
  LEFT JOIN LATERAL (
    SELECT c.quantity, c.cost WHERE c.last_event_date <= ${day}
    UNION ALL
    (SELECT e.quantity, e.cost FROM chain_events e
      WHERE c.last_event_date > ${day} AND e.chain_id = c.id AND e.event_date <= ${day}
      ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1)) ${name} ON true`

// Prices come by security and basis: which of them counts on a day is core's rule.
const GAINS = statement(
  'performance.gains',
  `WITH standing AS (
     SELECT c.id, c.equity_id, f.price_basis, b.quantity AS start_quantity, b.cost AS start_cost, n.quantity AS end_quantity, n.cost AS end_cost,
            m.paid, m.taken
       FROM chains c JOIN portfolios f ON f.id = c.portfolio_id ${STANDING_AT('b', ':from::date')} ${STANDING_AT('n', ':to::date')}
       LEFT JOIN LATERAL (
         SELECT sum(e.cost_change + e.charges_change) FILTER (WHERE e.kind = 'buy') AS paid, sum(v.net) AS taken
           FROM chain_events e
           LEFT JOIN trades t ON e.kind = 'sell' AND t.id = e.id
           LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
          WHERE c.last_event_date > :from::date AND e.chain_id = c.id AND e.event_date > :from::date AND e.event_date <= :to::date) m ON true
      WHERE (:portfolioId?::bigint IS NULL OR c.portfolio_id = :portfolioId?) AND c.last_event_date IS NOT NULL),
   priced AS (
     SELECT * FROM unnest(:equityIds::bigint[], :bases::text[], :startPrices?::numeric[], :endPrices?::numeric[]) AS p (equity_id, basis, start_price, end_price))
   SELECT e.id, e.symbol, e.name, coalesce(e.sector, 'Unclassified') AS sector!,
          coalesce(sum(holding_value(s.start_quantity, p.start_price, s.start_cost)), 0)::numeric(20, 2) AS start_value,
          coalesce(sum(holding_value(s.end_quantity, p.end_price, s.end_cost)), 0)::numeric(20, 2) AS end_value,
          coalesce(sum(s.paid), 0)::numeric(20, 2) AS paid_in, coalesce(sum(s.taken), 0)::numeric(20, 2) AS taken_out
     FROM standing s JOIN equities e ON e.id = s.equity_id LEFT JOIN priced p ON p.equity_id = s.equity_id AND p.basis = s.price_basis
    GROUP BY e.id ORDER BY e.symbol`,
)
const HELD = statement(
  'performance.held',
  'SELECT DISTINCT equity_id AS id FROM chains WHERE :portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId?',
)
const OPENED = statement(
  'performance.opened',
  `SELECT c.equity_id AS "equityId", f.price_basis AS basis, e.event_date AS day, e.quantity_change AS quantity,
          (e.cost_change + e.charges_change)::numeric(20, 2) AS paid
     FROM portfolios f JOIN chains c ON c.portfolio_id = f.id JOIN chain_events e ON e.chain_id = c.id AND e.event_date = f.opening_date AND e.kind = 'opening'
    WHERE (:portfolioId?::bigint IS NULL OR f.id = :portfolioId?) AND f.opening_date > :from::date AND f.opening_date <= :to::date`,
)
const WEIGHTS = statement(
  'performance.weights',
  `SELECT s.effective_from AS "from", w.sector, w.weight
     FROM (SELECT DISTINCT ON (effective_from) id, effective_from FROM index_weight_sets
            WHERE index_id = :indexId AND effective_from <= :to::date ORDER BY effective_from, id DESC) s
     JOIN index_weights w ON w.set_id = s.id ORDER BY s.effective_from, w.sector`,
)

/** The figures of one security over a range, in cents. */
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

interface Between {
  readonly from: string
  readonly to: string
  readonly calendar: MarketCalendar
}

/** The securities that were held or traded between the end of a day and that of another; of all portfolios that one sees where none is named. */
export async function gainsOf(
  db: Queryable,
  portfolioId: number | null,
  { from, to, calendar }: Between,
): Promise<SecurityGain[]> {
  const equityIds = (await db.query(HELD, { portfolioId })).map(({ id }) => id)
  const [start, end, opened, { own, moved }] = await Promise.all([
    pricesOn(db, equityIds, { date: from, calendar }),
    pricesOn(db, equityIds, { date: to, calendar }),
    openedIn(db, portfolioId, { from, to, calendar }),
    actionFlows(db, portfolioId, { from, to, calendar }),
  ])
  const flows = Map.groupBy([...own, ...moved], ({ equityId }) => equityId)
  const sumOf = (equityId: number, side: 'paidIn' | 'takenOut') =>
    (flows.get(equityId) ?? []).reduce((sum, flow) => sum + flow[side], 0n)
  const keys = PRICE_BASES.flatMap((basis) => equityIds.map((id) => ({ id, basis })))
  const rows = await db.query(GAINS, {
    portfolioId,
    from,
    to,
    equityIds: keys.map(({ id }) => id),
    bases: keys.map(({ basis }) => basis),
    startPrices: keys.map(({ id, basis }) => textOf(start(id, basis))),
    endPrices: keys.map(({ id, basis }) => textOf(end(id, basis))),
  })
  return rows
    .map((row) => ({
      symbol: row.symbol,
      companyName: row.name,
      sector: row.sector,
      startValue: cents(row.start_value ?? '0'),
      endValue: cents(row.end_value ?? '0'),
      paidIn: cents(row.paid_in ?? '0') + (opened.get(row.id) ?? 0n) + sumOf(row.id, 'paidIn'),
      takenOut: cents(row.taken_out ?? '0') + sumOf(row.id, 'takenOut'),
    }))
    .filter(
      ({ startValue, endValue, paidIn, takenOut }) =>
        startValue !== 0n || endValue !== 0n || paidIn !== 0n || takenOut !== 0n,
    )
}

const textOf = (price: bigint | null) => (price === null ? null : formatDecimal(price, PRICE_SCALE))

/** The prices of securities on a day by the basis that a portfolio values by, as `priceAt` gives them. */
async function pricesOn(
  db: Queryable,
  equityIds: readonly number[],
  { date, calendar }: { readonly date: string; readonly calendar: MarketCalendar },
): Promise<(equityId: number, basis: PriceBasis) => bigint | null> {
  const known = await knownPrices(db, equityIds, { date, calendar })
  return (equityId, basis) => priceAt(known.get(equityId) ?? null, { date, basis, calendar })?.price ?? null
}

/** The values of opening positions of the range on their day, by security. */
async function openedIn(
  db: Queryable,
  portfolioId: number | null,
  { from, to, calendar }: Between,
): Promise<ReadonlyMap<number, bigint>> {
  const sums = new Map<number, bigint>()
  const opened = await db.query(OPENED, { portfolioId, from, to })
  for (const [date, lots] of Map.groupBy(opened, ({ day }) => day)) {
    const price = await pricesOn(db, [...new Set(lots.map(({ equityId }) => equityId))], { date, calendar })
    for (const { equityId, basis, quantity, paid } of lots) {
      const at = price(equityId, basis as PriceBasis)
      const value = holdingValue(BigInt(quantity), at, cents(paid ?? '0'))
      sums.set(equityId, (sums.get(equityId) ?? 0n) + value)
    }
  }
  return sums
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
