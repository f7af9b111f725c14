/**
 * An act of many trades or ledger lines, read by the database: its sums, and one hash of all of them. What a process holds of it does not
 * grow with it.
 */
import type { ApprovalFacts } from '@em/contract/approvals/approvals'
import { statement, type Transaction } from '../../platform/database/database.ts'

/** Trades that the act records, corrects or deletes. */
export const OWN_TRADES = `own AS (
     SELECT v.* FROM trade_versions v WHERE v.trade_id > :trade::bigint AND v.act_id = current_act()
     UNION ALL
     SELECT v.* FROM trade_versions v WHERE v.version > 1 AND v.recorded_at = now() AND v.trade_id <= :trade::bigint AND v.act_id = current_act())`
export const FEES = '(o.brokerage + o.cse_fees + o.cds_fees + o.clearing_fees + o.sec + o.stl)'
export const RESULT = 'LEFT JOIN event_results r ON r.event_id = o.trade_id AND NOT o.is_deleted'
/** Entries of the act, without those that it only moves: of other trades. */
export const OWN_ENTRIES = `e.id > :entry::bigint AND e.act_id = current_act()
      AND (e.trade_id IS NULL OR e.trade_id IN (SELECT trade_id FROM own))`
/** All trades of a large act: their sums, and one hash of the hashes of each, which does not depend on their order. */
const ALL_TRADES = statement(
  'approvals.all-trades',
  `WITH ${OWN_TRADES}, mine AS (
     SELECT t.portfolio_id, o.gross, ${FEES} AS fees, o.net, r.cost_out, r.capital_gain, o.trade_date,
            sha256(convert_to(concat_ws('|', o.trade_date, t.side, o.is_deleted, t.equity_id, t.portfolio_id, o.quantity, o.price, o.gross, ${FEES}, o.net,
                                        coalesce(r.cost_out::text, '-'), coalesce(r.capital_gain::text, '-')), 'UTF8')) AS hash
       FROM own o JOIN trades t ON t.id = o.trade_id ${RESULT})
   SELECT count(*) AS trades!, coalesce(sum(gross), 0) AS gross!, coalesce(sum(fees), 0) AS fees!, coalesce(sum(net), 0) AS net!,
          sum(cost_out) AS cost_out, sum(capital_gain) AS capital_gain, min(trade_date) AS dated, array_agg(DISTINCT portfolio_id) AS portfolios,
          encode(sha256(coalesce(string_agg(hash, '' ORDER BY hash), '')), 'hex') AS sha256!
     FROM mine`,
)
/** All entries of a large act: one hash of the hashes of each with its lines, which does not depend on their order. */
const ALL_ENTRIES = statement(
  'approvals.all-entries',
  `WITH ${OWN_TRADES}
   SELECT min(e.entry_date) AS dated, encode(sha256(coalesce(string_agg(h.hash, '' ORDER BY h.hash), '')), 'hex') AS sha256!
     FROM journal_entries e
    CROSS JOIN LATERAL (
      SELECT sha256(convert_to(concat(e.entry_date, ':', string_agg(concat_ws('|', l.account_id, coalesce(l.portfolio_id, 0), l.debit, l.credit), ';' ORDER BY l.line_no)),
                               'UTF8')) AS hash
        FROM journal_lines l WHERE l.entry_id = e.id) h
    WHERE ${OWN_ENTRIES}`,
)
const BY_ACCOUNT = statement(
  'approvals.by-account',
  `WITH ${OWN_TRADES}, mine AS (
     SELECT l.account_id, l.portfolio_id, count(*) AS lines, sum(l.debit) AS debit, sum(l.credit) AS credit
       FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id WHERE ${OWN_ENTRIES} GROUP BY 1, 2)
   SELECT a.account_code, a.account_name, sum(m.lines)::bigint AS lines!, sum(m.debit) AS debit!, sum(m.credit) AS credit!,
          array_agg(DISTINCT m.portfolio_id) AS portfolios
     FROM mine m JOIN chart_of_accounts a ON a.id = m.account_id GROUP BY 1, 2 ORDER BY 1`,
)

export const cents = (text: string): bigint => BigInt(text.replace('.', ''))
const rupees = (sum: bigint): string => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`

/** The totals of an act. */
export interface Sums {
  readonly counts: { readonly trades: number; readonly lines: number }
  /** Rupees in cents. */
  readonly gross: bigint
  readonly debits: bigint
  /** Ids of those that it touches; null among them where a line has none. */
  readonly portfolios: readonly (number | null)[]
  /** The earliest day of its entries and trades. */
  readonly dated: string | null
  /** Of a large act: what the hash covers in place of its rows. */
  readonly whole?: ApprovalFacts['whole']
}

/** Reads the sums of a large act. */
export async function wholeAct(
  tx: Transaction,
  { entry, trade }: { readonly entry: number; readonly trade: number },
): Promise<Sums> {
  const [[trades], [entries], accounts] = await Promise.all([
    tx.query(ALL_TRADES, { trade }),
    tx.query(ALL_ENTRIES, { entry, trade }),
    tx.query(BY_ACCOUNT, { entry, trade }),
  ])
  if (trades === undefined || entries === undefined) throw new Error('a sum has no row')
  const lines = accounts.reduce((sum, one) => sum + one.lines, 0)
  const debits = accounts.reduce((sum, one) => sum + cents(one.debit), 0n)
  return {
    counts: { trades: trades.trades, lines },
    gross: cents(trades.gross),
    debits,
    portfolios: [...(trades.portfolios ?? []), ...accounts.flatMap(({ portfolios }) => portfolios ?? [])],
    dated: [trades.dated, entries.dated].filter((day) => day !== null).toSorted()[0] ?? null,
    whole: {
      trades: {
        count: trades.trades,
        gross: trades.gross,
        fees: trades.fees,
        net: trades.net,
        cost_out: trades.cost_out,
        capital_gain: trades.capital_gain,
        sha256: trades.sha256,
      },
      lines: { count: lines, amount: rupees(debits), sha256: entries.sha256 },
      accounts: accounts.map(({ account_code, account_name, debit, credit }) => ({
        account_code,
        account_name,
        debit,
        credit,
      })),
    },
  }
}
