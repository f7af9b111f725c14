/** What was released beyond a hard limit: the same facts are not asked for again. */
import type { Order } from '@em/contract/books/orders'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'

const RELEASED_ORDER = statement(
  'approvals.released-order',
  `SELECT j.result FROM order_versions v
     JOIN approval_steps s ON s.act_id = v.act_id AND s.what = 'carried-out'
     JOIN approval_requests r ON r.id = s.request_id AND r.state = 'done'
     JOIN jobs j ON j.id = r.job_id
    WHERE v.order_id = :id AND v.version = :version AND r.rules @> '[{"rule": null}]'`,
)

/** The checks of an order's version as another person released it; none where nobody did. */
export const releasedChecks = (db: Queryable, id: number, version: number): Promise<Order['checks']> =>
  readForTheBooks(db, async () => {
    const [row] = await db.query(RELEASED_ORDER, { id, version })
    return row?.result == null ? [] : (JSON.parse(row.result) as Pick<Order, 'checks'>).checks
  })
