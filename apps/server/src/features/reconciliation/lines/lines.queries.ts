/** Lines of both sides as they are shown, by their keys and page by page. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { ExternalTransaction, GlTransaction } from '@em/contract/reconciliation/reconciliation-records'
import { dayInWords } from '@em/core/values/date-texts'
import { containing } from '../../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { SOURCE_VALUES, sourceValues, withOpen } from './open-lines.queries.ts'
import type { OpenLinesSource, Reconciliation } from './reconciliations.queries.ts'
import { type Scope, scopeValues } from './scope.queries.ts'

/** A ledger line's key. */
export interface LineKey {
  readonly entry_id: number
  readonly line_no: number
}
export const idOf = (key: LineKey) => `${key.entry_id}-${key.line_no}`
export function keyOf(id: string): LineKey {
  const [entry, line] = id.split('-')
  return { entry_id: Number(entry), line_no: Number(line) }
}

const LEDGER_LINES = statement(
  'reconciliation.ledger-lines',
  `SELECT l.entry_id, l.line_no, l.entry_date AS date, coalesce(l.description, h.description) AS description, h.reference,
          l.debit, l.credit, l.transaction_type, h.kind, h.trade_id, p.portfolio_name AS portfolio,
          p.portfolio_id AS "portfolioId", m.reconciliation_id AS matched_in
     FROM unnest(:entryIds::bigint[], :lineNos::smallint[]) WITH ORDINALITY AS k (entry_id, line_no, no)
     JOIN journal_lines l USING (entry_id, line_no)
     JOIN journal_entries h ON h.id = l.entry_id
     LEFT JOIN portfolios p ON p.id = l.portfolio_id
     LEFT JOIN matched_ledger_lines m USING (entry_id, line_no)
    ORDER BY k.no`,
)

/** In the order of the keys. `of`: the reconciliation they are shown in; null: none. */
export async function ledgerLines(
  db: Queryable,
  keys: readonly LineKey[],
  of: Pick<Reconciliation, 'id' | 'startDate'> | null,
): Promise<GlTransaction[]> {
  if (keys.length === 0) return []
  const rows = await db.query(LEDGER_LINES, {
    entryIds: keys.map((key) => key.entry_id),
    lineNos: keys.map((key) => key.line_no),
  })
  return rows.map(({ matched_in, ...row }) => ({
    ...row,
    id: idOf(row),
    debit: jsonNumber(row.debit),
    credit: jsonNumber(row.credit),
    carried: of !== null && row.date < of.startDate,
    matchedIn: matched_in === of?.id ? null : matched_in,
  }))
}

const EXTERNAL_LINES = statement(
  'reconciliation.external-lines',
  `SELECT s.id, s.line_date AS date, s.description, s.reference, s.debit, s.credit, s.balance, s.bank_id AS "bankId",
          s.statement_id AS "statementId", s.line, s.state, s.hold_reason, s.duplicate_of, m.reconciliation_id AS matched_in,
          d.line_date AS first_date, f.file_name AS first_file
     FROM unnest(:ids::bigint[]) WITH ORDINALITY AS k (id, no)
     JOIN statement_lines s USING (id)
     LEFT JOIN matched_statement_lines m ON m.statement_line_id = s.id
     LEFT JOIN statement_lines d ON d.id = s.duplicate_of
     LEFT JOIN reconciliation_statements f ON f.id = d.statement_id
    ORDER BY k.no`,
)
type ExternalRow = RowOf<typeof EXTERNAL_LINES>

export async function externalLines(
  db: Queryable,
  ids: readonly number[],
  of: Pick<Reconciliation, 'id' | 'startDate' | 'endDate'>,
): Promise<ExternalTransaction[]> {
  if (ids.length === 0) return []
  const rows = await db.query(EXTERNAL_LINES, { ids })
  return rows.map(
    ({
      state,
      hold_reason,
      duplicate_of,
      matched_in,
      first_date,
      first_file,
      ...row
    }): ExternalTransaction => ({
      ...row,
      debit: jsonNumber(row.debit),
      credit: jsonNumber(row.credit),
      balance: row.balance === null ? null : jsonNumber(row.balance),
      state: state === 'active' ? (matched_in === of.id ? 'matched' : 'unmatched') : state,
      hold:
        state === 'active' || hold_reason === null
          ? null
          : {
              reason: hold_reason,
              message: holdMessage(hold_reason, first_date, first_file, of),
              duplicateOf: duplicate_of,
            },
      carried: row.date < of.startDate,
      matchedIn: matched_in === of.id ? null : matched_in,
    }),
  )
}

function holdMessage(
  reason: NonNullable<ExternalRow['hold_reason']>,
  firstDate: string | null,
  firstFile: string | null,
  of: Pick<Reconciliation, 'startDate' | 'endDate'>,
): string {
  if (reason === 'outside-period')
    return `It lies outside ${dayInWords(of.startDate)} to ${dayInWords(of.endDate)}.`
  const first =
    firstDate === null
      ? 'before'
      : `with ${firstFile ?? 'a statement'} already, dated ${dayInWords(firstDate)}`
  return reason === 'same-bank-id'
    ? `A line with the same bank id was imported ${first}.`
    : `The same line was imported ${first}.`
}

export interface PageAsked {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
}
export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly nextCursor: string | null
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})(?:_(\d{1,5}))?$/
/** The position that a cursor of date, number and line names; null: the beginning. */
export function lineCursor(cursor: string | undefined): readonly [string, string, string] | null {
  if (cursor === undefined) return null
  const found = CURSOR.exec(cursor)
  if (found === null) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  }
  return [found[1] ?? '', found[2] ?? '0', found[3] ?? '0']
}
const pattern = (search: string | undefined) =>
  search === undefined || search.trim() === '' ? null : containing(search.trim())

/** Unmatched ledger lines by date, entry and line. */
export async function unmatchedLedger(
  db: Queryable,
  one: Reconciliation,
  at: OpenLinesSource,
  asked: PageAsked,
): Promise<Page<GlTransaction>> {
  const limit = asked.limit ?? LIST_MAX
  const from = lineCursor(asked.cursor)
  const search = pattern(asked.search)
  const [date, entry, line, like] = [1, 2, 3, 4].map((n) => `$${SOURCE_VALUES + n}`)
  const found = `${like}::text IS NULL OR concat_ws(' ', j.description, h.description, h.reference) ILIKE ${like}`
  const keys = await db.query<LineKey & { entry_date: string; total: number }>(
    `${withOpen(one)}, found AS (
       SELECT l.entry_id, l.line_no, l.entry_date FROM ledger l
       ${search === null ? '' : 'JOIN journal_lines j USING (entry_id, line_no) JOIN journal_entries h ON h.id = l.entry_id'}
        WHERE ${search === null ? `${like}::text IS NULL` : found})
     SELECT f.*, (SELECT count(*) FROM found) AS total FROM found f
      WHERE ${date}::date IS NULL OR (f.entry_date, f.entry_id, f.line_no) > (${date}::date, ${entry}::bigint, ${line}::smallint)
      ORDER BY f.entry_date, f.entry_id, f.line_no LIMIT ${limit + 1}`,
    [...sourceValues(at), from?.[0] ?? null, from?.[1] ?? null, from?.[2] ?? null, search],
  )
  const page = keys.slice(0, limit)
  const last = keys.length > limit ? page.at(-1) : undefined
  return {
    rows: await ledgerLines(db, page, one),
    total: keys[0]?.total ?? 0,
    nextCursor: last === undefined ? null : `${last.entry_date}_${last.entry_id}_${last.line_no}`,
  }
}

export type ExternalState = 'unmatched' | 'held' | 'skipped' | 'matched'

/** Statement lines in a state, by date and order of import. */
export async function statementLines(
  db: Queryable,
  one: Reconciliation,
  at: OpenLinesSource,
  asked: PageAsked & { readonly state: ExternalState },
): Promise<Page<ExternalTransaction>> {
  const limit = asked.limit ?? LIST_MAX
  const from = lineCursor(asked.cursor)
  const [date, id, like] = [1, 2, 3].map((n) => `$${SOURCE_VALUES + n}`)
  const source =
    asked.state === 'unmatched'
      ? 'external'
      : asked.state === 'matched'
        ? '(SELECT s.* FROM matched_statement_lines m JOIN statement_lines s ON s.id = m.statement_line_id WHERE m.reconciliation_id = $9)'
        : `(SELECT s.* FROM statement_lines s WHERE s.reconciliation_id = $9 AND s.state = '${asked.state === 'held' ? 'held' : 'skipped'}')`
  const keys = await db.query<{ id: number; line_date: string; total: number }>(
    `${withOpen(one)}, found AS (
       SELECT e.id, e.line_date FROM ${source} e
        WHERE ${like}::text IS NULL OR concat_ws(' ', e.description, e.reference, e.bank_id) ILIKE ${like})
     SELECT f.*, (SELECT count(*) FROM found) AS total FROM found f
      WHERE ${date}::date IS NULL OR (f.line_date, f.id) > (${date}::date, ${id}::bigint)
      ORDER BY f.line_date, f.id LIMIT ${limit + 1}`,
    [...sourceValues(at), from?.[0] ?? null, from?.[1] ?? null, pattern(asked.search)],
  )
  const page = keys.slice(0, limit)
  const last = keys.length > limit ? page.at(-1) : undefined
  return {
    rows: await externalLines(
      db,
      page.map((key) => key.id),
      one,
    ),
    total: keys[0]?.total ?? 0,
    nextCursor: last === undefined ? null : `${last.line_date}_${last.id}`,
  }
}

/** Ledger lines of a scope in a period, oldest first. */
export async function linesBetween(
  db: Queryable,
  scope: Scope,
  from: string,
  until: string,
  asked: PageAsked,
): Promise<Page<GlTransaction>> {
  const limit = asked.limit ?? LIST_MAX
  const start = lineCursor(asked.cursor)
  const values = [...scopeValues(scope), from, until]
  const where = `l.account_id = $1::bigint AND ($2::bigint = 0 OR l.settlement_account_id = $2)
      AND ($3::bigint = 0 OR l.portfolio_id = $3) AND l.entry_date BETWEEN $4::date AND $5::date`
  const [keys, [count]] = await Promise.all([
    db.query<LineKey & { entry_date: string }>(
      `SELECT l.entry_id, l.line_no, l.entry_date FROM journal_lines l
        WHERE ${where} AND ($6::date IS NULL OR (l.entry_date, l.entry_id, l.line_no) > ($6::date, $7::bigint, $8::smallint))
        ORDER BY l.entry_date, l.entry_id, l.line_no LIMIT ${limit + 1}`,
      [...values, start?.[0] ?? null, start?.[1] ?? null, start?.[2] ?? null],
    ),
    db.query<{ lines: number }>(
      `SELECT coalesce(sum(lines), 0)::bigint AS lines FROM ledger_days
        WHERE account_id = $1::bigint AND ($2::bigint = 0 OR settlement_account_id = $2)
          AND ($3::bigint = 0 OR portfolio_id = $3) AND day BETWEEN $4::date AND $5::date`,
      values,
    ),
  ])
  const page = keys.slice(0, limit)
  const last = keys.length > limit ? page.at(-1) : undefined
  return {
    rows: await ledgerLines(db, page, null),
    total: count?.lines ?? 0,
    nextCursor: last === undefined ? null : `${last.entry_date}_${last.entry_id}_${last.line_no}`,
  }
}
