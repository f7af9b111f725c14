import { payments } from '@em/contract/settlements/payments'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { exportPayments } from './payments.commands.ts'
import { listPayments } from './payments.queries.ts'

export function paymentsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, payments.list, async ({ query }) => {
    const portfolio = await portfolioOrAll(database, query)
    return (await listPayments(database, portfolio?.id, clock.today())).map(({ row }) => row)
  })

  serveWrite(server, payments.export, async (tx, { body, user, dryRun }) => {
    const { tradeIds, ...named } = body
    const portfolio = await portfolioOrAll(tx, named)
    const made = await exportPayments(tx, clock, {
      portfolioId: portfolio?.id,
      tradeIds,
      recordedBy: user.id,
    })
    const { csv: _, ...details } = made
    return {
      answer: { dryRun, ...made },
      audit: {
        action: 'payments.export',
        entity: 'settlement',
        entityId: made.count === 1 ? '1 payment' : `${made.count} payments`,
        after: details,
      },
    }
  })
}
