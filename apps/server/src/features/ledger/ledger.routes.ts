import { LEDGER_STATUSES, ledger } from '@em/contract/books/ledger'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Server, serve, serveFile } from '../../platform/http/serve.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { draftTotals, listDrafts } from './ledger.drafts.ts'
import { ledgerFile } from './ledger.export.ts'
import { type LedgerFilter, ledgerTotals } from './ledger.filter.ts'
import { accountIdOf, listLedger } from './ledger.queries.ts'

interface Asked {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  account_code?: string | undefined
  from: string | null
  to: string | null
  transaction_type?: string | undefined
  status?: (typeof LEDGER_STATUSES)[number] | undefined
  search?: string | undefined
  broker?: string | undefined
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
      status: query.status === 'Draft' ? undefined : query.status,
      search: query.search,
      broker: query.broker,
    }
  }

  serve(server, ledger.list, async ({ query, reply }) => {
    const { limit, cursor, page: number, sort } = query
    if (query.status === 'Draft') {
      const filter = await filterOf(query)
      const { entries } = await draftTotals(database, filter)
      void reply.header('X-Total-Count', String(entries))
      const drafts = await listDrafts(database, filter, { limit, cursor, page: number, sort })
      if (drafts.nextCursor !== null) void reply.header('X-Next-Cursor', drafts.nextCursor)
      return drafts.rows
    }
    const page = await listLedger(
      database,
      await filterOf(query),
      { limit, cursor, page: number, sort },
      clock.today(),
    )
    void reply.header('X-Total-Count', String(page.total))
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, ledger.summary, async ({ query }) => {
    const filter = await filterOf(query)
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

  serveFile(server, ledger.file, async ({ query }) => ({
    fileName: `General Ledger ${clock.today()}.${query.format}`,
    mediaType:
      query.format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // Its rows are read while the file is sent, when the request is no longer at work: the connections are named.
    content: await ledgerFile(database.reading('report'), await filterOf(query), clock.today(), query.format),
  }))

  serve(server, ledger.portfolios, () =>
    database.query(
      `SELECT portfolio_name AS portfolio, portfolio_name AS "portfolioName", portfolio_id AS "portfolioId", opening_date
         FROM portfolios ORDER BY lower(portfolio_name)`,
    ),
  )
}
