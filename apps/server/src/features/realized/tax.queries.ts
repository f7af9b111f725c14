/** Disposals and cash for fractions by financial year: proceeds, cost, holding period; and how they come to the ledger. */
import type { TieOut } from '@em/contract/realized/realized-schedule'
import type { TaxRow, TaxSchedule } from '@em/contract/realized/realized-tax'
import { TAX_ROWS_MAX } from '@em/contract/realized/realized-tax'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { POSTED } from './posted.ts'
import { taxOf } from './realized.answers.ts'
import type { RealizedSpan } from './realized.asked.ts'
import {
  ADDED,
  ASKED_DISPOSALS,
  type Disposals,
  LONG_TERM_DAYS,
  NO_DISPOSALS,
  SUMS,
  sumsOf,
  TREATED,
} from './sums/sums.queries.ts'
import { tieOuts } from './tie-out.queries.ts'

/** SQL: the last day of the financial year that a day lies in; the month is that of an entity `y`. */
const yearEnd = (day: string) =>
  `(date_trunc('month', ${day}::timestamp) + make_interval(months => ((y.year_end_month - extract(month FROM ${day})::integer + 12) % 12) + 1)
    - interval '1 day')::date`

const ENTITIES = statement(
  'realized.tax-entities',
  `SELECT y.id, y.name, y.year_end_month, y.share_gains_tax, y.version FROM entities y
    WHERE EXISTS (SELECT FROM portfolios p WHERE p.entity_id = y.id AND (:portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds)))
    ORDER BY y.name`,
)
// The disposals of a portfolio are added up by day first: a year belongs to its entity.
const YEARS = statement(
  'realized.tax-years',
  `WITH days AS MATERIALIZED (SELECT r.portfolio_id, r.disposed_on AS day, ${SUMS} FROM ${ASKED_DISPOSALS} GROUP BY 1, 2)
   SELECT y.id AS entity_id, y.name AS entity, ${yearEnd('c.day')} AS year_end!, ${ADDED}
     FROM days c JOIN portfolios p ON p.id = c.portfolio_id JOIN entities y ON y.id = p.entity_id
    GROUP BY y.id, y.name, 3 ORDER BY y.name, 3`,
)
const ROWS = statement(
  'realized.tax-rows',
  `SELECT r.event_id AS trade_id, y.name AS entity, ${yearEnd('r.disposed_on')} AS year_end!, r.disposed_on AS disposed_on!,
          l.first AS acquired_from, l.last AS acquired_to, coalesce(t.deal_number, 'CA-' || x.action_id) AS deal_number!, v.contract_number, ${symbolOn('e', 'r.disposed_on')} AS symbol!, ${companyOn('e', 'r.disposed_on')} AS name!, p.portfolio_name,
          p.portfolio_id AS portfolio_code, coalesce(v.quantity, (SELECT - o.quantity_change FROM chain_events o WHERE o.id = x.id), 0) AS quantity!, r.holding_days AS days!, r.proceeds AS proceeds!, r.cost_out AS cost!,
          r.charges_out AS charges!, r.fees AS fees!
     FROM (SELECT r.* FROM ${ASKED_DISPOSALS}
             JOIN portfolios q ON q.id = r.portfolio_id JOIN entities z ON z.id = q.entity_id
            ORDER BY z.name, r.disposed_on, r.event_id LIMIT ${TAX_ROWS_MAX + 1}) r
     LEFT JOIN trades t ON t.id = r.event_id LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN action_events x ON x.id = r.event_id
     JOIN equities e ON e.id = r.equity_id JOIN portfolios p ON p.id = r.portfolio_id JOIN entities y ON y.id = p.entity_id
     LEFT JOIN LATERAL (
       SELECT min(o.trade_date) AS first, max(o.trade_date) AS last
         FROM lot_changes k JOIN lots o ON o.event_id = k.lot_event_id WHERE k.event_id = r.event_id) l ON true
    ORDER BY y.name, r.disposed_on, r.event_id`,
)

// Gains of disposals by their own day; and what corporate actions posted on the same accounts beyond the results of their disposals: cash
// for fractions, by the day that it belongs to.
const GAINS = `
  asked AS MATERIALIZED (
    SELECT p.id, p.entity_id, upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' AS is_fvoci
      FROM portfolios p WHERE :portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds)),
  disposals AS MATERIALIZED (
    SELECT r.event_id, a.id AS portfolio_id, t.is_fvoci, r.disposed_on AS day,
           r.proceeds - r.cost_out - CASE WHEN t.is_fvoci THEN r.charges_out ELSE 0 END AS gain
      FROM asked a JOIN event_results r ON r.portfolio_id = a.id AND r.disposed_on BETWEEN :from::date AND :to::date
      JOIN equities q ON q.id = r.equity_id CROSS JOIN LATERAL (SELECT ${TREATED} AS is_fvoci) t),
  fractions AS MATERIALIZED (
    SELECT action_id, portfolio_id, is_fvoci, day, sum(amount) AS gain
      FROM (SELECT h.cause_id AS action_id, a.id AS portfolio_id, l.role = 'retained-earnings' AS is_fvoci, coalesce(h.moved_from, h.entry_date) AS day,
                   l.credit - l.debit AS amount
              FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('realized-gain', 'retained-earnings')
              JOIN asked a ON a.id = l.portfolio_id
             WHERE h.cause_kind = 'action' AND h.trade_id IS NULL AND h.entry_date >= :from AND coalesce(h.moved_from, h.entry_date) BETWEEN :from AND :to
            UNION ALL
            SELECT x.action_id, d.portfolio_id, d.is_fvoci, d.day, -d.gain FROM disposals d JOIN action_events x ON x.id = d.event_id) parts
     GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0)`
const FRACTIONS = statement(
  'realized.tax-fractions',
  `WITH ${GAINS}
   SELECT f.action_id, y.id AS entity_id, y.name AS entity, ${yearEnd('f.day')} AS year_end!, f.day AS day!, f.gain AS gain!, ${symbolOn('e', 'f.day')} AS symbol, coalesce(${companyOn('e', 'f.day')}, c.security_name) AS name!,
          p.portfolio_name, p.portfolio_id AS portfolio_code
     FROM fractions f JOIN em.corporate_actions c ON c.id = f.action_id LEFT JOIN em.equities e ON e.id = c.equity_id
     JOIN portfolios p ON p.id = f.portfolio_id JOIN entities y ON y.id = p.entity_id
    ORDER BY y.name, f.day, f.action_id, p.id`,
)
const TOTALS = statement(
  'realized.tax-totals',
  `WITH ${GAINS}
   SELECT k.is_fvoci AS is_fvoci!, coalesce(sum(s.gain), 0)::numeric(24, 2) AS gain
     FROM (SELECT false AS is_fvoci UNION SELECT is_fvoci FROM asked) k
     LEFT JOIN (SELECT is_fvoci, gain FROM disposals UNION ALL SELECT is_fvoci, gain FROM fractions) s ON s.is_fvoci = k.is_fvoci
    GROUP BY k.is_fvoci ORDER BY k.is_fvoci`,
)
// What is posted in these days and belongs to others, less what belongs to them and is posted on others.
const IN_OUT =
  '(:from::date <= k.posted_on AND k.posted_on <= :to::date)::int - (k.belongs_to BETWEEN :from AND :to)::int'
const MOVED = statement(
  'realized.tax-moved',
  `WITH ${POSTED}
   SELECT k.is_fvoci AS is_fvoci!, sum(k.amount * (${IN_OUT}))::numeric(24, 2) AS amount!
     FROM (SELECT is_fvoci, entry_date AS posted_on, moved_from AS belongs_to, proceeds - cost - CASE WHEN is_fvoci THEN charges ELSE 0 END AS amount FROM moved
           UNION ALL
           SELECT l.role = 'retained-earnings', h.entry_date, h.moved_from, l.credit - l.debit
             FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('realized-gain', 'retained-earnings')
             JOIN asked a ON a.id = l.portfolio_id
            WHERE h.cause_kind = 'action' AND h.trade_id IS NULL AND h.moved_from <= :to AND h.entry_date >= :from) k
    GROUP BY 1`,
)

/** How the gains of the schedule come to what the accounts of realized gains moved. */
async function tiesOf(db: Queryable, span: RealizedSpan): Promise<TieOut[]> {
  const { portfolioIds, from, to } = span
  const totals = await db.query(TOTALS, { portfolioIds, from, to })
  const moved = await db.query(MOVED, { portfolioIds, from, to })
  const parts = totals.map(({ is_fvoci, gain }) => {
    const other = moved.find((row) => row.is_fvoci === is_fvoci)
    return {
      treatment: is_fvoci ? ('FVOCI' as const) : ('FVTPL' as const),
      gain: decimalOf(gain, MONEY_SCALE),
      other: decimalOf(other?.amount ?? '0', MONEY_SCALE),
    }
  })
  const tied = await tieOuts(
    db,
    span,
    parts.map(({ treatment, gain, other }) => ({ treatment, posted: rupees(gain + other) })),
  )
  return tied.map((tie, at) => {
    const { gain = 0n, other = 0n } = parts[at] ?? {}
    const named =
      other === 0n ? [] : [{ label: 'Posted on other days than they belong to', amount: rupees(other) }]
    return { ...tie, schedule: rupees(gain), others: [...named, ...tie.others] }
  })
}

/** The tax schedule of some books and days, by trade date. */
export async function taxScheduleOf(
  db: Queryable,
  span: RealizedSpan,
): Promise<Pick<TaxSchedule, 'entities' | 'years' | 'rows' | 'hasMore' | 'tieOuts'>> {
  const { portfolioIds, from, to } = span
  const asked: Disposals = { portfolioIds, equityIds: null, from, to }
  const entities = await db.query(ENTITIES, { portfolioIds })
  const years = await db.query(YEARS, asked)
  const rows = await db.query(ROWS, asked)
  const fractions = await db.query(FRACTIONS, asked)
  return {
    entities,
    years: yearsOf(years, fractions),
    rows: [
      ...rows.slice(0, TAX_ROWS_MAX).map(rowOf),
      ...fractions.slice(0, TAX_ROWS_MAX).map(fractionRow),
    ].toSorted(inOrder),
    hasMore: rows.length > TAX_ROWS_MAX || fractions.length > TAX_ROWS_MAX,
    tieOuts: await tiesOf(db, span),
  }
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const collator = new Intl.Collator('en')
/** By entity, day and order of recording. */
const inOrder = (one: TaxRow, other: TaxRow) =>
  collator.compare(one.entity, other.entity) ||
  (one.disposed_on < other.disposed_on ? -1 : one.disposed_on > other.disposed_on ? 1 : 0) ||
  one.trade_id - other.trade_id

/** The years with the cash for fractions that belongs to them, by entity and year. */
function yearsOf(
  years: readonly RowOf<typeof YEARS>[],
  fractions: readonly RowOf<typeof FRACTIONS>[],
): TaxSchedule['years'] {
  const keyOf = (row: { readonly entity_id: number; readonly year_end: string }) =>
    `${row.entity_id} ${row.year_end}`
  const cash = Map.groupBy(fractions, keyOf)
  const sums = new Map(years.map((row) => [keyOf(row), sumsOf(row)]))
  const rowsByKey = new Map([...fractions, ...years].map((row) => [keyOf(row), row]))
  return [...rowsByKey.values()]
    .toSorted((a, b) => collator.compare(a.entity, b.entity) || (a.year_end < b.year_end ? -1 : 1))
    .map((row) => {
      const of = sums.get(keyOf(row)) ?? NO_DISPOSALS
      const paid = sumOf((cash.get(keyOf(row)) ?? []).map(({ gain }) => cents(gain)))
      return {
        entityId: row.entity_id,
        entity: row.entity,
        yearEnd: row.year_end,
        disposals: of.trades,
        fractions: rupees(paid),
        ...amountsOf({ ...of, proceeds: of.proceeds + paid }),
        ...taxOf(of),
      }
    })
}

function rowOf(row: RowOf<typeof ROWS>): TaxRow {
  return {
    kind: 'disposal',
    trade_id: row.trade_id,
    entity: row.entity,
    yearEnd: row.year_end,
    disposed_on: row.disposed_on,
    acquired_from: row.acquired_from,
    acquired_to: row.acquired_to,
    deal_number: row.deal_number,
    contract_number: row.contract_number,
    symbol: row.symbol,
    companyName: row.name,
    portfolio: row.portfolio_name,
    portfolioId: row.portfolio_code,
    quantity: row.quantity,
    days: row.days,
    isLongTerm: row.days > LONG_TERM_DAYS,
    ...amountsOf({
      proceeds: cents(row.proceeds),
      cost: cents(row.cost),
      charges: cents(row.charges),
      fees: cents(row.fees),
    }),
  }
}

function fractionRow(row: RowOf<typeof FRACTIONS>): TaxRow {
  return {
    kind: 'fraction',
    trade_id: row.action_id,
    entity: row.entity,
    yearEnd: row.year_end,
    disposed_on: row.day,
    acquired_from: null,
    acquired_to: null,
    deal_number: `CA-${row.action_id}`,
    contract_number: null,
    symbol: row.symbol ?? '',
    companyName: row.name,
    portfolio: row.portfolio_name,
    portfolioId: row.portfolio_code,
    quantity: null,
    days: null,
    isLongTerm: false,
    ...amountsOf({ proceeds: cents(row.gain), cost: 0n, charges: 0n, fees: 0n }),
  }
}

interface Amounts {
  readonly proceeds: bigint
  readonly cost: bigint
  readonly charges: bigint
  readonly fees: bigint
}

const amountsOf = ({ proceeds, cost, charges, fees }: Amounts) => ({
  proceeds: rupees(proceeds),
  cost: rupees(cost),
  gain: rupees(proceeds - cost),
  buyCharges: rupees(charges),
  sellFees: rupees(fees),
  afterFees: rupees(proceeds - cost - charges - fees),
})
