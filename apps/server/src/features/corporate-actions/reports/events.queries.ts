/** Expected payments of events, the amounts that the ledger has booked of them and those that came in: a line for each event and portfolio. */
import type { ActionState } from '@em/contract/corporate-actions/corporate-actions'
import type { EventLine, EventSums, eventReports } from '@em/contract/corporate-actions/event-reports'
import { type ActionKind, APPLICATIONS, kindsWhere } from '@em/contract/corporate-actions/kinds'
import { LIST_MAX } from '@em/contract/kit/register'
import type { z } from 'zod'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { symbolOn } from '../../equities/names/name-on.ts'
import { OUTSTANDING } from '../facts/action-rows.queries.ts'
import { filterValues } from '../facts/filter-values.ts'

const DAY = `coalesce(a.ex_date, a.announcement_date, '9999-12-31')`
const IN_BOOKS = `a.state IN ('entitled', 'processed')`
// Of what is allotted the entitlement is what all of it would cost: no money comes of it but a refund.
const ALLOTTED = sqlList(kindsWhere(({ allots }) => allots !== undefined))
/** Paid with the application itself, and with an election. */
const ELECTED = sqlList(kindsWhere(({ allots }) => allots?.applied === 'elected'))
const OF_MONEY = (name: string) => `CASE WHEN a.kind IN ${ALLOTTED} THEN 0 ELSE t.${name} END`
// Announced: by the entitlement alone.
const EXPECTED = `CASE WHEN ${IN_BOOKS} THEN k.expected ELSE ${OF_MONEY('net')} END`
const OPEN = `(CASE WHEN ${IN_BOOKS} THEN ${OUTSTANDING('k', ':today::date')} ELSE ${OF_MONEY('net')} END)`
const FROM = `action_standings k
     JOIN corporate_actions a ON a.id = k.action_id AND a.state IN ('announced', 'entitled', 'processed')
     JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version
     LEFT JOIN equities e ON e.id = a.equity_id`
const FILTERED = `(t.held > 0 OR t.entitled > 0 OR k.expected <> 0 OR k.received <> 0)
      AND (:portfolioId?::bigint IS NULL OR k.portfolio_id = :portfolioId) AND (:symbol?::text IS NULL OR a.equity_id IN (SELECT securities_of_symbol(:symbol)))
      AND (:kinds?::text[] IS NULL OR a.kind = ANY (:kinds)) AND (:states?::text[] IS NULL OR a.state = ANY (:states))
      AND (:from?::date IS NULL OR a.ex_date >= :from) AND (:to?::date IS NULL OR a.ex_date <= :to)
      AND (NOT :open::boolean OR ${OPEN} <> 0)`

/**
 * The lines, and what is booked of each: the balance on the account of its claim, with what was paid and written off. Application
 * money of an IPO or of rights leaves the bank on a day of its own and is no payment of the claim.
 */
const lines = (where: string, end: string) => `
  WITH picked AS (
    SELECT a.id AS action, k.portfolio_id, a.kind, a.state, a.title, ${symbolOn('e', 'a.ex_date')} AS symbol, a.security_name, a.ex_date, coalesce(k.due, a.payment_date) AS payment_date,
           ${DAY} AS day, t.held, t.entitled, ${OF_MONEY('gross')} AS gross, ${OF_MONEY('tax')} AS tax, ${OF_MONEY('net')} AS net, ${EXPECTED} AS expected, k.expected_role, k.received, k.written_off, k.is_confirmed,
           CASE WHEN NOT k.is_confirmed AND k.due <= :today::date THEN k.expected ELSE 0 END AS assumed, ${OPEN} AS open,
           CASE WHEN a.kind IN ${sqlList(APPLICATIONS)} THEN a.ex_date
                WHEN a.kind IN ${ELECTED} THEN (SELECT CASE WHEN NOT x.taken_out THEN x.pay_date END FROM action_elections x WHERE x.action_id = a.id AND x.turn = a.turn AND x.portfolio_id = k.portfolio_id
                                            ORDER BY x.id DESC LIMIT 1) END AS applied_on
      FROM ${FROM} WHERE ${FILTERED} ${where}),
  posted AS (
    SELECT p.action, p.portfolio_id,
           sum(CASE WHEN l.role = p.expected_role OR coalesce(h.moved_from, h.entry_date) IS DISTINCT FROM p.applied_on THEN l.debit - l.credit ELSE 0 END) AS amount
      FROM picked p JOIN journal_entries h ON h.cause_kind = 'action' AND h.cause_id = p.action AND h.trade_id IS NULL
      JOIN journal_lines l ON l.entry_id = h.id AND l.portfolio_id = p.portfolio_id AND l.role IN (p.expected_role, 'cash')
     WHERE p.expected_role <> 'ipo-application' OR p.expected <> 0
     GROUP BY 1, 2),
  line AS (
    SELECT p.*, c.booked, CASE WHEN p.ex_date <= :today THEN c.booked - p.expected ELSE 0 END AS difference
      FROM picked p LEFT JOIN posted b ON b.action = p.action AND b.portfolio_id = p.portfolio_id
     CROSS JOIN LATERAL (SELECT coalesce(b.amount, 0) + p.written_off AS booked) c)
  ${end}`

const LIST = statement(
  'events.list',
  lines(
    `AND (:day?::date IS NULL OR (${DAY}, a.id) < (:day, :id?::bigint) OR (${DAY} = :day AND a.id = :id AND k.portfolio_id > :after?::bigint))
      ORDER BY ${DAY} DESC, a.id DESC, k.portfolio_id LIMIT CASE WHEN :differing::boolean THEN NULL ELSE :limit::int END`,
    `SELECT l.action AS action!, l.portfolio_id AS portfolio_id!, l.kind AS kind!, l.state AS state!, l.title AS title!, l.symbol, l.security_name AS security_name!, l.ex_date,
            l.payment_date, l.day AS day!, l.held AS held!, l.entitled AS entitled!, l.gross::numeric(20, 2) AS gross!, l.tax::numeric(20, 2) AS tax!, l.net::numeric(20, 2) AS net!, l.expected::numeric(20, 2) AS expected!,
            l.booked::numeric(20, 2) AS booked!, l.difference::numeric(20, 2) AS difference!, l.received AS received!, l.assumed::numeric(20, 2) AS assumed!,
            l.written_off AS written_off!, l.open::numeric(20, 2) AS open!, l.is_confirmed AS is_confirmed!, o.portfolio_id AS code, o.portfolio_name AS name
       FROM line l JOIN portfolios o ON o.id = l.portfolio_id WHERE NOT :differing OR l.difference <> 0
      ORDER BY l.day DESC, l.action DESC, l.portfolio_id LIMIT :limit`,
  ),
)
const sum = (name: string) => `coalesce(sum(l.${name}), 0)::numeric(20, 2) AS ${name}!`
const SUMS = statement(
  'events.sums',
  lines(
    '',
    `SELECT count(*)::int AS lines!, count(*) FILTER (WHERE l.difference <> 0)::int AS differing!, ${sum('gross')}, ${sum('tax')}, ${sum('net')}, ${sum('expected')},
            ${sum('booked')}, ${sum('difference')}, ${sum('received')}, ${sum('assumed')}, ${sum('written_off')}, ${sum('open')}
       FROM line l WHERE NOT :differing::boolean OR l.difference <> 0`,
  ),
)
const COUNT = statement('events.count', `SELECT count(*)::int AS total FROM ${FROM} WHERE ${FILTERED}`)

type Filter = Omit<z.output<(typeof eventReports.sums)['query']>, 'portfolio' | 'portfolioId'> & {
  readonly portfolioId: number | null
  readonly today: string
}

const valuesOf = (filter: Filter) => ({
  portfolioId: filter.portfolioId,
  symbol: filter.securityCode ?? null,
  kinds: filterValues(filter.kind),
  states: filterValues(filter.state),
  from: filter.from ?? null,
  to: filter.to ?? null,
  open: filter.only === 'open',
  today: filter.today,
})

function moneyOf(row: RowOf<typeof LIST>): EventLine['money'] {
  if (row.is_confirmed) return +row.open === 0 ? 'settled' : 'part'
  if (+row.assumed !== 0) return 'assumed'
  return +row.expected === 0 ? 'none' : 'expected'
}

/** Lines by the day of their event, the latest first. @throws Refusal 400 for a cursor that is none. */
export async function eventLines(
  db: Queryable,
  filter: Filter & { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  const limit = filter.limit ?? LIST_MAX
  const cursor = /^(\d{4}-\d\d-\d\d)\|(\d{1,15})\|(\d{1,15})$/.exec(filter.cursor ?? '')
  if (filter.cursor !== undefined && cursor === null)
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'Must be the cursor of an earlier page.' },
    ])
  const values = valuesOf(filter)
  const differing = filter.only === 'differing'
  const [day = null, id = null, after = null] = cursor?.slice(1) ?? []
  const at = { day, id: id === null ? null : Number(id), after: after === null ? null : Number(after) }
  const [rows, total] = await Promise.all([
    db.query(LIST, { ...values, ...at, differing, limit: limit + 1 }),
    differing
      ? db.query(SUMS, { ...values, differing }).then(([row]) => row?.lines)
      : db.query(COUNT, values).then(([row]) => row?.total),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(
      (row): EventLine => ({
        action: row.action,
        kind: row.kind as ActionKind,
        state: row.state as ActionState,
        title: row.title,
        securityCode: row.symbol,
        securityName: row.security_name,
        portfolioId: row.code,
        portfolioName: row.name,
        ex_date: row.ex_date,
        payment_date: row.payment_date,
        shares_held: row.held,
        entitled_shares: row.entitled,
        gross: jsonNumber(row.gross),
        tax: jsonNumber(row.tax),
        net: jsonNumber(row.net),
        expected: jsonNumber(row.expected),
        booked: jsonNumber(row.booked),
        difference: jsonNumber(row.difference),
        received: jsonNumber(row.received),
        assumed: jsonNumber(row.assumed),
        written_off: jsonNumber(row.written_off),
        open: jsonNumber(row.open),
        money: moneyOf(row),
      }),
    ),
    total: total ?? 0,
    nextCursor:
      rows.length > limit && last !== undefined ? `${last.day}|${last.action}|${last.portfolio_id}` : null,
  }
}

/** Sums of all lines that the filters leave. */
export async function eventSumsOf(db: Queryable, filter: Filter): Promise<EventSums> {
  const [row] = await db.query(SUMS, { ...valuesOf(filter), differing: filter.only === 'differing' })
  if (row === undefined) throw new Error('a sum is always answered')
  return {
    lines: row.lines,
    differing: row.differing,
    gross: jsonNumber(row.gross),
    tax: jsonNumber(row.tax),
    net: jsonNumber(row.net),
    expected: jsonNumber(row.expected),
    booked: jsonNumber(row.booked),
    difference: jsonNumber(row.difference),
    received: jsonNumber(row.received),
    assumed: jsonNumber(row.assumed),
    written_off: jsonNumber(row.written_off),
    open: jsonNumber(row.open),
  }
}
