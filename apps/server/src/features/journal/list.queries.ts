/** The list of journal entries: those in the ledger and those kept outside it, newest first. */
import type { JournalRow, JournalSummary, journal } from '@em/contract/journal/journal'
import type { Mine } from '@em/contract/kit/fields'
import { LIST_MAX } from '@em/contract/kit/register'
import type { z } from 'zod'
import { type Condition, containing, TODAY_BEGAN } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ENTRY_KIND } from '../ledger/entry-kind.queries.ts'
import { JOURNAL_TYPE } from './entry/entries.queries.ts'

export interface JournalFilter {
  readonly portfolioId?: number | undefined
  readonly status?: JournalRow['status'] | undefined
  readonly transactionType?: string | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly search?: string | undefined
  /** `people`: what people entered. */
  readonly source: 'people' | 'all'
  /** What the person recorded today, or the newest of it that is neither taken back nor cancelled. */
  readonly mine?: Mine
  readonly person: number
}

/** A person's posted entry that was taken back with nothing in its place. */
const CANCELLED = `h.kind = 'manual' AND EXISTS (SELECT FROM journal_changes c WHERE c.entry_id = h.id AND c.replacement_id IS NULL)`

/** Entries and drafts have their numbers from one sequence: the newest of both has the highest. */
const newestOf = (person: string) => `SELECT greatest(
    (SELECT h.id FROM journal_entries h WHERE h.recorded_by = ${person} AND h.kind = 'manual' AND h.reversal_of IS NULL
        AND NOT (${CANCELLED}) ORDER BY h.id DESC LIMIT 1),
    (SELECT max(d.id) FROM journal_drafts d WHERE d.recorded_by = ${person} AND d.status = 'Draft' AND d.recurring_id IS NULL))`

interface Conditions {
  readonly values: unknown[]
  readonly posted: string
  readonly drafts: string
}

/** The filter as conditions over `journal_entries h` and `journal_drafts d`; `$1` is today. */
function conditionsOf(filter: JournalFilter, today: string): Conditions {
  const values: unknown[] = [today]
  const posted = ['true']
  const drafts = ["d.status IN ('Draft', 'Cancelled')"]
  const add = (value: unknown, ofPosted: Condition, ofDrafts: Condition) => {
    const parameter = `$${values.push(value)}`
    posted.push(ofPosted(parameter))
    drafts.push(ofDrafts(parameter))
  }
  if (filter.source === 'people') posted.push("h.kind = 'manual'")
  if (filter.mine !== undefined) {
    const person = `$${values.push(filter.person)}::bigint`
    if (filter.mine === 'newest') {
      posted.push(`h.id = (${newestOf(person)})`)
      drafts.push(`d.id = (${newestOf(person)})`)
    } else {
      posted.push(`h.kind = 'manual' AND h.recorded_by = ${person} AND h.recorded_at >= ${TODAY_BEGAN}`)
      drafts.push(`d.recorded_by = ${person} AND d.recurring_id IS NULL AND d.recorded_at >= ${TODAY_BEGAN}`)
    }
  }
  if (filter.portfolioId !== undefined) {
    add(
      filter.portfolioId,
      (value) => `EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = h.id AND l.portfolio_id = ${value})`,
      (value) =>
        `EXISTS (SELECT FROM journal_draft_lines l WHERE l.draft_id = d.id AND l.portfolio_id = ${value})`,
    )
  }
  if (filter.transactionType) {
    add(
      filter.transactionType,
      (value) => `${JOURNAL_TYPE} = ${value}`,
      (value) => `'Manual' = ${value}`,
    )
  }
  if (filter.from)
    add(
      filter.from,
      (value) => `h.entry_date >= ${value}::date`,
      (value) => `d.entry_date >= ${value}::date`,
    )
  if (filter.to)
    add(
      filter.to,
      (value) => `h.entry_date <= ${value}::date`,
      (value) => `d.entry_date <= ${value}::date`,
    )
  const search = filter.search?.trim()
  if (search) {
    const like = containing(search)
    // Lines say something of their own only where a person wrote them; millions of others are not asked.
    const said =
      (head: string, lines: string, key: string, byPerson: string): Condition =>
      (text) =>
        `(${head}.description ILIKE ${text} OR ${head}.reference ILIKE ${text} OR (${byPerson} AND
        EXISTS (SELECT FROM ${lines} l JOIN chart_of_accounts a ON a.id = l.account_id
                 WHERE l.${key} = ${head}.id AND (a.account_code ILIKE ${text} OR a.account_name ILIKE ${text} OR l.description ILIKE ${text}))))`
    add(
      like,
      said('h', 'journal_lines', 'entry_id', "h.kind = 'manual'"),
      said('d', 'journal_draft_lines', 'draft_id', 'true'),
    )
    const number = /^\d{1,15}$/.exec(search)
    if (number) {
      const parameter = `$${values.push(search)}::bigint`
      posted.push(`(${posted.pop() ?? 'true'} OR h.id = ${parameter})`)
      drafts.push(`(${drafts.pop() ?? 'true'} OR d.id = ${parameter})`)
    }
  }
  switch (filter.status) {
    case 'Draft':
      posted.push('false')
      drafts.push("d.status = 'Draft'")
      break
    case 'Cancelled':
      posted.push(CANCELLED)
      drafts.push("d.status = 'Cancelled'")
      break
    case 'Posted':
    case 'Pending':
      posted.push(`h.entry_date ${filter.status === 'Posted' ? '<=' : '>'} $1::date`, `NOT (${CANCELLED})`)
      drafts.push('false')
      break
    default:
  }
  return { values, posted: posted.join(' AND '), drafts: drafts.join(' AND ') }
}

type Found = RowOf<typeof ALL>
/** The columns of an entry's lines are never null: every entry and draft has some. */
type OfLines = 'account_code' | 'account_name' | 'one_line' | 'debit' | 'credit' | 'difference'
type Row = Omit<Found, OfLines> & { [C in OfLines]: NonNullable<Found[C]> }

type Page = Pick<z.output<(typeof journal.list)['query']>, 'limit' | 'cursor'>
const CURSOR = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/

/** One page, newest first (by date, then by number), with how many there are in all. */
export async function listEntries(
  db: Queryable,
  filter: JournalFilter,
  page: Page,
  today: string,
): Promise<{ rows: JournalRow[]; total: number; nextCursor: string | null }> {
  const conditions = conditionsOf(filter, today)
  const limit = page.limit ?? LIST_MAX
  const [rows, counts] = await Promise.all([
    pageOf(db, conditions, limit, page.cursor),
    db.query<{ total: number }>(
      `SELECT (SELECT count(*) FROM journal_entries h WHERE ${conditions.posted})
            + (SELECT count(*) FROM journal_drafts d WHERE ${conditions.drafts}) AS total WHERE $1::date IS NOT NULL`,
      conditions.values,
    ),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ debit, credit, difference, ...row }) => ({
      ...row,
      debit: jsonNumber(debit),
      credit: jsonNumber(credit),
      difference: jsonNumber(difference),
    })),
    total: counts[0]?.total ?? 0,
    nextCursor: last === undefined ? null : `${last.date}_${last.id}`,
  }
}

function pageOf(
  db: Queryable,
  { values: given, posted, drafts }: Conditions,
  limit: number,
  cursor: string | undefined,
): Promise<Row[]> {
  const values = [...given]
  let [after, afterDraft] = ['', '']
  if (cursor !== undefined) {
    const [, day, id] = CURSOR.exec(cursor) ?? []
    if (day === undefined) {
      const message = 'This is not a cursor of this list.'
      throw new Refusal('request.invalid', {}, [{ field: 'cursor', message }])
    }
    const key = `($${values.push(day)}::date, $${values.push(id)}::bigint)`
    after = `AND (h.entry_date, h.id) < ${key}`
    afterDraft = `AND (d.entry_date, d.id) < ${key}`
  }
  const most = `LIMIT $${values.push(limit + 1)}`
  // Which entries is settled by their keys; then their lines are looked up, of this page only.
  return db.query<Row>(
    rowsOf(
      `(SELECT h.entry_date AS date, h.id, true AS posted FROM journal_entries h WHERE ${posted} ${after}
         ORDER BY h.entry_date DESC, h.id DESC ${most})
       UNION ALL
       (SELECT d.entry_date, d.id, false FROM journal_drafts d WHERE ${drafts} ${afterDraft}
         ORDER BY d.entry_date DESC, d.id DESC ${most})
       ORDER BY 1 DESC, 2 DESC ${most}`,
      '$1::date',
    ),
    values,
  )
}

/** The entries and drafts of a page as the list has them. In: the keys of the page. */
const rowsOf = (page: string, today: string) => `WITH page AS MATERIALIZED (${page})
     SELECT e.id, e.date, e.description, e.reference, e.transaction_type, e.status, e.kind, e.trade_id, e.deal_number, e.reversal_of,
            e.reversed_by, e.replaces, e.replaced_by, e.recurring_id, e.due_on, e.recorded_at, e.account_code, e.account_name,
            e.line_count, e.one_line, e.portfolios, e.debit, e.credit, e.difference, e.attachments,
            u.first_name || ' ' || u.last_name AS recorded_by
       FROM (
         SELECT h.id, h.entry_date AS date, h.description, h.reference, ${JOURNAL_TYPE} AS transaction_type,
                CASE WHEN ${CANCELLED} THEN 'Cancelled' WHEN h.entry_date > ${today} THEN 'Pending' ELSE 'Posted' END AS status,
                ${ENTRY_KIND} AS kind, h.trade_id, t.deal_number, h.reversal_of, r.id AS reversed_by, o.entry_id AS replaces,
                c.replacement_id AS replaced_by, d.recurring_id, d.due_on, h.recorded_at, h.recorded_by AS by_user,
                l.account_code, l.account_name, l.line_count, l.one_line, l.portfolios,
                l.debit, l.credit, l.difference,
                (SELECT count(*) FROM attachments f WHERE f.owner_kind = 'journal-entry' AND f.owner_id = h.id AND f.removed_at IS NULL) AS attachments
           FROM page JOIN journal_entries h ON h.id = page.id AND page.posted
           LEFT JOIN trades t ON t.id = h.trade_id
           LEFT JOIN journal_entries r ON r.reversal_of = h.id
           LEFT JOIN journal_changes c ON c.entry_id = h.id
           LEFT JOIN journal_changes o ON o.replacement_id = h.id
           LEFT JOIN journal_drafts d ON d.posted_as = h.id
          CROSS JOIN LATERAL (${sumsOfLines('journal_lines', 'entry_id', 'h.id')}) l
         UNION ALL
         SELECT d.id, d.entry_date, d.description, d.reference, 'Manual', d.status, 'manual', NULL, NULL, NULL, NULL,
                d.taken_from, NULL, d.recurring_id, d.due_on, d.recorded_at, d.recorded_by,
                l.account_code, l.account_name, l.line_count, l.one_line, l.portfolios,
                l.debit, l.credit, l.difference,
                (SELECT count(*) FROM attachments f WHERE f.owner_kind = 'journal-draft' AND f.owner_id = d.id AND f.removed_at IS NULL)
           FROM page JOIN journal_drafts d ON d.id = page.id AND NOT page.posted AND d.status IN ('Draft', 'Cancelled')
          CROSS JOIN LATERAL (${sumsOfLines('journal_draft_lines', 'draft_id', 'd.id')}) l) e
       JOIN users u ON u.id = e.by_user
      ORDER BY e.date DESC, e.id DESC`
// Which entries is put together for each question; their rows are those of all.
const ALL = statement(
  'journal.list',
  rowsOf('SELECT entry_date AS date, id, true AS posted FROM journal_entries', ':today::date'),
)

/** Of an entry's lines: the first one's account, the sums (a one-line entry's own side), and the portfolios. */
function sumsOfLines(table: string, key: string, id: string): string {
  const oneLine = `(count(*) = 2 AND bool_or(l.role = 'suspense' AND l.line_no = 2))`
  const side = (column: string) =>
    `CASE WHEN ${oneLine} THEN sum(l.${column}) FILTER (WHERE l.line_no = 1) ELSE sum(l.${column}) END AS ${column}`
  return `SELECT min(a.account_code) FILTER (WHERE l.line_no = 1) AS account_code,
                 min(a.account_name) FILTER (WHERE l.line_no = 1) AS account_name,
                 count(*) AS line_count, ${oneLine} AS one_line, ${side('debit')}, ${side('credit')},
                 sum(l.debit - l.credit) AS difference,
                 coalesce(array_agg(DISTINCT p.portfolio_id) FILTER (WHERE p.id IS NOT NULL), '{}') AS portfolios
            FROM ${table} l JOIN chart_of_accounts a ON a.id = l.account_id
            LEFT JOIN portfolios p ON p.id = l.portfolio_id
           WHERE l.${key} = ${id}`
}

/** How many entries a filter leaves, by status. */
export async function countEntries(
  db: Queryable,
  filter: JournalFilter,
  today: string,
): Promise<JournalSummary> {
  const { values, posted, drafts } = conditionsOf({ ...filter, status: undefined }, today)
  const [row] = await db.query<RowOf<typeof COUNTS>>(countsOf(posted, drafts, '$1::date'), values)
  return row ?? { draft: 0, posted: 0, pending: 0, cancelled: 0, due: 0 }
}

const countsOf = (posted: string, drafts: string, today: string) =>
  `SELECT p.posted - p.taken_back_posted AS posted, p.pending - p.taken_back_pending AS pending,
            d.draft, p.taken_back_posted + p.taken_back_pending + d.cancelled AS cancelled, d.due
       FROM (SELECT count(*) FILTER (WHERE h.entry_date <= ${today}) AS posted,
                    count(*) FILTER (WHERE h.entry_date > ${today}) AS pending,
                    count(*) FILTER (WHERE h.entry_date <= ${today} AND ${CANCELLED}) AS taken_back_posted,
                    count(*) FILTER (WHERE h.entry_date > ${today} AND ${CANCELLED}) AS taken_back_pending
               FROM journal_entries h WHERE ${posted}) p,
            (SELECT count(*) FILTER (WHERE d.status = 'Draft') AS draft,
                    count(*) FILTER (WHERE d.status = 'Cancelled') AS cancelled,
                    count(*) FILTER (WHERE d.status = 'Draft' AND d.recurring_id IS NOT NULL) AS due
               FROM journal_drafts d WHERE ${drafts}) d`
const COUNTS = statement('journal.counts', countsOf('true', 'true', ':today::date'))
