/**
 * Writers at once on PostgreSQL, each on a connection of its own: exactly the outcomes that some order of them allows,
 * and books that verify. RACE_ROUNDS sets the rounds of the two sellers (24 when left out), of the others a quarter of it each.
 */
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { waitingForLock } from '../support/locks.ts'
import { type Answered, type OneHolding, oneHolding } from '../support/one-holding.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 24)
const OTHERS = Math.ceil(ROUNDS / 4)

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
const statuses = (answers: readonly { status_: number }[]) => answers.map(({ status_ }) => status_).sort()
/** Up to some milliseconds later, so that the writers meet at another place in each round. */
const soon = async <T>(act: () => Promise<T>): Promise<T> => {
  await new Promise((done) => setTimeout(done, Math.random() * 6))
  return act()
}
const total = async (of: OneHolding) => (await of.position())?.['quantity'] ?? 0

describe('two sellers of the same shares', () => {
  test.each(['WAP', 'FIFO', 'CHERRY'] as const)(
    `%s: exactly one succeeds, ${Math.ceil(ROUNDS / 3)} times`,
    { timeout: 60_000 + ROUNDS * 200 },
    async (method) => {
      const of = await oneHolding(books, method)
      let oversold = 0
      for (let round = 0; round < Math.ceil(ROUNDS / 3); round += 1) {
        const bought = await of.buy('2026-06-01', 100, 10)
        const allocations = [{ buyTransactionId: bought.id, allocatedQuantity: 100 }]
        const more = method === 'CHERRY' ? { allocations } : {}
        const sellers = await Promise.all([0, 1].map(() => soon(() => of.sell('2026-06-02', 100, 12, more))))
        expect(statuses(sellers)).toEqual([201, 422])
        const refused = sellers.find(({ status_ }) => status_ === 422)
        expect(refused?.['code']).toBe('lots.insufficient')
        if ((await total(of)) !== 0) oversold += 1
      }
      expect(oversold).toBe(0)
      await clean(of)
    },
  )

  test('of parts: never more than there was, however many ask', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-06-01', 100, 10)
    const sellers = await Promise.all(
      Array.from({ length: 24 }, () => soon(() => of.sell('2026-06-02', 9, 12))),
    )
    expect(sellers.filter(({ status_ }) => status_ === 201)).toHaveLength(11)
    expect(await of.position()).toMatchObject({ quantity: 1, costValue: 10 })
    await clean(of)
  })
})

describe('a portfolio that is closed while a trade is recorded', () => {
  test.each([
    ['a buy', (of: OneHolding) => of.buy('2026-06-02', 10, 10)],
    ['a sale', (of: OneHolding) => of.sell('2026-06-02', 10, 12)],
  ])('%s waits for the change and is refused by what the portfolio then says', async (_, act) => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-06-01', 100, 10)
    const other = new pg.Client(api.fresh.config)
    await other.connect()
    try {
      await other.query('BEGIN')
      // As the register does it: the row is locked, then changed.
      await other.query('SELECT id FROM em.portfolios WHERE id = $1 FOR UPDATE', [of.id])
      await other.query(`UPDATE em.portfolios SET status = 'Inactive' WHERE id = $1`, [of.id])
      let answered = false
      const trade = act(of).finally(() => {
        answered = true
      })
      await waitingForLock(other)
      expect(answered).toBe(false)
      await other.query('COMMIT')
      expect(await trade).toMatchObject({ status_: 422, code: 'portfolio.not-active' })
      // The act of the change above, without which the check of the books would find it.
      await api.call('PUT /portfolios/:id', { params: { id: of.id }, body: { status: 'Inactive' } })
    } finally {
      await other.end()
    }
    await clean(of)
  })
})

test('one idempotency key 50 times at once is one sale', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-01', 1000, 10)
  const body = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: of.portfolioId,
    brokerName: 'Some broker',
    settlementAccount: books.bank,
    contractNumber: 'ONCE',
    tradeDate: '2026-06-02',
    settlementDate: '2026-06-02',
    quantity: 10,
    soldPrice: 12,
  }
  const once = async (): Promise<Answered> => {
    const headers = { 'idempotency-key': 'one-sale' }
    const answer = await api.call<object>('POST /transaction-entries/sell', { body, headers })
    return { ...(answer.body as Answered), status_: answer.status }
  }
  const answers = await Promise.all(Array.from({ length: 50 }, once))
  const made = answers.filter(({ status_ }) => status_ === 201)
  expect(new Set(made.map((answer) => answer['id'])).size).toBe(1)
  for (const other of answers.filter(({ status_ }) => status_ !== 201)) {
    expect(other).toMatchObject({ status_: 409, code: 'idempotency.running' })
  }
  expect(await once()).toMatchObject({ status_: 201, id: made[0]?.['id'] })
  expect(await of.sales()).toHaveLength(1)
  expect(await total(of)).toBe(990)
  await clean(of)
})

describe('late and corrected trades at once', () => {
  test('a late buy and a sale: both are recorded, at the cost of the order that the chain has', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < OTHERS; round += 1) {
      await of.buy('2026-06-08', 100, 20)
      const [late, sale] = await Promise.all([
        soon(() => of.buy('2026-06-02', 10, 10)),
        soon(() => of.sell('2026-06-09', 50, 30)),
      ])
      expect(statuses([late, sale])).toEqual([201, 201])
    }
    expect(await total(of)).toBe(OTHERS * 60)
    await clean(of)
  })

  test('a late sale that takes the shares of another: one of them is refused', async () => {
    const of = await oneHolding(books, 'FIFO')
    for (let round = 0; round < OTHERS; round += 1) {
      await of.buy('2026-06-01', 100, 20)
      const both = await Promise.all([
        soon(() => of.sell('2026-06-02', 60, 30)),
        soon(() => of.sell('2026-06-09', 60, 30)),
      ])
      expect(statuses(both)).toEqual([201, 422])
      expect((await of.sell('2026-06-15', 40, 30)).status_).toBe(201)
    }
    expect(await total(of)).toBe(0)
    await clean(of)
  })

  test('an edit and a deletion of the same trade: both in that order, or the edit finds nothing', async () => {
    const of = await oneHolding(books, 'FIFO')
    for (let round = 0; round < OTHERS; round += 1) {
      const { id } = await of.buy('2026-06-01', 100, 20)
      const [edit, removal] = await Promise.all([
        soon(() => of.change('buy', id, { quantity: 90, price: 20 })),
        soon(() => of.remove('buy', id)),
      ])
      expect(removal).toMatchObject({ status_: 200, version: edit.status_ === 200 ? 3 : 2 })
      if (edit.status_ !== 200) expect(edit).toMatchObject({ status_: 404, code: 'record.missing' })
    }
    expect(await total(of)).toBe(0)
    await clean(of)
  })

  test('two edits of one version: exactly one is kept', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < OTHERS; round += 1) {
      const { id } = await of.buy('2026-06-01', 100, 20)
      const edits = await Promise.all(
        [91, 92].map((quantity) => soon(() => of.change('buy', id, { quantity, price: 20, version: 1 }))),
      )
      expect(statuses(edits)).toEqual([200, 409])
      const stored = edits.find(({ status_ }) => status_ === 200)
      expect(await total(of)).toBe(stored?.['quantity'])
      await of.remove('buy', id)
    }
    await clean(of)
  })

  test('corrections of two trades of one chain, and of one by its neighbour’s deletion', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < OTHERS; round += 1) {
      const first = await of.buy('2026-06-01', 100, 20)
      const second = await of.buy('2026-06-02', 100, 30)
      const sale = await of.sell('2026-06-03', 50, 40)
      const answers = await Promise.all([
        soon(() => of.change('buy', first.id, { quantity: 100, price: 21 })),
        soon(() => of.change('sell', sale.id, { tradeDate: '2026-06-04', quantity: 60, soldPrice: 41 })),
        soon(() => of.remove('buy', second.id)),
      ])
      expect(statuses(answers)).toEqual([200, 200, 200])
      // Whatever the order: 100 bought at 21.00, 60 of them sold.
      expect((await of.sales()).find(({ id }) => id === sale.id)).toMatchObject({ holding_cost: 1260 })
      expect((await of.sell('2026-06-05', 40, 40)).status_).toBe(201)
    }
    expect(await total(of)).toBe(0)
    await clean(of)
  })

  test('deleting a buy while a sale picks its lot: the sale or the deletion, never both', async () => {
    const of = await oneHolding(books, 'CHERRY')
    for (let round = 0; round < OTHERS; round += 1) {
      const { id } = await of.buy('2026-06-01', 100, 20)
      const allocations = [{ buyTransactionId: id, allocatedQuantity: 100 }]
      const [sale, removal] = await Promise.all([
        soon(() => of.sell('2026-06-02', 100, 30, { allocations })),
        soon(() => of.remove('buy', id)),
      ])
      expect([`${sale.status_} ${removal.status_}`]).toEqual([sale.status_ === 201 ? '201 409' : '422 200'])
    }
    expect(await total(of)).toBe(0)
    await clean(of)
  })
})

test('after all races the whole database verifies', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})
