import { ledger } from '@em/contract/ledger/ledger'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { filterOf } from './ledger.asked.ts'
import { draftTotals, listDrafts } from './ledger.drafts.ts'
import { exportLedger } from './ledger.export.ts'
import { ledgerTotals } from './ledger.filter.ts'
import { listLedger } from './ledger.queries.ts'

export function ledgerRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, ledger.list, async ({ query, reply }) => {
    const { limit, cursor, page: number, sort } = query
    if (query.status === 'Draft') {
      const { filter } = await filterOf(database, query)
      const { entries } = await draftTotals(database, filter)
      void reply.header('X-Total-Count', String(entries))
      const drafts = await listDrafts(database, filter, { limit, cursor, page: number, sort })
      if (drafts.nextCursor !== null) void reply.header('X-Next-Cursor', drafts.nextCursor)
      return drafts.rows
    }
    const page = await listLedger(
      database,
      (await filterOf(database, query)).filter,
      { limit, cursor, page: number, sort },
      clock.today(),
    )
    void reply.header('X-Total-Count', String(page.total))
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, ledger.summary, async ({ query }) => {
    const { filter } = await filterOf(database, query)
    const totals =
      query.status === 'Draft'
        ? await draftTotals(database, filter)
        : await ledgerTotals(database, filter, clock.today())
    if (totals.debits === null || totals.credits === null) {
      return { entries: totals.entries, debits: null, credits: null, net: null, stopped: true }
    }
    const debits = decimalOf(totals.debits, MONEY_SCALE)
    const credits = decimalOf(totals.credits, MONEY_SCALE)
    return {
      entries: totals.entries,
      debits: toJsonNumber(debits, MONEY_SCALE),
      credits: toJsonNumber(credits, MONEY_SCALE),
      net: toJsonNumber(debits - credits, MONEY_SCALE),
      stopped: false,
    }
  })

  serveJob(server, ledger.export, (tx, input) => exportLedger(server, tx, input))

  serve(server, ledger.portfolios, () =>
    database.query(
      `SELECT portfolio_name AS portfolio, portfolio_name AS "portfolioName", portfolio_id AS "portfolioId", opening_date
         FROM portfolios ORDER BY lower(portfolio_name)`,
    ),
  )
}
