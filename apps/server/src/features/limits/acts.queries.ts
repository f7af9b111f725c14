/** Acts that are judged by limits: the act asked for, and the orders that wait already. */

import { chargeFees } from '@em/core/fee-tariffs/charge'
import { settlementDateFor } from '@em/core/holidays/market-calendar'
import type { LimitAct } from '@em/core/limits/facts'
import { type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { loadTariffs } from '../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

/** A buy or sale that is not recorded, as it is asked for or was dealt. */
export interface ActAsked {
  readonly kind: 'buy' | 'sell'
  readonly portfolioId: number
  readonly securityId: number
  readonly quantity: bigint
  /** Null: at the market price. */
  readonly price: bigint | null
  readonly settlementDate?: string | null
  /** The day that it was dealt on; today where left out. */
  readonly tradeDate?: string | null
  /** Whether its account settles by hand: what is due is then late. */
  readonly settlesManually?: boolean
  /** As it was written. */
  readonly broker?: string | null
  /** It bears no fees: what an issuer offers, a move between portfolios. */
  readonly isFree?: boolean
}

/** A company that is not in the Equity Master yet: it counts in every whole, and is no subject of its own. */
export const UNREGISTERED = 0

/** Settlement accounts whose settlements are confirmed by hand. */
export const manualAccounts = async (db: Queryable): Promise<ReadonlySet<number>> =>
  new Set((await db.query(MANUAL_ACCOUNTS)).map(({ id }) => id))

/** The days on which acts were dealt. */
export const daysOf = (acts: readonly Pick<ActAsked, 'tradeDate'>[], today: string): string[] => [
  ...new Set(acts.map(({ tradeDate }) => tradeDate ?? today)),
]

// Open orders with what they still ask for.
const WAITING = statement(
  'limits.waiting',
  `SELECT v.side, p.portfolio_id AS "portfolioId", v.equity_id AS "securityId", v.limit_price, v.amount, v.broker_name AS broker,
          greatest(coalesce(p.quantity, 0) - coalesce(f.quantity, 0), 0)::bigint AS quantity!, coalesce(f.gross, 0) AS gross!
     FROM orders o
     JOIN order_versions v ON v.order_id = o.id AND v.version = o.version
     JOIN order_portfolios p ON p.order_id = o.id AND p.version = o.version
     LEFT JOIN LATERAL (SELECT sum(tv.quantity) AS quantity, sum(tv.gross) AS gross FROM order_fills k
                          JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted AND t.portfolio_id = p.portfolio_id
                          JOIN trade_versions tv ON tv.trade_id = t.id AND tv.version = t.version
                         WHERE k.order_id = o.id) f ON true
    WHERE o.step <> 'cancelled' AND o.valid_until >= :today::date AND p.portfolio_id = ANY (:portfolioIds::bigint[])
      AND (:except?::bigint IS NULL OR o.id <> :except)`,
)
const BASES = statement(
  'limits.price-bases',
  'SELECT id, price_basis AS basis FROM portfolios WHERE id = ANY (:ids::bigint[])',
)
const SYMBOLS = statement('limits.symbols', 'SELECT id, symbol FROM equities WHERE id = ANY (:ids::bigint[])')
const MANUAL_ACCOUNTS = statement(
  'limits.accounts-by-hand',
  "SELECT id FROM settlement_accounts WHERE settles = 'by hand'",
)
const BROKERS = statement(
  'limits.brokers-called',
  `SELECT w.written, coalesce((SELECT n.name FROM named_brokers() n WHERE n.key = broker_key(w.written)), w.written) AS name!
     FROM unnest(:written::text[]) AS w (written)`,
)

/** The purchases and sales of other open orders of some portfolios. */
export async function waitingActs(
  db: Queryable,
  asked: { readonly portfolioIds: readonly number[]; readonly today: string; readonly except: number | null },
): Promise<ActAsked[]> {
  const rows = await db.query(WAITING, { ...asked, portfolioIds: [...asked.portfolioIds] })
  return rows.map((row) => ({
    kind: row.side === 'buy' ? 'buy' : 'sell',
    portfolioId: row.portfolioId,
    securityId: row.securityId,
    quantity: BigInt(row.quantity),
    price: row.limit_price === null ? null : decimalOf(row.limit_price, PRICE_SCALE),
    broker: row.broker,
    ...(row.amount !== null && {
      amount: decimalOf(row.amount, MONEY_SCALE) - decimalOf(row.gross, MONEY_SCALE),
    }),
  }))
}

interface Sized extends ActAsked {
  /** Gross value asked for in place of shares. */
  readonly amount?: bigint
}

/** Acts with their prices, fees and days; those without any price are left out. */
export async function knownActs(db: Queryable, acts: readonly Sized[], today: string): Promise<LimitAct[]> {
  return (await pricedActs(db, acts, today)).flatMap((act) => act ?? [])
}

/** The same, each in the place of what was asked for; null without a price or of no share. */
export async function pricedActs(
  db: Queryable,
  acts: readonly Sized[],
  today: string,
): Promise<(LimitAct | null)[]> {
  if (acts.length === 0) return []
  const ids = [...new Set(acts.map(({ securityId }) => securityId))]
  const written = [...new Set(acts.flatMap(({ broker }) => broker ?? []))]
  const calendar = await loadCalendar(db)
  const prices = await knownPrices(db, ids, { date: today, calendar })
  const bases = new Map(
    (await db.query(BASES, { ids: [...new Set(acts.map((act) => act.portfolioId))] })).map((row) => [
      row.id,
      row.basis,
    ]),
  )
  const symbols = new Map((await db.query(SYMBOLS, { ids })).map((row) => [row.id, row.symbol]))
  const called = written.length === 0 ? [] : await db.query(BROKERS, { written })
  const brokers = new Map(called.map((row) => [row.written, row.name]))
  const tariffOf = await loadTariffs(db)
  return acts.map((act) => {
    const basis = (bases.get(act.portfolioId) ?? 'Last Trade') as PriceBasis
    const marketPrice =
      priceAt(prices.get(act.securityId) ?? null, { date: today, basis, calendar })?.price ?? null
    const price = act.price ?? marketPrice
    if (price === null) return null
    const tradeDate = act.tradeDate ?? today
    const tariff = tariffOf(symbols.get(act.securityId) ?? '', tradeDate)
    const quantity = act.amount === undefined ? act.quantity : (act.amount * 100n) / price
    if (quantity <= 0n) return null
    return {
      kind: act.kind,
      portfolioId: act.portfolioId,
      securityId: act.securityId,
      quantity,
      price,
      marketPrice,
      settlementDate: act.settlementDate ?? settlementDateFor(calendar, tradeDate),
      tradeDate,
      ...(act.settlesManually === true && { settlesManually: true }),
      broker: act.broker == null ? null : (brokers.get(act.broker) ?? act.broker),
      feesOf: (gross: bigint) =>
        tariff === null || act.isFree === true ? 0n : chargeFees(tariff, gross).total,
    }
  })
}
