/** A portfolio of the test's own with a costing method, and its trades in one security by short calls. */
import type { CostingMethod } from '@em/core/chains/chain-event'
import type { Api } from './api.ts'
import { type Books, PORTFOLIO } from './books.ts'
import { counter } from './counters.ts'

/** A list's row or an answer, looked into by name. */
export type Row = Readonly<Record<string, unknown>>

/** The answer of a call: the body's fields and the status. */
export type Answered = Row & {
  readonly status_: number
  readonly id: number
  readonly position: { readonly after: Row }
}

export interface OneHolding {
  readonly portfolioId: string
  /** The portfolio's own id, for `verifyBooks`. */
  readonly id: number
  buy(tradeDate: string, quantity: number, price: number, more?: object, query?: string): Promise<Answered>
  sell(
    tradeDate: string,
    quantity: number,
    soldPrice: number,
    more?: object,
    query?: string,
  ): Promise<Answered>
  change(side: 'buy' | 'sell', id: number, body: object, query?: string): Promise<Answered>
  remove(side: 'buy' | 'sell', id: number, query?: string): Promise<Answered>
  /** The position, or undefined where nothing is held. */
  position(): Promise<Row | undefined>
  /** Sales, oldest first. */
  sales(): Promise<Row[]>
}

const nextHolding = counter()

/** Makes the portfolio; `method` null leaves it without one. The settlement date is the trade date unless named. */
export async function oneHolding(
  { api, bank }: Books,
  method: CostingMethod | null,
  accountingTreatment = 'FVTPL',
): Promise<OneHolding> {
  const number = nextHolding()
  const portfolioId = `H${number}`
  const body = { ...PORTFOLIO, portfolioId, portfolioName: `Holding ${number}`, accountingTreatment }
  const made = await api.call<{ id: number }>('POST /portfolios', { body })
  if (method) {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: method } })
  }
  const common = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId,
    brokerName: 'Some broker',
    settlementAccount: bank,
  }
  let contracts = 0
  const send = async (path: string, body?: object): Promise<Answered> => {
    const answer = await api.call<object>(path, body === undefined ? {} : { body })
    return { ...(answer.body as Answered), status_: answer.status }
  }
  const trade = (tradeDate: string, more: object) => {
    contracts += 1
    return { ...common, tradeDate, settlementDate: tradeDate, contractNumber: `C${contracts}`, ...more }
  }
  const dated = (body: object) => trade((body as { tradeDate?: string }).tradeDate ?? '2026-06-01', body)
  return {
    portfolioId,
    id: made.body.id,
    buy: (date, quantity, price, more, query = '') =>
      send(`POST /transaction-entries/buy${query}`, trade(date, { quantity, price, ...more })),
    sell: (date, quantity, soldPrice, more, query = '') =>
      send(`POST /transaction-entries/sell${query}`, trade(date, { quantity, soldPrice, ...more })),
    change: (side, id, body, query = '') =>
      send(`PUT /transaction-entries/${side}/${id}${query}`, dated(body)),
    remove: (side, id, query = '') => send(`DELETE /transaction-entries/${side}/${id}${query}`),
    position: async () => (await list(api, `/transaction-entries/portfolio/${portfolioId}/positions`))[0],
    sales: async () =>
      (await list(api, `/transaction-entries/sell-all?portfolioId=${portfolioId}`)).toReversed(),
  }
}

async function list(api: Api, path: string): Promise<Row[]> {
  return (await api.call<Row[]>(`GET ${path}`)).body
}
