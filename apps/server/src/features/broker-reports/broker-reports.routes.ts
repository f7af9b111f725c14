import { BROKER_REPORT_DAYS_MAX, brokerReports } from '@em/contract/broker-reports/broker-reports'
import { daysBetween } from '@em/core/values/dates'
import type { Queryable } from '../../platform/database/database.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { portfolioOrAll, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { commissionIn } from './commission.queries.ts'
import { keepComparison } from './comparisons.commands.ts'
import { confirmationsOf } from './confirmations.queries.ts'
import { contractNotes, numberGaps } from './contract-notes.queries.ts'
import { feeProofIn, feeProofLines } from './fee-proof.queries.ts'
import { brokerStatement, compareStatement } from './statement.queries.ts'

interface SpanAsked {
  readonly startDate: string
  readonly endDate: string
  readonly portfolio?: string | undefined
  readonly portfolioId?: string | undefined
}

/** Broker Reports: commissions, contract notes, statements. */
export function brokerReportsRoutes(server: Server): void {
  const { database } = server
  /** @throws Refusal 400 for dates out of order or too far apart, 404 for an unknown portfolio. */
  const spanOf = async (
    { startDate, endDate, portfolio, portfolioId }: SpanAsked,
    db: Queryable = database,
  ) => {
    const refuse = (field: string, message: string) => {
      throw new Refusal('request.invalid', {}, [{ field, message }])
    }
    if (startDate > endDate) refuse('endDate', 'The end date is before the start date.')
    if (daysBetween(startDate, endDate) > BROKER_REPORT_DAYS_MAX)
      refuse('startDate', 'The period is longer than ten years.')
    const of = await portfolioOrAll(db, { portfolio, portfolioId })
    return { startDate, endDate, portfolioId: of?.id ?? null }
  }
  const brokerOf = (broker: string | undefined) => (broker?.trim() ? broker.trim() : null)

  serve(server, brokerReports.commission, async ({ query }) =>
    commissionIn(database, { ...(await spanOf(query)), broker: brokerOf(query.broker) }),
  )
  serve(server, brokerReports.notes, async ({ query, reply }) => {
    const asked = { ...(await spanOf(query)), broker: brokerOf(query.broker) }
    const { rows, total } = await contractNotes(database, asked, query)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, brokerReports.confirmations, async ({ query }) =>
    confirmationsOf(database, await resolvePortfolio(database, query), query.date ?? null),
  )
  serve(server, brokerReports.gaps, async ({ query }) =>
    numberGaps(database, { ...(await spanOf(query)), broker: brokerOf(query.broker) }),
  )
  serve(server, brokerReports.feeProof, async ({ query }) => {
    const { startDate, endDate } = await spanOf(query)
    return feeProofIn(database, { startDate, endDate, broker: brokerOf(query.broker) })
  })
  serve(server, brokerReports.feeProofLines, async ({ query, reply }) => {
    const { startDate, endDate } = await spanOf(query)
    const asked = { startDate, endDate, broker: brokerOf(query.broker) }
    const { rows, total } = await feeProofLines(database, asked, query)
    void reply.header('X-Total-Count', String(total))
    return rows
  })
  serve(server, brokerReports.statement, async ({ query }) =>
    brokerStatement(database, { ...(await spanOf(query)), broker: query.broker }),
  )
  serve(server, brokerReports.compare, async ({ body }) =>
    compareStatement(
      database,
      { ...(await spanOf(body)), broker: body.broker },
      { lines: body.lines, opening: body.statedOpening, closing: body.statedClosing },
    ),
  )
  serveWrite(server, brokerReports.keepComparison, async (tx, { body, user }) =>
    keepComparison(
      tx,
      { ...(await spanOf(body, tx)), broker: body.broker },
      { lines: body.lines, opening: body.statedOpening, closing: body.statedClosing },
      user.id,
    ),
  )
}
