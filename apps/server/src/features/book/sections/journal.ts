/** Entries that people posted themselves, mappings, locks, closings and valuations, as acts. */
import { columns, ORDER, RECORDED, type Section } from '../format/section.ts'
import {
  accountName,
  codeOf,
  LAST_IN_ORDER,
  mailOf,
  orderOfActs,
  portfolioCode,
  symbolOf,
} from './shared-sql.ts'

const linesOf = (table: string, key: string) => `(SELECT json_agg(json_strip_nulls(json_build_object(
      'account', ${codeOf('l.account_id')}, 'debit', CASE WHEN l.debit > 0 THEN l.debit::text END, 'credit', CASE WHEN l.credit > 0 THEN l.credit::text END,
      'portfolio', ${portfolioCode('l.portfolio_id')}, 'settlement_account', ${accountName('l.settlement_account_id')},
      'description', l.description)) ORDER BY l.line_no) FROM ${table} l WHERE l.${key})`

const mappings: Section = {
  name: 'gl_mappings',
  isActs: true,
  says: 'Which account each posting role goes to from a day on, in general and as exceptions.',
  columns: columns({
    ...ORDER,
    role: ['text', 'The posting role'],
    portfolio: ['text', 'An exception of this portfolio; empty: of all'],
    settlement_account: ['text', 'An exception of this bank account; empty: of all'],
    account: ['text', 'The code of the account; empty: the exception ends'],
    effective_from: ['date', 'The first day that it holds'],
    moved: ['yes or no', 'The balance moved along'],
    ...RECORDED,
  }),
  sql: `WITH timed AS (${orderOfActs('SELECT g.id, g.recorded_at AS at FROM gl_mappings g')})
    SELECT coalesce(m.place, ${LAST_IN_ORDER}) AS "order", g.role, ${portfolioCode('g.portfolio_id')} AS portfolio,
           ${accountName('g.settlement_account_id')} AS settlement_account, ${codeOf('g.account_id')} AS account, g.effective_from,
           coalesce((SELECT (a.after ->> 'moved')::int > 0 FROM audit a WHERE a.id = m.place AND a.entity = 'gl-mapping'
                       AND jsonb_typeof(a.after -> 'moved') = 'number'), false) AS moved, g.recorded_at, ${mailOf('g.recorded_by')} AS recorded_by
      FROM gl_mappings g JOIN timed m ON m.id = g.id ORDER BY 1, g.id`,
}

const balances: Section = {
  name: 'opening_balances',
  isActs: true,
  says: "Balances of other accounts on the first day of a portfolio's books. Their difference is on Capital.",
  columns: columns({
    ...ORDER,
    portfolio: ['text', 'The code of the portfolio'],
    date: ['date', 'The first day of its books'],
    reference: ['text', 'As it was given'],
    description: ['text', 'As it was given'],
    lines: [
      'list',
      '[{"account", "debit" or "credit", "settlement_account", "description"}]; Capital\'s own line is left out',
    ],
    ...RECORDED,
  }),
  sql: `SELECT coalesce((SELECT max(a.id) FROM audit a WHERE a.entity = 'portfolios' AND a.entity_id = p.id::text
                           AND a.action IN ('openings.balances', 'openings.replace-balances')), ${LAST_IN_ORDER}) AS "order",
           p.portfolio_id AS portfolio, h.entry_date AS date, h.reference, h.description,
           ${linesOf('journal_lines', "role <> 'capital' AND l.entry_id = h.id")} AS lines, h.recorded_at, ${mailOf('h.recorded_by')} AS recorded_by
      FROM portfolios p JOIN journal_entries h ON h.id = p.opening_balances_entry_id ORDER BY 1, p.id`,
}

const openItems: Section = {
  name: 'open_items',
  isActs: true,
  says: "What was open on the first day of a portfolio's books: dividends declared, trades to settle, money applied with. One row a version: each replaces the one before as a whole.",
  columns: columns({
    ...ORDER,
    portfolio: ['text', 'The code of the portfolio'],
    version: ['whole', 'Counted from 1; the last one is in force'],
    date: ['date', 'The first day of its books'],
    items: [
      'list',
      'The fields of each item as the API takes them, with `settlement_account` by its name; `deal_number` of a trade and `number` of an event are what other sections call it',
    ],
    ...RECORDED,
  }),
  sql: `SELECT coalesce((SELECT max(a.id) FROM audit a WHERE a.entity = 'portfolios' AND a.entity_id = n.portfolio_id::text
                           AND a.action = 'openings.open-items' AND a.after ->> 'version' = n.version::text), ${LAST_IN_ORDER}) AS "order",
           ${portfolioCode('n.portfolio_id')} AS portfolio, n.version, n.opening_date AS date,
           coalesce((SELECT jsonb_agg(jsonb_strip_nulls((i.form - 'settlementAccount') || jsonb_build_object('symbol', ${symbolOf('i.equity_id')},
                       'settlement_account', ${accountName("(i.form ->> 'settlementAccount')::bigint")}, 'number', i.action_id,
                       'deal_number', (SELECT t.deal_number FROM trades t WHERE t.id = i.trade_id))) ORDER BY i.place)
                       FROM open_items i WHERE i.portfolio_id = n.portfolio_id AND i.version = n.version), '[]'::jsonb) AS items,
           n.recorded_at, ${mailOf('n.recorded_by')} AS recorded_by
      FROM open_item_versions n ORDER BY 1, n.portfolio_id, n.version`,
}

const entries: Section = {
  name: 'journal_entries',
  isActs: true,
  says: 'Entries that people posted. Those that follow from trades and events are not here: they follow again.',
  columns: columns({
    ...ORDER,
    number: ['whole', 'The entry, for its reversal'],
    date: ['date', 'Its date in the ledger'],
    description: ['text', 'Of the entry'],
    reference: ['text', 'Of the entry'],
    transaction_type: ['text', 'As in the ledger'],
    lines: ['list', '[{"account", "debit" or "credit", "portfolio", "settlement_account", "description"}]'],
    ...RECORDED,
  }),
  sql: `WITH own AS (SELECT h.* FROM journal_entries h WHERE h.kind = 'manual' AND h.cause_kind = 'person' AND h.reversal_of IS NULL),
      timed AS (${orderOfActs('SELECT h.id, h.recorded_at AS at FROM own h')})
    SELECT coalesce((SELECT a.id FROM audit a WHERE a.entity = 'journal-entry' AND a.entity_id = h.id::text AND a.action = 'journal.post' ORDER BY a.id LIMIT 1),
                    m.place, ${LAST_IN_ORDER}) AS "order",
           h.id AS number, h.entry_date AS date, h.description, h.reference, h.transaction_type, ${linesOf('journal_lines', 'entry_id = h.id')} AS lines,
           h.recorded_at, ${mailOf('h.recorded_by')} AS recorded_by
      FROM own h JOIN timed m ON m.id = h.id ORDER BY 1, h.id`,
}

const reversals: Section = {
  name: 'journal_reversals',
  isActs: true,
  says: 'Entries of people that were taken back.',
  columns: columns({
    ...ORDER,
    number: ['whole', 'The entry that is taken back'],
    date: ['date', 'The date of the reversal'],
    reason: ['text', 'Why'],
    ...RECORDED,
  }),
  sql: `WITH own AS (SELECT r.id, r.reversal_of, r.entry_date, r.recorded_at, r.recorded_by FROM journal_entries r JOIN journal_entries h ON h.id = r.reversal_of
                      WHERE h.kind = 'manual' AND h.cause_kind = 'person' AND h.reversal_of IS NULL),
      timed AS (${orderOfActs('SELECT r.id, r.recorded_at AS at FROM own r')})
    SELECT greatest(coalesce(m.place, ${LAST_IN_ORDER}), coalesce((SELECT min(a.id) FROM audit a WHERE a.entity = 'journal-entry'
                     AND a.entity_id = r.reversal_of::text AND a.action = 'journal.post'), 0)) AS "order",
           r.reversal_of AS number, r.entry_date AS date, c.reason, r.recorded_at, ${mailOf('r.recorded_by')} AS recorded_by
      FROM own r JOIN timed m ON m.id = r.id LEFT JOIN journal_changes c ON c.reversal_id = r.id ORDER BY 1, r.id`,
}

const drafts: Section = {
  name: 'journal_drafts',
  isActs: true,
  says: 'Entries that are still drafts.',
  columns: columns({
    ...ORDER,
    date: ['date', 'Of the entry'],
    description: ['text', 'Of the entry'],
    reference: ['text', 'Of the entry'],
    transaction_type: ['text', 'As in the ledger'],
    lines: ['list', 'As those of `journal_entries`'],
    ...RECORDED,
  }),
  sql: `WITH timed AS (${orderOfActs("SELECT d.id, d.recorded_at AS at FROM journal_drafts d WHERE d.status = 'Draft'")})
    SELECT coalesce(m.place, ${LAST_IN_ORDER}) AS "order", d.entry_date AS date, d.description, d.reference, d.transaction_type,
           ${linesOf('journal_draft_lines', 'draft_id = d.id')} AS lines, d.recorded_at, ${mailOf('d.recorded_by')} AS recorded_by
      FROM journal_drafts d JOIN timed m ON m.id = d.id ORDER BY 1, d.id`,
}

/** The n-th row of an entity and the n-th audit row of such a write. */
const orderByEntity = (
  actions: string,
) => `SELECT a.entity_id, a.id AS place, row_number() OVER (PARTITION BY a.entity_id ORDER BY a.id) AS no
    FROM audit a WHERE a.entity = 'entity' AND a.action IN (${actions})`

const locks: Section = {
  name: 'period_locks',
  isActs: true,
  says: 'Until which day the books of an entity were locked, each time that was set.',
  columns: columns({
    ...ORDER,
    entity: ['text', 'The entity'],
    locked_through: ['date', 'The last locked day; empty: opened'],
    reason: ['text', 'Why, where it was asked'],
    ...RECORDED,
  }),
  sql: `WITH told AS (${orderByEntity("'periods.lock', 'periods.open'")}),
      own AS (SELECT l.*, row_number() OVER (PARTITION BY l.entity_id ORDER BY l.id) AS no FROM period_locks l)
    SELECT coalesce(k.place, ${LAST_IN_ORDER}) AS "order", e.name AS entity, l.locked_through, l.reason, l.set_at AS recorded_at, ${mailOf('l.set_by')} AS recorded_by
      FROM own l JOIN entities e ON e.id = l.entity_id LEFT JOIN told k ON k.entity_id = l.entity_id::text AND k.no = l.no ORDER BY 1, l.id`,
}

const closings: Section = {
  name: 'year_closings',
  isActs: true,
  says: 'Financial years that were closed, and closings that were undone.',
  columns: columns({
    ...ORDER,
    number: ['whole', 'The closing'],
    entity: ['text', 'The entity'],
    year_end: ['date', 'The last day of the year'],
    undoes: ['whole', 'The number of the closing that is undone; empty: the year is closed'],
    ...RECORDED,
  }),
  sql: `WITH told AS (${orderByEntity("'periods.close-year', 'periods.undo-closing'")}),
      own AS (SELECT c.*, row_number() OVER (PARTITION BY c.entity_id ORDER BY c.id) AS no FROM year_closings c)
    SELECT coalesce(k.place, ${LAST_IN_ORDER}) AS "order", c.id AS number, e.name AS entity, c.year_end, c.undoes, c.recorded_at, ${mailOf('c.recorded_by')} AS recorded_by
      FROM own c JOIN entities e ON e.id = c.entity_id LEFT JOIN told k ON k.entity_id = c.entity_id::text AND k.no = c.no ORDER BY 1, c.id`,
}

const valuations: Section = {
  name: 'valuations',
  isActs: true,
  says: 'Mark-to-market runs in force: they are run again on the prices of this file.',
  columns: columns({
    ...ORDER,
    date: ['date', 'The day that is valued'],
    portfolio: ['text', 'The code of the portfolio'],
    fair_value: ['money', 'What was found; for readers, it follows'],
    posted: ['money', 'What was posted; for readers, it follows'],
    ...RECORDED,
  }),
  sql: `WITH own AS (SELECT v.* FROM valuations_in_force f JOIN valuations v ON v.id = f.valuation_id),
      timed AS (${orderOfActs('SELECT v.id, v.recorded_at AS at FROM own v')})
    SELECT coalesce(m.place, ${LAST_IN_ORDER}) AS "order", v.valuation_date AS date, ${portfolioCode('v.portfolio_id')} AS portfolio, v.fair_value, v.posted,
           v.recorded_at, ${mailOf('v.recorded_by')} AS recorded_by
      FROM own v JOIN timed m ON m.id = v.id ORDER BY 1, v.id`,
}

export const JOURNAL_SECTIONS: readonly Section[] = [
  mappings,
  balances,
  openItems,
  entries,
  reversals,
  drafts,
  locks,
  closings,
  valuations,
]
