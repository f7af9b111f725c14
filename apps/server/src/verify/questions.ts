/**
 * Questions to the whole database, each one statement that answers the rows that are wrong. $1 is a portfolio's id
 * or null for all. A row names its place and, where figures differ, what is stored and what is expected.
 */

import { FEES } from '@em/contract/fee-tariffs/fees'
import { CLOSING } from '@em/core/ledger/lines'
import { feeColumns, feeSum } from '../features/fee-tariffs/fee-columns.ts'
import { ACT_QUESTIONS } from './act-questions.ts'
import { ANNOUNCEMENT_QUESTIONS } from './announcement-questions.ts'
import { APPROVAL_QUESTIONS } from './approval-questions.ts'
import { CORRECTION_QUESTIONS } from './correction-questions.ts'
import { EVENT_SHARE_QUESTIONS } from './event-share-questions.ts'
import { JOURNAL_QUESTIONS } from './journal-questions.ts'
import { LIMIT_QUESTIONS } from './limit-questions.ts'
import { MAPPING_QUESTIONS } from './mapping-questions.ts'
import { OPENING_QUESTIONS } from './opening-questions.ts'
import { OUTSIDE_QUESTIONS } from './outside-questions.ts'
import type { Question } from './question.ts'
import { RECONCILIATION_QUESTIONS } from './reconciliation-questions.ts'
import { REGISTER_QUESTIONS } from './register-questions.ts'
import { DIFFERENCES_MAX } from './report.ts'
import { SETTLEMENT_QUESTIONS } from './settlement-questions.ts'
import { VALUATION_QUESTIONS } from './valuation-questions.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR l.portfolio_id = $1)'
// The code is renamed inside, or it would hide the id of the row around it.
const CODE = (id: string) =>
  `coalesce((SELECT z.code FROM (SELECT id, portfolio_id AS code FROM portfolios) z WHERE z.id = ${id}), 'no portfolio')`
const ACCOUNT = (id: string) => `(SELECT account_code FROM chart_of_accounts WHERE id = ${id})`
const ENTRY_OF_PORTFOLIO =
  '($1::bigint IS NULL OR h.id IN (SELECT entry_id FROM journal_lines WHERE portfolio_id = $1))'

const entriesBalance: Question = {
  name: 'entries that balance in each portfolio',
  counted: `SELECT count(DISTINCT l.entry_id) AS count FROM journal_lines l WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT 'entry ' || entry_id || ', ' || ${CODE('b.portfolio_id')} AS place, 'debits and credits' AS what, debit AS stored,
           credit AS expected
      FROM (SELECT l.entry_id, l.portfolio_id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM journal_lines l
             WHERE ${OF_PORTFOLIO} GROUP BY 1, 2 HAVING sum(l.debit) <> sum(l.credit)) b`,
}

const entriesWhole: Question = {
  name: 'entries that are whole',
  counted: `SELECT count(*) AS count FROM journal_entries h WHERE ${ENTRY_OF_PORTFOLIO}`,
  wrong: `
    SELECT 'entry ' || h.id AS place, 'lines (number, last, dates)' AS what,
           concat_ws(', ', coalesce(l.lines, 0), l.last, l.first_date, nullif(l.last_date, l.first_date)) AS stored,
           concat_ws(', ', h.line_count, h.line_count, h.entry_date) AS expected
      FROM journal_entries h
      LEFT JOIN (SELECT entry_id, count(*) AS lines, max(line_no) AS last, min(entry_date) AS first_date, max(entry_date) AS last_date
                   FROM journal_lines GROUP BY entry_id) l ON l.entry_id = h.id
     WHERE ${ENTRY_OF_PORTFOLIO}
       AND (l.lines, l.last, l.first_date, l.last_date)
           IS DISTINCT FROM (h.line_count::bigint, h.line_count, h.entry_date, h.entry_date)`,
}

const entriesHaveCause: Question = {
  name: 'entries with a cause',
  counted: entriesWhole.counted,
  wrong: `
    SELECT 'entry ' || h.id AS place, 'cause' AS what, 'none' AS stored, 'a trade, for kind ' || h.kind AS expected
      FROM journal_entries h
      LEFT JOIN trade_versions v ON v.trade_id = h.trade_id AND v.version = h.trade_version
     WHERE h.kind IN ('trade', 'settlement', 'correction') AND v.trade_id IS NULL AND ${ENTRY_OF_PORTFOLIO}
       AND NOT (h.kind = 'correction' AND h.trade_id IS NULL AND h.reference IS NOT DISTINCT FROM 'GL-MAPPING')
    UNION ALL
    SELECT 'entry ' || h.id, 'target of the cause', concat_ws(' ', h.cause_kind, h.cause_id), 'one that is there'
      FROM journal_entries h WHERE ${ENTRY_OF_PORTFOLIO} AND NOT cause_is_there(h.cause_kind, h.cause_id)
    UNION ALL
    SELECT 'entry ' || l.entry_id || ', line ' || l.line_no, 'entry', 'none', 'an entry'
      FROM journal_lines l LEFT JOIN journal_entries h ON h.id = l.entry_id WHERE h.id IS NULL AND ${OF_PORTFOLIO}`,
}

/** Sums kept in one table against sums of their rows, key by key. */
function storedSums(table: 'ledger_days' | 'ledger_months', period: string, source: string): Question {
  return {
    name: table === 'ledger_days' ? 'daily balances' : 'monthly balances',
    counted: `
      SELECT count(*) AS count FROM (
        SELECT DISTINCT l.${period}, account_id, portfolio_id, settlement_account_id, transaction_type FROM ${table} l WHERE ${OF_PORTFOLIO}) k`,
    wrong: `
      SELECT concat_ws(', ', ${CODE('portfolio_id')}, 'account ' || ${ACCOUNT('account_id')}, ${period},
                       transaction_type, 'settlement account ' || nullif(settlement_account_id, 0)) AS place,
             'debit, credit, lines' AS what,
             coalesce(concat_ws(', ', k.debit, k.credit, k.lines), 'none') AS stored,
             coalesce(concat_ws(', ', s.debit, s.credit, s.lines), 'none') AS expected
        FROM (SELECT l.${period}, account_id, portfolio_id, settlement_account_id, transaction_type,
                     sum(debit) AS debit, sum(credit) AS credit, sum(lines) AS lines
                FROM ${table} l WHERE ${OF_PORTFOLIO} GROUP BY 1, 2, 3, 4, 5) k
        FULL JOIN (${source}) s USING (${period}, account_id, portfolio_id, settlement_account_id, transaction_type)
       WHERE (k.debit, k.credit, k.lines) IS DISTINCT FROM (s.debit, s.credit, s.lines)`,
  }
}

const dailyBalances = storedSums(
  'ledger_days',
  'day',
  `SELECT l.entry_date AS day, l.account_id, coalesce(l.portfolio_id, 0) AS portfolio_id,
          coalesce(l.settlement_account_id, 0) AS settlement_account_id, l.transaction_type,
          sum(l.debit) AS debit, sum(l.credit) AS credit, count(*)::numeric AS lines
     FROM journal_lines l WHERE ${OF_PORTFOLIO} GROUP BY 1, 2, 3, 4, 5`,
)
const monthlyBalances = storedSums(
  'ledger_months',
  'month',
  `SELECT date_trunc('month', l.entry_date::timestamp)::date AS month, l.account_id, coalesce(l.portfolio_id, 0) AS portfolio_id,
          coalesce(l.settlement_account_id, 0) AS settlement_account_id, l.transaction_type,
          sum(l.debit) AS debit, sum(l.credit) AS credit, count(*)::numeric AS lines
     FROM journal_lines l WHERE ${OF_PORTFOLIO} GROUP BY 1, 2, 3, 4, 5`,
)

const incomeSums: Question = {
  name: 'income by security',
  counted: `SELECT count(*) AS count FROM (SELECT DISTINCT l.account_id, l.portfolio_id, l.equity_id FROM income_sums l WHERE ${OF_PORTFOLIO}) k`,
  wrong: `
    SELECT concat_ws(', ', ${CODE('portfolio_id')}, 'account ' || ${ACCOUNT('account_id')}, 'equity ' || nullif(equity_id, 0)) AS place,
           'amount' AS what, coalesce(k.amount::text, 'none') AS stored, coalesce(s.amount::text, 'none') AS expected
      FROM (SELECT l.account_id, l.portfolio_id, l.equity_id, sum(l.amount) AS amount FROM income_sums l WHERE ${OF_PORTFOLIO} GROUP BY 1, 2, 3) k
      FULL JOIN (SELECT l.account_id, coalesce(l.portfolio_id, 0) AS portfolio_id, coalesce(l.equity_id, 0) AS equity_id,
                        sum(l.credit - l.debit) AS amount
                   FROM journal_lines l
                  WHERE l.role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual') AND l.transaction_type <> '${CLOSING}'
                    AND ${OF_PORTFOLIO}
                  GROUP BY 1, 2, 3) s USING (account_id, portfolio_id, equity_id)
     WHERE k.amount IS DISTINCT FROM s.amount`,
}

const trialBalance: Question = {
  name: 'trial balances that come to nothing',
  counted: `SELECT count(DISTINCT l.portfolio_id) AS count FROM ledger_months l WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${CODE('t.portfolio_id')} AS place, 'debits and credits of all accounts' AS what, debit AS stored, credit AS expected
      FROM (SELECT l.portfolio_id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM ledger_months l
             WHERE ${OF_PORTFOLIO} GROUP BY 1 HAVING sum(l.debit) <> sum(l.credit)) t`,
}

/** The trades that count, in their version in force; what is posted to roles must follow from them. */
const TRADES = `
  (SELECT t.id, t.portfolio_id, t.equity_id, t.side, v.trade_date, v.opening_date, v.settlement_date, v.net, ${feeColumns('v')},
          upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' AND NOT is_rights(q.symbol) AS capitalised
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN portfolios p ON p.id = t.portfolio_id
     JOIN equities q ON q.id = t.equity_id
    WHERE NOT t.is_deleted AND ($1::bigint IS NULL OR t.portfolio_id = $1))`

/** Lines with the day that they belong to: the day of posting, or the day in a locked period that they were moved from. */
const DATED_LINES = `journal_lines l LEFT JOIN (SELECT id, moved_from FROM journal_entries WHERE moved_from IS NOT NULL) w ON w.id = l.entry_id`
const DAY = 'coalesce(w.moved_from, l.entry_date)'

/** Investment in the ledger = cost of the positions, per security on every posting date. */
const investment: Question = {
  name: 'investment accounts on posting dates (ledger = cost of positions)',
  counted: `
    SELECT count(*) AS count FROM (SELECT DISTINCT c.id, e.event_date FROM chains c JOIN chain_events e ON e.chain_id = c.id
                                    WHERE $1::bigint IS NULL OR c.portfolio_id = $1) d`,
  wrong: `
    SELECT concat_ws(' ', ${CODE('portfolio_id')}, (SELECT symbol FROM equities WHERE id = equity_id), 'on', day) AS place,
           'investment' AS what, coalesce(g.amount, 0) AS stored, coalesce(c.amount, 0) AS expected
      FROM (SELECT l.portfolio_id, l.equity_id, ${DAY} AS day, sum(l.debit - l.credit) AS amount
              FROM ${DATED_LINES} WHERE l.role = 'investment' AND ${OF_PORTFOLIO} GROUP BY 1, 2, 3) g
      FULL JOIN (SELECT c.portfolio_id, c.equity_id, e.event_date AS day, sum(e.cost_change) AS amount
                   FROM chains c JOIN chain_events e ON e.chain_id = c.id
                  WHERE $1::bigint IS NULL OR c.portfolio_id = $1 GROUP BY 1, 2, 3) c USING (portfolio_id, equity_id, day)
     WHERE coalesce(g.amount, 0) <> coalesce(c.amount, 0)`,
}

/**
 * What the settlement entries of the trades come to, by day: the net value on the settlement date; where something
 * happened to a settlement, what was paid on its days and what is expected, and booked, on the day it is expected. What
 * was paid for a deleted trade stays.
 */
const LEGS = `
  (SELECT t.portfolio_id, t.side, t.settlement_date AS day, t.net AS amount FROM ${TRADES} t
    WHERE NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)
   UNION ALL
   SELECT t.portfolio_id, t.side, c.actual_date, CASE WHEN (t.side = 'buy') = c.pays THEN c.amount ELSE - c.amount END
     FROM trades t JOIN settlement_states s ON s.trade_id = t.id JOIN settlement_confirmations c ON c.trade_id = t.id
    WHERE c.amount > 0 AND ($1::bigint IS NULL OR t.portfolio_id = $1)
      AND NOT EXISTS (SELECT FROM settlement_confirmations r
                       WHERE r.trade_id = t.id AND r.kind = 'reopened' AND r.id > c.id)
   UNION ALL
   SELECT t.portfolio_id, t.side, s.due_date, CASE WHEN t.is_deleted THEN 0 ELSE v.net END - s.paid
     FROM trades t JOIN settlement_states s ON s.trade_id = t.id
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE s.expected_entry_id IS NOT NULL AND ($1::bigint IS NULL OR t.portfolio_id = $1))`

/** Lines of trades: corporate actions post to the same accounts, and are planned once more by themselves. */
const OF_TRADES =
  "NOT EXISTS (SELECT FROM journal_entries x WHERE x.id = l.entry_id AND x.cause_kind = 'action' AND x.trade_id IS NULL)"

/** A control account moves by the net value on the trade date (of an open item on the opening date) and back by what settles: so at the end of every day it
 *  holds what is unsettled. */
function control(role: 'payable' | 'receivable', side: 'buy' | 'sell', sign: '' | '-'): Question {
  return {
    name: `days of the ${role} account (ledger = unsettled ${side}s)`,
    counted: `SELECT count(*) AS count FROM (SELECT DISTINCT l.portfolio_id, l.entry_date FROM journal_lines l
               WHERE l.role = '${role}' AND ${OF_PORTFOLIO}) d`,
    wrong: `
      SELECT ${CODE('portfolio_id')} || ' on ' || day AS place, '${role}' AS what, coalesce(g.amount, 0) AS stored,
             coalesce(t.amount, 0) AS expected
        FROM (SELECT l.portfolio_id, ${DAY} AS day, sum(l.debit - l.credit) AS amount FROM ${DATED_LINES}
               WHERE l.role = '${role}' AND ${OF_TRADES} AND ${OF_PORTFOLIO} GROUP BY 1, 2) g
        FULL JOIN (
          SELECT portfolio_id, day, sum(amount) AS amount FROM (
            SELECT portfolio_id, coalesce(opening_date, trade_date) AS day, ${sign}net AS amount FROM ${TRADES} t WHERE side = '${side}'
            UNION ALL
            SELECT m.portfolio_id, m.day, - (${sign}m.amount) FROM ${LEGS} m WHERE m.side = '${side}') moved GROUP BY 1, 2) t USING (portfolio_id, day)
       WHERE coalesce(g.amount, 0) <> coalesce(t.amount, 0)`,
  }
}

/** Fee accounts = the fees of the trades; where fees are capitalised, buys' fees are on one account. */
const fees: Question = {
  name: 'fee accounts (ledger = fees of trades)',
  counted: `SELECT count(*) AS count FROM (SELECT DISTINCT l.portfolio_id, l.role FROM journal_lines l
             WHERE l.role LIKE 'fee.%' AND ${OF_PORTFOLIO}) d`,
  wrong: `
    SELECT ${CODE('portfolio_id')} AS place, role AS what, coalesce(g.amount, 0) AS stored, coalesce(t.amount, 0) AS expected
      FROM (SELECT l.portfolio_id, l.role, sum(l.debit - l.credit) AS amount FROM journal_lines l
             WHERE l.role LIKE 'fee.%' AND ${OF_TRADES} AND ${OF_PORTFOLIO} GROUP BY 1, 2) g
      FULL JOIN (
        SELECT portfolio_id, role, sum(amount) AS amount FROM ${TRADES} t
         CROSS JOIN LATERAL (VALUES ${FEES.map(({ component, column }) => `('fee.${component}', ${column})`).join(', ')}) AS m (role, amount)
         WHERE NOT (capitalised AND side = 'buy') GROUP BY 1, 2) t USING (portfolio_id, role)
     WHERE coalesce(g.amount, 0) <> coalesce(t.amount, 0)`,
}

/** Capitalised costs = the charges that the positions of such portfolios carry. */
const capitalised: Question = {
  name: 'capitalised cost accounts (ledger = charges of positions)',
  counted: `SELECT count(DISTINCT l.portfolio_id) AS count FROM journal_lines l WHERE l.role = 'transaction-costs' AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${CODE('portfolio_id')} AS place, 'transaction-costs' AS what, coalesce(g.amount, 0) AS stored, coalesce(c.amount, 0) AS expected
      FROM (SELECT l.portfolio_id, sum(l.debit - l.credit) AS amount FROM journal_lines l
             WHERE l.role = 'transaction-costs' AND ${OF_PORTFOLIO} GROUP BY 1) g
      FULL JOIN (SELECT c.portfolio_id, sum(c.charges) AS amount FROM chains c JOIN portfolios p ON p.id = c.portfolio_id JOIN equities q ON q.id = c.equity_id
                  WHERE upper(trim(p.accounting_treatment)) = 'FVOCI' AND NOT is_rights(q.symbol) AND ($1::bigint IS NULL OR c.portfolio_id = $1)
                  GROUP BY 1) c USING (portfolio_id)
     WHERE coalesce(g.amount, 0) <> coalesce(c.amount, 0)`,
}

const TRADE_OF_PORTFOLIO = '($1::bigint IS NULL OR t.portfolio_id = $1)'
const TRADE_COUNT = `SELECT count(*) AS count FROM trades t WHERE ${TRADE_OF_PORTFOLIO}`

const versions: Question = {
  name: 'trades with their versions',
  counted: TRADE_COUNT,
  wrong: `
    SELECT t.deal_number AS place, 'versions' AS what, concat_ws(' to ', v.first, v.last, v.number || ' of them') AS stored,
           concat_ws(' to ', 1, t.version, t.version || ' of them') AS expected
      FROM trades t
      LEFT JOIN (SELECT trade_id, min(version) AS first, max(version) AS last, count(*) AS number FROM trade_versions GROUP BY 1) v
             ON v.trade_id = t.id
     WHERE ${TRADE_OF_PORTFOLIO} AND (v.first, v.last, v.number) IS DISTINCT FROM (1, t.version, t.version::bigint)
    UNION ALL
    SELECT t.deal_number, 'deleted', t.is_deleted::text, v.is_deleted::text
      FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     WHERE ${TRADE_OF_PORTFOLIO} AND t.is_deleted <> v.is_deleted
    UNION ALL
    SELECT t.deal_number, 'chain', concat_ws(' ', t.portfolio_id, t.equity_id), concat_ws(' ', c.portfolio_id, c.equity_id)
      FROM trades t LEFT JOIN chains c ON c.id = t.chain_id
     WHERE ${TRADE_OF_PORTFOLIO} AND (t.portfolio_id, t.equity_id) IS DISTINCT FROM (c.portfolio_id, c.equity_id)`,
}

/** Net = gross with fees; gross = quantity x price, or price = gross / quantity where the gross was the fact. */
const amounts: Question = {
  name: 'amounts of trades',
  counted: TRADE_COUNT,
  wrong: `
    SELECT t.deal_number AS place, 'net' AS what, v.net AS stored, f.net AS expected
      FROM trades t JOIN trade_versions v ON v.trade_id = t.id
      CROSS JOIN LATERAL (
        SELECT v.gross + (CASE t.side WHEN 'buy' THEN 1 ELSE -1 END)
                         * (${feeSum('v')} + CASE WHEN t.side = 'opening' THEN 0 ELSE coalesce(v.carried_charges, 0) END) AS net) f
     WHERE ${TRADE_OF_PORTFOLIO} AND v.net <> f.net
    UNION ALL
    SELECT t.deal_number, 'gross', v.gross, round(v.quantity * v.price, 2)
      FROM trades t JOIN trade_versions v ON v.trade_id = t.id
     WHERE ${TRADE_OF_PORTFOLIO} AND v.gross <> round(v.quantity * v.price, 2) AND v.price <> round(v.gross / v.quantity, 4)`,
}

/** One audit row for each version that was written. */
const audit: Question = {
  name: 'audit rows of trades',
  counted: TRADE_COUNT,
  wrong: `
    SELECT t.deal_number AS place, 'audit rows' AS what, coalesce(a.number, 0)::text AS stored, t.version::text AS expected
      FROM trades t
      LEFT JOIN (SELECT entity_id, count(*) AS number FROM audit WHERE entity = 'trade' GROUP BY 1) a ON a.entity_id = t.id::text
     WHERE ${TRADE_OF_PORTFOLIO} AND coalesce(a.number, 0) <> t.version
    UNION ALL
    SELECT 'audit row ' || a.id, 'trade ' || a.entity_id, 'none', 'a trade'
      FROM audit a LEFT JOIN trades t ON t.id::text = a.entity_id
     WHERE a.entity = 'trade' AND t.id IS NULL AND $1::bigint IS NULL`,
}

/** Derived rows whose trade is gone or does not count any more. */
const orphans: Question = {
  name: 'derived rows with a trade',
  counted: `SELECT count(*) AS count FROM event_results r JOIN trades t ON t.id = r.event_id WHERE ${TRADE_OF_PORTFOLIO}`,
  wrong: `
    SELECT 'trade ' || d.trade_id AS place, d.kind AS what, 'a row' AS stored, 'none' AS expected
      FROM (SELECT event_id AS trade_id, 'result' AS kind FROM event_results
            UNION ALL SELECT event_id, 'changes of lots' FROM lot_changes
            UNION ALL SELECT trade_id, 'version' FROM trade_versions) d
      LEFT JOIN trades t ON t.id = d.trade_id
     WHERE (t.id IS NULL AND $1::bigint IS NULL AND NOT EXISTS (SELECT FROM action_events x WHERE x.id = d.trade_id)) OR (t.is_deleted AND d.kind <> 'version' AND ${TRADE_OF_PORTFOLIO})
    UNION ALL
    SELECT d.kind || ' of chain ' || d.chain_id, 'chain', 'none', 'a chain'
      FROM (SELECT chain_id, 'lot' AS kind FROM lots UNION ALL SELECT chain_id, 'history row' FROM chain_events) d
      LEFT JOIN chains c ON c.id = d.chain_id WHERE c.id IS NULL AND $1::bigint IS NULL`,
}

/** Moves between portfolios of an entity leave nothing in clearing. */
const clearing: Question = {
  name: 'inter-portfolio clearing (nothing is left of an entity on any day)',
  counted: `SELECT count(*) AS count FROM journal_lines l WHERE l.role = 'inter-portfolio-clearing' AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT y.name || ' on ' || l.entry_date AS place, 'inter-portfolio-clearing' AS what, sum(l.debit - l.credit) AS stored, 0 AS expected
      FROM journal_lines l JOIN portfolios p ON p.id = l.portfolio_id JOIN entities y ON y.id = p.entity_id
     WHERE l.role = 'inter-portfolio-clearing' AND $1::bigint IS NULL
     GROUP BY y.id, y.name, l.entry_date HAVING sum(l.debit - l.credit) <> 0`,
}

export const QUESTIONS: readonly Question[] = [
  versions,
  amounts,
  audit,
  ...ACT_QUESTIONS,
  ...REGISTER_QUESTIONS,
  orphans,
  entriesBalance,
  entriesWhole,
  entriesHaveCause,
  dailyBalances,
  monthlyBalances,
  incomeSums,
  trialBalance,
  investment,
  control('payable', 'buy', '-'),
  control('receivable', 'sell', ''),
  fees,
  capitalised,
  clearing,
  ...EVENT_SHARE_QUESTIONS,
  ...CORRECTION_QUESTIONS,
  ...OPENING_QUESTIONS,
  ...JOURNAL_QUESTIONS,
  ...LIMIT_QUESTIONS,
  ...APPROVAL_QUESTIONS,
  ...MAPPING_QUESTIONS,
  ...OUTSIDE_QUESTIONS,
  ...RECONCILIATION_QUESTIONS,
  ...SETTLEMENT_QUESTIONS,
  ...VALUATION_QUESTIONS,
  ...ANNOUNCEMENT_QUESTIONS,
]

/** The question with so many answers at most, ordered; each says how many there are in all. */
export function bounded(wrong: string): string {
  return `SELECT place, what, stored::text, expected::text, count(*) OVER () AS found FROM (${wrong}) w
           ORDER BY place, what LIMIT ${DIFFERENCES_MAX}`
}
