/** Buys and sales of a range with what each sale realized, newest trade date first. */
import { NO_DAY, type TradeHistoryRow } from '@em/contract/realized/realized'
import { decimalOf, MONEY_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import type { Disposals } from './sums/sums.queries.ts'

/** Which trades of a range. */
export interface HistoryAsked extends Disposals {
  readonly tradeType?: 'BUY' | 'SELL' | null | undefined
}

// A page of one portfolio or several is taken from their chains, one of all from the index of trade dates: neither walks what
// came before.
const KEYS_OF_PORTFOLIOS = `SELECT e.id, e.event_date AS day
     FROM chains c JOIN chain_events e ON e.chain_id = c.id AND e.event_date BETWEEN :from::date AND :to::date
    WHERE c.portfolio_id = ANY (:portfolioIds::bigint[]) AND (:equityIds?::bigint[] IS NULL OR c.equity_id = ANY (:equityIds)) AND e.source = 'trade' AND (:kind?::text IS NULL OR e.kind = :kind)
      AND (:beforeDay?::date IS NULL OR (e.event_date, e.id) < (:beforeDay, :beforeId?::bigint))
    ORDER BY e.event_date DESC, e.id DESC LIMIT :most`
const KEYS_OF_ALL = `SELECT t.id, v.trade_date AS day
     FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version
    WHERE v.trade_date BETWEEN :from::date AND least(:to::date, :beforeDay?::date) AND NOT t.is_deleted AND v.opening_date IS NULL
      AND (:equityIds?::bigint[] IS NULL OR t.equity_id = ANY (:equityIds))
      AND (:kind?::text IS NULL OR t.side = :kind)
      AND (:beforeDay::date IS NULL OR (v.trade_date, v.trade_id) < (:beforeDay, :beforeId?::bigint))
    ORDER BY v.trade_date DESC, v.trade_id DESC LIMIT :most`
const OF_PORTFOLIOS = statement('realized.history-of-portfolios', KEYS_OF_PORTFOLIOS)
const OF_ALL = statement('realized.history-of-all', KEYS_OF_ALL)
const COUNT_OF_PORTFOLIOS = statement(
  'realized.count-of-portfolios',
  `SELECT count(*) AS trades FROM (${KEYS_OF_PORTFOLIOS}) keys`,
)
const COUNT_OF_ALL = statement(
  'realized.count-of-all',
  `SELECT count(*) AS trades FROM (${KEYS_OF_ALL}) keys`,
)
const DETAILS = statement(
  'realized.history-details',
  `SELECT t.id, t.side, t.deal_number, v.contract_number, ${symbolOn('e', 'v.trade_date')} AS symbol!, ${companyOn('e', 'v.trade_date')} AS name!, p.portfolio_name, p.portfolio_id AS portfolio_code,
          v.quantity, v.price, v.trade_date, v.gross, abs(v.gross - v.net) AS fees, r.cost_out, r.charges_out, r.capital_gain, r.holding_days,
          r.bought_price, coalesce(r.money_generation_cost, 0) AS financing,
          (SELECT min(l.trade_date) FROM lot_changes k JOIN lots l ON l.event_id = k.lot_event_id WHERE k.event_id = t.id) AS bought_on
     FROM unnest(:ids::bigint[]) WITH ORDINALITY AS page (id, place)
     JOIN trades t ON t.id = page.id JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
     LEFT JOIN event_results r ON r.event_id = t.id
    ORDER BY page.place`,
)

/** How many trades there are, counted up to `most`. */
export async function countTrades(
  db: Queryable,
  { portfolioIds, equityIds, from, to, tradeType }: HistoryAsked,
  most: number,
): Promise<number> {
  const at = { equityIds, from, to, kind: kindOf(tradeType), beforeDay: null, beforeId: null, most }
  const [row] =
    portfolioIds === null
      ? await db.query(COUNT_OF_ALL, at)
      : await db.query(COUNT_OF_PORTFOLIOS, { ...at, portfolioIds })
  return row?.trades ?? 0
}

const kindOf = (tradeType: HistoryAsked['tradeType']) =>
  tradeType === 'BUY' ? 'buy' : tradeType === 'SELL' ? 'sell' : null

/** A page of the trades: its rows, and the cursor of the next page where there is one. */
export interface HistoryPage {
  readonly rows: TradeHistoryRow[]
  readonly next: string | null
}

/** So many trades from the newest, or from a cursor on. @throws Refusal 400 for a cursor that is none. */
export async function tradeHistory(
  db: Queryable,
  { portfolioIds, equityIds, from, to, tradeType }: HistoryAsked,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<HistoryPage> {
  const { beforeDay, beforeId } = cursorOf(cursor)
  const at = { equityIds, from, to, kind: kindOf(tradeType), beforeDay, beforeId, most: limit + 1 }
  const keys =
    portfolioIds === null
      ? await db.query(OF_ALL, at)
      : await db.query(OF_PORTFOLIOS, { ...at, portfolioIds })
  const page = keys.slice(0, limit)
  const last = keys.length > limit ? page.at(-1) : undefined
  const rows = page.length === 0 ? [] : await db.query(DETAILS, { ids: page.map(({ id }) => id) })
  return { rows: rows.map(toRow), next: last === undefined ? null : `${last.day}_${last.id}` }
}

function cursorOf(cursor: string | undefined): { beforeDay: string | null; beforeId: number | null } {
  if (cursor === undefined) return { beforeDay: null, beforeId: null }
  const [, beforeDay, id] = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/.exec(cursor) ?? []
  if (beforeDay === undefined || Number.isNaN(Date.parse(beforeDay))) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This cursor is not one of this list.' },
    ])
  }
  return { beforeDay, beforeId: Number(id) }
}

function toRow(row: RowOf<typeof DETAILS>): TradeHistoryRow {
  const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
  const isSale = row.side === 'sell'
  const fees = cents(row.fees)
  const basis = isSale ? cents(row.cost_out) : cents(row.gross)
  const gain = cents(row.capital_gain)
  const buyCharges = isSale ? cents(row.charges_out) : fees
  const sellFees = isSale ? fees : 0n
  const financing = cents(row.financing)
  const net = isSale ? gain - buyCharges - sellFees : 0n
  return {
    id: row.id,
    tradeType: isSale ? 'SELL' : 'BUY',
    symbol: row.symbol,
    companyName: row.name,
    portfolio: row.portfolio_name,
    portfolioId: row.portfolio_code,
    deal_number: row.deal_number,
    contract_number: row.contract_number,
    quantity: row.quantity,
    buyPrice: jsonNumber(isSale ? (row.bought_price ?? '0') : row.price),
    sellPrice: isSale ? jsonNumber(row.price) : null,
    buyDate: isSale ? (row.bought_on ?? NO_DAY) : row.trade_date,
    sellDate: isSale ? row.trade_date : NO_DAY,
    holdingPeriod: isSale ? row.holding_days : null,
    costBasis: rupees(basis),
    charges: rupees(buyCharges + sellFees),
    sellFees: rupees(sellFees),
    buyCharges: rupees(buyCharges),
    realizedPnL: rupees(gain),
    pnLPercentage: isSale ? toJsonNumber(percentageOf(gain, basis), RATE_SCALE) : 0,
    netCapitalGain: rupees(net),
    costOfFunds: rupees(financing),
    afterCosts: rupees(isSale ? net - financing : 0n),
  }
}
