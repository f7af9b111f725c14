/** Questions about openings: one date per portfolio, one entry per lot, one entry of balances, nothing sold before. */
import type { Question } from './questions.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR p.id = $1)'
const LIVE = 'h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)'
const LOTS = `trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND NOT t.is_deleted
  JOIN portfolios p ON p.id = t.portfolio_id`

/** The date on the portfolio is that of each of its lots; it is there while there are lots or balances, and no longer. */
const dates: Question = {
  name: 'opening dates of portfolios',
  counted: `SELECT count(*) AS count FROM portfolios p WHERE p.opening_date IS NOT NULL AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT t.deal_number AS place, 'opening date' AS what, v.opening_date::text AS stored, p.opening_date::text AS expected
      FROM ${LOTS} WHERE t.side = 'opening' AND ${OF_PORTFOLIO} AND v.opening_date IS DISTINCT FROM p.opening_date
    UNION ALL
    SELECT p.portfolio_id, 'opening date', p.opening_date::text, 'none, without opening lots and balances'
      FROM portfolios p
     WHERE p.opening_date IS NOT NULL AND p.opening_balances_entry_id IS NULL AND ${OF_PORTFOLIO}
       AND NOT EXISTS (SELECT FROM trades t WHERE t.portfolio_id = p.id AND t.side = 'opening' AND NOT t.is_deleted)
    UNION ALL
    SELECT t.deal_number, 'date of the sale', v.trade_date::text, 'not before ' || p.opening_date
      FROM ${LOTS} WHERE t.side = 'sell' AND v.trade_date < p.opening_date AND ${OF_PORTFOLIO}
    UNION ALL
    SELECT t.deal_number, 'opening facts', concat_ws(' ', t.side, v.opening_date, v.carried_charges), 'of an opening lot only'
      FROM ${LOTS} WHERE ${OF_PORTFOLIO}
       AND (num_nonnulls(v.opening_date, v.carried_charges) <> (CASE t.side WHEN 'opening' THEN 2 ELSE 0 END)
            OR (t.side <> 'opening' AND v.fair_value IS NOT NULL))`,
}

/** One entry stands for each lot, and two more where its fair value is brought forward. That they say what the lot does, `comparePostings` tells. */
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

/** The entry that a portfolio points at is its opening balances; no other entry of that kind stands. */
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
     WHERE h.kind = 'opening' AND h.trade_id IS NULL AND ${LIVE} AND ${OF_PORTFOLIO}
       AND p.opening_balances_entry_id IS DISTINCT FROM h.id`,
}

export const OPENING_QUESTIONS: readonly Question[] = [dates, entries, balances]
