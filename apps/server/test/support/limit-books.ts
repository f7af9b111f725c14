/** A book that limits are measured of, and short calls about them. GROW holds JKH for 1,000,000.00 and COMB.N for 100,000.00. */
import { journal } from '@em/contract/journal/journal'
import {
  type Breach,
  type LimitCheck,
  type LimitWithVersions,
  limits,
  type UtilisationRow,
} from '@em/contract/limits/limits'
import { type Order, orders } from '@em/contract/orders/orders'
import type { Answer, Api } from './api.ts'
import { startApi } from './api.ts'
import { ask, type Books, type Refused, startBooks } from './books.ts'
import { recordPrices } from './prices.ts'
import { rewindable } from './rewind.ts'

export const TODAY = '2026-06-18'
const LIMIT = {
  code: 'ISSUER-10',
  name: 'One issuer',
  kind: 'share',
  measure: 'percent-of-net-assets',
  subject: { type: 'issuer', id: 'each' },
  scope: { type: 'portfolio', id: 'GROW' },
  bound: 50,
  unit: 'percent',
  hardness: 'soft',
  effectiveFrom: '2026-06-01',
}

export interface LimitBooks {
  readonly api: Api
  readonly books: Books
  /** Puts the book and the clock back to where they began. */
  again(): Promise<void>
  write(changes?: object): Promise<Answer<LimitWithVersions & Refused>>
  /** The same, which must succeed. */
  written(changes?: object): Promise<LimitWithVersions>
  used(query?: object): Promise<UtilisationRow[]>
  /** A buy of 1,000 COMB at 100.00, or what is changed of it. */
  whatIf(changes?: object): Promise<LimitCheck[]>
  breaches(query?: object): Promise<Breach[]>
  /** An order to buy 50,000 JKH at 10.00, or what is changed of it. */
  order(changes?: object): Promise<Answer<Order & Refused>>
}

/** Starts the book: 100,000 JKH at 10.00, 1,000 COMB.N at 100.00; 2,000,000.00 of capital. */
export async function startLimitBooks(): Promise<LimitBooks> {
  const api = await startApi({ today: TODAY })
  const books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await ask(api, journal.create, {
    body: {
      date: '2026-06-01',
      description: 'Capital paid in',
      status: 'Posted',
      lines: [
        { account_code: '1010', debit: 2_000_000, portfolioId: 'GROW' },
        { account_code: '3000', credit: 2_000_000, portfolioId: 'GROW' },
      ],
    },
  })
  await books.bought()
  await books.bought({
    symbol: 'COMB.N0000',
    companyName: 'Commercial Bank of Ceylon PLC',
    quantity: 1_000,
    price: 100,
    contractNumber: 'C-2',
  })
  await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10, 'COMB.N0000': 100, 'SAMP.N0000': 80 })
  const rewind = await rewindable(api)
  const write: LimitBooks['write'] = (changes = {}) =>
    api.call(limits.create, { body: { ...LIMIT, ...changes } } as never)
  return {
    api,
    books,
    write,
    again: async () => {
      await rewind()
      api.clock.set(`${TODAY}T05:00:00Z`)
    },
    written: async (changes) => {
      const { status, body } = await write(changes)
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body
    },
    used: async (query = {}) => (await ask(api, limits.utilisation, { query })).rows,
    whatIf: async (changes = {}) => {
      const act = {
        kind: 'buy',
        portfolioId: 'GROW',
        symbol: 'COMB.N0000',
        quantity: 1_000,
        price: 100,
        ...changes,
      }
      return (await ask(api, limits.whatIf, { body: { acts: [act] } })).checks
    },
    breaches: (query = {}) => ask(api, limits.breaches, { query }) as Promise<Breach[]>,
    order: (changes = {}) =>
      api.call(orders.create, {
        body: {
          portfolioId: 'GROW',
          symbol: 'JKH.N0000',
          side: 'buy',
          quantity: 50_000,
          limitPrice: 10,
          validUntil: TODAY,
          ...changes,
        },
      } as never),
  }
}
