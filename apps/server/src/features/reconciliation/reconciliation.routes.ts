import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { addDays } from '@em/core/values/dates'
import { rupees } from '@em/core/values/money'
import { requireRight } from '../../platform/authorize.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ownsAttachments } from '../attachments/attachments.commands.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { statementsOf } from './import/statements.queries.ts'
import { statementsRoutes } from './import/statements.routes.ts'
import { changedLines } from './lines/changes.queries.ts'
import { cents } from './lines/figures.ts'
import { linesBetween, statementLines, unmatchedLedger } from './lines/lines.queries.ts'
import { findReconciliation, lockPending, openLinesSource } from './lines/reconciliations.queries.ts'
import { periodOf, scopeOf, storedBalance } from './lines/scope.queries.ts'
import { matchesOf, proposalsOf } from './match/matches.queries.ts'
import { matchingRoutes } from './match/matching.routes.ts'
import { audited, paged } from './sign-off/answers.ts'
import { eventsOf, listReconciliations } from './sign-off/history.queries.ts'
import { recordOf } from './sign-off/record.queries.ts'
import {
  begin,
  change,
  type Details,
  findByPeriod,
  holdPostings,
  remove,
  reopen,
  signOff,
} from './sign-off/sign-off.commands.ts'

const SAVED = 'Reconciliation saved successfully!'

interface DetailsSent extends Omit<Details, 'externalClosing'> {
  readonly externalClosing: bigint | null
  readonly externalBalance: bigint | null
}
const detailsOf = (sent: DetailsSent): Details => ({
  referenceType: sent.referenceType,
  referenceNumber: sent.referenceNumber,
  externalOpening: sent.externalOpening,
  externalClosing: sent.externalClosing ?? sent.externalBalance,
  notes: sent.notes,
})

export function reconciliationRoutes(server: Server): void {
  const { database, clock } = server
  ownsAttachments('reconciliation', {
    exists: async (db, id) => {
      await findReconciliation(db, id)
    },
    mayChange: async (tx, id) => {
      await lockPending(tx, id, null)
    },
  })

  serve(server, reconciliation.transactions, async ({ query, reply }) => {
    const scope = await scopeOf(database, query)
    const { startDate, endDate } = periodOf({ period: null, ...query }, clock.today())
    const until = endDate < clock.today() ? endDate : clock.today()
    const before = addDays(startDate, -1)
    const [page, opening, closing] = await Promise.all([
      linesBetween(database, scope, startDate, until, query),
      storedBalance(database, scope, before < until ? before : until),
      storedBalance(database, scope, until),
    ])
    return {
      transactions: paged(reply, page),
      openingBalance: rupees(cents(opening.net)),
      closingBalance: rupees(cents(closing.net)),
      total: page.total,
    }
  })

  serve(server, reconciliation.list, async ({ query, reply }) => {
    const scope =
      query.accountCode === undefined || query.accountCode.trim() === ''
        ? null
        : await scopeOf(database, { ...query, accountCode: query.accountCode })
    const portfolio = await portfolioOrAll(database, query)
    return paged(
      reply,
      await listReconciliations(database, {
        ...query,
        accountId: scope?.accountId ?? null,
        settlementAccountId: query.settlementAccount,
        portfolioId: portfolio?.id ?? null,
        status: query.status ?? null,
      }),
    )
  })

  serveWrite(server, reconciliation.create, async (tx, { body, user }) => {
    const scope = await scopeOf(tx, body)
    const id = await begin(tx, scope, periodOf(body, clock.today()), detailsOf(body), user.id)
    const after = await recordOf(tx, id, clock.today())
    return { answer: { reconciliation: after }, audit: audited('create', id, after) }
  })

  serveWrite(server, reconciliation.save, async (tx, { body, user }) => {
    if (body.status === 'reconciled') {
      requireRight('reconciliations.sign-off', user)
      await holdPostings(tx)
    }
    const id = await named(tx, body, clock.today(), detailsOf(body), user.id)
    if (body.id !== null && body.version === null) {
      throw new Refusal('request.invalid', {}, [
        { field: 'version', message: 'Send the version that was read.' },
      ])
    }
    const one = await lockPending(tx, id, body.version)
    // The form's Save sends what it has: what it left blank stays.
    const said = Object.entries(detailsOf(body)).filter(([, value]) => value !== null)
    await change(tx, one, Object.fromEntries(said))
    const data =
      body.status === 'pending'
        ? await recordOf(tx, id, clock.today())
        : await signOff(tx, id, body.explanation, clock.today(), user.id)
    return {
      answer: { success: true as const, message: SAVED, data },
      audit: audited(body.status === 'pending' ? 'save' : 'sign-off', id, data),
    }
  })

  serve(server, reconciliation.get, async ({ params }) => {
    const [record, statements, history] = await Promise.all([
      recordOf(database, params.id, clock.today()),
      statementsOf(database, params.id),
      eventsOf(database, params.id),
    ])
    return { ...record, statements, history }
  })

  serveWrite(server, reconciliation.update, async (tx, { params, body }) => {
    const one = await lockPending(tx, params.id, body.version)
    const { externalBalance, externalClosing = externalBalance, ...details } = body
    await change(tx, one, { ...details, externalClosing })
    const after = await recordOf(tx, params.id, clock.today())
    return { answer: { reconciliation: after }, audit: audited('change', params.id, after) }
  })

  serveWrite(server, reconciliation.remove, async (tx, { params }) => {
    const before = await recordOf(tx, params.id, clock.today())
    await remove(tx, params.id)
    return {
      answer: { success: true as const, id: params.id },
      audit: audited('remove', params.id, undefined, before),
    }
  })

  serveWrite(server, reconciliation.reopen, async (tx, { params, body, user }) => {
    await reopen(tx, params.id, body.version, body.reason, user.id)
    const after = await recordOf(tx, params.id, clock.today())
    return {
      answer: { reconciliation: after },
      audit: audited('reopen', params.id, { reason: body.reason, ...after }),
    }
  })

  /** One reconciliation with the source of its open lines, for a page of its lines. */
  const opened = async (id: number) => {
    const one = await findReconciliation(database, id)
    return { one, source: await openLinesSource(database, one, clock.today()) }
  }
  serve(server, reconciliation.ledger, async ({ params, query, reply }) => {
    const { one, source } = await opened(params.id)
    return paged(reply, await unmatchedLedger(database, one, source, query))
  })
  serve(server, reconciliation.external, async ({ params, query, reply }) => {
    const { one, source } = await opened(params.id)
    const state = query.state ?? 'unmatched'
    return paged(reply, await statementLines(database, one, source, { ...query, state }))
  })
  serve(server, reconciliation.matches, async ({ params, query, reply }) =>
    paged(reply, await matchesOf(database, await findReconciliation(database, params.id), query)),
  )
  serve(server, reconciliation.changes, async ({ params, query, reply }) =>
    paged(reply, await changedLines(database, await findReconciliation(database, params.id), query)),
  )
  serve(server, reconciliation.proposals, async ({ params }) =>
    proposalsOf(database, await findReconciliation(database, params.id)),
  )

  matchingRoutes(server)
  statementsRoutes(server)
}

interface Named {
  readonly id: number | null
  readonly accountCode: string | null
  readonly settlementAccount: number | null
  readonly portfolio: string | null
  readonly portfolioId: string | null
  readonly period: string | null
  readonly startDate: string | null
  readonly endDate: string | null
}

/** The id that a save means: its own, or that of its scope and period, begun if there is none. */
async function named(
  tx: Transaction,
  body: Named,
  today: string,
  details: Details,
  userId: number,
): Promise<number> {
  if (body.id !== null) return body.id
  if (body.accountCode === null) {
    throw new Refusal('request.invalid', {}, [{ field: 'accountCode', message: 'Account is required.' }])
  }
  const scope = await scopeOf(tx, { ...body, accountCode: body.accountCode })
  const period = periodOf(body, today)
  return (await findByPeriod(tx, scope, period)) ?? begin(tx, scope, period, details, userId)
}
