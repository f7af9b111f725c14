/** Finds what has a number: trades, their payments, and entries, by ranges of indexes and never through the books. */

import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { feeSum } from '../fee-tariffs/fee-columns.ts'

/** Behind every letter, so that a range of an index holds what begins with a text. */
const LAST_LETTER = '\u{10FFFF}'
const FEES = feeSum('v')
const CONTRACT = 'lower(v.contract_number COLLATE "C")'

/** Versions in force of trades that are not deleted, under a condition over `v`, newest key first. */
const inForce = (where: string, order: string) =>
  `(SELECT v.trade_id FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.version = v.version
     WHERE ${where} AND NOT t.is_deleted ORDER BY ${order} LIMIT :most::int)`
const byAmount = (amount: string) =>
  inForce(`${amount} = :amount?::numeric`, `${amount} DESC, v.trade_id DESC`)

const TRADES = statement(
  'search.trades',
  `WITH hit AS (
     ${inForce(`v.contract_number IS NOT NULL AND ${CONTRACT} >= :plain::text AND ${CONTRACT} < :plain::text || :last::text`, `${CONTRACT} DESC`)}
     UNION
     ${inForce(`v.contract_number IS NOT NULL AND reverse(${CONTRACT}) >= reverse(:plain::text) AND reverse(${CONTRACT}) < reverse(:plain::text) || :last::text`, `reverse(${CONTRACT}) DESC`)}
     UNION
     (SELECT d.id FROM unnest(:deals::text[]) AS w (deal) CROSS JOIN LATERAL (
        SELECT t.id FROM trades t WHERE t.deal_number >= w.deal COLLATE "C" AND t.deal_number < (w.deal || :last::text) COLLATE "C" AND NOT t.is_deleted
         ORDER BY t.deal_number DESC LIMIT :most::int) d)
     UNION
     (SELECT t.id FROM trades t
       WHERE reverse(t.deal_number) >= reverse(:deal::text) COLLATE "C" AND reverse(t.deal_number) < (reverse(:deal::text) || :last::text) COLLATE "C" AND NOT t.is_deleted
       ORDER BY reverse(t.deal_number) DESC LIMIT :most::int)
     UNION ${byAmount('v.net')} UNION ${byAmount('v.gross')} UNION ${byAmount(FEES)})
   SELECT t.id, t.side, t.deal_number, v.contract_number, v.trade_date, v.quantity, v.net, v.gross, ${FEES} AS fees,
          v.broker_name, e.symbol, p.portfolio_name
     FROM (SELECT DISTINCT trade_id FROM hit) h JOIN trades t ON t.id = h.trade_id
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
    ORDER BY v.trade_date DESC, t.id DESC LIMIT 4 * :most::int`,
)
export type FoundTradeRow = RowOf<typeof TRADES>

/** The numbers that a text with a digit can mean. */
export interface Numbers {
  /** As typed, in lower case. */
  readonly plain: string
  /** In rupees with two decimals; null where it is no amount. */
  readonly amount: string | null
  /** Whole digits alone; null where there is more. */
  readonly whole: string | null
}

const DEAL_BEGINNINGS = ['', 'BUY-', 'SELL-', 'OPEN-', 'BULK-BUY-', 'BULK-SELL-']

/**
 * The trades of which the deal number or the contract number begins or ends so, or whose net, gross or fees are exactly
 * this amount; deleted ones are left out. A deal number is also found by its day.
 */
export function tradesNumbered(
  db: Queryable,
  { plain, amount }: Numbers,
  most: number,
): Promise<FoundTradeRow[]> {
  const deal = plain.toUpperCase()
  const deals = /^\d/.test(deal) ? DEAL_BEGINNINGS.map((beginning) => `${beginning}${deal}`) : [deal]
  return db.query(TRADES, { plain, amount, deal, deals, most, last: LAST_LETTER })
}

const PAYMENTS = statement(
  'search.payments',
  `SELECT c.trade_id, c.amount, c.actual_date, c.reference, t.side, t.deal_number, e.symbol, p.portfolio_name
     FROM (
       (SELECT c.id FROM settlement_confirmations c WHERE c.amount > 0 AND c.amount = :amount?::numeric ORDER BY c.amount DESC, c.trade_id DESC LIMIT :most::int)
       UNION
       (SELECT c.id FROM settlement_confirmations c
         WHERE c.reference IS NOT NULL AND lower(c.reference COLLATE "C") >= :plain::text AND lower(c.reference COLLATE "C") < :plain::text || :last::text
         ORDER BY lower(c.reference COLLATE "C") DESC LIMIT :most::int)) hit
     JOIN settlement_confirmations c ON c.id = hit.id JOIN trades t ON t.id = c.trade_id
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
    WHERE c.kind IN ('settled', 'part') AND NOT t.is_deleted ORDER BY c.id DESC LIMIT :most::int`,
)
export type FoundPaymentRow = RowOf<typeof PAYMENTS>

/** Payments of trades by their exact amount or the beginning of their reference, newest first. */
export const paymentsNumbered = (
  db: Queryable,
  { plain, amount }: Numbers,
  most: number,
): Promise<FoundPaymentRow[]> => db.query(PAYMENTS, { plain, amount, most, last: LAST_LETTER })

// Of numbers that grow one by one, those with an end are every so many: they are stepped through from the newest back.
const ENTRIES = statement(
  'search.entries',
  `WITH hit AS (
     (SELECT d.id FROM unnest(:lows::bigint[], :highs::bigint[]) AS w (low, high) CROSS JOIN LATERAL (
        SELECT h.id FROM journal_entries h WHERE h.id BETWEEN w.low AND w.high ORDER BY h.id DESC LIMIT 3) d)
     UNION
     (SELECT h.id FROM (SELECT max(id) AS id FROM journal_entries) newest
        CROSS JOIN LATERAL generate_series(newest.id - (newest.id - :ending?::bigint) % :every?::bigint,
                                           greatest(1, newest.id - 100 * :every?::bigint), - :every?::bigint) AS n
        JOIN journal_entries h ON h.id = n WHERE newest.id >= :ending?::bigint LIMIT :most::int)
     UNION
     (SELECT h.id FROM journal_entries h
       WHERE h.trade_id IS NULL AND h.reference IS NOT NULL
         AND lower(h.reference COLLATE "C") >= :plain::text AND lower(h.reference COLLATE "C") < :plain::text || :last::text
       ORDER BY lower(h.reference COLLATE "C") DESC LIMIT :most::int))
   SELECT h.id, h.entry_date, h.description, h.reference, h.transaction_type,
          (SELECT sum(l.debit) FROM journal_lines l WHERE l.entry_id = h.id) AS amount
     FROM (SELECT DISTINCT id FROM hit) x JOIN journal_entries h ON h.id = x.id ORDER BY h.id DESC LIMIT 2 * :most::int`,
)
export type FoundEntryRow = RowOf<typeof ENTRIES>

/** Numbers of entries have as many digits at most. */
const ENTRY_DIGITS = 12

/** The entries whose number is this, begins or ends so, and those of no trade whose reference begins so. */
export function entriesNumbered(
  db: Queryable,
  { plain, whole }: Numbers,
  most: number,
): Promise<FoundEntryRow[]> {
  const number = whole !== null && whole.length <= ENTRY_DIGITS ? BigInt(whole) : 0n
  const lows: bigint[] = []
  const highs: bigint[] = []
  for (let power = 1n; number > 0n && number * power < 10n ** BigInt(ENTRY_DIGITS); power *= 10n) {
    lows.push(number * power)
    highs.push(number * power + power - 1n)
  }
  const ends = number > 0n
  return db.query(ENTRIES, {
    lows,
    highs,
    ending: ends ? number : null,
    every: ends ? 10n ** BigInt(whole?.length ?? 1) : null,
    plain,
    most,
    last: LAST_LETTER,
  })
}
