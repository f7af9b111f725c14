import { type tradeListQuery, trades } from '@em/contract/trades/trades'
import { lastMarketDay, settlementDateFor } from '@em/core/holidays/market-calendar'
import { refuseDates, refuseGross } from '@em/core/trades/decide-buy'
import { buyFigures } from '@em/core/trades/figures'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

import type { Database } from '../../../platform/database/database.ts'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { resolveCompany } from '../../equities/equities.queries.ts'
import { tariffForCalculation } from '../../fee-tariffs/tariffs.queries.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { proposeDealNumber } from '../keep/deal-numbers.ts'
import { figuresForAnswer } from '../terms/figures.ts'
import { listBuys, type Page, type TradeFilter } from '../transactions/buys-and-sells.queries.ts'
import { recordBuy } from './buy.commands.ts'
import { startValuesOf } from './start-values.queries.ts'

export function buysRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, trades.calculateBuy, async ({ body }) => {
    const { quantity, price, costOfFunds, feeSource } = body
    const tariff = await tariffForCalculation(database, {
      symbol: body.symbol ?? '',
      date: body.tradeDate ?? clock.today(),
      feeSource,
    })
    const figures = buyFigures({ quantity, price, ...tariff, costOfFundsRate: costOfFunds })
    orRefuse(refuseGross(figures))
    return figuresForAnswer(figures)
  })

  for (const route of [trades.saveBuy, trades.enterBuy]) {
    serveWrite(
      server,
      route,
      (tx, { body, dryRun, by }) => recordBuy(tx, clock, { ...by, input: body, dryRun }),
      { small: true },
    )
  }

  for (const route of [trades.buys, trades.buyAll, trades.byPortfolio]) {
    serve(server, route, ({ query, reply }) => answerList(server, listBuys, query, reply))
  }

  serve(server, trades.nextDealNumber, async ({ query }) => {
    const calendar = await loadCalendar(database)
    const tradeDate = lastMarketDay(calendar, clock.today())
    return {
      deal_number: proposeDealNumber(query.side === 'sell' ? 'SELL' : 'BUY', clock),
      trade_date: tradeDate,
      settlement_date: settlementDateFor(calendar, tradeDate),
    }
  })

  serve(server, trades.startValues, ({ user }) => startValuesOf(database, user))

  serve(server, trades.settlementDate, async ({ query: { tradeDate } }) => {
    const calendar = await loadCalendar(database)
    const settlementDate = settlementDateFor(calendar, tradeDate)
    orRefuse(refuseDates({ tradeDate, settlementDate }, { today: clock.today(), calendar }))
    return { trade_date: tradeDate, settlement_date: settlementDate }
  })
}

/** Answers a page of trades, with the total and the next cursor in its headers. */
export async function answerList<Row>(
  server: Server,
  list: (db: Database, filter: TradeFilter) => Promise<Page<Row>>,
  query: z.output<typeof tradeListQuery>,
  reply: FastifyReply,
): Promise<Row[]> {
  const { database } = server
  const portfolio =
    query.portfolio || query.portfolioId
      ? await resolvePortfolio(database, {
          portfolio: query.portfolio || null,
          portfolioId: query.portfolioId || null,
        })
      : undefined
  const company = query.symbol || query.company
  const equity = company ? await resolveCompany(database, company) : undefined
  const page = await list(database, {
    portfolioId: portfolio?.id,
    equityId: equity?.id,
    from: query.from ?? undefined,
    to: query.to ?? undefined,
    search: query.search,
    sort: query.sort,
    limit: query.limit,
    cursor: query.cursor,
  })
  void reply.header('X-Total-Count', String(page.total))
  if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
  return page.rows
}
