/** The lines that were recorded into the days of a reconciliation after it was signed off. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { ChangedLine, ChangedSince } from '@em/contract/reconciliation/reconciliation-records'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { ledgerLines, lineCursor, type Page, type PageAsked } from './lines.queries.ts'
import type { Reconciliation } from './reconciliations.queries.ts'

/** A line on the bank's statement that is in no list of a portfolio's reconciliation. */
const OUTSIDE = '(r.portfolio_id <> 0 AND l.portfolio_id IS NULL)'
const SINCE = statement(
  'reconciliation.changed-since',
  `SELECT c.reconciliation_id AS id, count(*) AS lines, coalesce(sum(l.debit - l.credit) FILTER (WHERE NOT ${OUTSIDE}), 0) AS net,
          count(*) FILTER (WHERE ${OUTSIDE}) AS outside_lines,
          coalesce(sum(l.debit - l.credit) FILTER (WHERE ${OUTSIDE}), 0) AS outside_net,
          min(h.recorded_at) AS first, max(h.recorded_at) AS last, count(*) FILTER (WHERE c.closed_by IS NULL) AS open
     FROM reconciliation_changes c JOIN reconciliations r ON r.id = c.reconciliation_id
     JOIN journal_lines l USING (entry_id, line_no) JOIN journal_entries h ON h.id = c.entry_id
    WHERE c.reconciliation_id = ANY (:reconciliationIds::bigint[]) GROUP BY 1`,
)

/** The changes, by reconciliation; those without changes are left out. */
export async function changesSince(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, NonNullable<ChangedSince>>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(SINCE, { reconciliationIds: ids })
  return new Map(
    rows.map(({ id, net, outside_lines, outside_net, ...row }) => {
      const outside = { lines: outside_lines, net: jsonNumber(outside_net) }
      return [id, { ...row, net: jsonNumber(net), outside }]
    }),
  )
}

const LINES = statement(
  'reconciliation.changed-lines',
  `SELECT c.entry_id, c.line_no, CASE WHEN NOT ${OUTSIDE} THEN c.closed_by END AS taken_into, ${OUTSIDE} AS outside, l.entry_date,
          h.recorded_at, u.first_name || ' ' || u.last_name AS recorded_by
     FROM reconciliation_changes c JOIN reconciliations r ON r.id = c.reconciliation_id
     JOIN journal_lines l USING (entry_id, line_no) JOIN journal_entries h ON h.id = c.entry_id
     JOIN users u ON u.id = h.recorded_by
    WHERE c.reconciliation_id = :reconciliationId
      AND (:fromDay?::date IS NULL OR (l.entry_date, l.entry_id, l.line_no) > (:fromDay::date, :fromEntry?::bigint, :fromLine?::smallint))
    ORDER BY l.entry_date, l.entry_id, l.line_no LIMIT :limit`,
)
const COUNT = statement(
  'reconciliation.count-changes',
  'SELECT count(*) AS count FROM reconciliation_changes WHERE reconciliation_id = :reconciliationId',
)

/** These lines, by date, entry and line. @throws Refusal `request.invalid` for a cursor of another list. */
export async function changedLines(
  db: Queryable,
  one: Reconciliation,
  asked: PageAsked,
): Promise<Page<ChangedLine>> {
  const limit = asked.limit ?? LIST_MAX
  const from = lineCursor(asked.cursor)
  const [rows, [count]] = await Promise.all([
    db.query(LINES, {
      reconciliationId: one.id,
      fromDay: from?.[0] ?? null,
      fromEntry: from && Number(from[1]),
      fromLine: from && Number(from[2]),
      limit: limit + 1,
    }),
    db.query(COUNT, { reconciliationId: one.id }),
  ])
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const lines = await ledgerLines(db, page, one)
  return {
    rows: lines.map((line, index) => ({
      ...line,
      recordedAt: page[index]?.recorded_at ?? '',
      recordedBy: page[index]?.recorded_by ?? '',
      takenInto: page[index]?.taken_into ?? null,
      outside: page[index]?.outside ?? false,
    })),
    total: count?.count ?? 0,
    nextCursor: last === undefined ? null : `${last.entry_date}_${last.entry_id}_${last.line_no}`,
  }
}
