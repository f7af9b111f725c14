import { ledger } from '@em/contract/books/ledger'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve, serveFile } from '../../platform/http/serve.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { ledgerWorkbook } from './ledger.export.ts'
import { type LedgerFilter, ledgerTotals } from './ledger.filter.ts'
import { accountIdOf, listLedger } from './ledger.queries.ts'

interface Asked {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  account_code?: string | undefined
  from: string | null
  to: string | null
  transaction_type?: string | undefined
  status?: 'Posted' | 'Pending' | undefined
  search?: string | undefined
}

export function ledgerRoutes(server: Server): void {
  const { database, clock } = server

  const filterOf = async (query: Asked): Promise<LedgerFilter> => {
    const portfolio = await portfolioOrAll(database, query)
    return {
      portfolioId: portfolio?.id,
      accountId:
        query.account_code === undefined ? undefined : await accountIdOf(database, query.account_code),
      from: query.from,
      to: query.to,
      transactionType: query.transaction_type,
      status: query.status,
      search: query.search,
    }
  }

  serve(server, ledger.list, async ({ query, reply }) => {
    const { limit, cursor, page: number } = query
    const page = await listLedger(
      database,
      await filterOf(query),
      { limit, cursor, page: number },
      clock.today(),
    )
    void reply.header('X-Total-Count', String(page.total))
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, ledger.summary, async ({ query }) => {
    const totals = await ledgerTotals(database, await filterOf(query), clock.today())
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

  serveFile(server, ledger.file, async ({ query }) => ({
    fileName: `General Ledger ${clock.today()}.xlsx`,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // Its rows are read while the file is sent, when the request is no longer at work: the connections are named.
    content: await ledgerWorkbook(database.reading('report'), await filterOf(query), clock.today()),
  }))

  serve(server, ledger.portfolios, () =>
    database.query(
      `SELECT portfolio_name AS portfolio, portfolio_name AS "portfolioName", portfolio_id AS "portfolioId"
         FROM portfolios ORDER BY lower(portfolio_name)`,
    ),
  )
}
