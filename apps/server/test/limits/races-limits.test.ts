/** Two orders that are each within a hard bound, and together beyond it, never both pass: vector L6, on two connections. */

import { journal } from '@em/contract/journal/journal'
import { limits } from '@em/contract/limits/limits'
import { type Order, orders } from '@em/contract/orders/orders'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
/** A sample; RACE_ROUNDS=500 runs all of them. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10)
let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  await startBooks(api)
  await ask(api, journal.create, {
    body: {
      date: '2026-06-01',
      description: 'Capital paid in',
      status: 'Posted',
      lines: [
        { account_code: '1010', debit: 1_000_000, portfolioId: 'GROW' },
        { account_code: '3000', credit: 1_000_000, portfolioId: 'GROW' },
      ],
    },
  })
  await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10, 'COMB.N0000': 100 })
  await ask(api, limits.create, {
    body: {
      code: 'HALF',
      name: 'Half of the book',
      kind: 'share',
      measure: 'percent-of-net-assets',
      subject: { type: 'portfolio', id: 'all' },
      scope: { type: 'portfolio', id: 'each' },
      bound: 50,
      unit: 'percent',
      hardness: 'hard',
      effectiveFrom: '2026-06-01',
    },
  })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

/** An order of 300,000.00: one fits, two do not. Of different securities, so that no other lock keeps them apart. */
const order = (symbol: string, quantity: number) =>
  api.call<Order & Refused>(orders.create, {
    body: { portfolioId: 'GROW', symbol, side: 'buy', quantity, validUntil: TODAY },
  } as never)

const time = 60_000 + ROUNDS * 5_000
const one = () => order('JKH.N0000', 30_000)
const other = () => order('COMB.N0000', 3_000)

test('of two orders on two connections one passes, whichever is first', { timeout: time }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await rewind()
    const [first, second] = await oneBehindTheOther(
      api,
      round % 2 === 0 ? one : other,
      round % 2 === 0 ? other : one,
    )
    expect([first.status, second.status]).toEqual([201, 422])
    expect(second.body.code).toBe('limit.refused')
  }
})

test('in whatever order many arrive, what passes stays within the bound together', {
  timeout: time,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await rewind()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        order(index % 2 === 0 ? 'JKH.N0000' : 'COMB.N0000', index % 2 === 0 ? 20_000 : 2_000),
      ),
    )
    // 200,000.00 each of net assets of 1,000,000.00: two pass.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  }
})
