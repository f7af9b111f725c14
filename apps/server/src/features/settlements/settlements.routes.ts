import { SETTLEMENTS_AT_ONCE, settlements } from '@em/contract/books/settlements'
import { addMarketDays } from '@em/core/calendar/market-calendar'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type Input, type Server, serve, serveWrite, wantsDryRun } from '../../platform/http/serve.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { type PortfolioNamed, portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { dueByDay, netSettlements, sumSettlements } from './flows.queries.ts'
import { type ActOnTrade, actOnSettlements, confirmDue } from './settlements.commands.ts'
import { ladderOf } from './settlements.ladder.ts'
import { findSettlement, listSettlements } from './settlements.queries.ts'

export function settlementsRoutes(server: Server): void {
  const { database, clock } = server
  const filterOf = async <Query extends PortfolioNamed>(
    { portfolio, portfolioId, ...rest }: Query,
    db: Queryable = database,
  ) => ({
    ...rest,
    portfolioId: (await portfolioOrAll(db, { portfolio, portfolioId }))?.id,
  })

  serve(server, settlements.list, async ({ query, reply }) => {
    const { limit, cursor, ...asked } = query
    const filter = await filterOf(asked)
    const today = clock.today()
    const [page, totals] = await Promise.all([
      listSettlements(database, filter, { limit, cursor }, today),
      sumSettlements(database, filter, today),
    ])
    void reply.header('X-Total-Count', String(totals.count))
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, settlements.summary, async ({ query }) =>
    sumSettlements(database, await filterOf(query), clock.today()),
  )

  serve(server, settlements.netted, async ({ query, reply }) => {
    const { cursor, ...asked } = query
    const page = await netSettlements(database, await filterOf(asked), cursor ?? undefined, clock.today())
    if (page.nextCursor !== null) void reply.header('X-Next-Cursor', page.nextCursor)
    return page.rows
  })

  serve(server, settlements.ladder, async ({ query }) => {
    const today = clock.today()
    const { portfolioId } = await filterOf(query)
    const [due, calendar] = await Promise.all([
      dueByDay(database, portfolioId, today),
      loadCalendar(database),
    ])
    const next = [1, 2, 3].map((days) => addMarketDays(calendar, today, days)) as [string, string, string]
    return ladderOf(due, today, next)
  })

  serve(server, settlements.one, ({ params }) => findSettlement(database, params.id, clock.today()))

  const act = async (
    tx: Transaction,
    { user, request }: Pick<Input<typeof settlements.confirm>, 'user' | 'request'>,
    items: readonly ActOnTrade[],
  ): Promise<Outcome<Awaited<ReturnType<typeof actOnSettlements>>>> => {
    const answer = await actOnSettlements(tx, clock, items, {
      recordedBy: user.id,
      dryRun: wantsDryRun(request),
    })
    const [first] = items
    return {
      answer,
      audit: {
        action: `settlements.${first?.act.kind}`,
        entity: 'settlement',
        entityId: items.length === 1 ? (first?.tradeId ?? '') : `${items.length} trades`,
        after: answer.results,
      },
    }
  }

  serveWrite(server, settlements.confirm, (tx, input) =>
    act(
      tx,
      input,
      input.body.items.map(({ tradeId, date, amount, nextDate, reference, note, outstanding }) => ({
        tradeId,
        act: { kind: 'confirm', date, amount, nextDate },
        reference,
        note,
        seen: outstanding,
      })),
    ),
  )
  serveWrite(server, settlements.fail, (tx, input) =>
    act(
      tx,
      input,
      input.body.items.map(({ tradeId, date, note, outstanding }) => ({
        tradeId,
        act: { kind: 'fail', date },
        note,
        seen: outstanding,
      })),
    ),
  )
  serveWrite(server, settlements.reschedule, (tx, input) =>
    act(
      tx,
      input,
      input.body.items.map(({ tradeId, date, note, outstanding }) => ({
        tradeId,
        act: { kind: 'reschedule', date },
        note,
        seen: outstanding,
      })),
    ),
  )
  serveWrite(server, settlements.reopen, (tx, input) =>
    act(
      tx,
      input,
      input.body.items.map(({ tradeId, note }) => ({ tradeId, act: { kind: 'reopen' }, note })),
    ),
  )

  serveWrite(server, settlements.confirmDue, async (tx, { body, user, request }) => {
    const { upTo, reference, ...asked } = body
    const filter = await filterOf(asked, tx)
    const { sums, remaining } = await confirmDue(tx, clock, {
      upTo,
      filter,
      reference,
      recordedBy: user.id,
      most: SETTLEMENTS_AT_ONCE,
    })
    const [payable, receivable] = [sums.payable, sums.receivable].map((text) =>
      decimalOf(text, MONEY_SCALE),
    ) as [bigint, bigint]
    const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)
    const answer = {
      dryRun: wantsDryRun(request),
      count: sums.count,
      pay: { count: sums.pay_count, amount: rupees(payable) },
      receive: { count: sums.count - sums.pay_count, amount: rupees(receivable) },
      net: rupees(receivable - payable),
      remaining,
    }
    return {
      answer,
      audit: {
        action: 'settlements.confirm-due',
        entity: 'settlement',
        entityId: `${sums.count} trades`,
        after: { upTo, ...filter, ...answer },
      },
    }
  })
}
