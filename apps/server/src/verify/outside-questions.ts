/** Questions about batches for outside ledgers: what was exported is in the ledger, balances, is kept as it was made, and has a number without a gap. */
import type { Question } from './question.ts'

const BATCH = "'batch ' || b.number"

const numbers: Question = {
  name: 'numbers of batches for outside ledgers',
  counted: 'SELECT count(*) AS count FROM accounting_batches WHERE $1::bigint IS NULL',
  wrong: `
    SELECT 'outside ledger ' || t.code AS place, 'batches, highest number' AS what, concat_ws(', ', count(b.id), coalesce(max(b.sequence), 0)) AS stored,
           concat_ws(', ', t.last_number, t.last_number) AS expected
      FROM accounting_targets t LEFT JOIN accounting_batches b ON b.target_id = t.id
     WHERE $1::bigint IS NULL
     GROUP BY t.id HAVING (count(b.id), coalesce(max(b.sequence), 0)) <> (t.last_number::bigint, t.last_number)
    UNION ALL
    SELECT ${BATCH}, 'number', b.number, 'EXP-' || t.code || '-' || lpad(b.sequence::text, greatest(6, length(b.sequence::text)), '0')
      FROM accounting_batches b JOIN accounting_targets t ON t.id = b.target_id
     WHERE $1::bigint IS NULL AND b.number <> 'EXP-' || t.code || '-' || lpad(b.sequence::text, greatest(6, length(b.sequence::text)), '0')
    UNION ALL
    SELECT ${BATCH}, 'state', b.state, coalesce(s.what, 'none')
      FROM accounting_batches b
      LEFT JOIN LATERAL (SELECT s.what FROM accounting_batch_steps s WHERE s.batch_id = b.id ORDER BY s.id DESC LIMIT 1) s ON true
     WHERE $1::bigint IS NULL AND b.state IS DISTINCT FROM s.what`,
}

const files: Question = {
  name: 'files of batches for outside ledgers',
  counted: numbers.counted,
  wrong: `
    SELECT ${BATCH} AS place, 'bytes, SHA-256' AS what, concat_ws(', ', octet_length(f.content), encode(sha256(f.content), 'hex')) AS stored,
           concat_ws(', ', b.bytes, encode(b.sha256, 'hex')) AS expected
      FROM accounting_batches b
     CROSS JOIN LATERAL (SELECT coalesce(string_agg(p.content, ''::bytea ORDER BY p.part), ''::bytea) AS content
                           FROM accounting_batch_parts p WHERE p.batch_id = b.id) f
     WHERE $1::bigint IS NULL AND (octet_length(f.content), sha256(f.content)) <> (b.bytes, b.sha256)`,
}

// The lines that a batch took: those of its entries that are of the portfolios it took them for.
const TAKEN = `accounting_exported x JOIN journal_lines l ON l.entry_id = x.entry_id AND coalesce(l.portfolio_id, 0) = x.portfolio_id`

// That a line is in one live batch at most is an index.
const lines: Question = {
  name: 'entries in batches for outside ledgers',
  counted: 'SELECT count(*) AS count FROM accounting_exported WHERE $1::bigint IS NULL',
  wrong: `
    SELECT ${BATCH} AS place, 'entries, debits, credits' AS what, concat_ws(', ', coalesce(s.entries, 0), coalesce(s.debit, 0), coalesce(s.credit, 0)) AS stored,
           concat_ws(', ', b.entries, b.amount, b.amount) AS expected
      FROM accounting_batches b
      LEFT JOIN (SELECT x.batch_id, count(DISTINCT x.entry_id) AS entries, sum(l.debit) AS debit, sum(l.credit) AS credit FROM ${TAKEN} GROUP BY 1) s
        ON s.batch_id = b.id
     WHERE $1::bigint IS NULL AND (s.entries, s.debit, s.credit) IS DISTINCT FROM (b.entries::bigint, b.amount, b.amount)
    UNION ALL
    SELECT ${BATCH} || ', account ' || (SELECT account_code FROM chart_of_accounts WHERE id = account_id), 'debits, credits',
           coalesce(concat_ws(', ', k.debit, k.credit), 'none'), coalesce(concat_ws(', ', s.debit, s.credit), 'none')
      FROM (SELECT batch_id, account_id, sum(debit) AS debit, sum(credit) AS credit FROM accounting_sums GROUP BY 1, 2) k
      FULL JOIN (SELECT x.batch_id, l.account_id, sum(l.debit) AS debit, sum(l.credit) AS credit
                   FROM ${TAKEN} WHERE x.batch_id IS NOT NULL GROUP BY 1, 2) s USING (batch_id, account_id)
      JOIN accounting_batches b ON b.id = batch_id
     WHERE $1::bigint IS NULL AND (k.debit, k.credit) IS DISTINCT FROM (s.debit, s.credit)
    UNION ALL
    SELECT ${BATCH} || ', entry ' || x.entry_id, 'counts', x.is_live::text, (b.state <> 'replaced')::text
      FROM accounting_exported x JOIN accounting_batches b ON b.id = x.batch_id
     WHERE $1::bigint IS NULL AND x.is_live <> (b.state <> 'replaced')
    UNION ALL
    SELECT 'outside ledger ' || t.code || ', entry ' || x.entry_id, 'date of an entry in the opening balances', e.entry_date::text, 'before ' || t.start_date
      FROM accounting_exported x JOIN accounting_targets t ON t.id = x.target_id LEFT JOIN journal_entries e ON e.id = x.entry_id
     WHERE $1::bigint IS NULL AND x.batch_id IS NULL AND x.is_live AND (e.entry_date < t.start_date) IS NOT TRUE`,
}

export const OUTSIDE_QUESTIONS: readonly Question[] = [numbers, files, lines]
