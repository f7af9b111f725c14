/** The history of reconciliations: the list of them, and the events of one. */

import { LIST_MAX } from '@em/contract/kit/register'
import type {
  ReconciliationEvent,
  ReconciliationStatus,
  ReconciliationSummary,
} from '@em/contract/reconciliation/reconciliation-records'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import type { ValuesOf } from '../../../platform/database/statement.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { changesSince } from '../lines/changes.queries.ts'
import { differencesForAnswer, fromStored, proofForAnswer, type StoredFigures } from '../lines/figures.ts'
import type { Page, PageAsked } from '../lines/lines.queries.ts'
import { COLUMNS, TABLES } from '../lines/reconciliations.queries.ts'
import { summaryOf } from './record.queries.ts'

const WHERE = `(:accountId?::bigint IS NULL OR r.account_id = :accountId)
  AND (:settlementAccountId?::bigint IS NULL OR r.settlement_account_id = :settlementAccountId)
  AND (:portfolioId?::bigint IS NULL OR r.portfolio_id = :portfolioId) AND (:status?::text IS NULL OR r.status = :status)`
const LIST = statement(
  'reconciliation.list',
  `SELECT ${COLUMNS} FROM ${TABLES}
    WHERE ${WHERE} AND (:afterDate?::date IS NULL OR (r.end_date, r.id) < (:afterDate::date, :afterId?::bigint))
    ORDER BY r.end_date DESC, r.id DESC LIMIT :limit`,
)
const COUNT = statement(
  'reconciliation.count',
  `SELECT count(*) AS count FROM reconciliations r WHERE ${WHERE}`,
)

export interface Asked extends PageAsked {
  /** Null: all. */
  readonly accountId: number | null
  readonly settlementAccountId: number | null
  readonly portfolioId: number | null
  readonly status: ReconciliationStatus | null
}

/** Latest period first. @throws Refusal `request.invalid` for a cursor of another list. */
export async function listReconciliations(db: Queryable, asked: Asked): Promise<Page<ReconciliationSummary>> {
  const limit = asked.limit ?? LIST_MAX
  const cursor = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/.exec(asked.cursor ?? '')
  if (asked.cursor !== undefined && cursor === null) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  }
  const { accountId, settlementAccountId, portfolioId, status } = asked
  const values = { accountId, settlementAccountId, portfolioId, status }
  const [rows, [count]] = await Promise.all([
    db.query(LIST, {
      ...values,
      afterDate: cursor?.[1] ?? null,
      afterId: cursor === null ? null : Number(cursor[2]),
      limit: limit + 1,
    }),
    db.query(COUNT, values),
  ])
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const changes = await changesSince(
    db,
    page.map((one) => one.id),
  )
  return {
    rows: page.map((one) => summaryOf(one, changes.get(one.id) ?? null)),
    total: count?.count ?? 0,
    nextCursor: last === undefined ? null : `${last.endDate}_${last.id}`,
  }
}

const EVENTS = statement(
  'reconciliation.events',
  `SELECT e.no, e.action, e.at, u.first_name || ' ' || u.last_name AS by, e.reason, e.figures
     FROM reconciliation_events e JOIN users u ON u.id = e.by_user WHERE e.reconciliation_id = :reconciliationId ORDER BY e.no`,
)

export async function eventsOf(db: Queryable, id: number): Promise<ReconciliationEvent[]> {
  const rows = await db.query(EVENTS, { reconciliationId: id })
  return rows.map(({ figures: stored, ...row }) => {
    const figures = stored === null ? null : fromStored(stored)
    const sums = figures?.sums ?? null
    return {
      ...row,
      glBalance: sums === null ? null : rupees(sums.glClosing),
      externalBalance: sums?.externalClosing == null ? null : rupees(sums.externalClosing),
      unexplainedDifference: figures === null ? null : proofForAnswer(figures).unexplained,
      differences: sums === null ? null : differencesForAnswer(sums),
    }
  })
}

const ADD = statement(
  'reconciliation.add-event',
  `INSERT INTO reconciliation_events (reconciliation_id, no, action, by_user, reason, figures)
   SELECT :id, coalesce(max(no), 0) + 1, :action, :by, :reason?, :figures?::jsonb FROM reconciliation_events WHERE reconciliation_id = :id`,
)
/** Values of the statement that adds an event. */
export function eventToAdd(
  id: number,
  action: ReconciliationEvent['action'],
  by: number,
  reason: string | null,
  figures: StoredFigures | null,
): [typeof ADD, ValuesOf<typeof ADD>] {
  return [ADD, { id, action, by, reason, figures: figures === null ? null : JSON.stringify(figures) }]
}
