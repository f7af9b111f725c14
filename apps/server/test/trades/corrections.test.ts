/** The books after late, corrected and deleted trades, in cases that a random walk seldom meets. */
import { TRADE_AUDIT_FIELDS } from '@em/contract/audit/audit-fields'
import { AUDITED_FIELDS } from '@em/contract/trades/version-fields'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding, type Row } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

describe('previews show the state after the change', () => {
  test('of a late buy: the cost that later sales then take out is shown', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-08', 100, 20)
    await of.sell('2026-06-09', 50, 30)
    const preview = await of.buy('2026-06-02', 100, 10, {}, '?dryRun=1')
    expect(preview.position).toEqual({
      before: { quantity: 50, cost: 1000, charges: 11.2 },
      after: { quantity: 150, cost: 2250, charges: 25.2 },
    })
    await of.buy('2026-06-02', 100, 10)
    expect(await of.position()).toMatchObject({ quantity: 150, costValue: 2250 })
    await clean(of)
  })

  test.each([
    [
      'a correction',
      (of: OneHolding, id: number, dry: string) => of.change('buy', id, { quantity: 90, price: 12 }, dry),
    ],
    ['a deletion', (of: OneHolding, id: number, dry: string) => of.remove('buy', id, dry)],
  ])('of %s', async (_, act) => {
    const of = await oneHolding(books, 'FIFO')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await of.buy('2026-06-02', 100, 20)
    await of.sell('2026-06-03', 70, 30)
    const preview = await act(of, id, '?dryRun=1')
    expect(preview).toMatchObject({ status_: 200, dryRun: true, consequences: { affectedSales: 1 } })
    expect((await act(of, id, '')).status_).toBe(200)
    const position = await of.position()
    expect(preview.position.after).toMatchObject({ quantity: position?.quantity, cost: position?.costValue })
    await clean(of)
  })
})

test.each(['WAP', 'FIFO'] as const)(
  '%s: holdings of a past day, with their cost of funds and lots, stay as they were',
  async (method) => {
    const of = await oneHolding(books, method)
    const get = async (path: string) => (await api.call<Row[]>(`GET ${path}`)).body
    const at = async () => ({
      positions: await get(`/transaction-entries/portfolio/${of.portfolioId}/positions?asOf=2026-06-05`),
      lots: await get(
        `/transaction-entries/buy-lots?portfolio=${of.portfolioId}&symbol=JKH.N0000&asOf=2026-06-05`,
      ),
    })
    await of.buy('2026-06-01', 100, 10, { costOfFunds: 12 })
    await of.buy('2026-06-02', 100, 20, { costOfFunds: 10 })
    await of.sell('2026-06-05', 150, 30)
    const then = await at()
    expect(then.positions[0]?.['costOfFunds']).toBeGreaterThan(0)
    expect(then.lots).toHaveLength(1)
    // From now on that day lies behind the end of the chain: what was taken later is added again.
    await of.sell('2026-06-08', 20, 30)
    await of.buy('2026-06-09', 10, 30)
    expect(await at()).toEqual(then)
  },
)

describe('a correction of a buy', () => {
  test('that moves only its fees moves the charges of the sales after it (FVOCI: 1105 and 3200)', async () => {
    const of = await oneHolding(books, 'WAP', 'FVOCI')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await of.sell('2026-06-02', 40, 12)
    const fees = { brokerage: 30, cseFees: 0, cdsFees: 0, clearingFees: 0, sec: 0, stl: 0 }
    const changed = await of.change('buy', id, { quantity: 100, price: 10, feeSource: 'contract', ...fees })
    expect(changed.status_).toBe(200)
    // Charges of 100 shares go from 11.20 to 30.00: those of the 40 sold from 4.48 to 12.00.
    const lines = await api.database.query<{ code: string; debit: string; credit: string }>(
      `SELECT a.account_code AS code, l.debit::text, l.credit::text FROM journal_entries h
         JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE l.portfolio_id = $1 AND h.cause_kind = 'trade' AND h.cause_id = $2 AND h.trade_id IS DISTINCT FROM $2`,
      [of.id, id],
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        { code: '1105', debit: '0.00', credit: '7.52' },
        { code: '3200', debit: '7.52', credit: '0.00' },
      ]),
    )
    expect(await of.position()).toMatchObject({ quantity: 60, costValue: 600, charges: 18 })
    await clean(of)
  })

  test('that moves only the price beyond the cent shows on its lot', async () => {
    const of = await oneHolding(books, 'FIFO')
    const { id } = await of.buy('2026-06-01', 1, 10.001)
    expect(await of.change('buy', id, { quantity: 1, price: 10.002 })).toMatchObject({
      status_: 200,
      price: 10.002,
    })
    await clean(of)
  })

  test('that moves only the settlement date moves the holding days of its sales', async () => {
    const of = await oneHolding(books, 'FIFO')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await of.sell('2026-06-15', 100, 12)
    await of.change('buy', id, { quantity: 100, price: 10, settlementDate: '2026-06-05' })
    expect(await of.sales()).toMatchObject([{ hdays: 10 }])
    await clean(of)
  })

  test('past the date of a cherry-picked sale, or below what it took, is refused; the sale then lets go', async () => {
    const of = await oneHolding(books, 'CHERRY')
    const first = await of.buy('2026-06-01', 100, 10)
    const second = await of.buy('2026-06-02', 100, 20)
    await of.buy('2026-06-03', 100, 40)
    const take = (quantity: number, ...lots: [number, number][]) => ({
      quantity,
      soldPrice: 30,
      tradeDate: '2026-06-04',
      allocations: lots.map(([buyTransactionId, allocatedQuantity]) => ({
        buyTransactionId,
        allocatedQuantity,
      })),
    })
    const sale = await of.sell('2026-06-04', 130, 30, take(130, [first.id, 80], [second.id, 50]))
    expect(sale).toMatchObject({ status_: 201, holding_cost: 1800 })
    const code = async (answer: Promise<object>) => ((await answer) as { code?: string }).code
    expect(await code(of.change('buy', first.id, { quantity: 79, price: 10 }))).toBe('allocations.exceed-lot')
    expect(
      await code(of.change('buy', first.id, { quantity: 100, price: 10, tradeDate: '2026-06-05' })),
    ).toBe('allocations.lot-unavailable')
    expect(await code(of.remove('buy', first.id))).toBe('trade.allocated')
    expect(await of.change('sell', sale.id, take(90, [second.id, 90]))).toMatchObject({
      status_: 200,
      holding_cost: 1800,
      allocations: [{ buyTransactionId: second.id, allocatedQuantity: 90 }],
    })
    expect(await of.remove('buy', first.id)).toMatchObject({ status_: 200 })
    expect(await of.position()).toMatchObject({ quantity: 110, costValue: 4200 })
    await clean(of)
  })
})

test('the versions of a trade have each field that the audit trail shows of a correction', async () => {
  const of = await oneHolding(books, 'WAP')
  const { id } = await of.buy('2026-06-01', 100, 20)
  const { versions } = (await api.call<{ versions: Row[] }>(`GET /trades/${id}`)).body
  const compared = TRADE_AUDIT_FIELDS.flatMap((field) => [field.name, ...(field.with ? [field.with] : [])])
  expect(Object.keys(versions[0] ?? {})).toEqual(expect.arrayContaining(compared))
  expect(AUDITED_FIELDS.map((field) => field.answer)).toContain('account_number')
})

describe('a correction of a bulk buy', () => {
  // 10,000,000.00 for 300,000 shares: 33.3333 each is shown, and 300,000 x 33.3333 is 9,999,990.00.
  const bulk = async (of: OneHolding) => {
    const body = {
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: of.portfolioId,
      brokerName: 'Some broker',
      settlementAccount: books.bank,
      contractNumber: `BULK-${of.portfolioId}`,
      tradeDate: '2026-06-01',
      settlementDate: '2026-06-03',
      quantity: 300_000,
      grossValue: 10_000_000,
    }
    const { id } = (await api.call<{ id: number }>('POST /trade-summary/save-bulk-buy-transaction', { body }))
      .body
    return id
  }
  const investment = async (id: number) =>
    (await api.call<{ entries: Row[]; versions: Row[] }>(`GET /trades/${id}`)).body

  test('keeps its gross value to the cent where the price comes back as shown', async () => {
    const of = await oneHolding(books, 'FIFO')
    const id = await bulk(of)
    const asShown = { quantity: 300_000, price: 33.3333, brokerName: 'Another broker' }
    expect(await of.change('buy', id, asShown, '?dryRun=1')).toMatchObject({
      figures: { grossValue: 10_000_000 },
      price: 33.3333,
      position: { after: { quantity: 300_000, cost: 10_000_000 } },
    })
    expect(await of.change('buy', id, asShown)).toMatchObject({
      status_: 200,
      gross_value: 10_000_000,
      price: 33.3333,
      broker_name: 'Another broker',
    })
    expect(await of.position()).toMatchObject({ quantity: 300_000, costValue: 10_000_000 })
    expect((await investment(id)).versions).toMatchObject([
      { version: 1, gross_value: 10_000_000, broker_name: 'Some broker' },
      { version: 2, gross_value: 10_000_000, broker_name: 'Another broker' },
    ])
    await clean(of)
  })

  test('goes by the gross value sent, alone, with the old price or under its stored name', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await bulk(of)
    await of.sell('2026-06-02', 100_000, 40)
    const shown = await of.change('buy', id, { quantity: 300_001, grossValue: '10000000.01' }, '?dryRun=1')
    expect(shown).toMatchObject({ figures: { grossValue: 10_000_000.01 }, price: 33.3332 })
    expect(shown).toMatchObject({ consequences: { affectedSales: 1 } })
    expect(await of.change('buy', id, { quantity: 300_001, grossValue: '10000000.01' })).toMatchObject({
      gross_value: 10_000_000.01,
      price: 33.3332,
    })
    expect(await of.position()).toMatchObject({ quantity: 200_001, costValue: shown.position.after['cost'] })
    expect(await of.change('buy', id, { quantity: 200_000, price: 33.3332, gross_value: 7_000_000.02 }))
      // 7,000,000.02 / 200,000 = 35.0000001, shown as 35.0000.
      .toMatchObject({ status_: 200, gross_value: 7_000_000.02, price: 35 })
    expect(await of.change('buy', id, { quantity: 200_000, price: 35 })).toMatchObject({
      gross_value: 7_000_000.02,
    })
    await clean(of)
  })

  test('goes by a new price; one that contradicts a new gross value is refused', async () => {
    const of = await oneHolding(books, 'FIFO')
    const id = await bulk(of)
    const refused = await of.change('buy', id, { quantity: 100, price: 34, grossValue: 5000 })
    expect(refused).toMatchObject({
      status_: 400,
      details: [{ field: 'grossValue', message: expect.stringContaining('3,400.00') }],
    })
    expect(await of.change('buy', id, { quantity: 100 })).toMatchObject({
      status_: 400,
      details: [{ field: 'grossValue' }],
    })
    expect(await of.change('buy', id, { quantity: 300_000, price: 34, grossValue: 10_000_000 }))
      // A form sends the old gross value, which it still shows, together with a new price.
      .toMatchObject({ status_: 200, gross_value: 10_200_000, price: 34 })
    const stale = { quantity: 3, grossValue: 100, preview: { grossValue: 99.99, netValue: 101.1 } }
    expect(await of.change('buy', id, stale)).toMatchObject({ status_: 409, code: 'preview.stale' })
    await clean(of)
  })

  test('of a usual buy ignores the gross value where there is a price', async () => {
    const of = await oneHolding(books, 'FIFO')
    const { id } = await of.buy('2026-06-01', 100, 10)
    expect(await of.change('buy', id, { quantity: 90, price: 10, grossValue: 1000 })).toMatchObject({
      status_: 200,
      gross_value: 900,
    })
    await clean(of)
  })
})

describe('the ledger after corrections', () => {
  const entries = async (id: number) =>
    (await api.call<{ entries: Row[] }>(`GET /trades/${id}`)).body.entries.map(
      ({ kind, total, reversal_of, reversed_by }) => [
        kind,
        total,
        reversal_of !== null,
        reversed_by !== null,
      ],
    )

  test('a re-costed sale that is then corrected itself reverses its difference too', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-08', 100, 20)
    const sale = await of.sell('2026-06-09', 50, 30)
    await of.buy('2026-06-02', 100, 10)
    await of.change('sell', sale.id, { tradeDate: '2026-06-09', quantity: 40, soldPrice: 30 })
    expect(await entries(sale.id)).toEqual([
      ['trade', 1500, false, true],
      ['settlement', 1483.2, false, true],
      ['correction', 250, false, true],
      ['correction', 1500, true, false],
      ['correction', 1483.2, true, false],
      ['correction', 250, true, false],
      ['trade', 1200, false, false],
      ['settlement', 1186.57, false, false],
    ])
    await clean(of)
  })

  test('a reversal belongs to the version that takes the entry back, of one trade or of many', async () => {
    const of = await oneHolding(books, 'FIFO')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await of.change('buy', id, { quantity: 90, price: 12 })
    await of.remove('buy', id)
    const entries = await api.database.query<{ trade_version: number; taken_back_of: number | null }>(
      `SELECT h.trade_version, o.trade_version AS taken_back_of FROM journal_entries h
         LEFT JOIN journal_entries o ON o.id = h.reversal_of WHERE h.trade_id = $1 ORDER BY h.id`,
      [id],
    )
    expect(entries.map((entry) => [entry.trade_version, entry.taken_back_of])).toEqual([
      [1, null],
      [1, null],
      [2, 1],
      [2, 1],
      [2, null],
      [2, null],
      [3, 2],
      [3, 2],
    ])
    await clean(of)
  })

  test('each of many corrections reverses what the one before it posted, once', async () => {
    const of = await oneHolding(books, 'FIFO', 'FVOCI')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await of.sell('2026-06-03', 60, 30)
    for (const price of [11, 12, 13]) await of.change('buy', id, { quantity: 100, price })
    const all = await entries(id)
    expect(all.filter(([, , isReversal, isReversed]) => !isReversal && !isReversed)).toHaveLength(2)
    expect(all.filter(([, , isReversal]) => isReversal)).toHaveLength(6)
    await clean(of)
  })
})

test('a trade is corrected on its day that was declared a holiday later; no trade is moved to that day', async () => {
  const of = await oneHolding(books, 'WAP')
  const day = { tradeDate: '2026-06-04', version: 1, reason: 'Typed wrong' }
  const bought = await of.buy(day.tradeDate, 100, 20)
  const other = await of.buy('2026-06-03', 10, 20)
  const sold = await of.sell(day.tradeDate, 40, 25)
  const holiday = { date: day.tradeDate, name: 'Day of mourning', type: 'Exchange Closure' }
  expect((await api.call('POST /holidays', { body: holiday })).status).toBe(201)
  expect(await of.change('buy', bought.id, { ...day, quantity: 90, price: 20 })).toMatchObject({
    status_: 200,
  })
  expect(await of.change('sell', sold.id, { ...day, quantity: 30, soldPrice: 25 })).toMatchObject({
    status_: 200,
  })
  expect(await of.change('buy', other.id, { ...day, quantity: 10, price: 20 })).toMatchObject({
    status_: 422,
    code: 'trade.not-a-market-day',
  })
  expect(await of.position()).toMatchObject({ quantity: 70 })
  await clean(of)
})
