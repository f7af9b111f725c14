import { ledger } from '@em/contract/books/ledger'
import { type Server, serve } from '../../platform/http/serve.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { listLedger } from './ledger.queries.ts'

export function ledgerRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, ledger.list, async ({ query, reply }) => {
    const portfolio =
      query.portfolio || query.portfolioId
        ? await resolvePortfolio(database, {
            portfolio: query.portfolio || null,
            portfolioId: query.portfolioId || null,
          })
        : undefined
    const page = await listLedger(
      database,
      {
        portfolioId: portfolio?.id,
        accountCode: query.account_code,
        from: query.from,
        to: query.to,
        transactionType: query.transaction_type,
        status: query.status,
        search: query.search,
        limit: query.limit,
        cursor: query.cursor,
      },
      clock.today(),
    )
    void reply.header('X-Total-Count', String(page.total))
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, ledger.portfolios, () =>
    database.query(
      `SELECT portfolio_name AS portfolio, portfolio_name AS "portfolioName", portfolio_id AS "portfolioId"
         FROM portfolios ORDER BY lower(portfolio_name)`,
    ),
  )
}
