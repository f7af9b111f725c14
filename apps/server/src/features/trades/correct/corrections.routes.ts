import { corrections } from '@em/contract/trades/corrections'
import { type Server, serveWrite } from '../../../platform/http/serve.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { findBuy, findSell } from '../transactions/buys-and-sells.queries.ts'
import { auditOfChange } from '../transactions/trade-audit.queries.ts'
import { correctTrade } from './corrections.commands.ts'

type Asked<Body> = Pick<WriteInput<typeof corrections.changeBuy>, 'params' | 'dryRun' | 'by'> & {
  readonly body: Body
}

/** The new content of a changed trade, and the user who changes it. */
function orderOf<const Side, Body extends { version: number | null; reason: string | null }>(
  side: Side,
  { params, body, dryRun, by }: Asked<Body>,
) {
  return {
    id: params.id,
    side,
    input: body,
    version: body.version ?? undefined,
    reason: body.reason,
    ...by,
    dryRun,
  }
}

export function correctionsRoutes(server: Server): void {
  const { clock } = server
  serveWrite(server, corrections.changeBuy, async (tx, asked) => {
    const order = orderOf('buy', asked)
    const done = await correctTrade(tx, clock, order)
    const { id, reason } = order
    return {
      answer: done.preview ?? (await findBuy(tx, id)),
      audit: await auditOfChange(tx, 'correct', id, reason),
    }
  })

  serveWrite(server, corrections.changeSell, async (tx, asked) => {
    const order = orderOf('sell', asked)
    const done = await correctTrade(tx, clock, order)
    const { id, reason } = order
    return {
      answer: done.preview ?? (await findSell(tx, id)),
      audit: await auditOfChange(tx, 'correct', id, reason),
    }
  })

  for (const [route, side] of [
    [corrections.removeBuy, 'buy'],
    [corrections.removeSell, 'sell'],
  ] as const) {
    serveWrite(server, route, async (tx, { params: { id }, query, dryRun, by }) => {
      const reason = query.reason?.trim() || null
      const order = {
        id,
        side,
        input: null,
        version: query.version,
        reason,
        ...by,
        dryRun,
      }
      const done = await correctTrade(tx, clock, order)
      const removed = { success: true as const, id, version: done.version }
      return { answer: done.preview ?? removed, audit: await auditOfChange(tx, 'delete', id, reason) }
    })
  }
}
