import { laidOver } from '@em/contract/kit/fields'
import { openItems } from '@em/contract/openings/open-items'
import { type OpeningRow, openings } from '@em/contract/openings/openings'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { auditOfChange } from '../trades/transactions/trade-audit.queries.ts'
import { correctOpening } from './correct-lot.commands.ts'
import { saveOpenItems } from './open-items.commands.ts'
import { findOpenItems } from './open-items.queries.ts'
import { removeBalances, saveBalances } from './opening-balances.commands.ts'
import { brokersOf, contradictionOf, lotOf } from './opening-rows.ts'
import { findOpening, findOpeningLot, listOpenings, recordedLot } from './openings.queries.ts'
import { recordLots } from './submit-lots.commands.ts'

const MB = 1024 * 1024

export function openingsRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, openings.list, () => listOpenings(database))

  serve(server, openings.get, async ({ params }) => {
    const portfolio = await portfolioInPath(database, params.portfolio)
    return findOpening(database, portfolio.id)
  })

  serveJob(
    server,
    openings.recordLots,
    (tx, { params, body, dryRun, by, progress }) =>
      recordLots(tx, clock, {
        portfolio: params.portfolio,
        input: body,
        ...by,
        dryRun,
        progress,
      }),
    { bodyLimit: 4 * MB, isShort: true },
  )

  serveWrite(server, openings.changeLot, async (tx, { params: { id }, body, dryRun, by }) => {
    const { version, reason, ...sent } = body
    const recorded = await recordedLot(tx, id)
    const lot = laidOver<Omit<OpeningRow, 'symbol'>>(recorded.says, sent)
    const contradiction = contradictionOf(lot)
    if (contradiction !== null) {
      throw new Refusal('request.invalid', {}, [{ field: 'cost', message: contradiction }])
    }
    const done = await correctOpening(tx, clock, {
      id,
      lot: lotOf(lot, await loadCalendar(tx), await brokersOf(tx, [lot.brokerName])),
      // What stays is that of the version read here.
      version: version ?? recorded.version,
      reason,
      ...by,
      dryRun,
    })
    return {
      answer: done.preview ?? (await findOpeningLot(tx, id)),
      audit: await auditOfChange(tx, 'correct', id, reason),
    }
  })

  serveWrite(server, openings.removeLot, async (tx, { params: { id }, query, dryRun, by }) => {
    const reason = query.reason?.trim() || null
    const done = await correctOpening(tx, clock, {
      id,
      lot: null,
      version: query.version,
      reason,
      ...by,
      dryRun,
    })
    const removed = { success: true as const, id, version: done.version }
    return { answer: done.preview ?? removed, audit: await auditOfChange(tx, 'delete', id, reason) }
  })

  serve(server, openItems.get, async ({ params }) => {
    const portfolio = await portfolioInPath(database, params.portfolio)
    return findOpenItems(database, portfolio.id, clock.today())
  })

  serveWrite(server, openItems.save, (tx, { params, body, dryRun, by }) =>
    saveOpenItems(tx, clock, {
      portfolio: params.portfolio,
      input: body,
      ...by,
      dryRun,
    }),
  )

  serveWrite(server, openings.saveBalances, (tx, { params, body, dryRun, by }) =>
    saveBalances(tx, clock, {
      portfolio: params.portfolio,
      input: body,
      ...by,
      dryRun,
    }),
  )

  serveWrite(server, openings.removeBalances, (tx, { params, query, dryRun, by }) =>
    removeBalances(tx, {
      portfolio: params.portfolio,
      entry: query.entry,
      ...by,
      dryRun,
    }),
  )
}
