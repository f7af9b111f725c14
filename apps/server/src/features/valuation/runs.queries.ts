/** Reads runs: a list of them, one with its portfolios, and the holdings that it valued. */

import { LIST_MAX } from '@em/contract/kit/register'
import type {
  RunPortfolio,
  ValuationLine,
  ValuationRun,
  ValuationRunDetail,
  valuations,
} from '@em/contract/valuation/valuation'
import type { LineException } from '@em/core/valuation/mark-to-market'
import { isInForce } from '@em/core/valuation/run-state'
import { addDays } from '@em/core/values/dates'
import type { z } from 'zod'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'

// The outcome of a member of a run, as core's states have it.
const IN_FORCE = 'f.run_id = r.id'
const IS_STALE = `${IN_FORCE} AND EXISTS (SELECT FROM valuation_marks k WHERE k.valuation_id = f.valuation_id)`
const MEMBERS = `valuation_run_portfolios m JOIN valuations v ON v.id = m.valuation_id
     LEFT JOIN valuations_in_force f ON f.portfolio_id = m.portfolio_id AND f.valuation_date = v.valuation_date
     LEFT JOIN valuation_reversals t ON t.valuation_id = m.valuation_id AND t.run_id = m.run_id`
const STATE_OF_MEMBER = `CASE WHEN ${IS_STALE} THEN 'stale' WHEN ${IN_FORCE} THEN 'posted' WHEN t.valuation_id IS NOT NULL THEN 'reversed' ELSE 'replaced' END`

// Of a run over several portfolios: as core's stateOfRun has it.
const STATE_OF_RUN = `CASE
    WHEN EXISTS (SELECT FROM valuations_in_force f WHERE ${IS_STALE}) THEN 'stale'
    WHEN EXISTS (SELECT FROM valuations_in_force f WHERE ${IN_FORCE}) THEN 'posted'
    WHEN EXISTS (SELECT FROM valuation_run_portfolios m WHERE m.run_id = r.id
                    AND NOT EXISTS (SELECT FROM valuation_reversals t WHERE t.valuation_id = m.valuation_id AND t.run_id = r.id)) THEN 'replaced'
    ELSE 'reversed' END`

const FILTERED = `(:from?::date IS NULL OR r.valuation_date >= :from) AND (:to?::date IS NULL OR r.valuation_date <= :to)
       AND (:portfolioIds?::bigint[] IS NULL OR EXISTS (SELECT FROM valuation_run_portfolios m WHERE m.run_id = r.id AND m.portfolio_id = ANY (:portfolioIds)))
       AND (:state?::text IS NULL OR ${STATE_OF_RUN} = :state)`

const selectRuns = (which: string) => `
  SELECT r.id, r.valuation_date AS date, ${STATE_OF_RUN} AS state!, s.portfolios AS portfolios!, s.posted AS posted!, s.stale AS stale!, s.replaced AS replaced!,
         s.reversed AS reversed!, s.holdings AS holdings!, s.exceptions AS exceptions!, s.carrying AS carrying!, s.fair_value AS fair_value!,
         s.difference AS difference!, p.portfolio_id AS code, p.portfolio_name AS name, trim(u.first_name || ' ' || u.last_name) AS recorded_by!, r.recorded_at
    FROM (${which}) r JOIN users u ON u.id = r.recorded_by
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS portfolios, min(m.portfolio_id) AS only, sum(v.holdings)::int AS holdings, sum(v.exceptions)::int AS exceptions,
            sum(v.carrying) AS carrying, sum(v.fair_value) AS fair_value, sum(v.fair_value - v.carrying) AS difference, count(*) FILTER (WHERE d.state = 'posted')::int AS posted,
            count(*) FILTER (WHERE d.state = 'stale')::int AS stale, count(*) FILTER (WHERE d.state = 'replaced')::int AS replaced,
            count(*) FILTER (WHERE d.state = 'reversed')::int AS reversed
       FROM ${MEMBERS} CROSS JOIN LATERAL (SELECT ${STATE_OF_MEMBER} AS state) d WHERE m.run_id = r.id) s
    LEFT JOIN portfolios p ON p.id = s.only AND s.portfolios = 1
   ORDER BY r.id DESC`

const LIST = statement(
  'valuations.list',
  selectRuns(
    `SELECT * FROM valuation_runs r WHERE ${FILTERED} AND (:cursor?::bigint IS NULL OR r.id < :cursor) ORDER BY r.id DESC LIMIT :limit::int`,
  ),
)
const COUNT = statement(
  'valuations.count',
  `SELECT count(*)::int AS total FROM valuation_runs r WHERE ${FILTERED}`,
)
const ONE = statement('valuations.one', selectRuns('SELECT * FROM valuation_runs WHERE id = :id'))

const OF_RUN = statement(
  'valuations.of-run',
  `SELECT p.id, y.name AS entity, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", v.treatment, v.price_basis, v.holdings, v.exceptions,
          v.carrying, v.fair_value, v.fair_value - v.carrying AS difference!, v.run_id = r.id AS is_new!, v.entry_id, v.reversal_entry_id, f.run_id AS in_force_by,
          ${STATE_OF_MEMBER} AS state!, t.reason, t.recorded_at AS reversed_at, trim(u.first_name || ' ' || u.last_name) AS reversed_by
     FROM valuation_runs r JOIN valuation_run_portfolios m ON m.run_id = r.id JOIN valuations v ON v.id = m.valuation_id
     JOIN portfolios p ON p.id = m.portfolio_id JOIN entities y ON y.id = p.entity_id
     LEFT JOIN valuations_in_force f ON f.portfolio_id = m.portfolio_id AND f.valuation_date = v.valuation_date
     LEFT JOIN valuation_reversals t ON t.valuation_id = m.valuation_id AND t.run_id = r.id
     LEFT JOIN users u ON u.id = t.recorded_by
    WHERE r.id = :id ORDER BY lower(p.portfolio_name), p.id`,
)

const LINE_CONDITIONS = `m.run_id = :id AND (:portfolioId?::bigint IS NULL OR m.portfolio_id = :portfolioId)
      AND (NOT :exceptions::boolean OR l.exceptions IS NOT NULL)`
const LINES = statement(
  'valuations.lines',
  `SELECT p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", l.equity_id, ${symbolOn('e', 'w.valuation_date')} AS symbol!, ${companyOn('e', 'w.valuation_date')} AS company_name!, l.quantity, l.cost,
          l.capitalised, (l.cost + l.capitalised)::numeric(20, 2) AS carrying!, l.price, l.price_date, l.price_kind, l.price_source, l.price_age, l.level,
          l.fair_value, l.difference, l.posted, l.exceptions
     FROM valuation_run_portfolios m JOIN valuation_lines l ON l.valuation_id = m.valuation_id JOIN valuations w ON w.id = m.valuation_id
     JOIN portfolios p ON p.id = m.portfolio_id JOIN equities e ON e.id = l.equity_id
    WHERE ${LINE_CONDITIONS} ORDER BY lower(p.portfolio_name), p.id, lower(e.name), e.symbol LIMIT :limit::int OFFSET :skip::int`,
)
const COUNT_LINES = statement(
  'valuations.count-lines',
  `SELECT count(*)::int AS total FROM valuation_run_portfolios m JOIN valuation_lines l ON l.valuation_id = m.valuation_id WHERE ${LINE_CONDITIONS}`,
)

// The year that the day lies in, and that of the day after, where they are closed: not again since a moment, where one is given.
const CLOSED = statement(
  'valuations.closed-years',
  `SELECT DISTINCT y.name AS entity, c.year_end
     FROM portfolios p JOIN entities y ON y.id = p.entity_id
    CROSS JOIN LATERAL (VALUES (:date::date), (:date::date + 1)) AS d (day)
    CROSS JOIN LATERAL (
      SELECT k.year_end FROM year_closings k
       WHERE k.entity_id = y.id AND k.undoes IS NULL AND k.year_end >= d.day AND NOT EXISTS (SELECT FROM year_closings u WHERE u.undoes = k.id)
       ORDER BY k.year_end LIMIT 1) c
    WHERE p.id = ANY (:portfolioIds::bigint[])
      AND NOT EXISTS (SELECT FROM year_closings a WHERE a.entity_id = y.id AND a.year_end = c.year_end AND a.undoes IS NULL
                         AND a.recorded_at > :since?::timestamptz)
    ORDER BY 1, 2 LIMIT 100`,
)

type RunRow = RowOf<typeof LIST>

function runOf(row: RunRow): ValuationRun {
  const { code, name, posted, stale, replaced, reversed, carrying, fair_value, difference, ...rest } = row
  return {
    ...rest,
    state: rest.state as ValuationRun['state'],
    portfolioId: code,
    portfolioName: name,
    states: { posted, stale, replaced, reversed },
    carrying: jsonNumber(carrying),
    fair_value: jsonNumber(fair_value),
    difference: jsonNumber(difference),
  }
}

type Filter = Pick<z.output<(typeof valuations.list)['query']>, 'from' | 'to' | 'state' | 'limit' | 'cursor'>

/** One page of runs that cover any of the portfolios (of all where null), newest first, and how many the filter leaves. @throws Refusal `request.invalid` for a cursor that is none. */
export async function listRuns(db: Queryable, filter: Filter, portfolioIds: readonly number[] | null) {
  const cursor = cursorId(filter.cursor)
  const limit = filter.limit ?? LIST_MAX
  const values = {
    from: filter.from ?? null,
    to: filter.to ?? null,
    state: filter.state ?? null,
    portfolioIds,
  }
  const [rows, [counted]] = await Promise.all([
    db.query(LIST, { ...values, cursor, limit: limit + 1 }),
    db.query(COUNT, values),
  ])
  const shown = rows.slice(0, limit)
  return {
    rows: shown.map(runOf),
    total: counted?.total ?? 0,
    nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
  }
}

function cursorId(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new Refusal('request.invalid', {}, [
    { field: 'cursor', message: 'This is not a cursor of this list.' },
  ])
}

/** One run with its portfolios. @throws Refusal 404. */
export async function findRun(db: Queryable, id: number): Promise<ValuationRunDetail> {
  const [[row], members] = await Promise.all([db.query(ONE, { id }), db.query(OF_RUN, { id })])
  if (row === undefined) throw new Refusal('record.missing', { what: `Run ${id}` })
  const run = runOf(row)
  // The years closed before the run are reported for its valuations that are in force.
  const posted = members.filter((one) => one.is_new && isInForce(one.state as RunPortfolio['state']))
  const entities = new Set(members.map(({ entity }) => entity))
  return {
    ...run,
    entity: entities.size === 1 ? (members[0]?.entity ?? null) : null,
    reversal_date: addDays(run.date, 1),
    details: members.map(memberOf),
    closed_years: await closedYears(
      db,
      posted.map((one) => one.id),
      run.date,
      run.recorded_at,
    ),
  }
}

function memberOf(row: RowOf<typeof OF_RUN>): RunPortfolio {
  const {
    id: _,
    entity: __,
    reason,
    reversed_at,
    reversed_by,
    carrying,
    fair_value,
    difference,
    ...rest
  } = row
  return {
    ...rest,
    state: rest.state as RunPortfolio['state'],
    carrying: jsonNumber(carrying),
    fair_value: jsonNumber(fair_value),
    difference: jsonNumber(difference),
    reversed: reason === null ? null : { by: reversed_by ?? '', at: reversed_at ?? '', reason },
  }
}

/** Closed financial years of the portfolios' entities that hold the day or the day after, and were not closed again since. */
export async function closedYears(
  db: Queryable,
  portfolioIds: readonly number[],
  date: string,
  since: string | null = null,
) {
  return portfolioIds.length === 0 ? [] : db.query(CLOSED, { portfolioIds, date, since })
}

/** The holdings of a run, by portfolio and company. What a run found never changes, so a cursor is a position. @throws Refusal 404. */
export async function linesOfRun(
  db: Queryable,
  id: number,
  asked: {
    readonly portfolioId: number | null
    readonly exceptions: boolean
    readonly limit: number | undefined
    readonly cursor: string | undefined
  },
) {
  const skip = cursorId(asked.cursor) ?? 0
  const limit = asked.limit ?? LIST_MAX
  const values = { id, portfolioId: asked.portfolioId, exceptions: asked.exceptions }
  const [rows, [counted]] = await Promise.all([
    db.query(LINES, { ...values, limit, skip }),
    db.query(COUNT_LINES, values),
  ])
  const total = counted?.total ?? 0
  if (total === 0) await findRun(db, id)
  return {
    rows: rows.map(lineOf),
    total,
    nextCursor: skip + rows.length < total ? String(skip + rows.length) : null,
  }
}

function lineOf(row: RowOf<typeof LINES>): ValuationLine {
  return {
    ...row,
    cost: jsonNumber(row.cost),
    capitalised: jsonNumber(row.capitalised),
    carrying: jsonNumber(row.carrying),
    price: jsonNumber(row.price),
    price_kind: row.price_kind as ValuationLine['price_kind'],
    price_source: row.price_source as ValuationLine['price_source'],
    level: row.level as ValuationLine['level'],
    fair_value: jsonNumber(row.fair_value),
    difference: jsonNumber(row.difference),
    posted: jsonNumber(row.posted),
    exceptions: row.exceptions === null ? [] : (row.exceptions.split(' ') as LineException[]),
  }
}
