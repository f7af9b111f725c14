/** Holdings whose cost is compared with their market value, or whose price needs attention. */
import {
  type CostAndMarket,
  EXCEPTIONS_MAX,
  type ExceptionKind,
  type ExceptionRow,
  USUAL_THRESHOLD,
} from '@em/contract/reports/cost-and-market'
import type { PriceBasis } from '@em/core/valuation/price-at'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { Scope } from '../portfolios/scope.queries.ts'
import { countedPrice, type PricesOn, pricesOn } from './prices-on.queries.ts'
import { VALUED } from './valued.ts'

/** Digits of the threshold after the point. */
const THRESHOLD_SCALE = 2

// Why a holding is listed; null: it is not.
const MEASURED = `${VALUED},
   measured AS MATERIALIZED (
     SELECT v.*, v.cost + v.capitalised AS carrying, v.fair_value - v.cost - v.capitalised AS difference,
            CASE WHEN v.fair_value < v.cost + v.capitalised THEN 'below'
                 WHEN v.fair_value > (v.cost + v.capitalised) * (1 + :threshold::numeric / 100) THEN 'above'
                 WHEN v.is_doubtful AND v.quantity <> 0 THEN 'price' END AS kind
       FROM valued v)`
const ROWS = statement(
  'reports.cost-and-market',
  `WITH ${MEASURED}
   SELECT m.kind AS kind!, m.equity_id AS equity_id!, m.is_fvoci, m.basis, m.quantity, m.carrying AS carrying!, m.fair_value AS fair_value!, m.difference AS difference!,
          p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName"
     FROM (SELECT * FROM measured WHERE kind IS NOT NULL AND (:kind?::text IS NULL OR kind = :kind)
            ORDER BY array_position(ARRAY['below', 'above', 'price'], kind), abs(difference) DESC, portfolio_id, equity_id
            LIMIT ${EXCEPTIONS_MAX + 1}) m
     JOIN portfolios p ON p.id = m.portfolio_id
    ORDER BY array_position(ARRAY['below', 'above', 'price'], m.kind), abs(m.difference) DESC, m.portfolio_id, m.equity_id`,
)
const COUNTS = statement(
  'reports.cost-and-market-counts',
  `WITH ${MEASURED}
   SELECT count(*) AS holdings!, count(*) FILTER (WHERE kind = 'below') AS below!, count(*) FILTER (WHERE kind = 'above') AS above!,
          count(*) FILTER (WHERE is_doubtful AND quantity <> 0) AS prices!, count(*) FILTER (WHERE level = 3 AND quantity <> 0) AS level3!,
          coalesce(sum(difference) FILTER (WHERE kind = 'below'), 0) AS below_by!, coalesce(sum(difference) FILTER (WHERE kind = 'above'), 0) AS above_by!,
          coalesce(sum(fair_value) FILTER (WHERE is_doubtful), 0) AS prices_of!, coalesce(sum(fair_value) FILTER (WHERE level = 3), 0) AS level3_of!
     FROM measured`,
)

interface Asked {
  readonly date: string
  readonly scope: Scope
  /** Hundredths of a percent of the cost; null: the usual one. */
  readonly threshold: bigint | null
  /** One kind alone. */
  readonly kind: ExceptionKind | null
}

/** The holdings at a date that need attention. */
export async function costAgainstMarket(
  db: Queryable,
  { date, scope, threshold: asked, kind }: Asked,
): Promise<Omit<CostAndMarket, 'generatedAt'>> {
  const { portfolioIds } = scope
  const units = asked ?? BigInt(USUAL_THRESHOLD) * 100n
  const threshold = formatDecimal(units, THRESHOLD_SCALE)
  const prices = await pricesOn(db, portfolioIds, date)
  const values = { portfolioIds, date, threshold, ...prices.given }
  const [counts] = await db.query(COUNTS, values)
  const rows = await db.query(ROWS, { ...values, kind })
  if (counts === undefined) throw new Error('nothing was counted')
  const counted = (holdings: number, amount: string) => ({
    holdings,
    amount: rupees(decimalOf(amount, MONEY_SCALE)),
  })
  return {
    asOf: date,
    portfolio: scope.portfolio,
    entity: scope.entity,
    threshold: toJsonNumber(units, THRESHOLD_SCALE),
    holdings: counts.holdings,
    below: counted(counts.below, counts.below_by),
    above: counted(counts.above, counts.above_by),
    prices: counted(counts.prices, counts.prices_of),
    level3: counted(counts.level3, counts.level3_of),
    rows: rows.slice(0, EXCEPTIONS_MAX).map((row) => rowOf(row, prices)),
    hasMore: rows.length > EXCEPTIONS_MAX,
  }
}

function rowOf(row: RowOf<typeof ROWS>, { securities, priceOf }: PricesOn): ExceptionRow {
  const security = securities.get(row.equity_id)
  if (security === undefined) throw new Error(`security ${row.equity_id} is held and not there`)
  const basis = row.basis as PriceBasis
  const [carrying, difference] = [
    decimalOf(row.carrying, MONEY_SCALE),
    decimalOf(row.difference, MONEY_SCALE),
  ]
  return {
    id: `${row.portfolioId} ${security.symbol}`,
    kind: row.kind as ExceptionKind,
    portfolioId: row.portfolioId,
    portfolioName: row.portfolioName,
    treatment: row.is_fvoci === true ? 'FVOCI' : 'FVTPL',
    symbol: security.symbol,
    companyName: security.name,
    quantity: Number(row.quantity),
    cost: rupees(carrying),
    fair_value: rupees(decimalOf(row.fair_value, MONEY_SCALE)),
    difference: rupees(difference),
    percent: carrying === 0n ? null : toJsonNumber(percentageOf(difference, carrying), RATE_SCALE),
    ...countedPrice(priceOf(security.id, basis), basis, row.quantity !== 0),
  }
}
