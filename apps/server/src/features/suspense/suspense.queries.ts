/**
 * Suspense as a list of open items. One piece of SQL decides what is open on a day, for the list, the bell, the
 * checklist of a lock and the notices on screens.
 */
import type { Suspense } from '@em/contract/journal/journal'
import { LIST_MAX } from '@em/contract/kit/register'
import type { OpenSuspense, SuspenseClearing, SuspenseItem } from '@em/contract/suspense/suspense'
import { addDays, daysBetween } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Cents of an item that links clear, of those that `counts` leaves. */
const linked = (item: string, counts: string) => `(
  SELECT sum(x.amount) AS amount FROM (
    SELECT l.amount FROM suspense_live_links() l
     WHERE l.debit_entry_id = ${item}.entry_id AND l.debit_line_no = ${item}.line_no AND ${counts}
    UNION ALL
    SELECT l.amount FROM suspense_live_links() l
     WHERE l.credit_entry_id = ${item}.entry_id AND l.credit_line_no = ${item}.line_no AND ${counts}) x)`

// What was cleared until the day is left out by an index; of the others the links that count on the day are added up.
const OPEN = `
  SELECT i.entry_id, i.line_no, i.entry_date, i.since, i.account_id, i.portfolio_id, i.amount,
         i.amount - sign(i.amount) * coalesce(k.amount, 0) AS open
    FROM suspense_items i
   CROSS JOIN LATERAL ${linked('i', 'l.since <= :asOf::date AND (l.until IS NULL OR l.until > :asOf::date)')} k
   WHERE i.entry_date <= :asOf::date AND (i.cleared_on IS NULL OR i.cleared_on > :asOf::date)
     AND abs(i.amount) > coalesce(k.amount, 0)`

const FOUND = `
    FROM (${OPEN}) o JOIN journal_lines l ON l.entry_id = o.entry_id AND l.line_no = o.line_no
    JOIN journal_entries h ON h.id = o.entry_id
    JOIN chart_of_accounts a ON a.id = o.account_id
    LEFT JOIN portfolios p ON p.id = o.portfolio_id
   WHERE (:portfolioId?::bigint IS NULL OR o.portfolio_id = :portfolioId)
     AND (:entityId?::bigint IS NULL OR p.entity_id = :entityId
          OR (p.id IS NULL AND EXISTS (SELECT FROM entities y WHERE y.id = :entityId AND y.is_general)))
     AND (:latest?::date IS NULL OR o.since <= :latest)
     AND (:search?::text IS NULL OR h.description ILIKE :search OR h.reference ILIKE :search OR l.description ILIKE :search OR o.entry_id::text ILIKE :search)
     AND (:items?::text[] IS NULL OR o.entry_id || '.' || o.line_no = ANY (:items))`

const ITEM = `o.entry_id, o.line_no, o.entry_date AS date, o.since, :asOf::date - o.since AS age_days,
  coalesce(l.description, h.description) AS description, h.reference, a.account_code,
  p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName",
  greatest(o.amount, 0) AS debit, greatest(-o.amount, 0) AS credit,
  greatest(o.open, 0) AS open_debit, greatest(-o.open, 0) AS open_credit`

const LIST = statement(
  'suspense.items',
  `SELECT ${ITEM} ${FOUND}
      AND (:afterDate?::date IS NULL OR (o.since, o.entry_id, o.line_no) > (:afterDate, :afterEntry?::bigint, :afterLine?::smallint))
    ORDER BY o.since, o.entry_id, o.line_no LIMIT :limit`,
)
const SUMS = statement(
  'suspense.sums',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", count(*) AS count,
          coalesce(sum(o.open) FILTER (WHERE o.open > 0), 0)::numeric(22, 2) AS debits,
          coalesce(-sum(o.open) FILTER (WHERE o.open < 0), 0)::numeric(22, 2) AS credits,
          min(o.since) AS oldest_date ${FOUND}
    GROUP BY p.id, p.portfolio_id, p.portfolio_name ORDER BY p.portfolio_name NULLS FIRST`,
)

export interface SuspenseFilter {
  readonly portfolioId?: number | null
  readonly entityId?: number | null
  /** At least so many days old. */
  readonly minAge?: number | null
  readonly search?: string | undefined
  /** `entry.line`, with commas between them. */
  readonly items?: string | undefined
}

function valuesOf({ portfolioId, entityId, minAge, search, items }: SuspenseFilter, asOf: string) {
  return {
    asOf,
    portfolioId: portfolioId ?? null,
    entityId: entityId ?? null,
    latest: minAge == null ? null : addDays(asOf, -minAge),
    search: search ? containing(search) : null,
    items: items?.split(',') ?? null,
  }
}

type ItemRow = RowOf<typeof LIST>

const itemOf = ({ debit, credit, open_debit, open_credit, ...row }: ItemRow): SuspenseItem => ({
  ...row,
  debit: jsonNumber(debit),
  credit: jsonNumber(credit),
  open_debit: jsonNumber(open_debit),
  open_credit: jsonNumber(open_credit),
})

interface PageAsked {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

const wrongCursor = () =>
  new Refusal('request.invalid', {}, [{ field: 'cursor', message: 'This is not a cursor of this list.' }])

/** The items open at the end of a day, the oldest first. @throws Refusal `request.invalid` for a cursor of another list. */
export async function listSuspenseItems(
  db: Queryable,
  filter: SuspenseFilter,
  page: PageAsked,
  asOf: string,
): Promise<{ rows: SuspenseItem[]; total: number; nextCursor: string | null }> {
  const limit = page.limit ?? LIST_MAX
  const key = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_(\d{1,4})$/.exec(page.cursor ?? '')
  if (page.cursor !== undefined && key === null) throw wrongCursor()
  const values = valuesOf(filter, asOf)
  const [rows, sums] = await Promise.all([
    db.query(LIST, {
      ...values,
      afterDate: key?.[1] ?? null,
      afterEntry: key === null ? null : Number(key[2]),
      afterLine: key === null ? null : Number(key[3]),
      limit: limit + 1,
    }),
    sumSuspense(db, filter, asOf),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(itemOf),
    total: sums.open.count,
    nextCursor: last === undefined ? null : `${last.since}_${last.entry_id}_${last.line_no}`,
  }
}

/** Items open at the end of a day: counted, debits and credits apart, by portfolio and in all. */
export async function sumSuspense(
  db: Queryable,
  filter: SuspenseFilter,
  asOf: string,
): Promise<Pick<Suspense, 'balance' | 'open' | 'portfolios'>> {
  const rows = await db.query(SUMS, valuesOf(filter, asOf))
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  const total = (side: 'debits' | 'credits') => rows.reduce((sum, row) => sum + cents(row[side]), 0n)
  const aged = (oldest: string | null): Pick<OpenSuspense, 'oldest_date' | 'oldest_days'> => ({
    oldest_date: oldest,
    oldest_days: oldest === null ? null : daysBetween(oldest, asOf),
  })
  const [debits, credits] = [total('debits'), total('credits')]
  return {
    balance: rupees(debits - credits),
    open: {
      count: rows.reduce((sum, row) => sum + row.count, 0),
      debits: rupees(debits),
      credits: rupees(credits),
      ...aged(rows.map((row) => row.oldest_date).toSorted()[0] ?? null),
    },
    portfolios: rows.map(({ oldest_date, ...row }) => ({
      ...row,
      debits: jsonNumber(row.debits),
      credits: jsonNumber(row.credits),
      balance: rupees(cents(row.debits) - cents(row.credits)),
      ...aged(oldest_date),
    })),
  }
}

const ACCOUNTS = statement(
  'suspense.accounts',
  `SELECT a.account_code, a.account_name FROM suspense_accounts s JOIN chart_of_accounts a ON a.id = s.account_id
    ORDER BY a.account_code`,
)

/** The open items on Suspense today. */
export async function findSuspense(db: Queryable, today: string): Promise<Suspense> {
  const [accounts, sums] = await Promise.all([db.query(ACCOUNTS), sumSuspense(db, {}, today)])
  return { accounts, is_clear: sums.open.count === 0, ...sums }
}

// A link counts from the day on that both of its lines are in the books.
const KEYED = statement(
  'suspense.keyed',
  `SELECT ${ITEM}, o.account_id, o.portfolio_id, o.capacity
     FROM unnest(:entries::bigint[], :lines::smallint[]) WITH ORDINALITY AS asked (entry_id, line_no, place)
     JOIN (SELECT i.*, i.amount - sign(i.amount) * coalesce(k.amount, 0) AS open,
                  CASE WHEN h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = i.entry_id)
                       THEN i.amount - sign(i.amount) * coalesce(k.amount, 0) ELSE 0 END AS capacity
             FROM suspense_items i JOIN journal_entries h ON h.id = i.entry_id
            CROSS JOIN LATERAL ${linked('i', 'l.until IS NULL')} k) o
       ON o.entry_id = asked.entry_id AND o.line_no = asked.line_no
     JOIN journal_lines l ON l.entry_id = o.entry_id AND l.line_no = o.line_no
     JOIN journal_entries h ON h.id = o.entry_id
     JOIN chart_of_accounts a ON a.id = o.account_id
     LEFT JOIN portfolios p ON p.id = o.portfolio_id
    ORDER BY asked.place`,
)

export interface ItemKey {
  readonly entry_id: number
  readonly line_no: number
}
/** An item with what may still be linked of it: debit less credit, in cents; 0 where it was reversed. */
export interface KeyedItem {
  readonly item: SuspenseItem
  readonly accountId: number
  readonly portfolioId: number | null
  readonly capacity: bigint
}

/** The items of these keys, in their order; lines that are no items are left out. */
export async function itemsOfKeys(
  db: Queryable,
  keys: readonly ItemKey[],
  today: string,
): Promise<KeyedItem[]> {
  const rows = await db.query(KEYED, {
    asOf: today,
    entries: keys.map((key) => key.entry_id),
    lines: keys.map((key) => key.line_no),
  })
  return rows.map(({ account_id, portfolio_id, capacity, ...row }) => ({
    item: itemOf(row),
    accountId: account_id,
    portfolioId: portfolio_id,
    capacity: decimalOf(capacity, MONEY_SCALE),
  }))
}

const CLEARINGS = (where: string) => `
  SELECT c.id, c.recorded_at, w.first_name || ' ' || w.last_name AS recorded_by, c.entry_id,
         (SELECT sum(k.amount) FROM suspense_links k WHERE k.clearing_id = c.id) AS amount!,
         u.recorded_at AS undone_at, n.first_name || ' ' || n.last_name AS undone_by, u.reason,
         EXISTS (SELECT FROM suspense_links k JOIN journal_entries r ON r.reversal_of IN (k.debit_entry_id, k.credit_entry_id)
                  WHERE k.clearing_id = c.id) AS reversed,
         (SELECT json_agg(json_build_object(
                   'entry_id', e.entry_id, 'line_no', e.line_no, 'date', l.entry_date,
                   'description', coalesce(l.description, h.description), 'portfolioId', p.portfolio_id,
                   'debit', l.debit, 'credit', l.credit, 'cleared', e.cleared) ORDER BY l.entry_date, e.entry_id, e.line_no)
            FROM (SELECT entry_id, line_no, sum(amount) AS cleared FROM (
                    SELECT debit_entry_id AS entry_id, debit_line_no AS line_no, amount FROM suspense_links WHERE clearing_id = c.id
                    UNION ALL
                    SELECT credit_entry_id, credit_line_no, amount FROM suspense_links WHERE clearing_id = c.id) x
                   GROUP BY entry_id, line_no) e
            JOIN journal_lines l ON l.entry_id = e.entry_id AND l.line_no = e.line_no
            JOIN journal_entries h ON h.id = e.entry_id
            LEFT JOIN portfolios p ON p.id = l.portfolio_id) AS items!
    FROM suspense_clearings c JOIN users w ON w.id = c.recorded_by
    LEFT JOIN suspense_undoings u ON u.clearing_id = c.id LEFT JOIN users n ON n.id = u.recorded_by
   WHERE ${where} ORDER BY c.id DESC`
const PAGE = statement(
  'suspense.clearings',
  `${CLEARINGS('(:before?::bigint IS NULL OR c.id < :before)')} LIMIT :limit`,
)
const ONE = statement('suspense.clearing', CLEARINGS('c.id = :id'))
const COUNT = statement('suspense.count-clearings', 'SELECT count(*) AS count FROM suspense_clearings')

type ClearingRow = RowOf<typeof ONE>
const clearingOf = ({ amount, ...row }: ClearingRow): SuspenseClearing => ({
  ...row,
  amount: jsonNumber(amount),
})

/** The clearings, the latest first. @throws Refusal `request.invalid` for a cursor of another list. */
export async function listClearings(db: Queryable, page: PageAsked) {
  const limit = page.limit ?? LIST_MAX
  if (page.cursor !== undefined && !/^\d{1,15}$/.test(page.cursor)) throw wrongCursor()
  const [rows, [count]] = await Promise.all([
    db.query(PAGE, { before: page.cursor === undefined ? null : Number(page.cursor), limit: limit + 1 }),
    db.query(COUNT),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(clearingOf),
    total: count?.count ?? 0,
    nextCursor: last === undefined ? null : String(last.id),
  }
}

/** One clearing. @throws Refusal `record.missing` (404). */
export async function findClearing(db: Queryable, id: number): Promise<SuspenseClearing> {
  const [found] = await db.query(ONE, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Clearing ${id}` })
  return clearingOf(found)
}
