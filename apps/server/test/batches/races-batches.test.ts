/**
 * Whole batches at once on PostgreSQL, each request on a connection of its own: batches on the same chains, undoing
 * against sales, corrections and other undoing. Each outcome is one that some order allows, and the books verify.
 * A person's jobs wait for each other: who is to race is two people. RACE_ROUNDS sets the rounds (a quarter of it each;
 * 24 when left out, 150 is the full form).
 */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type Answered, type OneHolding, oneHolding } from '../support/one-holding.ts'

const ROUNDS = Math.ceil(Number(process.env['RACE_ROUNDS'] ?? 24) / 4)
/** A race that must be seen to end in both ways goes on until it was; after so many rounds it has failed. */
const MOST_ROUNDS = Math.max(60, 2 * ROUNDS)
vi.setConfig({ testTimeout: 240_000 + ROUNDS * 1_000 })
const JKH = 'JKH.N0000'
const SAMP = 'SAMP.N0000'
const METHODS = ['WAP', 'FIFO', 'CHERRY'] as const

let api: Api
let books: Books
/** The tokens of eight people; the first is the administrator's. */
let people: string[]
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  people = [api.token]
  while (people.length < 8) people.push((await api.signUp()).token)
})

const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
/** Up to some milliseconds later, so that the writers meet at another place in each round. */
const soon = async <T>(act: () => Promise<T>, within = 8): Promise<T> => {
  await new Promise((done) => setTimeout(done, Math.random() * within))
  return act()
}
const outcome = ({ status_, ...answer }: Answered) =>
  status_ < 300 ? String(status_) : `${status_} ${String(answer['code'])}`

/** Milliseconds that a submission may take to begin: a save that is to come before it or after it is sent within them. */
const UNTIL_A_JOB = 80

let contracts = 0
const buy = (symbol: string, quantity: number, price: number, more = {}) => ({
  side: 'buy',
  symbol,
  tradeDate: '2026-06-01',
  quantity,
  price,
  contractNumber: `R${(contracts += 1)}`,
  ...more,
})
const sell = (symbol: string, quantity: number, price: number, buyContract?: string) => ({
  ...buy(symbol, quantity, price, { buyContract }),
  side: 'sell',
  tradeDate: '2026-06-02',
})

/** `by` is the index of the person who sends it among the people. */
async function batch(of: OneHolding, rows: object[], by = 0, headers = {}): Promise<Answered> {
  const token = people[by] ?? ''

  const defaults = { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank }
  const body = { source: 'import', defaults, rows }
  const answer = await api.call<object>('POST /trade-batches', { body, headers, token })
  return { ...(answer.body as Answered), status_: answer.status }
}
async function undo(id: number, by = 0): Promise<Answered> {
  const token = people[by] ?? ''
  const answer = await api.call<object>(`DELETE /trade-batches/${id}`, { token })
  return { ...(answer.body as Answered), status_: answer.status }
}
async function held(of: OneHolding): Promise<Record<string, number>> {
  const path = `GET /transaction-entries/portfolio/${of.portfolioId}/positions`
  const rows = (await api.call<{ symbol: string; quantity: number }[]>(path)).body
  return Object.fromEntries(rows.map(({ symbol, quantity }) => [symbol, quantity]))
}

describe('two batches on the same chains', () => {
  test.each(METHODS)(
    `%s: of two that sell the same shares exactly one is recorded, whole, ${ROUNDS} times`,
    async (method) => {
      const of = await oneHolding(books, method)
      for (let round = 0; round < ROUNDS; round += 1) {
        const bought = [buy(JKH, 100, 10), buy(SAMP, 100, 5)] as const
        expect(outcome(await batch(of, [...bought]))).toBe('201')
        const [j, s] = method === 'CHERRY' ? bought.map((row) => row.contractNumber) : []
        // The chains in opposite orders, and each with a buy that must vanish with the refused one.
        const both = await Promise.all([
          soon(() => batch(of, [sell(JKH, 60, 12, j), sell(SAMP, 60, 6, s), buy(JKH, 7, 1)])),
          soon(() => batch(of, [sell(SAMP, 60, 6, s), buy(JKH, 7, 1), sell(JKH, 60, 12, j)], 1)),
        ])
        const [one, other] = method === 'CHERRY' ? [j, s] : []
        expect(both.map(outcome).sort()).toEqual(['201', '422 batch.rows'])
        expect(await held(of)).toEqual({ [JKH]: 47, [SAMP]: 40 })
        const seven = both.find(({ status_ }) => status_ === 201)?.id
        const lots = (
          await api.call<{ side: string; contract_number: string }[]>(`GET /trades?batch=${seven}`)
        ).body
        const last =
          method === 'CHERRY' ? lots.find(({ side }) => side === 'buy')?.contract_number : undefined
        const rest = [sell(JKH, 40, 12, one), sell(JKH, 7, 12, last), sell(SAMP, 40, 6, other)]
        expect(outcome(await batch(of, rest))).toBe('201')
      }
      expect(await held(of)).toEqual({})
      await clean(of)
    },
  )

  test('of which neither hinders the other both are recorded; the first trades of new chains too', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const of = await oneHolding(books, 'FIFO')
      const answers = await Promise.all([
        soon(() => batch(of, [buy(JKH, 10, 10), buy(SAMP, 10, 5), sell(JKH, 4, 12)])),
        soon(() => batch(of, [buy(SAMP, 20, 5), buy(JKH, 20, 10), sell(SAMP, 4, 6)], 1)),
        soon(() => of.buy('2026-06-01', 5, 11)),
      ])
      expect(answers.map(outcome)).toEqual(['201', '201', '201'])
      expect(await held(of)).toEqual({ [JKH]: 31, [SAMP]: 26 })
    }
    // The last test verifies what each of these portfolios holds.
  })

  test('one key ten times at once is one batch', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 1; round <= Math.ceil(ROUNDS / 4); round += 1) {
      const rows = [buy(JKH, 10, 10), buy(SAMP, 10, 5), sell(JKH, 4, 12)]
      const headers = { 'idempotency-key': `one-batch-${round}` }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => soon(() => batch(of, rows, 0, headers))),
      )
      // All ask for one job, and wait for its end.
      expect(answers.map(outcome)).toEqual(Array(10).fill('201'))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect(await batch(of, rows, 0, headers)).toMatchObject({ status_: 201, id: answers[0]?.id })
      expect(await held(of)).toEqual({ [JKH]: 6 * round, [SAMP]: 10 * round })
    }
    await clean(of)
  })
})

describe('the same file at once', () => {
  const file = () => [buy(JKH, 10, 10), buy(SAMP, 10, 5), sell(JKH, 4, 12)]
  const UNDECIDED = '409 batch.undecided'

  const SIZES = [2, 8, 3, 5, 4, 7, 6] as const

  test(`by two to eight people: exactly one is booked, the others get the repeats as a refusal, ${ROUNDS} times`, async () => {
    const of = await oneHolding(books, 'FIFO')
    for (let round = 1; round <= ROUNDS; round += 1) {
      const rows = file()
      const some = people.slice(0, SIZES[(round - 1) % SIZES.length])
      const answers = await Promise.all(
        some.map((_, at) => soon(() => batch(of, rows, at, { 'idempotency-key': `file-${round}-${at}` }))),
      )
      expect(answers.map(outcome).sort()).toEqual(['201', ...some.slice(1).map(() => UNDECIDED)])
      expect(await held(of)).toEqual({ [JKH]: 6 * round, [SAMP]: 10 * round })
    }
    await clean(of)
  })

  test('the same contract number for another security of the portfolio is a repeat, too', async () => {
    const of = await oneHolding(books, 'FIFO')
    for (let round = 1; round <= ROUNDS; round += 1) {
      const one = buy(JKH, 10, 10)
      const other = { ...one, symbol: SAMP }
      const answers = await Promise.all([soon(() => batch(of, [one])), soon(() => batch(of, [other], 1))])
      expect(answers.map(outcome).sort()).toEqual(['201', UNDECIDED])
    }
    await clean(of)
  })

  test('asked to skip repeats, the second skips all that the first has booked', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 1; round <= ROUNDS; round += 1) {
      const rows = file().map((row) => ({ ...row, duplicate: 'skip' }))
      const answers = await Promise.all([soon(() => batch(of, rows)), soon(() => batch(of, rows, 1))])
      expect(answers.map(outcome).sort()).toEqual(['201', '422 batch.all-skipped'])
      expect(await held(of)).toEqual({ [JKH]: 6 * round, [SAMP]: 10 * round })
    }
    await clean(of)
  })

  test('into two portfolios: both are booked', async () => {
    const [one, other] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
    for (let round = 1; round <= ROUNDS; round += 1) {
      const rows = file()
      const answers = await Promise.all([soon(() => batch(one, rows)), soon(() => batch(other, rows, 1))])
      expect(answers.map(outcome)).toEqual(['201', '201'])
    }
    await clean(one)
    await clean(other)
  })

  test('against a single save of one of its contracts: an import never passes over a trade that was there first', async () => {
    const of = await oneHolding(books, 'FIFO')
    expect(outcome(await of.buy('2026-06-01', 1, 10))).toBe('201')
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS || (seen.size < 2 && round < MOST_ROUNDS); round += 1) {
      const row = buy(JKH, 10, 10)
      const [imported, saved] = await Promise.all([
        soon(() => batch(of, [row])),
        soon(() => of.buy('2026-06-01', 10, 10, { contractNumber: row.contractNumber }), UNTIL_A_JOB),
      ])
      // The save is never refused: a repeat is a remark to it.
      expect(outcome(saved)).toBe('201')
      expect(['201', UNDECIDED]).toContain(outcome(imported))
      seen.add(outcome(imported))
      if (imported.status_ !== 201) continue
      const [trade] = (await api.call<{ id: number }[]>(`GET /trades?batch=${imported.id}`)).body
      // Numbers are given under the lock of the chain: the smaller one was there first.
      expect(trade?.id).toBeLessThan(saved.id)
    }
    expect(seen.size).toBeGreaterThan(1)
    await clean(of)
  })

  test('against the undoing of the first import of it: it is there once, or gone', async () => {
    const of = await oneHolding(books, 'FIFO')
    for (let round = 0; round < ROUNDS; round += 1) {
      const rows = file()
      const { id } = await batch(of, rows)
      const [again, undone] = await Promise.all([soon(() => batch(of, rows)), soon(() => undo(id, 1))])
      expect(outcome(undone)).toBe('200')
      expect(['201', UNDECIDED]).toContain(outcome(again))
      expect(await held(of)).toEqual(again.status_ === 201 ? { [JKH]: 6, [SAMP]: 10 } : {})
      if (again.status_ === 201) expect(outcome(await undo(again.id))).toBe('200')
    }
    await clean(of)
  })
})

describe('refused imports', () => {
  /** A person's jobs come one after the other: with fewer rounds there are fewer of them. */
  const MANY = Math.min(50, 3 * ROUNDS)

  test(`leave their record in the history, and ${MANY} at once hold up no save`, async () => {
    const of = await oneHolding(books, 'FIFO')
    const wrong = () => [buy(JKH, 10, 10), sell(SAMP, 10, 5)]
    const answers = await Promise.all([
      ...Array.from({ length: MANY }, (_, at) => soon(() => batch(of, wrong(), at % people.length))),
      ...Array.from({ length: 10 }, () => soon(() => of.buy('2026-06-01', 1, 11))),
    ])
    expect(answers.slice(0, MANY).map(outcome)).toEqual(Array(MANY).fill('422 batch.rows'))
    expect(answers.slice(MANY).map(outcome)).toEqual(Array(10).fill('201'))
    const history = await api.call<{ portfolio: string; status: string; errors: object[] }[]>(
      'GET /trade-batches?status=failed&limit=50',
    )
    const mine = history.body.filter(({ portfolio }) => portfolio === `Holding ${of.portfolioId.slice(1)}`)
    expect(mine).toHaveLength(MANY)
    expect(mine[0]?.errors).toMatchObject([{ row: 2, field: 'quantity' }])
    expect(await held(of)).toEqual({ [JKH]: 10 })
  })

  test('a preview that says no leaves nothing behind', async () => {
    const of = await oneHolding(books, 'FIFO')
    const body = {
      source: 'import',
      defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
      rows: [sell(SAMP, 10, 5)],
    }
    const count = async () => (await api.database.query('SELECT id FROM batches')).length
    const before = await count()
    expect((await api.call('POST /trade-batches?dryRun=1', { body })).body).toMatchObject({ ok: false })
    expect(await count()).toBe(before)
  })
})

describe('undoing a batch', () => {
  test.each(METHODS)('%s: against a sale of its shares: one of the two', async (method) => {
    const of = await oneHolding(books, method)
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS || (seen.size < 2 && round < MOST_ROUNDS); round += 1) {
      const row = buy(JKH, 100, 10)
      const { id } = await batch(of, [row, buy(SAMP, 10, 5)])
      const [trade] = (await api.call<{ id: number }[]>(`GET /trades?batch=${id}&symbol=${JKH}`)).body
      const more =
        method === 'CHERRY' ? { allocations: [{ buyTransactionId: trade?.id, allocatedQuantity: 60 }] } : {}
      const [sale, undone] = await Promise.all([
        // An undoing begins later than a save: in every other round the sale waits for it.
        soon(() => of.sell('2026-06-02', 60, 12, more), round % 2 === 0 ? 8 : UNTIL_A_JOB),
        soon(() => undo(id)),
      ])
      const both = `${outcome(sale)} / ${outcome(undone)}`
      seen.add(both)
      const needed = method === 'CHERRY' ? '409 trade.allocated' : '422 batch.needed'
      const tooFew = method === 'CHERRY' ? '422 allocations.lot-unavailable' : '422 lots.insufficient'
      expect([`201 / ${needed}`, `422 lots.insufficient / 200`, `${tooFew} / 200`]).toContain(both)
      if (sale.status_ === 201) {
        expect(await held(of)).toEqual({ [JKH]: 40, [SAMP]: 10 })
        expect((await of.remove('sell', sale.id)).status_).toBe(200)
        expect(outcome(await undo(id))).toBe('200')
      }
      expect(await held(of)).toEqual({})
    }
    // Both orders must have happened, or nothing raced.
    expect(seen.size).toBeGreaterThan(1)
    await clean(of)
  })

  test('twice at once: exactly one undoes it, and its entries are reversed once', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-06-01', 50, 10)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await batch(of, [buy(JKH, 100, 10), buy(SAMP, 10, 5), sell(JKH, 120, 12)])
      const both = await Promise.all([0, 1, 2].map((by) => soon(() => undo(id, by))))
      expect(both.map(outcome).sort()).toEqual(['200', '409 batch.undone', '409 batch.undone'])
      expect(await held(of)).toEqual({ [JKH]: 50 })
    }
    await clean(of)
  })

  test('against the correction and the deletion of its trades: nothing is undone twice', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await batch(of, [buy(JKH, 100, 10), buy(JKH, 30, 20), buy(SAMP, 10, 5)])
      const trades = (
        await api.call<{ id: number; quantity: number }[]>(`GET /trades?batch=${id}&symbol=${JKH}`)
      ).body
      const idOf = (quantity: number) => trades.find((trade) => trade.quantity === quantity)?.id ?? 0
      const [change, removal, undone] = await Promise.all([
        soon(() => of.change('buy', idOf(100), { quantity: 90, price: 11 })),
        soon(() => of.remove('buy', idOf(30))),
        soon(() => undo(id)),
      ])
      expect(outcome(undone)).toBe('200')
      for (const other of [change, removal]) expect(['200', '404 record.missing']).toContain(outcome(other))
      expect(await held(of)).toEqual({})
    }
    await clean(of)
  })

  test('against another batch that sells its shares, and late buys that move the cost of both', async () => {
    const of = await oneHolding(books, 'WAP')
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await batch(of, [buy(JKH, 100, 10), buy(SAMP, 100, 5)])
      const [sales, undone, late] = await Promise.all([
        soon(() => batch(of, [sell(SAMP, 60, 6), sell(JKH, 60, 12)])),
        soon(() => undo(id, 1)),
        soon(() => of.buy('2026-06-01', 1, 30, { tradeDate: '2026-05-27', settlementDate: '2026-05-27' })),
      ])
      expect(outcome(late)).toBe('201')
      expect(['201 / 422 batch.needed', '422 batch.rows / 200']).toContain(
        `${outcome(sales)} / ${outcome(undone)}`,
      )
      if (sales.status_ === 201) {
        expect(outcome(await undo(sales.id))).toBe('200')
        expect(outcome(await undo(id))).toBe('200')
      }
      expect((await of.remove('buy', late.id)).status_).toBe(200)
      expect(await held(of)).toEqual({})
    }
    await clean(of)
  })
})

test('after all races the whole database verifies', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})
