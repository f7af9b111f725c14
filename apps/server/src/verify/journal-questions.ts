/** Questions about people's journal entries: what is said to have been taken back was, and drafts are what they became. */
import type { Question } from './question.ts'

const OF_PORTFOLIO = (id: string) =>
  `($1::bigint IS NULL OR ${id} IN (SELECT entry_id FROM journal_lines WHERE portfolio_id = $1))`

const takenBack: Question = {
  name: 'journal entries taken back',
  counted: `SELECT count(*) AS count FROM journal_changes c WHERE ${OF_PORTFOLIO('c.entry_id')}`,
  wrong: `
    SELECT 'entry ' || c.entry_id AS place, 'reversed by' AS what, c.reversal_id::text AS stored, r.id::text AS expected
      FROM journal_changes c LEFT JOIN journal_entries r ON r.reversal_of = c.entry_id
     WHERE r.id IS DISTINCT FROM c.reversal_id AND ${OF_PORTFOLIO('c.entry_id')}
    UNION ALL
    SELECT 'entry ' || c.entry_id, 'kind of the entry in its place', n.kind, 'manual'
      FROM journal_changes c JOIN journal_entries n ON n.id = c.replacement_id
     WHERE (n.kind <> 'manual' OR n.reversal_of IS NOT NULL) AND ${OF_PORTFOLIO('c.entry_id')}`,
}

const draftsPosted: Question = {
  name: 'drafts that were posted',
  counted: `SELECT count(*) AS count FROM journal_drafts d WHERE d.posted_as IS NOT NULL AND ${OF_PORTFOLIO('d.posted_as')}`,
  wrong: `
    SELECT 'draft ' || d.id AS place, 'kind of entry ' || d.posted_as AS what, h.kind AS stored, 'manual' AS expected
      FROM journal_drafts d JOIN journal_entries h ON h.id = d.posted_as
     WHERE (h.kind <> 'manual' OR h.reversal_of IS NOT NULL) AND ${OF_PORTFOLIO('d.posted_as')}`,
}

const ITEM = "'entry ' || i.entry_id || ', line ' || i.line_no"
const suspenseItems: Question = {
  name: 'items of Suspense',
  counted: `SELECT count(*) AS count FROM suspense_items i WHERE $1::bigint IS NULL OR i.portfolio_id = $1`,
  wrong: `
    SELECT 'entry ' || l.entry_id || ', line ' || l.line_no AS place, 'item' AS what,
           concat_ws(' ', i.entry_date, i.account_id, i.portfolio_id, i.amount) AS stored,
           concat_ws(' ', l.entry_date, l.account_id, l.portfolio_id, l.debit - l.credit) AS expected
      FROM journal_lines l LEFT JOIN suspense_items i ON i.entry_id = l.entry_id AND i.line_no = l.line_no
     WHERE l.account_id IN (SELECT account_id FROM suspense_accounts) AND ($1::bigint IS NULL OR l.portfolio_id = $1)
       AND (i.entry_date, i.account_id, i.portfolio_id, i.amount)
           IS DISTINCT FROM (l.entry_date, l.account_id, l.portfolio_id, l.debit - l.credit)
    UNION ALL
    SELECT ${ITEM}, 'cleared on', i.cleared_on::text, suspense_cleared_on(i.entry_id, i.line_no)::text
      FROM suspense_items i
     WHERE ($1::bigint IS NULL OR i.portfolio_id = $1)
       AND i.cleared_on IS DISTINCT FROM suspense_cleared_on(i.entry_id, i.line_no)
    UNION ALL
    SELECT ${ITEM}, 'age since', i.since::text, coalesce(o.since, i.entry_date)::text
      FROM suspense_items i
      LEFT JOIN suspense_moves m ON m.entry_id = i.entry_id AND m.line_no = i.line_no
      LEFT JOIN suspense_items o ON o.entry_id = m.from_entry_id AND o.line_no = m.from_line_no
     WHERE i.since <> coalesce(o.since, i.entry_date) AND ($1::bigint IS NULL OR i.portfolio_id = $1)
    UNION ALL
    SELECT ${ITEM}, 'cleared by links', k.amount::text, 'at most ' || abs(i.amount)
      FROM suspense_items i CROSS JOIN LATERAL (
        SELECT sum(l.amount) AS amount FROM suspense_live_links() l WHERE l.until IS NULL
           AND ((l.debit_entry_id = i.entry_id AND l.debit_line_no = i.line_no)
             OR (l.credit_entry_id = i.entry_id AND l.credit_line_no = i.line_no))) k
     WHERE k.amount > abs(i.amount) AND ($1::bigint IS NULL OR i.portfolio_id = $1)
    UNION ALL
    SELECT 'entries ' || k.debit_entry_id || ' and ' || k.credit_entry_id, 'portfolio and account',
           concat_ws(' ', d.portfolio_id, d.account_id, sign(d.amount)), concat_ws(' ', c.portfolio_id, c.account_id, -sign(c.amount))
      FROM suspense_links k
      JOIN suspense_items d ON d.entry_id = k.debit_entry_id AND d.line_no = k.debit_line_no
      JOIN suspense_items c ON c.entry_id = k.credit_entry_id AND c.line_no = k.credit_line_no
     WHERE (d.portfolio_id, d.account_id, sign(d.amount)) IS DISTINCT FROM (c.portfolio_id, c.account_id, -sign(c.amount))
       AND ($1::bigint IS NULL OR $1 IN (d.portfolio_id, c.portfolio_id))`,
}

export const JOURNAL_QUESTIONS: readonly Question[] = [takenBack, draftsPosted, suspenseItems]
