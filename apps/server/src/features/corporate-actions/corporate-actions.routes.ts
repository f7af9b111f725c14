import { actionReports } from '@em/contract/corporate-actions/action-reports'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { eventReports } from '@em/contract/corporate-actions/event-reports'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { detailOf, entitlementsOf, listActions } from './acts/answer.queries.ts'
import { allotNow } from './allotments/allotments.commands.ts'
import { changeAction, createAction } from './announce.commands.ts'
import { electNow } from './elections/elections.commands.ts'
import { takeOut } from './elections/outlasting-choices.commands.ts'
import { findAction } from './facts/action-rows.queries.ts'
import { moneyNow, receiveMany } from './money/money.commands.ts'
import { cancelAction, processAction, reverseAction } from './process.commands.ts'
import { saveCertificate } from './reports/certificates.commands.ts'
import { marketClaims } from './reports/claims.queries.ts'
import { eventLines, eventSumsOf } from './reports/events.queries.ts'
import { certificates, dueDays, receivables } from './reports/reports.queries.ts'

interface Written {
  readonly by: RecordedBy
  readonly dryRun: boolean
}

/** Corporate actions and moves between portfolios. */
export function actionsRoutes(server: Server): void {
  const { database, clock } = server
  const today = () => clock.today()
  const order = ({ by, dryRun }: Written) => ({
    ...by,
    today: today(),
    dryRun,
  })

  serveWrite(server, corporateActions.create, async (tx, input) => {
    const { body, query } = input
    const isPreviewed = input.dryRun && (query.process === '1' || query.process === 'true') && !body.draft
    if (!isPreviewed) return createAction(tx, body, order(input))
    const { answer } = await createAction(tx, body, { ...order(input), dryRun: false })
    return processAction(tx, answer.id, {
      ...order(input),
      elections: null,
      unnamedLots: null,
      reason: body.reason,
      progress: () => undefined,
    })
  })
  serve(server, corporateActions.list, async ({ query, reply, user }) => {
    const portfolio = await portfolioOrAll(database, query)
    const page = await listActions(database, query, {
      portfolioId: portfolio?.id ?? null,
      person: user.id,
      today: today(),
    })
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, corporateActions.get, ({ params }) => detailOf(database, params.id, today()))
  // A dividend over two thousand portfolios is processed within two seconds.
  serveJob(
    server,
    corporateActions.change,
    (tx, input) => changeAction(tx, input.params.id, input.body, order(input)),
    { isShort: true },
  )
  serve(server, corporateActions.entitlements, async ({ params, query, reply }) => {
    const action = await findAction(database, params.id)
    const page = await entitlementsOf(database, action, { ...query, all: query.versions === 'all' }, today())
    setPageHeaders(reply, page)
    return page.rows
  })
  serveJob(
    server,
    corporateActions.process,
    (tx, input) =>
      processAction(tx, input.params.id, {
        ...order(input),
        elections: input.body.elections,
        unnamedLots: input.body.unnamedLots,
        reason: input.body.reason,
        progress: input.progress,
      }),
    { isShort: true },
  )
  serveWrite(server, corporateActions.elect, (tx, input) =>
    electNow(tx, input.params.id, input.body, order(input)),
  )
  serveWrite(server, corporateActions.allot, (tx, input) =>
    allotNow(tx, input.params.id, input.body, order(input)),
  )
  serveWrite(server, corporateActions.receive, (tx, input) =>
    moneyNow(tx, input.params.id, { ...input.body, kind: 'received', reason: null }, order(input)),
  )
  serveWrite(server, corporateActions.receiveMany, (tx, input) => receiveMany(tx, input.body, order(input)))
  serveWrite(server, corporateActions.writeOff, (tx, input) =>
    moneyNow(
      tx,
      input.params.id,
      { ...input.body, kind: 'written-off', settlementAccount: null, reference: null },
      order(input),
    ),
  )
  serveJob(
    server,
    corporateActions.reverse,
    (tx, input) =>
      reverseAction(tx, input.params.id, {
        ...order(input),
        reason: input.body.reason,
        progress: input.progress,
      }),
    { isShort: true },
  )
  serveWrite(server, corporateActions.takeOut, (tx, input) =>
    takeOut(tx, input.params.id, input.body, order(input)),
  )
  serveJob(
    server,
    corporateActions.cancel,
    (tx, input) =>
      cancelAction(tx, input.params.id, {
        ...order(input),
        reason: input.body.reason,
        progress: input.progress,
      }),
    { isShort: true },
  )

  serve(server, eventReports.events, async ({ query, reply }) => {
    const portfolio = await portfolioOrAll(database, query)
    const page = await eventLines(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, eventReports.sums, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return eventSumsOf(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
  })
  serve(server, eventReports.claims, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return marketClaims(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
  })
  serve(server, actionReports.receivables, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return receivables(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
  })
  serve(server, actionReports.certificates, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return certificates(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
  })
  serveWrite(server, actionReports.saveCertificate, (tx, { params, body, user }) =>
    saveCertificate(tx, params.id, body, { recordedBy: user.id, today: today() }),
  )
  serve(server, actionReports.calendar, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return dueDays(database, { ...query, portfolioId: portfolio?.id ?? null, today: today() })
  })
}
