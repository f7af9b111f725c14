/** Facts that were released beyond a hard limit: they are not asked for again. */
import type { Figures } from '@em/core/limits/released'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'

const RELEASED_ORDER = statement(
  'approvals.released-order',
  `SELECT v.judged FROM order_versions v
     JOIN approval_steps s ON s.act_id = v.act_id AND s.what = 'carried-out'
     JOIN approval_requests r ON r.id = s.request_id AND r.state = 'done'
    WHERE v.order_id = :id AND v.version = :version AND r.rules @> '[{"rule": null}]'`,
)

/** The figures by which the hard limits of an order's version were judged when another person released it; none where no one did. */
export const releasedFigures = (db: Queryable, id: number, version: number): Promise<readonly Figures[]> =>
  readForTheBooks(db, async () => {
    const [row] = await db.query(RELEASED_ORDER, { id, version })
    return (row?.judged ?? []) as readonly Figures[]
  })
