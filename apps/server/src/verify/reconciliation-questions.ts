/** Questions about reconciliations: matches that agree, lines that are there, sign-offs that the ledger still bears out. */
import type { Question } from './question.ts'

const OF_PORTFOLIO = '($1::bigint IS NULL OR r.portfolio_id = $1)'
const NAME = `concat_ws(' ', (SELECT account_code FROM chart_of_accounts WHERE id = r.account_id), 'until', r.end_date)`

const OURS = `(SELECT coalesce(sum(l.debit - l.credit), 0) FROM matched_ledger_lines k JOIN journal_lines l USING (entry_id, line_no)
                WHERE k.match_id = m.id)`
const THEIRS = `(SELECT coalesce(sum(s.debit - s.credit), 0) FROM matched_statement_lines k JOIN statement_lines s ON s.id = k.statement_line_id
                  WHERE k.match_id = m.id)`

/** The two sides of a match agree, or differ by an explained difference; its lines are there and of its reconciliation. */
const matches: Question = {
  name: 'matches whose sides agree',
  counted: `SELECT count(*) AS count FROM reconciliation_matches m JOIN reconciliations r ON r.id = m.reconciliation_id WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${NAME} || ' match ' || m.id AS place, 'difference' AS what, m.difference::text AS stored, (${OURS} - ${THEIRS})::text AS expected
      FROM reconciliation_matches m JOIN reconciliations r ON r.id = m.reconciliation_id
     WHERE ${OF_PORTFOLIO} AND m.difference <> ${OURS} - ${THEIRS}
    UNION ALL
    SELECT ${NAME} || ' match ' || m.id, 'lines', 'none', 'some'
      FROM reconciliation_matches m JOIN reconciliations r ON r.id = m.reconciliation_id
     WHERE ${OF_PORTFOLIO} AND NOT EXISTS (SELECT FROM matched_ledger_lines k WHERE k.match_id = m.id)
       AND NOT EXISTS (SELECT FROM matched_statement_lines k WHERE k.match_id = m.id)
    UNION ALL
    SELECT ${NAME} || ' match ' || k.match_id, 'ledger line ' || k.entry_id || '-' || k.line_no,
           CASE WHEN l.entry_id IS NULL THEN 'none' ELSE 'of another account or day' END, 'a line of the reconciliation'
      FROM matched_ledger_lines k JOIN reconciliation_matches m ON m.id = k.match_id
      JOIN reconciliations r ON r.id = m.reconciliation_id
      LEFT JOIN journal_lines l USING (entry_id, line_no)
     WHERE ${OF_PORTFOLIO}
       AND (l.entry_id IS NULL OR l.account_id <> r.account_id OR l.entry_date > r.end_date OR k.reconciliation_id <> r.id
            OR (r.settlement_account_id <> 0 AND l.settlement_account_id IS DISTINCT FROM r.settlement_account_id)
            OR (r.portfolio_id <> 0 AND l.portfolio_id IS DISTINCT FROM r.portfolio_id))
    UNION ALL
    SELECT ${NAME} || ' match ' || k.match_id, 'statement line ' || k.statement_line_id, s.state, 'active'
      FROM matched_statement_lines k JOIN reconciliation_matches m ON m.id = k.match_id
      JOIN reconciliations r ON r.id = m.reconciliation_id
      JOIN statement_lines s ON s.id = k.statement_line_id
     WHERE ${OF_PORTFOLIO} AND (s.state <> 'active' OR k.reconciliation_id <> r.id)
    UNION ALL
    SELECT ${NAME}, 'lines in several matches', k.lines::text, '0'
      FROM reconciliations r CROSS JOIN LATERAL (
        SELECT count(*) AS lines FROM (
          SELECT 1 FROM matched_ledger_lines k WHERE k.reconciliation_id = r.id GROUP BY entry_id, line_no HAVING count(*) > 1
          UNION ALL
          SELECT 1 FROM matched_statement_lines k WHERE k.reconciliation_id = r.id GROUP BY statement_line_id HAVING count(*) > 1) twice) k
     WHERE ${OF_PORTFOLIO} AND k.lines > 0`,
}

const SUM_OF = (lines: string, id: string) =>
  `(SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${lines} k JOIN journal_lines l USING (entry_id, line_no)
     WHERE k.reconciliation_id = ${id})`
const OPEN_EXTERNAL = `(SELECT coalesce(sum(s.debit - s.credit), 0) FROM reconciliation_open_external k JOIN statement_lines s ON s.id = k.statement_line_id
     WHERE k.reconciliation_id = r.id)`

/**
 * A signed-off balance is that of the sign-off before plus the lines since; each of them is matched in it or was left
 * open. What was left unexplained then is what its open lines leave now. No entry matched in it was reversed afterwards.
 */
const signOffs: Question = {
  name: 'sign-offs that the ledger bears out',
  counted: `SELECT count(*) AS count FROM reconciliations r WHERE r.status = 'reconciled' AND ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${NAME} AS place, 'ledger balance' AS what, r.gl_closing::text AS stored,
           (b.balance + ${SUM_OF('matched_ledger_lines', 'r.id')} + ${SUM_OF('reconciliation_open_ledger', 'r.id')})::text AS expected
      FROM reconciliations r
      LEFT JOIN LATERAL (
        SELECT p.id, p.gl_closing FROM reconciliations p
         WHERE p.status = 'reconciled' AND p.end_date < r.start_date AND p.account_id = r.account_id
           AND p.settlement_account_id = r.settlement_account_id AND p.portfolio_id = r.portfolio_id
         ORDER BY p.end_date DESC LIMIT 1) p ON true
      CROSS JOIN LATERAL (
        SELECT CASE WHEN p.id IS NULL THEN (r.figures ->> 'glOpening')::numeric
                    ELSE p.gl_closing - ${SUM_OF('reconciliation_open_ledger', 'p.id')} END AS balance) b
     WHERE r.status = 'reconciled' AND ${OF_PORTFOLIO}
       AND r.gl_closing <> b.balance + ${SUM_OF('matched_ledger_lines', 'r.id')} + ${SUM_OF('reconciliation_open_ledger', 'r.id')}
    UNION ALL
    SELECT ${NAME}, 'difference left', r.residual::text, d.residual::text
      FROM reconciliations r CROSS JOIN LATERAL (
        SELECT r.gl_closing + ${OPEN_EXTERNAL} - r.external_closing - ${SUM_OF('reconciliation_open_ledger', 'r.id')} AS residual) d
     WHERE r.status = 'reconciled' AND ${OF_PORTFOLIO} AND r.residual <> d.residual
    UNION ALL
    SELECT ${NAME}, 'entry ' || k.entry_id, 'reversed by entry ' || h.id, 'as it was signed off'
      FROM reconciliations r JOIN matched_ledger_lines k ON k.reconciliation_id = r.id
      JOIN journal_entries h ON h.reversal_of = k.entry_id
     WHERE r.status = 'reconciled' AND ${OF_PORTFOLIO} AND h.recorded_at > r.reconciled_at
    UNION ALL
    SELECT ${NAME}, 'status', r.status, coalesce(e.action, 'no event')
      FROM reconciliations r
      LEFT JOIN LATERAL (SELECT action FROM reconciliation_events e WHERE e.reconciliation_id = r.id ORDER BY no DESC LIMIT 1) e ON true
     WHERE ${OF_PORTFOLIO} AND (r.status = 'reconciled') <> (e.action IS NOT DISTINCT FROM 'signed-off')`,
}

/** How many lines of a day a sign-off took in: those matched in it or left open by it that no earlier one of its scope had. */
const days: Question = {
  name: 'days of sign-offs',
  counted: `SELECT count(*) AS count FROM reconciliation_days d JOIN reconciliations r ON r.id = d.reconciliation_id WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${NAME} AS place, 'lines of ' || k.day AS what, coalesce(k.lines, 0)::text AS stored, coalesce(k.expected, 0)::text AS expected
      FROM (SELECT id, day, d.lines, f.lines AS expected
              FROM (SELECT reconciliation_id AS id, day, lines FROM reconciliation_days) d
              FULL JOIN (
                SELECT id, day, count(*) AS lines
                  FROM (SELECT DISTINCT ON (r.account_id, r.settlement_account_id, r.portfolio_id, l.entry_id, l.line_no)
                               r.id, l.entry_date AS day
                          FROM reconciliations r
                          JOIN (SELECT reconciliation_id, entry_id, line_no FROM matched_ledger_lines
                                UNION ALL SELECT reconciliation_id, entry_id, line_no FROM reconciliation_open_ledger) k
                            ON k.reconciliation_id = r.id
                          JOIN journal_lines l USING (entry_id, line_no)
                         WHERE r.status = 'reconciled'
                         ORDER BY r.account_id, r.settlement_account_id, r.portfolio_id, l.entry_id, l.line_no, r.end_date) firsts
                 GROUP BY 1, 2) f USING (id, day)) k
      JOIN reconciliations r ON r.id = k.id
     WHERE ${OF_PORTFOLIO} AND k.lines IS DISTINCT FROM k.expected`,
}

// The ledger's trigger distinguishes a line that changes it from one on the bank's statement that is not of the portfolio.
const OF_SCOPE = `l.account_id = r.account_id AND r.settlement_account_id IN (0, l.settlement_account_id)
  AND r.portfolio_id IN (0, l.portfolio_id)`
/** Lines of signed-off days that no sign-off took in are marked as changes, each once; nothing else is. */
const changes: Question = {
  name: 'lines recorded since sign-offs',
  counted: `SELECT count(*) AS count FROM reconciliation_changes c JOIN reconciliations r ON r.id = c.reconciliation_id WHERE ${OF_PORTFOLIO}`,
  wrong: `
    SELECT ${NAME} AS place, 'lines since the sign-off of ' || k.day AS what, k.marked::text AS stored, k.expected::text AS expected
      FROM (SELECT s.id, s.day, sum(s.marked) AS marked, sum(s.expected) AS expected
              FROM (SELECT r.id, l.entry_date AS day, count(*) AS marked, 0 AS expected
                      FROM reconciliation_changes c JOIN reconciliations r ON r.id = c.reconciliation_id
                      JOIN journal_lines l USING (entry_id, line_no)
                     WHERE c.closed_by IS NULL AND l.entry_date >= r.start_date AND ${OF_SCOPE} GROUP BY 1, 2
                    UNION ALL
                    SELECT r.id, d.day, 0, sum(d.lines) - coalesce((
                             SELECT sum(t.lines) FROM reconciliation_days t JOIN reconciliations o ON o.id = t.reconciliation_id
                              WHERE t.day = d.day AND o.account_id = r.account_id
                                AND o.settlement_account_id = r.settlement_account_id AND o.portfolio_id = r.portfolio_id), 0)
                      FROM reconciliations r JOIN ledger_days d ON d.account_id = r.account_id
                       AND r.settlement_account_id IN (0, d.settlement_account_id) AND r.portfolio_id IN (0, d.portfolio_id)
                       AND d.day BETWEEN r.start_date AND r.covered_until
                     WHERE r.status = 'reconciled' GROUP BY r.id, r.account_id, r.settlement_account_id, r.portfolio_id, d.day) s
             GROUP BY 1, 2) k
      JOIN reconciliations r ON r.id = k.id
     WHERE ${OF_PORTFOLIO} AND k.marked <> k.expected
    UNION ALL
    SELECT ${NAME}, 'a change of line ' || c.entry_id || '-' || c.line_no, r.status, 'reconciled'
      FROM reconciliation_changes c JOIN reconciliations r ON r.id = c.reconciliation_id
     WHERE r.status <> 'reconciled' AND ${OF_PORTFOLIO}`,
}

export const RECONCILIATION_QUESTIONS: readonly Question[] = [matches, signOffs, days, changes]
