/** Questions about people's journal entries: what is said to have been taken back was, and drafts are what they became. */
import type { Question } from './questions.ts'

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

export const JOURNAL_QUESTIONS: readonly Question[] = [takenBack, draftsPosted]
