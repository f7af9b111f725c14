/** Settlements added up: over a filter, per broker, day and account, and by the day they are due. */

import { LIST_MAX } from '@em/contract/kit/register'
import type { NettedRow, settlements } from '@em/contract/settlements/settlements'
import { addDays, addMonths, monthStart } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import type { z } from 'zod'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { brokerCalled, brokerGroup, brokerOf } from '../../brokers/named.ts'
import { isByMonths, monthsOf, READ, stretchOf, wholeMonths } from './monthly-sums.queries.ts'
import {
  amountFor,
  isLatestFirst,
  paysFor,
  plainly,
  rowsOf,
  type SettlementStatus,
  type SettlementsAsked,
  valuesFor,
} from './settlements.filter.ts'
import { within } from './settlements.queries.ts'
import { DUE, OUTSTANDING, openTradeIds, stateSql } from './settlements.state.ts'

const FLOWS = `coalesce(sum(trades), 0)::bigint AS count, coalesce(sum(paying), 0)::bigint AS pay_count,
  coalesce(sum(payable), 0)::numeric(24, 2) AS payable, coalesce(sum(receivable), 0)::numeric(24, 2) AS receivable,
  coalesce(sum(receivable) - sum(payable), 0)::numeric(24, 2) AS net`
/** One trade as the stored sums have many. */
const flow = (status: SettlementStatus) => {
  const [isPaying, amount] = [paysFor(status), amountFor(status)]
  return `1 AS trades, ${isPaying}::integer AS paying,
    CASE WHEN ${isPaying} THEN ${amount} ELSE 0 END AS payable, CASE WHEN ${isPaying} THEN 0 ELSE ${amount} END AS receivable`
}
const STORED_FLOW = 'trades, paying, payable, receivable'

// The SQL of the sums is composed for each question; they have the types of those over all that is kept.
const sumsOf = (rows: string) => `SELECT ${FLOWS} FROM (${rows}) k`
const nettedOf = (rows: string, order: readonly [sums: string, shown: string]) =>
  `SELECT n.*, a.account_name, a.account_number, a.bank_name
     FROM (SELECT min(${brokerCalled('k.broker_name')}) AS broker_name, date, settlement_account, ${FLOWS}
             FROM (${rows}) k ${brokerOf('k.broker_name')}
            GROUP BY ${brokerGroup('k.broker_name')}, date, settlement_account ${order[0]}) n
     LEFT JOIN settlement_accounts a ON a.id = n.settlement_account ${order[1]}`
const dueOf = (rows: string) =>
  `SELECT n.*, a.account_name, a.account_number, a.bank_name
     FROM (SELECT day, settlement_account, ${FLOWS} FROM (${rows}) k GROUP BY 1, 2 HAVING sum(trades) > 0) n
     LEFT JOIN settlement_accounts a ON a.id = n.settlement_account
    ORDER BY lower(a.account_name), n.settlement_account, n.day`
const STORED_ACCOUNT = 'nullif(settlement_account_id, 0) AS settlement_account'
const SUMS = statement('settlements.sums', sumsOf('SELECT * FROM settlement_months'))
const NETTED = statement(
  'settlements.netted',
  nettedOf(
    `SELECT nullif(broker_name, '') AS broker_name, month AS date, ${STORED_ACCOUNT}, ${STORED_FLOW} FROM settlement_months`,
    ['', ''],
  ),
)
const DUE_BY_DAY = statement(
  'settlements.due-by-day',
  dueOf(`SELECT nullif(month, 'infinity') AS day, ${STORED_ACCOUNT}, ${STORED_FLOW} FROM settlement_months`),
)
type Flows = RowOf<typeof SUMS>
type Netted = RowOf<typeof NETTED>

export type SettlementTotals = z.output<typeof settlements.summary.reply>

function toTotals(row: Flows | undefined): SettlementTotals {
  const { count, pay_count, payable, receivable, net } = row ?? {
    count: 0,
    pay_count: 0,
    payable: '0',
    receivable: '0',
    net: '0',
  }
  return {
    count,
    pay: { count: pay_count, amount: jsonNumber(payable) },
    receive: { count: count - pay_count, amount: jsonNumber(receivable) },
    net: jsonNumber(net),
  }
}

/** Counts and sums over a whole filter: of its whole months those kept, of the days at its edges the trades. */
export async function sumSettlements(
  db: Queryable,
  asked: SettlementsAsked,
  today: string,
): Promise<SettlementTotals> {
  const values = valuesFor(today)
  const plain = plainly(asked, today)
  const columns = () => flow(plain.status)
  const all = (await isByMonths(db, asked))
    ? sumsByMonths(plain, today, values)
    : rowsOf({ asked: plain, today, values, columns })
  const [row] = await db.query<Flows>(sumsOf(all), values)
  return toTotals(row)
}

function sumsByMonths(plain: ReturnType<typeof plainly>, today: string, values: unknown[]): string {
  const columns = () => flow(plain.status)
  const isOpen = !isLatestFirst(plain.status)
  const rows = (asked: SettlementsAsked, byDays?: object) =>
    rowsOf({ asked, today, values, columns, ...(byDays && { byDays }) })
  // The sums of today's month do not show what of it is still expected: before and from today on are summed apart.
  const parts = isOpen
    ? (['overdue', 'pending'] as const).map((status) => plainly({ ...plain, status }, today))
    : [plain]
  return [
    'SELECT 0 AS trades, 0 AS paying, 0 AS payable, 0 AS receivable WHERE $1::date IS NOT NULL',
    ...parts.flatMap((part) => {
      if (part.from && part.to && part.from > part.to) return []
      const { whole, edges } = wholeMonths(part, today)
      return [
        ...(whole ? [`SELECT ${STORED_FLOW} ${monthsOf(part, today, values, whole.from, whole.to)}`] : []),
        ...edges.map((edge) => rows({ ...part, ...edge }, isOpen ? {} : undefined)),
      ]
    }),
    // A failed settlement is in no month.
    ...(plain.status === 'open' ? [rows({ ...plain, status: 'failed' })] : []),
  ].join(' UNION ALL ')
}

/**
 * What is paid and received per broker, day and settlement account, in one sum each: whole days, at most 10,000 sums
 * and the months of some 50,000 trades. `nextCursor`: the day that the next page begins with.
 */
export async function netSettlements(
  db: Queryable,
  asked: SettlementsAsked,
  cursor: string | undefined,
  today: string,
): Promise<{ rows: NettedRow[]; nextCursor: string | null }> {
  const values = valuesFor(today)
  const latestFirst = isLatestFirst(asked.status)
  const order = latestFirst ? 'DESC' : 'ASC'
  const plain = plainly(asked, today)
  const rest =
    cursor === undefined ? plain : { ...plain, ...(latestFirst ? { to: cursor } : { from: cursor }) }
  const stretch = (await isByMonths(db, asked))
    ? await stretchOf(db, rest, today, undefined, READ.netted)
    : undefined
  const all = rowsOf({
    ...within(rest, today, stretch),
    today,
    values,
    columns: (day) =>
      `v.broker_name, ${day} AS date, v.settlement_account_id AS settlement_account, ${flow(plain.status)}`,
  })
  const found = await db.query<Netted>(
    nettedOf(all, [
      `ORDER BY date ${order}, broker_name, settlement_account LIMIT ${LIST_MAX + 1}`,
      `ORDER BY n.date ${order}, n.broker_name, n.settlement_account`,
    ]),
    values,
  )
  const cut = found.length > LIST_MAX ? (found.at(-1)?.date ?? null) : null
  const beyond = latestFirst
    ? stretch?.from && addDays(stretch.from, -1)
    : stretch?.to && addDays(stretch.to, 1)
  const ends = beyond && (latestFirst ? plain.from && beyond < plain.from : plain.to && beyond > plain.to)
  return {
    rows: (cut === null ? found : found.filter((row) => row.date !== cut)).map(toNetted),
    nextCursor: cut ?? (beyond && !ends ? beyond : null),
  }
}

function toNetted(row: Netted): NettedRow {
  return {
    broker_name: row.broker_name,
    date: row.date,
    settlement_account: row.settlement_account,
    account_name: row.account_name,
    account_number: row.account_number,
    bank_name: row.bank_name,
    count: row.count,
    payable: jsonNumber(row.payable),
    receivable: jsonNumber(row.receivable),
    net: jsonNumber(row.net),
  }
}

/** The open amounts of a day through an account: the ladder is made of these. A failed one has no day. */
export type DueRow = RowOf<typeof DUE_BY_DAY>

/**
 * Everything that is open, by day and settlement account; where much is overdue, whole months of it are shown on their
 * first days.
 */
export async function dueByDay(
  db: Queryable,
  portfolioId: number | undefined,
  today: string,
): Promise<DueRow[]> {
  const values = valuesFor(today)
  const columns = (day: string) =>
    `${day} AS day, v.settlement_account_id AS settlement_account, ${flow('open')}`
  const rows = (status: 'due' | 'failed', more: object) =>
    rowsOf({
      asked: { status, portfolioId, ...more },
      today,
      values,
      columns,
      ...(status === 'due' && isMany && { byDays: {} }),
    })
  const isMany = await isByMonths(db, { status: 'due' })
  const month = monthStart(today)
  const stored = () =>
    `UNION ALL SELECT month, nullif(settlement_account_id, 0), ${STORED_FLOW}
       ${monthsOf({ status: 'due', portfolioId }, today, values, null, addMonths(month, -1))}`
  const open = `${rows('due', isMany ? { from: month } : {})} ${isMany ? stored() : ''}
    UNION ALL SELECT NULL, settlement_account, ${STORED_FLOW} FROM (${rows('failed', {})}) failed`
  return db.query<DueRow>(dueOf(open), values)
}

const DAYS_AHEAD = 3

/** The settlements that need attention. */
export interface SettlementsToAttend {
  /** Due today or in the three days after it. */
  readonly due: SettlementTotals
  readonly overdue: SettlementTotals
  readonly failed: SettlementTotals
}

export async function settlementsToAttend(db: Queryable, today: string): Promise<SettlementsToAttend> {
  const [due, overdue, failed] = await Promise.all([
    sumSettlements(db, { status: 'pending', to: addDays(today, DAYS_AHEAD) }, today),
    sumSettlements(db, { status: 'overdue' }, today),
    sumSettlements(db, { status: 'failed' }, today),
  ])
  return { due, overdue, failed }
}

const LATE = statement(
  'settlements.late',
  `SELECT k.state, count(*) AS count, sum(abs(k.amount)) AS amount
     FROM (SELECT ${stateSql(':today::date')} AS state, ${OUTSTANDING} AS amount, coalesce(${DUE}, v.settlement_date) AS due
             FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
             JOIN portfolios p ON p.id = t.portfolio_id AND p.entity_id = :entityId
             LEFT JOIN settlement_states s ON s.trade_id = t.id
            WHERE t.id IN (${openTradeIds(':today::date')}) AND ${OUTSTANDING} <> 0) k
    WHERE k.state IN ('failed', 'overdue') AND k.due <= :through::date
    GROUP BY k.state`,
)

/** Cents outstanding, without their sign. */
interface Late {
  readonly count: number
  readonly amount: bigint
}

/** Settlements of an entity that were due by a day and, today, have failed or are overdue. */
export async function lateSettlements(
  db: Queryable,
  entityId: number,
  through: string,
  today: string,
): Promise<{ failed: Late; overdue: Late }> {
  const rows = await db.query(LATE, { entityId, through, today })
  const of = (state: string): Late => {
    const found = rows.find((row) => row.state === state)
    return { count: found?.count ?? 0, amount: decimalOf(found?.amount ?? '0', MONEY_SCALE) }
  }
  return { failed: of('failed'), overdue: of('overdue') }
}
