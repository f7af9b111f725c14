import { SETTLEMENTS_AT_ONCE, settlements } from '@em/contract/settlements/settlements'
import { addMarketDays } from '@em/core/holidays/market-calendar'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { recorder } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { openOrderCash } from '../orders/open-cash.queries.ts'
import { type PortfolioNamed, portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import {
  confirmByBankLines,
  proposeMatches,
  releaseMatches,
} from '../reconciliation/match/settlement-matches.commands.ts'
import { allUnbooked } from './confirm/keep-settlements.commands.ts'
import {
  type ActOnTrade,
  actOnSettlements,
  type ConfirmDueOrder,
  confirmDue,
} from './confirm/settlements.commands.ts'
import { ladderOf } from './list/due-ladder.ts'
import { dueByDay, netSettlements, sumSettlements } from './list/flows.queries.ts'
import type { SettlementsAsked } from './list/settlements.filter.ts'
import { chosenTrades, findSettlement, listSettlements } from './list/settlements.queries.ts'

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

  serve(server, settlements.ladder, async ({ query, user }) => {
    const today = clock.today()
    const { portfolioId } = await filterOf(query)
    const [due, calendar] = await Promise.all([
      dueByDay(database, portfolioId, today),
      loadCalendar(database),
    ])
    const next = [1, 2, 3].map((days) => addMarketDays(calendar, today, days)) as [string, string, string]
    const orders = user.rights.has('orders.read')
      ? await openOrderCash(database, portfolioId, { today, calendar })
      : null
    return { ...ladderOf(due, today, next), orders }
  })

  serve(server, settlements.one, ({ params }) => findSettlement(database, params.id, clock.today()))

  const act = async (
    tx: Transaction,
    { by, dryRun }: Pick<WriteInput<typeof settlements.confirm>, 'by' | 'dryRun'>,
    items: readonly ActOnTrade[],
  ): Promise<Outcome<Awaited<ReturnType<typeof actOnSettlements>>>> => {
    const answer = await actOnSettlements(tx, clock, items, {
      ...by,
      dryRun,
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

  serveWrite(server, settlements.confirm, async (tx, input) => {
    const outcome = await act(
      tx,
      input,
      input.body.items.map(({ tradeId, date, amount, nextDate, reference, note, outstanding }) => ({
        tradeId,
        act: { kind: 'confirm', date, amount, nextDate },
        reference,
        note,
        seen: outstanding,
      })),
    )
    proposeMatches(
      tx,
      input.body.items.map(({ tradeId }) => tradeId),
    )
    return outcome
  })
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
  serveWrite(server, settlements.reopen, async (tx, input) => {
    const { items, matches } = input.body
    const ids = items.map(({ tradeId }) => tradeId)
    const staying = await releaseMatches(tx, ids, matches)
    const outcome = await act(
      tx,
      input,
      items.map(({ tradeId, note }) => ({ tradeId, act: { kind: 'reopen' }, note })),
    )
    const moved = outcome.answer.results.find((one) => staying.has(one.trade_id) && one.entries.length > 0)
    if (moved !== undefined) throw new Refusal('settlement.match-cannot-stay', { deal: moved.deal_number })
    return outcome
  })

  const confirmDueByWord = async (tx: Transaction, order: ConfirmDueOrder) => {
    const { tradeIds, sums, remaining } = await confirmDue(tx, clock, order)
    proposeMatches(tx, tradeIds)
    const [payable, receivable] = [sums.payable, sums.receivable].map((text) =>
      decimalOf(text, MONEY_SCALE),
    ) as [bigint, bigint]
    const { count, pay_count: payCount } = sums
    return { sums: { count, payCount, payable, receivable }, remaining, withoutLine: 0, withoutEntry: 0 }
  }
  const confirmDueByBankLines = async (
    tx: Transaction,
    order: Omit<ConfirmDueOrder, 'reference' | 'most'>,
  ) => {
    const { upTo, filter, progress } = order
    const today = clock.today()
    if (upTo > today) throw new Refusal('settlement.date-in-future', { date: upTo })
    const due: SettlementsAsked = { ...filter, status: 'due', to: upTo }
    const { sums, left } = await confirmByBankLines(
      tx,
      clock,
      {
        settlementAccountId: /^\d+$/.test(filter.account ?? '') ? Number(filter.account) : null,
        portfolioId: filter.portfolioId ?? null,
      },
      {
        ...recorder(order),
        progress,
        choose: (tradeIds) => chosenTrades(tx, { ...due, tradeIds }, today),
      },
    )
    const { count } = await sumSettlements(tx, due, today)
    const unbooked = await chosenTrades(tx, { ...due, tradeIds: await allUnbooked(tx, upTo) }, today)
    return { sums, remaining: left, withoutLine: count - left, withoutEntry: unbooked.size }
  }
  serveJob(server, settlements.confirmDue, async (tx, { body, by, dryRun, progress }) => {
    const { upTo, reference, evidence, ...asked } = body
    const filter = await filterOf(asked, tx)
    const due = { ...by, upTo, filter, most: SETTLEMENTS_AT_ONCE, progress }
    const { sums, remaining, withoutLine, withoutEntry } =
      evidence === 'bank line'
        ? await confirmDueByBankLines(tx, due)
        : await confirmDueByWord(tx, { ...due, reference })
    const { count, payCount, payable, receivable } = sums
    const answer = {
      dryRun,
      count,
      pay: { count: payCount, amount: rupees(payable) },
      receive: { count: count - payCount, amount: rupees(receivable) },
      net: rupees(receivable - payable),
      remaining,
      withoutLine,
      withoutEntry,
    }
    return {
      answer,
      audit: {
        action: 'settlements.confirm-due',
        entity: 'settlement',
        entityId: count === 1 ? '1 trade' : `${count} trades`,
        after: {
          upTo,
          ...filter,
          evidence: evidence ?? (reference === null ? 'none' : 'reference'),
          ...answer,
        },
      },
    }
  })
}
