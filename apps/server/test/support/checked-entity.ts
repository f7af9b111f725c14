/** An entity of its own for each test, whose books are empty, and the checklist of its lock. */

import type { Reply } from '@em/contract/kit/route'
import { type Entity, type LockPoint, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { ask, type Books, PORTFOLIO } from './books.ts'

/** The day that checklists are of, where none is named. */
export const THROUGH = '2026-05-29'

export interface CheckedEntity {
  readonly number: number
  readonly entity: Entity
  /** The code of its only portfolio. */
  readonly portfolio: string
  checks(through?: string): Promise<Reply<typeof periods.checks>>
  point(what: LockPoint, through?: string): Promise<Reply<typeof periods.checks>[number] | undefined>
  /** Buys 100 at 100.00 for it, or what is changed of that. */
  buy(changes: object): Promise<BuyTransaction>
}

export async function checkedEntity(books: Books, number: number): Promise<CheckedEntity> {
  const { api } = books
  const portfolio = `C${number}`
  const name = `Checked ${number} Ltd`
  await ask(api, portfolios.routes.create, {
    body: { ...PORTFOLIO, portfolioId: portfolio, portfolioName: `Checked ${number}`, entity: name },
  })
  const entity = (await api.ask(periods.list)).find((one) => one.name === name)
  if (entity === undefined) throw new Error('no entity was made')
  const checks = (through = THROUGH) =>
    api.ask(periods.checks, { params: { id: entity.id }, query: { through } })
  return {
    number,
    entity,
    portfolio,
    checks,
    point: async (what, through) => (await checks(through)).find((one) => one.what === what),
    buy: (changes) =>
      books.bought({
        portfolioId: portfolio,
        quantity: 100,
        price: 100,
        tradeDate: '2026-05-20',
        settlementDate: '2026-05-22',
        ...changes,
      }),
  }
}
