/** Questions about the mapping of roles: what was posted by it is on the account of its own day. */
import type { Question } from './question.ts'

// Lines of a person name their account themselves; reversals and the moves of balances name those they take back.
const POSTED = `journal_lines l JOIN journal_entries h ON h.id = l.entry_id
     WHERE l.role NOT IN ('manual', 'result') AND h.reversal_of IS NULL AND h.reference IS DISTINCT FROM 'GL-MAPPING'
       AND ($1::bigint IS NULL OR l.portfolio_id = $1)`
// The reversal of a valuation on the next day is on the accounts of the valuation's day.
const VALUED =
  "CASE WHEN h.cause_kind = 'valuation' THEN (SELECT valuation_date FROM valuations WHERE id = h.cause_id) END"
const CODE = (id: string) => `(SELECT account_code FROM chart_of_accounts WHERE id = ${id})`

/** Of the rows that hold on the day, the most particular scope's: its last one by day, and of a day by number. */
const MAPPED = `(
  SELECT m.account_id FROM gl_mappings m
   WHERE m.role = g.role AND m.portfolio_id IN (0, g.portfolio_id) AND m.settlement_account_id IN (0, g.settlement_account_id)
     AND m.effective_from <= g.day AND m.account_id IS NOT NULL
     AND NOT EXISTS (
       SELECT FROM gl_mappings n
        WHERE (n.role, n.portfolio_id, n.settlement_account_id) = (m.role, m.portfolio_id, m.settlement_account_id)
          AND n.effective_from <= g.day AND (n.effective_from, n.id) > (m.effective_from, m.id))
   ORDER BY m.settlement_account_id DESC, m.portfolio_id DESC LIMIT 1)`

/** Entries from before a change of the mapping was recorded stay where it was then: balances move by entries. */
const accountsOfTheirDay: Question = {
  name: 'lines on the account that was mapped on their day',
  counted: `SELECT count(*) AS count FROM ${POSTED}`,
  wrong: `
    SELECT concat_ws(' ', 'entry', k.entry_id, 'of', k.day) AS place, 'account of ' || k.role AS what,
           ${CODE('k.account_id')} AS stored, ${CODE('k.mapped')} AS expected
      FROM (SELECT g.*, ${MAPPED} AS mapped
              FROM (SELECT l.role, l.portfolio_id, l.settlement_account_id, l.account_id, coalesce(h.moved_from, ${VALUED}, h.entry_date) AS day,
                           max(h.id) AS entry_id, max(h.recorded_at) AS recorded_at
                      FROM ${POSTED} GROUP BY 1, 2, 3, 4, 5) g) k
     WHERE k.account_id IS DISTINCT FROM k.mapped
       AND NOT EXISTS (SELECT FROM gl_mappings m
                        WHERE m.role = k.role AND m.portfolio_id IN (0, k.portfolio_id)
                          AND m.settlement_account_id IN (0, k.settlement_account_id) AND m.recorded_at >= k.recorded_at)`,
}

// The last entry that moved the balance of an account and scope for a mapping, where the role still goes elsewhere on its day.
const LAST_MOVES = `
  SELECT DISTINCT ON (l.account_id, l.portfolio_id, l.settlement_account_id)
         h.id, h.entry_date AS day, l.account_id, l.role, coalesce(l.portfolio_id, 0) AS portfolio_id,
         coalesce(l.settlement_account_id, 0) AS settlement_account_id
    FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.line_no % 2 = 0
   WHERE h.trade_id IS NULL AND h.kind = 'event' AND h.reference = 'GL-MAPPING' AND l.role <> 'suspense' AND h.reversal_of IS NULL
     AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) AND ($1::bigint IS NULL OR l.portfolio_id = $1)
   ORDER BY l.account_id, l.portfolio_id, l.settlement_account_id, h.id DESC`
// Lines that reverse those of a trade whose amounts that move took along.
const AFTER_MOVES = `
  (SELECT DISTINCT g.*, r.trade_id FROM (${LAST_MOVES}) g
     JOIN journal_lines l ON l.account_id = g.account_id AND coalesce(l.portfolio_id, 0) = g.portfolio_id
      AND coalesce(l.settlement_account_id, 0) = g.settlement_account_id AND l.entry_date <= g.day AND l.entry_id < g.id
     JOIN journal_entries r ON r.reversal_of = l.entry_id AND r.id > g.id AND r.entry_date <= g.day AND r.trade_id IS NOT NULL) g`

/** What a trade has on an account whose balance was moved before the trade was corrected followed that balance. */
const followed: Question = {
  name: 'corrections that follow a balance that was moved',
  counted: `SELECT count(*) AS count FROM ${AFTER_MOVES}`,
  wrong: `
    SELECT t.deal_number AS place, concat_ws(' ', 'left on account', ${CODE('g.account_id')}, 'on', g.day) AS what,
           sum(l.debit - l.credit)::text AS stored, '0.00' AS expected
      FROM (SELECT g.*, ${MAPPED} AS mapped FROM ${AFTER_MOVES}) g
      JOIN trades t ON t.id = g.trade_id
      JOIN journal_entries h ON h.id > g.id
       AND (h.trade_id = g.trade_id OR (h.cause_kind = 'trade' AND h.cause_id = g.trade_id AND h.trade_id IS NULL AND h.reference = 'GL-MAPPING'))
      JOIN journal_lines l ON l.entry_id = h.id AND l.account_id = g.account_id AND coalesce(l.portfolio_id, 0) = g.portfolio_id
       AND coalesce(l.settlement_account_id, 0) = g.settlement_account_id AND l.entry_date <= g.day
     WHERE g.mapped <> g.account_id
     GROUP BY 1, 2 HAVING sum(l.debit - l.credit) <> 0`,
}

export const MAPPING_QUESTIONS: readonly Question[] = [accountsOfTheirDay, followed]
