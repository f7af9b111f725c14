import { trades } from '@em/contract/trades/trades'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
/** For who counts what the whole book has. */
let rewind: () => Promise<void>

beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  rewind = await rewindable(api)
})
/** Verifies the books that the cases before left, then restores the first state. */
const afresh = async () => {
  expect(await verifyBooks(api.database)).toEqual([])
  await rewind()
}

/** How many rows every table of the books has. */
async function rowCounts(): Promise<unknown> {
  const [row] = await api.database.query(
    `SELECT ${[
      'trades',
      'trade_versions',
      'lots',
      'chain_events',
      'chains',
      'journal_entries',
      'journal_lines',
      'ledger_days',
      'audit',
      'idempotency_keys',
    ]
      .map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
      .join(', ')}`,
  )
  return row
}

describe('an Idempotency-Key', () => {
  const sent = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('answers the same once more and writes once', async () => {
    const first = await books.buy({ contractNumber: 'ONCE' }, sent('k-1'))
    const before = await rowCounts()
    const second = await books.buy({ contractNumber: 'ONCE' }, sent('k-1'))
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await rowCounts()).toEqual(before)
  })

  test('refuses another body', async () => {
    await books.buy({ contractNumber: 'A' }, sent('k-2'))
    const other = await books.buy({ contractNumber: 'B' }, sent('k-2'))
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.other-body'])
  })

  test('belongs to its user and route', async () => {
    const { token } = await api.signUp()
    const mine = await books.buy({ contractNumber: 'MINE' }, sent('k-3'))
    const theirs = await books.buy({ contractNumber: 'MINE' }, { ...sent('k-3'), token })
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  test('of a refused buy may be used again', async () => {
    const refused = await books.buy({ tradeDate: '2026-06-14' }, sent('k-4'))
    expect(refused.status).toBe(422)
    expect((await books.buy({}, sent('k-4'))).status).toBe(201)
  })

  test('sent ten times at once records one buy', async () => {
    const before = await api.ask(trades.buys, { query: { search: 'RACE' } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => books.buy({ contractNumber: 'RACE' }, sent('k-5'))),
    )
    expect(before).toEqual([])
    expect(await api.ask(trades.buys, { query: { search: 'RACE' } })).toHaveLength(1)
    for (const { status, body } of answers) {
      expect(status === 201 || body.code === 'idempotency.running').toBe(true)
    }
  })
})

describe('a dry run', () => {
  test('answers figures, position and postings, and writes nothing', async () => {
    await afresh()
    await books.bought()
    const counts = () =>
      api.database.query(
        'SELECT (SELECT count(*) FROM trades) AS t, (SELECT count(*) FROM audit) AS a, (SELECT sum(lines) FROM ledger_days) AS l',
      )
    const before = await counts()
    const answer = await books.buy(
      { quantity: 1_000, price: 20, contractNumber: 'DRY' },
      { query: { dryRun: 1 }, headers: { 'idempotency-key': 'dry' } },
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      dryRun: true,
      figures: { grossValue: 20_000, totalFees: 224, netValue: 20_224 },
      position: {
        before: { quantity: 100_000, cost: 1_000_000, charges: 11_200 },
        after: { quantity: 101_000, cost: 1_020_000, charges: 11_424 },
      },
      warnings: [],
    })
    const { postings } = answer.body as unknown as {
      postings: { date: string; account_code: string; debit: number; credit: number }[]
    }
    expect(
      postings.map(({ date, account_code, debit, credit }) => [date, account_code, debit, credit]),
    ).toEqual([
      ['2026-06-15', '1100', 20_000, 0],
      ['2026-06-15', '6010', 128, 0],
      ['2026-06-15', '6020', 16.8, 0],
      ['2026-06-15', '6030', 2.4, 0],
      ['2026-06-15', '6040', 2.4, 0],
      ['2026-06-15', '6050', 14.4, 0],
      ['2026-06-15', '6060', 60, 0],
      ['2026-06-15', '2100', 0, 20_224],
      ['2026-06-17', '2100', 20_224, 0],
      ['2026-06-17', '1010', 0, 20_224],
    ])
    expect(await counts()).toEqual(before)
    expect(await api.ask(trades.buys)).toHaveLength(1)
    expect((await books.buy({ contractNumber: 'X' }, { headers: { 'idempotency-key': 'dry' } })).status).toBe(
      201,
    )
  })

  test('refuses what the save would refuse', async () => {
    const answer = await books.buy({ tradeDate: '2026-06-14' }, { query: { dryRun: 1 } })
    expect([answer.status, answer.body.code]).toEqual([422, 'trade.not-a-market-day'])
  })
})

test('figures that have changed since they were shown are named in the refusal, nothing is saved', async () => {
  const before = await rowCounts()
  const stale = await books.buy({ preview: { grossValue: 1_000_000, netValue: 1_011_100 } })
  expect([stale.status, stale.body.code]).toEqual([409, 'preview.stale'])
  expect(stale.body.details?.map(({ message }) => message)).toEqual([
    'Gross value is now 1,000,000.00.',
    'Net value is now 1,011,200.00.',
  ])
  expect(await rowCounts()).toEqual(before)
  expect((await books.buy({ preview: { grossValue: 1_000_000, netValue: 1_011_200 } })).status).toBe(201)
})

describe('deal numbers', () => {
  test('of thirty buys in one second are all different, counted on by suffix', async () => {
    await afresh()
    api.clock.set('2026-06-15T12:34:56+05:30')
    const bought = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        books.bought({
          symbol: ['JKH.N0000', 'SAMP.N0000'][index % 2],
          companyName: ['John Keells Holdings PLC', 'Sampath Bank PLC'][index % 2],
        }),
      ),
    )
    const numbers = bought.map((buy) => buy.deal_number)
    expect(new Set(numbers).size).toBe(30)
    const stem = 'BUY-20260615-123456'
    for (const number of numbers) expect(number).toMatch(new RegExp(`^${stem}(-([2-9]|[1-9]\\d+))?$`))
    expect(numbers).toContain(stem)
  })

  test('are not used up by previews: the save gets the number that was shown', async () => {
    const dealNumber = 'BUY-20260611-101500'
    for (let time = 0; time < 3; time += 1) await books.buy({ dealNumber }, { query: { dryRun: 1 } })
    expect((await books.bought({ dealNumber })).deal_number).toBe(dealNumber)

    api.clock.set('2026-06-15T16:17:18+05:30')
    for (let time = 0; time < 3; time += 1) await books.buy({}, { query: { dryRun: 1 } })
    expect((await books.bought()).deal_number).toBe('BUY-20260615-161718')
    api.clock.set('2026-06-15')
  })

  test('the form’s own is kept; taken, it goes on counting; another pattern is replaced', async () => {
    const wanted = 'BUY-20260612-093000'
    expect((await books.bought({ dealNumber: wanted })).deal_number).toBe(wanted)
    expect((await books.bought({ dealNumber: wanted })).deal_number).toBe(`${wanted}-2`)
    expect((await books.bought({ dealNumber: wanted })).deal_number).toBe(`${wanted}-3`)
    for (const odd of ['SELL-20260612-093000', 'x', 'BUY-1', `BUY-20260612-093000' --`]) {
      expect((await books.bought({ dealNumber: odd })).deal_number).toMatch(/^BUY-20260615-120000(-\d+)?$/)
    }
  })
})

test('a late buy whose deal number is taken moves what comes after it once', async () => {
  await afresh()
  const dealNumber = 'BUY-20260615-100000'
  await books.bought({ dealNumber, quantity: 100_000 })
  const late = await books.bought({ dealNumber, quantity: 10, tradeDate: '2026-06-12' })
  expect(late.deal_number).toBe(`${dealNumber}-2`)
  const held = await api.call('GET /transaction-entries/total-quantity', {
    query: { portfolioId: 'GROW', company: 'JKH.N0000' },
  })
  expect(held.body).toEqual({ total_quantity: 100_010, sellable_quantity: 100_010, not_listed: [] })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('sixteen buys at once into one chain, late ones among them, add up exactly and the books verify', async () => {
  await afresh()
  const days = ['2026-06-15', '2026-06-12', '2026-06-11', '2026-06-10']
  const bought = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      books.bought({ quantity: 100 + index, price: 10 + index, tradeDate: days[index % 4] }),
    ),
  )
  const [chain] = await api.database.query<{ quantity: number; cost: string }>(
    'SELECT quantity, cost FROM chains',
  )
  expect(chain).toEqual({
    quantity: bought.reduce((sum, buy) => sum + buy.quantity, 0),
    cost: bought.reduce((sum, buy) => sum + buy.gross_value, 0).toFixed(2),
  })
  expect(await verifyBooks(api.database)).toEqual([])
})

const order = fc
  .array(
    fc.record({
      day: fc.constantFrom('2026-06-15', '2026-06-12', '2026-06-11', '2026-05-29', '2026-03-31'),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      price: fc.integer({ min: 1, max: 5_000_000 }),
      rate: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: null }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .chain((buys) =>
    fc.tuple(fc.constant(buys), fc.shuffledSubarray([...buys.keys()], { minLength: buys.length })),
  )

/** A chain's end without ids: what is held after each day, the lots by their terms, the tail. */
async function endOf(portfolio: string): Promise<unknown> {
  const held = await api.database.query(
    `SELECT DISTINCT ON (x.event_date) x.event_date, x.quantity, x.cost, x.charges
       FROM chain_events x JOIN chains c ON c.id = x.chain_id JOIN portfolios p ON p.id = c.portfolio_id
      WHERE p.portfolio_id = $1 ORDER BY x.event_date, x.rank DESC, x.id DESC`,
    [portfolio],
  )
  const lots = await api.database.query(
    `SELECT l.trade_date, l.settlement_date, l.price, l.quantity, l.remaining_cost, l.remaining_charges, l.cost_of_funds
       FROM lots l JOIN chains c ON c.id = l.chain_id JOIN portfolios p ON p.id = c.portfolio_id
      WHERE p.portfolio_id = $1 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    [portfolio],
  )
  const tails = await api.database.query(
    `SELECT c.quantity, c.cost, c.charges, c.last_event_date, c.age_rate, c.age_rate_days, c.lot_rate, c.lot_rate_days
       FROM chains c JOIN portfolios p ON p.id = c.portfolio_id WHERE p.portfolio_id = $1`,
    [portfolio],
  )
  return { held, lots, tails }
}

test('buys recorded in any order end in the same holding, lots and books', { timeout: 120_000 }, async () => {
  let runs = 0
  const record = async (
    code: string,
    buys: readonly { day: string; quantity: number; price: number; rate: number | null }[],
  ) => {
    await api.call('POST /portfolios', {
      body: {
        portfolioId: code,
        portfolioName: `${code} Fund`,
        portfolioType: 'Equity Portfolio',
        entity: 'E',
        fundManager: 'M',
        baseCurrency: 'LKR',
        status: 'Active',
        accountingTreatment: runs % 2 === 0 ? 'FVTPL' : 'FVOCI',
      },
    })
    for (const { day, quantity, price, rate } of buys) {
      await books.bought({
        portfolioId: code,
        quantity,
        price: (price / 10_000).toFixed(4),
        tradeDate: day,
        costOfFunds: rate === null ? null : (rate / 10_000).toFixed(4),
      })
    }
  }
  await fc.assert(
    fc.asyncProperty(order, async ([buys, shuffled]) => {
      fc.pre(buys.every(({ quantity, price }) => quantity * price >= 50))
      runs += 1
      await record(
        `S${runs}`,
        buys.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
      )
      await record(
        `L${runs}`,
        shuffled.map((at) => buys[at]).filter((one) => one !== undefined),
      )
      expect(await endOf(`L${runs}`)).toEqual(await endOf(`S${runs}`))
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 10) },
  )
  expect(await verifyBooks(api.database)).toEqual([])
})
