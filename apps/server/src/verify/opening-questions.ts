/** Questions about openings: one date per portfolio, one entry per lot, one entry of balances, nothing sold before, open items as they are listed. */
import { APPLICATIONS } from '@em/contract/corporate-actions/kinds'
import { sqlList } from '../platform/database/sql-list.ts'
import type { Question } from './question.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR p.id = $1)'
const LIVE = 'h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)'
const LOTS = `trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND NOT t.is_deleted
  JOIN portfolios p ON p.id = t.portfolio_id`

// Which of the newest list a trade is.
const IN_FORCE = (item: string) =>
  `(${item}.version = (SELECT max(n.version) FROM open_item_versions n WHERE n.portfolio_id = ${item}.portfolio_id))`
const IS_OPEN_ITEM = `EXISTS (SELECT FROM open_items i WHERE i.trade_id = t.id AND ${IN_FORCE('i')})`

/** The date on the portfolio is that of each of its lots; it is there while there are lots, balances or open items, and no longer. */
const dates: Question = {
  name: 'opening dates of portfolios',
  counted: `SELECT count(*) AS count FROM portfolios p WHERE p.opening_date IS NOT NULL AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT t.deal_number AS place, 'opening date' AS what, v.opening_date::text AS stored, p.opening_date::text AS expected
      FROM ${LOTS} WHERE (t.side = 'opening' OR v.opening_date IS NOT NULL) AND ${OF_PORTFOLIO} AND v.opening_date IS DISTINCT FROM p.opening_date
    UNION ALL
    SELECT p.portfolio_id, 'opening date', p.opening_date::text, 'none, without opening lots, balances and open items'
      FROM portfolios p
     WHERE p.opening_date IS NOT NULL AND p.opening_balances_entry_id IS NULL AND ${OF_PORTFOLIO}
       AND NOT EXISTS (SELECT FROM trades t WHERE t.portfolio_id = p.id AND t.side = 'opening' AND NOT t.is_deleted)
       AND NOT EXISTS (SELECT FROM open_items i WHERE i.portfolio_id = p.id AND ${IN_FORCE('i')})
    UNION ALL
    SELECT t.deal_number, 'date of the sale', v.trade_date::text, 'not before ' || p.opening_date
      FROM ${LOTS} WHERE t.side = 'sell' AND v.opening_date IS NULL AND v.trade_date < p.opening_date AND ${OF_PORTFOLIO}
    UNION ALL
    SELECT t.deal_number, 'opening facts', concat_ws(' ', t.side, v.opening_date, v.carried_charges), 'of an opening lot or an open item only'
      FROM ${LOTS} WHERE ${OF_PORTFOLIO}
       AND (num_nonnulls(v.opening_date, v.carried_charges) <> (CASE WHEN t.side = 'opening' OR ${IS_OPEN_ITEM} THEN 2 ELSE 0 END)
            OR (t.side <> 'opening' AND v.fair_value IS NOT NULL))`,
}

/** One entry is in force for each lot, and two more where its fair value is carried over. `comparePostings` checks that they say what the lot does. */
const entries: Question = {
  name: 'entries of opening lots',
  counted: `SELECT count(*) AS count FROM ${LOTS} WHERE t.side = 'opening' AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT t.deal_number AS place, 'opening entries, of fair value, others' AS what, concat_ws(', ', n.openings, n.valuations, n.others) AS stored,
           concat_ws(', ', 1, f.entries, 0) AS expected
      FROM ${LOTS}
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE h.kind = 'opening') AS openings, count(*) FILTER (WHERE h.kind = 'valuation') AS valuations,
              count(*) FILTER (WHERE h.kind NOT IN ('opening', 'valuation')) AS others
         FROM journal_entries h WHERE h.trade_id = t.id AND ${LIVE}) n
     CROSS JOIN LATERAL (
       SELECT CASE WHEN v.fair_value <> v.gross + CASE WHEN upper(trim(p.accounting_treatment)) = 'FVOCI' THEN v.carried_charges ELSE 0 END THEN 2 ELSE 0 END AS entries) f
     WHERE t.side = 'opening' AND ${OF_PORTFOLIO} AND (n.openings, n.valuations, n.others) <> (1, f.entries, 0)`,
}

/** The entry that a portfolio points at is its opening balances; no other entry of that kind is in force. */
const balances: Question = {
  name: 'opening balances',
  counted: `SELECT count(*) AS count FROM portfolios p WHERE p.opening_balances_entry_id IS NOT NULL AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT p.portfolio_id AS place, 'entry ' || h.id AS what,
           concat_ws(' ', h.kind, 'of', coalesce(h.moved_from, h.entry_date), CASE WHEN ${LIVE} THEN 'standing' ELSE 'reversed' END) AS stored,
           'opening of ' || p.opening_date || ' standing' AS expected
      FROM portfolios p JOIN journal_entries h ON h.id = p.opening_balances_entry_id
     WHERE ${OF_PORTFOLIO}
       AND (h.kind <> 'opening' OR h.trade_id IS NOT NULL OR coalesce(h.moved_from, h.entry_date) <> p.opening_date OR NOT (${LIVE})
            OR EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = h.id AND l.portfolio_id IS DISTINCT FROM p.id))
    UNION ALL
    SELECT 'entry ' || h.id, 'opening balances of ' || coalesce(p.portfolio_id, 'no portfolio'), 'standing', 'those of the portfolio, or reversed'
      FROM journal_entries h
      JOIN LATERAL (SELECT l.portfolio_id FROM journal_lines l WHERE l.entry_id = h.id LIMIT 1) l ON true
      LEFT JOIN portfolios p ON p.id = l.portfolio_id
     WHERE h.kind = 'opening' AND h.trade_id IS NULL AND h.cause_kind IS DISTINCT FROM 'action' AND ${LIVE} AND ${OF_PORTFOLIO}
       AND p.opening_balances_entry_id IS DISTINCT FROM h.id`,
}

/** Each open item in force is a trade that counts or an action in the books, of its kind, security and opening date; no other is one. */
const openItems: Question = {
  name: 'open items',
  counted: `SELECT count(*) AS count FROM open_items i JOIN portfolios p ON p.id = i.portfolio_id WHERE ${IN_FORCE('i')} AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT concat_ws(' ', p.portfolio_id, 'item', i.place) AS place, i.kind AS what,
           coalesce(CASE WHEN t.id IS NOT NULL THEN concat_ws(' ', t.side, t.equity_id, v.opening_date, CASE WHEN t.is_deleted THEN 'deleted' END)
                         ELSE concat_ws(' ', CASE WHEN a.kind IN ${sqlList(APPLICATIONS)} THEN 'application' ELSE a.kind END, a.equity_id, a.taken_on, CASE WHEN a.state NOT IN ('entitled', 'processed') THEN a.state END) END, 'none') AS stored,
           concat_ws(' ', i.kind, i.equity_id, n.opening_date) AS expected
      FROM open_items i JOIN open_item_versions n ON n.portfolio_id = i.portfolio_id AND n.version = i.version JOIN portfolios p ON p.id = i.portfolio_id
      LEFT JOIN trades t ON t.id = i.trade_id AND t.portfolio_id = i.portfolio_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
      LEFT JOIN corporate_actions a ON a.id = i.action_id AND a.portfolio_id = i.portfolio_id
     WHERE ${IN_FORCE('i')} AND ${OF_PORTFOLIO}
       AND CASE WHEN i.trade_id IS NOT NULL THEN (t.side, t.equity_id, v.opening_date, t.is_deleted) IS DISTINCT FROM (i.kind, i.equity_id, n.opening_date, false)
                ELSE (CASE WHEN a.kind IN ${sqlList(APPLICATIONS)} THEN 'application' ELSE a.kind END, a.equity_id, a.taken_on, a.state IN ('entitled', 'processed')) IS DISTINCT FROM (i.kind, i.equity_id, n.opening_date, true) END
    UNION ALL
    SELECT a.title, 'open item', 'none', 'one of ' || p.portfolio_id
      FROM corporate_actions a JOIN portfolios p ON p.id = a.portfolio_id
     WHERE a.taken_on IS NOT NULL AND a.state <> 'cancelled' AND ${OF_PORTFOLIO}
       AND NOT EXISTS (SELECT FROM open_items i WHERE i.action_id = a.id AND ${IN_FORCE('i')})`,
}

export const OPENING_QUESTIONS: readonly Question[] = [dates, entries, balances, openItems]
