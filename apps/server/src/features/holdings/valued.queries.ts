/** The holdings of portfolios at the end of a day, by trade date, with the value of each and what holding it has cost. */
import type { ValuedHolding } from '@em/contract/holdings/holdings'
import { RATE_YEAR } from '@em/core/cost-of-funds/rates'
import type { Tariff } from '@em/core/fee-tariffs/tariff'
import { type HoldingFigures, holdingFigures } from '@em/core/valuation/holdings'
import { type PriceAt, type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { DERIVED } from '@em/core/valuation/right-price'
import {
  decimalOf,
  divideHalfAway,
  MONEY_SCALE,
  PRICE_SCALE,
  RATE_SCALE,
  toJsonNumber,
} from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { loadTariff } from '../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'
import { heldWhere } from './holdings.queries.ts'

/** Day 0 of the chains' stored weights; see migration 007. */
const DAY_0 = `date '2000-01-01'`

const UNSETTLED = `
  SELECT l.chain_id, sum((l.remaining_cost + l.remaining_charges) * l.cost_of_funds * (l.settlement_date - :date::date)) AS money,
         sum(l.remaining_quantity * l.cost_of_funds * (l.settlement_date - :date::date)) AS shares
    FROM lots l WHERE l.settlement_date > :date::date AND l.remaining_quantity > 0`

/**
 * SQL: the weights of what is held. A chain that is read from its tail has them kept, but for lots that settle later; any other has them from
 * its lots, less what came after. `unsettled` is joined as `u`.
 */
const weighed = (held: string, unsettled: string) => `
  WITH held AS MATERIALIZED (${held})
  SELECT held.equity_id, held.portfolio_id, held.quantity, held.cost, held.charges,
         (CASE WHEN held.at_tail THEN held.lot_rate * (:date::date - ${DAY_0}) - held.lot_rate_days + coalesce(u.money, 0)
               ELSE o.money END)::numeric(42, 6) AS lot_weight!,
         (CASE WHEN held.at_tail THEN held.age_rate * (:date::date - ${DAY_0}) - held.age_rate_days + coalesce(u.shares, 0)
               ELSE o.shares END)::numeric(42, 4) AS age_weight!
    FROM held
    LEFT JOIN ${unsettled} AND held.at_tail
    LEFT JOIN LATERAL (
      SELECT coalesce(sum((x.cost + x.charges) * x.rate_days), 0) AS money, coalesce(sum(x.quantity * x.rate_days), 0) AS shares
        FROM (
          SELECT l.remaining_quantity - coalesce(later.quantity, 0) AS quantity,
                 l.remaining_cost - coalesce(later.cost, 0) AS cost,
                 l.remaining_charges - coalesce(later.charges, 0) AS charges,
                 l.cost_of_funds * greatest(:date::date - l.settlement_date, 0) AS rate_days
            FROM lots l
            LEFT JOIN (
              SELECT k.lot_event_id, sum(k.quantity_change) AS quantity, sum(k.cost_change) AS cost, sum(k.charges_change) AS charges
                FROM chain_events e JOIN lot_changes k ON k.event_id = e.id
               WHERE e.chain_id = held.chain_id AND e.event_date > :date::date
               GROUP BY k.lot_event_id) later ON later.lot_event_id = l.event_id
           WHERE NOT held.at_tail AND l.chain_id = held.chain_id AND coalesce(l.opened_on, l.trade_date) <= :date::date AND l.cost_of_funds > 0) x
      ) o ON NOT held.at_tail`
const OF_EACH = `LATERAL (${UNSETTLED} AND l.chain_id = held.chain_id GROUP BY l.chain_id) u ON true`
// Of very many holdings: once for all, not once for each.
const TOGETHER = `(${UNSETTLED} GROUP BY l.chain_id) u ON u.chain_id = held.chain_id`

const OF_PORTFOLIO = statement(
  'holdings.valued',
  weighed(heldWhere('c.portfolio_id = :portfolioId'), OF_EACH),
)
const OF_ALL = statement('holdings.valued-of-all', weighed(heldWhere('true'), TOGETHER))
const OF_SECURITY = statement(
  'holdings.valued-of-security',
  weighed(heldWhere('c.equity_id = :equityId'), OF_EACH),
)

const SECURITIES = statement(
  'holdings.securities',
  `SELECT e.id, ${companyOn('e', ':date::date')} AS name!, ${symbolOn('e', ':date::date')} AS symbol!, e.sector FROM equities e
    WHERE e.id = ANY (:ids::bigint[]) ORDER BY lower(e.name), e.symbol`,
)
const PORTFOLIOS = statement(
  'holdings.how-valued',
  `SELECT p.id, p.price_basis AS basis, coalesce(m.costing_method, 'WAP') = 'WAP' AS pooled!
     FROM portfolios p LEFT JOIN costing_methods m ON m.portfolio_id = p.id WHERE p.id = ANY (:ids::bigint[])`,
)

/** Weights are sums over the open lots: `lot_weight` of (cost + charges) x rate % x days, scale 6; `age_weight` of quantity x rate % x days, scale 4. */
type Standing = RowOf<typeof OF_PORTFOLIO>

/** A holding of one portfolio with its figures in exact units. */
export interface ExactHolding {
  readonly row: {
    readonly equity_id: number
    readonly portfolio_id: number
    readonly name: string
    readonly symbol: string
    readonly sector: string | null
    /** The portfolio's sales take the average cost. */
    readonly pooled: boolean
    /** The day of the price; null without one. */
    readonly price_date: string | null
    /** Rights whose price follows from their share's. */
    readonly derived: boolean
  }
  readonly quantity: bigint
  readonly figures: HoldingFigures
}

/** The holdings of a portfolio (of all where null) at the end of a day, valued by the price basis of each portfolio. */
export async function valuedHoldings(
  db: Queryable,
  portfolioId: number | null,
  date: string,
): Promise<ExactHolding[]> {
  const rows =
    portfolioId === null
      ? await db.query(OF_ALL, { date })
      : await db.query(OF_PORTFOLIO, { portfolioId, date })
  return valued(db, rows, date)
}

/** The holding of each portfolio in one security at the end of a day, valued likewise. */
export async function valuedHoldingsOf(
  db: Queryable,
  equityId: number,
  date: string,
): Promise<ExactHolding[]> {
  return valued(db, await db.query(OF_SECURITY, { equityId, date }), date)
}

/** By company, then by portfolio. */
async function valued(db: Queryable, rows: readonly Standing[], date: string): Promise<ExactHolding[]> {
  const equityIds = [...new Set(rows.map((row) => row.equity_id))]
  const portfolioIds = [...new Set(rows.map((row) => row.portfolio_id))]
  const calendar = await loadCalendar(db)
  const [securities, portfolios, known] = await Promise.all([
    db.query(SECURITIES, { ids: equityIds, date }),
    db.query(PORTFOLIOS, { ids: portfolioIds }),
    knownPrices(db, equityIds, { date, calendar }),
  ])
  const tariffOf = await tariffsOf(db, securities, date)
  const portfolioOf = new Map(portfolios.map((one) => [one.id, one]))
  const bySecurity = Map.groupBy(rows, (row) => row.equity_id)
  const holdings: ExactHolding[] = []
  // Of all portfolios they are tens of thousands.
  const pause = regularPauses()
  for (const { id, name, symbol, sector } of securities) {
    const wait = pause()
    if (wait !== undefined) await wait
    const prices = new Map<PriceBasis, PriceAt | null>()
    const priceBy = (basis: PriceBasis) => {
      if (!prices.has(basis)) prices.set(basis, priceAt(known.get(id) ?? null, { date, basis, calendar }))
      return prices.get(basis) ?? null
    }
    const tariff = tariffOf(symbol)
    const own = bySecurity.get(id) ?? []
    for (const standing of own.toSorted((a, b) => a.portfolio_id - b.portfolio_id)) {
      const portfolio = portfolioOf.get(standing.portfolio_id)
      if (portfolio === undefined) continue
      const price = priceBy(portfolio.basis)
      const { pooled } = portfolio
      const head = { equity_id: id, portfolio_id: portfolio.id, name, symbol, sector, pooled }
      holdings.push({
        row: { ...head, price_date: price?.date ?? null, derived: price?.source === DERIVED },
        quantity: BigInt(standing.quantity),
        figures: figuresOf(standing, { tariff, pooled, price }),
      })
    }
  }
  return holdings
}

/** One schedule per security class: the class is part of the symbol. */
async function tariffsOf(
  db: Queryable,
  securities: readonly { readonly symbol: string }[],
  date: string,
): Promise<(symbol: string) => Tariff> {
  const classOf = (symbol: string) => symbol.split('.')[1]?.charAt(0) ?? ''
  const known = new Map<string, Tariff>()
  for (const { symbol } of securities) {
    const name = classOf(symbol)
    if (!known.has(name)) known.set(name, await loadTariff(db, symbol, date))
  }
  return (symbol) => known.get(classOf(symbol)) as Tariff
}

function figuresOf(
  row: Standing,
  by: { readonly tariff: Tariff; readonly pooled: boolean; readonly price: PriceAt | null },
): HoldingFigures {
  const quantity = BigInt(row.quantity)
  const cost = decimalOf(row.cost, MONEY_SCALE)
  const charges = decimalOf(row.charges, MONEY_SCALE)
  const costOfFunds = by.pooled
    ? divideHalfAway((cost + charges) * decimalOf(row.age_weight, RATE_SCALE), quantity * RATE_YEAR)
    : divideHalfAway(decimalOf(row.lot_weight, MONEY_SCALE + RATE_SCALE), RATE_YEAR)
  return holdingFigures({
    holding: { quantity, cost, charges },
    marketPrice: by.price?.price ?? null,
    tariff: by.tariff,
    costOfFunds,
  })
}

export function valuedHoldingOf({ row, quantity, figures }: ExactHolding): ValuedHolding {
  return {
    id: row.equity_id,
    companyName: row.name,
    symbol: row.symbol,
    sector: row.sector,
    quantity: Number(quantity),
    costPrice: toJsonNumber(figures.costPrice, PRICE_SCALE),
    costValue: rupees(figures.costValue),
    charges: rupees(figures.charges),
    marketPrice: figures.priced ? toJsonNumber(figures.marketPrice, PRICE_SCALE) : null,
    lastPriceUpdate: row.price_date,
    unpriced: !figures.priced,
    derived: row.derived,
    grossSales: rupees(figures.grossSales),
    chargesOnSales: rupees(figures.chargesOnSales),
    projectedSalesProceeds: rupees(figures.projectedSalesProceeds),
    costOfFunds: rupees(figures.costOfFunds),
    projectedSalesWithCOF: rupees(figures.projectedSalesWithCOF),
    unrealizedGainLoss: rupees(figures.unrealizedGainLoss),
    gainLossPercentage: toJsonNumber(figures.gainLossPercentage, RATE_SCALE),
  }
}
