/** Limits of the demo: one issuer and one sector, the cash that is kept, what brokers owe, a closed period; some are exceeded as they are. */
import type { Call } from './call.ts'

/** Writes them. In: the demo's last day. */
export async function writeLimits(call: Call, today: string): Promise<void> {
  const limit = (code: string, body: object) =>
    call('POST', '/limits', {
      code,
      hardness: 'soft',
      unit: 'percent',
      scope: { type: 'portfolio', id: 'each' },
      effectiveFrom: '2026-01-01',
      grace: 20,
      source: 'Investment policy of January 2026',
      ...body,
    })
  await limit('ISSUER', {
    name: 'Single issuer',
    kind: 'share',
    measure: 'percent-of-net-assets',
    subject: { type: 'issuer', id: 'each' },
    bound: 15,
  })
  await limit('SECTOR', {
    name: 'One sector',
    kind: 'share',
    measure: 'percent-of-securities',
    subject: { type: 'sector', id: 'each' },
    bound: 40,
    hardness: 'inform',
  })
  await limit('CASH', {
    name: 'Cash kept ready',
    kind: 'cash',
    measure: 'minimum-cash',
    subject: { type: 'portfolio', id: 'each' },
    bound: 1_000_000,
    unit: 'LKR',
    days: 5,
  })
  await limit('BROKER', {
    name: 'Exposure to one broker',
    kind: 'exposure',
    measure: 'exposure-gross',
    subject: { type: 'broker', id: 'each' },
    scope: { type: 'all' },
    bound: 50_000_000,
    unit: 'LKR',
  })
  await call('POST', '/limits/issued-shares', {
    symbol: 'JKH.N0000',
    from: '2024-11-01',
    quantity: 17_734_109_136,
    source: "The exchange's company page",
  })
  await limit('STAKE', {
    name: 'Stake in a company',
    kind: 'position',
    measure: 'percent-of-issued',
    subject: { type: 'security', id: 'JKH.N0000' },
    scope: { type: 'all' },
    bound: 5,
    operator: 'at-or-above',
  })
  await limit('CLOSED-SAMP', {
    name: 'Closed period',
    kind: 'restriction',
    measure: 'restricted',
    subject: { type: 'issuer', id: 'SAMP' },
    scope: { type: 'all' },
    unit: 'none',
    side: 'buys',
    reason: 'Results of the quarter are not published yet',
    effectiveFrom: today,
    grace: null,
  })
}
