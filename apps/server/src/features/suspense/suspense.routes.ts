import { journal } from '@em/contract/journal/journal'
import { type SuspenseClearing, suspenseItems } from '@em/contract/suspense/suspense'
import type { Queryable } from '../../platform/database/database.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { clearItems, undoClearing } from './suspense.commands.ts'
import {
  findClearing,
  findSuspense,
  listClearings,
  listSuspenseItems,
  type SuspenseFilter,
  sumSuspense,
} from './suspense.queries.ts'

interface Asked {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  entity: number | null
  minAge: number | null
  search?: string | undefined
  items?: string | undefined
}

/** A clearing as its audit row keeps it. */
const audited = ({ amount, items, undone_at, reason }: SuspenseClearing) => ({
  status: undone_at === null ? 'Cleared' : 'Undone',
  amount,
  items: items.map(
    ({ entry_id, line_no, cleared, debit }) =>
      `entry ${entry_id} line ${line_no} ${debit > 0 ? 'debit' : 'credit'} ${cleared.toLocaleString('en-LK', { minimumFractionDigits: 2 })}`,
  ),
  reason,
})

/** The open items of Suspense, and what clears them. */
export function suspenseRoutes(server: Server): void {
  const { database, clock } = server

  const filterOf = async (db: Queryable, query: Asked): Promise<SuspenseFilter> => ({
    portfolioId: (await portfolioOrAll(db, query))?.id ?? null,
    entityId: query.entity,
    minAge: query.minAge,
    search: query.search,
    items: query.items,
  })

  serve(server, journal.suspense, async () => ({
    success: true as const,
    data: await findSuspense(database, clock.today()),
  }))

  serve(server, suspenseItems.list, async ({ query, reply }) => {
    const filter = await filterOf(database, query)
    const page = await listSuspenseItems(database, filter, query, query.asOf ?? clock.today())
    setPageHeaders(reply, page)
    return page.rows
  })

  serve(server, suspenseItems.summary, async ({ query }) => {
    const filter = await filterOf(database, query)
    return (await sumSuspense(database, filter, query.asOf ?? clock.today())).open
  })

  serve(server, suspenseItems.clearings, async ({ query, reply }) => {
    const page = await listClearings(database, query)
    setPageHeaders(reply, page)
    return page.rows
  })

  serveWrite(server, suspenseItems.clear, async (tx, { body, user, dryRun }) => {
    const cleared = await clearItems(tx, body.items, user.id, clock.today())
    return {
      answer: { success: true as const, dryRun, data: { ...cleared, id: dryRun ? null : cleared.id } },
      audit: {
        action: 'suspense.clear',
        entity: 'suspense-clearing',
        entityId: cleared.id,
        after: audited(await findClearing(tx, cleared.id)),
      },
    }
  })

  serveWrite(server, suspenseItems.undo, async (tx, { params, body, user }) => {
    const { before, after } = await undoClearing(tx, params.id, body.reason, user.id)
    return {
      answer: { success: true as const, data: after },
      audit: {
        action: 'suspense.undo',
        entity: 'suspense-clearing',
        entityId: params.id,
        before: audited(before),
        after: audited(after),
      },
    }
  })
}
