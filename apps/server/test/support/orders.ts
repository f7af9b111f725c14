/** Books with orders: one that a trade fills. */
import type { Api } from './api.ts'

async function send<Answer>(api: Api, where: string, body: object): Promise<Answer> {
  const { status, body: answer } = await api.call(where, { body })
  if (status >= 300) throw new Error(`${where} answered ${JSON.stringify(answer)}`)
  return answer as Answer
}

/** Proposes, places and fills an order. In: the code of a portfolio, a symbol, its broker, and a buy of that day or later. */
export async function fillOrders(
  api: Api,
  of: { readonly portfolio: string; readonly symbol: string; readonly broker: string },
  buy: (contract: string) => Promise<number>,
): Promise<void> {
  const today = api.clock.today()
  const order = await send<{ id: number; version: number }>(api, 'POST /orders', {
    portfolioId: of.portfolio,
    symbol: of.symbol,
    side: 'buy',
    quantity: 2_000,
    broker: of.broker,
    validUntil: today,
    reason: `For ${of.portfolio}`,
  })
  await send(api, `POST /orders/${order.id}/place`, { version: order.version })
  await send(api, `POST /orders/${order.id}/fills`, { trades: [await buy(`${of.portfolio}-ORDER`)] })
}

/** Sets the targets of a portfolio: a security, and the rest in cash. */
export async function setTargets(api: Api, portfolio: string, symbol: string): Promise<void> {
  await send(api, `PUT /portfolios/${portfolio}/targets`, {
    version: null,
    cashTarget: 10,
    minimumTrade: 25_000,
    cashMinimum: 0,
    lines: [{ symbol, weight: 90, band: 1, lotSize: 1 }],
  })
}
