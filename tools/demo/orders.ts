/** Orders on the demo's last day: one with the broker, and one that waits for a second person. */
import type { Call } from './call.ts'

/** Proposes them. In: the last day on which they may be dealt. */
export async function proposeOrders(call: Call, validUntil: string): Promise<void> {
  const order = await call<{ id: number; version: number }>('POST', '/orders', {
    portfolios: [
      { portfolioId: 'MGF', quantity: 12_000 },
      { portfolioId: 'RRF', quantity: 8_000 },
    ],
    symbol: 'JKH.N0000',
    side: 'buy',
    limitPrice: '20.50',
    broker: 'Asia Securities (Pvt) Ltd',
    validUntil,
    reason: 'Below the weight of the index',
  })
  await call('POST', `/orders/${order.id}/place`, { version: order.version })
  // It holds 18,500: another person than the author needs to approve it.
  await call('POST', '/orders', {
    portfolioId: 'KDT',
    symbol: 'SAMP.N0000',
    side: 'sell',
    quantity: 20_000,
    limitPrice: '120.00',
    validUntil,
    reason: 'To take the gain',
  })
}
