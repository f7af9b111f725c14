/** Holdings, from the chains' tails (today) or their history (an earlier date): never from the trades. */
import type { Holder, Lot } from '@em/contract/holdings/holdings'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'

/**
 * SQL: the state of chains at the end of a day, by trade date. A chain without anything after the date is read from its tail;
 * any other is looked up in its history. Two halves, so that of ten thousand chains at their tail none is looked at a second time.
 */
export const heldWhere = (which: string, date = ':date::date') => `
  SELECT c.id AS chain_id, c.portfolio_id, c.equity_id, true AS at_tail, c.quantity, c.cost, c.charges, c.age_rate, c.age_rate_days, c.lot_rate,
         c.lot_rate_days
    FROM chains c
   WHERE ${which} AND c.last_event_date <= ${date} AND c.quantity > 0
   UNION ALL
  SELECT c.id, c.portfolio_id, c.equity_id, false, h.quantity, h.cost, h.charges, c.age_rate, c.age_rate_days, c.lot_rate, c.lot_rate_days
    FROM chains c
    CROSS JOIN LATERAL (
      SELECT e.quantity, e.cost, e.charges FROM chain_events e
       WHERE e.chain_id = c.id AND e.event_date <= ${date}
       ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h
   WHERE ${which} AND c.last_event_date > ${date} AND h.quantity > 0`
const HELD = heldWhere('(:portfolioId?::bigint IS NULL OR c.portfolio_id = :portfolioId)')

const UNPRICED = statement(
  'holdings.unpriced',
  `WITH held AS MATERIALIZED (${HELD})
   SELECT DISTINCT e.id, e.symbol
     FROM held JOIN portfolios f ON f.id = held.portfolio_id AND f.entity_id = :entityId JOIN equities e ON e.id = held.equity_id
    WHERE NOT EXISTS (SELECT FROM prices WHERE equity_id = held.equity_id AND trade_date <= :date::date)
    ORDER BY e.symbol`,
)

const HELD_SECURITIES = statement(
  'holdings.held-securities',
  `WITH held AS MATERIALIZED (${HELD})
   SELECT equity_id, sum(quantity)::bigint AS quantity! FROM held GROUP BY equity_id`,
)

/** The holdings of all portfolios that the user sees at the end of a day: shares by the security's id. */
export async function heldSecurities(db: Queryable, date: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query(HELD_SECURITIES, { portfolioId: null, date })
  return new Map(rows.map((row) => [row.equity_id, Number(row.quantity)]))
}

/** Of securities without a price of their own those that have none by their share either. */
export async function symbolsWithoutPrice(
  db: Queryable,
  rows: readonly { readonly id: number; readonly symbol: string }[],
  date: string,
): Promise<string[]> {
  if (rows.length === 0) return []
  const calendar = await loadCalendar(db)
  const derived = await knownPrices(
    db,
    rows.map(({ id }) => id),
    { date, calendar },
  )
  return rows.flatMap(({ id, symbol }) => (derived.has(id) ? [] : [symbol]))
}

/** The securities that portfolios of an entity hold at the end of a day and that have no price until then, by symbol. */
export async function unpricedHoldings(db: Queryable, entityId: number, date: string): Promise<string[]> {
  const rows = await db.query(UNPRICED, { portfolioId: null, date, entityId })
  return symbolsWithoutPrice(db, rows, date)
}

const COMPANIES = statement(
  'holdings.companies',
  `WITH held AS MATERIALIZED (${HELD})
   SELECT e.name AS company_name, e.symbol, formerly(e.id), held.quantity FROM held JOIN equities e ON e.id = held.equity_id
    ORDER BY lower(e.name), e.symbol`,
)

export function heldCompanies(db: Queryable, portfolioId: number, date: string) {
  return db.query(COMPANIES, { portfolioId, date })
}

/** A bound: far more portfolios than hold one security. */
const HOLDERS_MOST = 1_000
const HOLDERS = statement(
  'holdings.holders',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", m.costing_method,
          e.quantity, e.cost, e.charges
     FROM chains c
     JOIN portfolios p ON p.id = c.portfolio_id
     LEFT JOIN costing_methods m ON m.portfolio_id = c.portfolio_id
    CROSS JOIN LATERAL (
      SELECT quantity, cost, charges FROM chain_events
       WHERE chain_id = c.id AND event_date <= :date::date
       ORDER BY event_date DESC, rank DESC, id DESC LIMIT 1) e
    WHERE c.equity_id = :equityId AND e.quantity > 0
    ORDER BY p.portfolio_id LIMIT :holdersMost`,
)

/** The portfolios that hold a security at the end of a day, by code. Amounts in rupees. */
export async function holdersAt(db: Queryable, equityId: number, date: string): Promise<Holder[]> {
  const rows = await db.query(HOLDERS, { equityId, date, holdersMost: HOLDERS_MOST })
  return rows.map(({ cost, charges, ...row }) => ({
    ...row,
    costValue: jsonNumber(cost),
    charges: jsonNumber(charges),
  }))
}

const STANDING = statement(
  'holdings.standing',
  `SELECT e.quantity, e.cost, e.charges FROM chains c JOIN chain_events e ON e.chain_id = c.id
    WHERE c.portfolio_id = :portfolioId AND c.equity_id = :equityId AND e.event_date <= :date::date
    ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1`,
)

/** Quantity, cost and charges of one holding at the end of a day; zeros where there is none. */
export async function standingAt(db: Queryable, portfolioId: number, equityId: number, date: string) {
  const [row] = await db.query(STANDING, { portfolioId, equityId, date })
  return {
    quantity: BigInt(row?.quantity ?? 0),
    cost: decimalOf(row?.cost ?? '0', MONEY_SCALE),
    charges: decimalOf(row?.charges ?? '0', MONEY_SCALE),
  }
}

const LOTS = statement(
  'holdings.lots',
  `SELECT l.event_id AS id, coalesce(t.deal_number, 'CA-' || a.action_id) AS deal_number!, v.contract_number, l.trade_date, l.settlement_date, l.price, l.quantity,
          l.remaining_quantity - coalesce(later.quantity, 0) AS remaining_quantity,
          l.remaining_cost - coalesce(later.cost, 0) AS remaining_cost,
          l.remaining_charges - coalesce(later.charges, 0) AS remaining_charges
     FROM chains c
     JOIN lots l ON l.chain_id = c.id
     LEFT JOIN trades t ON t.id = l.event_id
     LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events a ON a.id = l.event_id
     LEFT JOIN LATERAL (
       SELECT k.lot_event_id, sum(k.quantity_change)::bigint AS quantity, sum(k.cost_change) AS cost, sum(k.charges_change) AS charges
         FROM chain_events x JOIN lot_changes k ON k.event_id = x.id
        WHERE x.chain_id = c.id AND x.event_date > :date::date
        GROUP BY k.lot_event_id) later ON later.lot_event_id = l.event_id
    WHERE c.portfolio_id = :portfolioId AND c.equity_id = :equityId AND coalesce(l.opened_on, l.trade_date) <= :date::date
      AND l.remaining_quantity - coalesce(later.quantity, 0) > 0
    ORDER BY l.trade_date, l.event_id`,
)

/** Open lots of one holding at the end of a day, oldest first. `id` is the buy's. */
export async function openLots(
  db: Queryable,
  portfolioId: number,
  equityId: number,
  date: string,
): Promise<Lot[]> {
  const rows = await db.query(LOTS, { portfolioId, equityId, date })
  return rows.map((row) => ({
    ...row,
    price: jsonNumber(row.price),
    remaining_cost: jsonNumber(row.remaining_cost),
    remaining_charges: jsonNumber(row.remaining_charges),
  }))
}

const CASH = statement(
  'holdings.cash',
  `SELECT coalesce(sum(debit - credit), 0)::numeric(20, 2) AS cash
     FROM (
       SELECT account_id, portfolio_id, debit, credit FROM ledger_months WHERE month < date_trunc('month', :date::timestamp)::date
       UNION ALL
       SELECT account_id, portfolio_id, debit, credit FROM ledger_days
        WHERE day >= date_trunc('month', :date::timestamp)::date AND day <= :date::timestamp::date) kept
    WHERE account_id = ANY (:cash::bigint[])
      AND (:portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId)`,
)

/** The balance of the cash accounts, in cents. */
export async function cashAt(db: Queryable, portfolioId: number | null, date: string): Promise<bigint> {
  const accounts = await chartOfAccounts(db, { from: date, to: date })
  const cash = accounts.filter(({ role }) => role === 'cash').map(({ id }) => id)
  const [row] = await db.query(CASH, { portfolioId, date, cash })
  return decimalOf(row?.cash ?? '0', MONEY_SCALE)
}
