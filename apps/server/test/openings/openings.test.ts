/** How a portfolio's books begin: opening lots in chain, ledger and lists, opening balances, and what refuses them. */
import fc from 'fast-check'
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

const OPENING = '2026-06-01'
const lot = (quantity: number, cost: number, tradeDate: string, more: object = {}) => ({
  symbol: 'JKH.N0000',
  quantity,
  cost,
  tradeDate,
  settlementDate: tradeDate,
  ...more,
})
type Body = Row & {
  readonly id: number
  readonly code?: string
  readonly details?: Row[]
  readonly positions: Row[]
}
const call = async (where: string, body?: object): Promise<Body & { status_: number }> => {
  const answer = await api.call<Body>(where, body === undefined ? {} : { body })
  return { ...answer.body, status_: answer.status }
}
const open = (of: OneHolding, rows: object[], more: object = {}, query = '') =>
  call(`POST /openings/${of.portfolioId}/lots${query}`, { openingDate: OPENING, rows, ...more })
const opening = (of: OneHolding) => call(`GET /openings/${of.portfolioId}`)
const lots = async (of: OneHolding) =>
  (await opening(of)).positions as (Row & { id: number; version: number })[]
const balance = async (of: OneHolding, account: string, asOf = '2026-06-30') => {
  const [row] = await api.database.query<{ amount: string }>(
    `SELECT coalesce(sum(l.debit - l.credit), 0)::text AS amount FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE l.portfolio_id = $1 AND a.account_code = $2 AND l.entry_date <= $3::date`,
    [of.id, account, asOf],
  )
  return Number(row?.amount)
}

describe('opening lots', () => {
  test('are in positions and ledger from the opening date, with their original dates', async () => {
    const of = await oneHolding(books, 'FIFO')
    const rows = [
      lot(100, 1_000, '2020-03-02', { charges: 11.2, costOfFunds: 10, reference: 'OLD-1' }),
      lot(50, 900, '2024-01-05'),
    ]
    const preview = await open(of, rows, {}, '?dryRun=1')
    expect(preview).toMatchObject({
      status_: 200,
      ok: true,
      cost: 1900,
      charges: 11.2,
      entries: 2,
      postings: [
        { account_code: '1100', debit: 1900, credit: 0 },
        { account_code: '3000', debit: 0, credit: 1900 },
      ],
      positions: [{ lots: 2, before: { quantity: 0 }, after: { quantity: 150, cost: 1900, charges: 11.2 } }],
    })
    expect(await opening(of)).toMatchObject({ openingDate: null, lots: 0, positions: [] })
    expect(await open(of, rows)).toMatchObject({ status_: 201, type: 'opening', successfulTransactions: 2 })
    expect(await opening(of)).toMatchObject({ openingDate: OPENING, lots: 2, cost: 1900, capital: 1900 })
    expect(await of.position()).toMatchObject({ quantity: 150, costValue: 1900, charges: 11.2 })
    expect([await balance(of, '1100', '2026-05-31'), await balance(of, '1100', OPENING)]).toEqual([0, 1900])
    expect(await balance(of, '3000')).toBe(-1900)
    const at = (date: string) =>
      api.call<Row[]>(
        `GET /transaction-entries/buy-lots?portfolioId=${of.portfolioId}&symbol=JKH.N0000&asOf=${date}`,
      )
    const listed = await at('2026-06-02')
    expect(listed.body).toMatchObject([
      { trade_date: '2020-03-02', remaining_quantity: 100 },
      { trade_date: '2024-01-05', remaining_quantity: 50 },
    ])
    await clean(of)
  })

  test('with FVOCI carry their charges in 1105', async () => {
    const of = await oneHolding(books, 'WAP', 'FVOCI')
    await open(of, [lot(100, 1_000, '2020-03-02', { charges: 11.2 })])
    expect([await balance(of, '1100'), await balance(of, '1105'), await balance(of, '3000')]).toEqual([
      1000, 11.2, -1011.2,
    ])
    await of.sell('2026-06-08', 40, 15)
    expect(await balance(of, '1105')).toBe(6.72)
    await clean(of)
  })

  test('recorded after sales, they are costed as if they had always been there', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-06-01', 100, 20)
    await of.sell('2026-06-08', 60, 30)
    const preview = await open(of, [lot(50, 500, '2019-01-02')], {}, '?dryRun=1')
    expect(preview).toMatchObject({
      consequences: { affectedSales: 1, sales: [{ costBefore: 1200, costAfter: 700 }] },
    })
    await open(of, [lot(50, 500, '2019-01-02')])
    expect(await of.sales()).toMatchObject([{ holding_cost: 700 }])
    await clean(of)
  })

  test('an unsettled buy from before the opening is held with them; FIFO goes by the original dates', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-05-29', 100, 20, { settlementDate: '2026-06-02' })
    await open(of, [lot(50, 500, '2019-01-02')])
    await of.sell('2026-06-08', 60, 30)
    expect(await of.sales()).toMatchObject([{ holding_cost: 700 }])
    await clean(of)
  })

  test('are corrected and deleted with their consequences; the chain stays possible', async () => {
    const of = await oneHolding(books, 'FIFO')
    await open(of, [lot(100, 1_000, '2020-03-02'), lot(100, 3_000, '2021-03-02')])
    const [first, second] = await lots(of)
    await of.sell('2026-06-08', 150, 40)
    const body = { quantity: 100, cost: 1_200, tradeDate: '2020-03-02', version: 1, charges: 5 }
    const preview = await call(`PUT /opening-lots/${first?.id}?dryRun=1`, body)
    expect(preview).toMatchObject({ status_: 200, dryRun: true, consequences: { affectedSales: 1 } })
    expect(await call(`PUT /opening-lots/${first?.id}`, body)).toMatchObject({
      status_: 200,
      version: 2,
      cost: 1200,
    })
    expect(await call(`PUT /opening-lots/${first?.id}`, body)).toMatchObject({ code: 'record.stale' })
    expect(await of.sales()).toMatchObject([{ holding_cost: 2700 }])
    expect(await call(`DELETE /opening-lots/${second?.id}`)).toMatchObject({ code: 'lots.insufficient' })
    // Older than the other one now: the sale takes it first.
    await call(`PUT /opening-lots/${second?.id}`, { quantity: 100, cost: 3_000, tradeDate: '2018-01-02' })
    expect(await of.sales()).toMatchObject([{ holding_cost: 3600 }])
    await clean(of)
    const [sale] = await of.sales()
    await of.remove('sell', Number(sale?.['id']))
    await call(`DELETE /opening-lots/${first?.id}?reason=typed%20twice`)
    await clean(of)
    expect(await call(`DELETE /opening-lots/${second?.id}`)).toMatchObject({ status_: 200, success: true })
    expect(await opening(of)).toMatchObject({ openingDate: null, lots: 0 })
    expect([await balance(of, '1100'), await balance(of, '3000')]).toEqual([0, 0])
    await clean(of)
  })

  test('are picked by cherry-picked sales, and then stay', async () => {
    const of = await oneHolding(books, 'CHERRY')
    await open(of, [lot(100, 1_000, '2020-03-02'), lot(100, 3_000, '2021-03-02')])
    const [first, second] = await lots(of)
    const sold = await of.sell('2026-06-08', 30, 40, {
      allocations: [{ buyTransactionId: second?.id, allocatedQuantity: 30 }],
    })
    expect(sold).toMatchObject({ status_: 201, holding_cost: 900 })
    expect(await call(`DELETE /opening-lots/${second?.id}`)).toMatchObject({
      status_: 409,
      code: 'trade.allocated',
    })
    expect(await call(`DELETE /opening-lots/${first?.id}`)).toMatchObject({ status_: 200 })
    await clean(of)
  })

  test('are taken back as one batch', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-02', 10, 10)
    const batch = await open(of, [lot(100, 1_000, '2020-03-02'), lot(100, 3_000, '2021-03-02')])
    const preview = await call(`DELETE /trade-batches/${batch.id}?dryRun=1`)
    expect(preview).toMatchObject({ status_: 200, trades: 2, entriesReversed: 2 })
    expect(await call(`DELETE /trade-batches/${batch.id}`)).toMatchObject({ status_: 200, status: 'undone' })
    expect(await opening(of)).toMatchObject({ openingDate: null, lots: 0 })
    expect(await of.position()).toMatchObject({ quantity: 10 })
    await clean(of)
    // Nothing holds on to the date any more.
    expect(await open(of, [lot(1, 1, '2020-03-02')], { openingDate: '2026-05-04' })).toMatchObject({
      status_: 201,
    })
  })

  test('are listed among the transactions, with their history', async () => {
    const of = await oneHolding(books, 'WAP')
    await open(of, [lot(100, 1_000, '2020-03-02', { charges: 3 })])
    await of.buy('2026-06-02', 10, 10)
    const query = `portfolioId=${of.portfolioId}`
    const listed = await api.call<Row[]>(`GET /trades?${query}&side=opening`)
    expect(listed.body).toMatchObject([
      { side: 'opening', trade_date: '2020-03-02', gross_value: 1000, total_fees: 0, status: 'Settled' },
    ])
    expect((await api.call<Row>(`GET /trades/summary?${query}`)).body).toMatchObject({
      trades: 2,
      buys: 1,
      sells: 0,
      openings: 1,
      fees: 1.11,
      sold: 0,
    })
    const one = await api.call<Row>(`GET /trades/${String(listed.body[0]?.['id'])}`)
    expect(one.body).toMatchObject({
      trade: { total_fees: 3 },
      buy: null,
      sell: null,
      entries: [{ kind: 'opening', total: 1000 }],
    })
  })

  test('rows at fault are named, and nothing is recorded', async () => {
    const of = await oneHolding(books, 'WAP')
    const rows = [
      lot(100, 1_000, '2020-03-02'),
      lot(100, 1_000, '2026-06-01'),
      { ...lot(0, 1_000, '2020-03-02'), symbol: 'JKH.N0000' },
      { ...lot(1, 1, '2020-03-02'), symbol: 'NONE.N0000' },
      lot(10, 10, '2026-05-29', { settlementDate: '2026-06-02' }),
      lot(10, 10, '2020-03-02', { price: 5 }),
      lot(100, 1_000, '2020-03-02'),
      { symbol: 'JKH.N0000', quantity: '1,000', cost: '12,500.50', tradeDate: '2020-03-02' },
    ]
    const checked = await open(of, rows, {}, '?dryRun=1')
    expect(checked).toMatchObject({ ok: false, rows: 8, failed: 5 })
    expect((checked['errors'] as Row[]).map((error) => [error['row'], error['field']])).toEqual([
      [2, 'tradeDate'],
      [3, 'quantity'],
      [4, 'symbol'],
      [5, 'settlementDate'],
      [6, 'cost'],
    ])
    expect(checked['warnings']).toEqual([{ row: 7, message: 'Is the same as row 1.' }])
    expect(await open(of, rows)).toMatchObject({ status_: 422, code: 'batch.rows' })
    expect(await opening(of)).toMatchObject({ openingDate: null, lots: 0 })
    expect(await open(of, rows.slice(7))).toMatchObject({ status_: 201 })
    expect(await lots(of)).toMatchObject([{ quantity: 1000, cost: 12500.5, settlement_date: '2020-03-05' }])
  })

  test('one opening date per portfolio; no sale before it', async () => {
    const of = await oneHolding(books, 'WAP')
    await open(of, [lot(100, 1_000, '2020-03-02')])
    expect(await open(of, [lot(1, 1, '2020-03-02')], { openingDate: '2026-06-02' })).toMatchObject({
      status_: 409,
      code: 'opening.date-fixed',
      details: [{ field: 'openingDate', message: expect.stringMatching(/ begin on 01 Jun 2026\.$/) }],
    })
    await of.buy('2026-05-25', 10, 10)
    expect(await of.sell('2026-05-29', 5, 10)).toMatchObject({ status_: 422, code: 'trade.before-opening' })
    const sale = await of.sell('2026-06-08', 5, 10)
    const imported = await call('POST /trade-batches?dryRun=1', {
      source: 'bulk-sell',
      defaults: { portfolioId: of.portfolioId, symbol: 'JKH.N0000', settlementAccount: books.bank },
      rows: [{ quantity: 5, price: 10, tradeDate: '2026-05-29' }],
    })
    expect(imported).toMatchObject({ ok: false, errors: [{ row: 1, field: 'tradeDate' }] })
    const moved = await of.change('sell', sale.id, { quantity: 5, soldPrice: 10, tradeDate: '2026-05-29' })
    expect(moved).toMatchObject({ status_: 422, code: 'trade.before-opening' })
    await clean(of)
    const other = await oneHolding(books, 'WAP')
    await other.buy('2026-05-25', 10, 10)
    await other.sell('2026-05-26', 5, 10)
    expect(await open(other, [lot(1, 1, '2020-03-02')])).toMatchObject({
      code: 'opening.sold-before',
      message: expect.stringContaining('has a sale on 26 May 2026, before the opening date 01 Jun 2026.'),
      details: [{ field: 'openingDate', message: 'There is a sale on 26 May 2026.' }],
    })
    expect(await open(other, [lot(1, 1, '2020-03-02')], { openingDate: '2026-05-26' })).toMatchObject({
      status_: 201,
    })
    await clean(other)
    expect(
      await open(await oneHolding(books, 'WAP'), [lot(1, 1, '2020-03-02')], { openingDate: '2026-07-01' }),
    ).toMatchObject({ status_: 422 })
  })

  test('whatever is traded after them, the books agree', async () => {
    const step = fc.record({
      kind: fc.constantFrom('open', 'buy', 'sell', 'change', 'remove'),
      quantity: fc.integer({ min: 1, max: 500 }),
      cost: fc.integer({ min: 100, max: 99_999 }).map((cents) => cents / 100),
      day: fc.constantFrom('2026-06-01', '2026-06-02', '2026-06-08', '2026-06-10', '2026-05-25'),
      year: fc.integer({ min: 2015, max: 2025 }),
      at: fc.nat({ max: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('WAP' as const, 'FIFO' as const),
        fc.constantFrom('FVTPL', 'FVOCI'),
        fc.array(step, { minLength: 4, maxLength: 10 }),
        async (method, treatment, steps) => {
          const of = await oneHolding(books, method, treatment)
          for (const { kind, quantity, cost, day, year, at } of [
            { ...(steps[0] as (typeof steps)[0]), kind: 'open' },
            ...steps,
          ]) {
            const opened = lot(quantity, cost, `${year}-03-02`, { charges: 1.23, costOfFunds: 8 })
            const all = await lots(of)
            const one = all[at % Math.max(1, all.length)]
            if (kind === 'open') await open(of, [opened])
            else if (kind === 'buy') await of.buy(day, quantity, cost)
            else if (kind === 'sell') await of.sell(day, quantity, cost)
            else if (kind === 'change') await call(`PUT /opening-lots/${one?.id ?? 1}`, opened)
            else await call(`DELETE /opening-lots/${one?.id ?? 1}`)
          }
          await clean(of)
        },
      ),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 8) },
    )
  })
})

describe('opening balances', () => {
  const save = (of: OneHolding, lines: object[], more: object = {}, query = '') =>
    call(`PUT /openings/${of.portfolioId}/balances${query}`, { openingDate: OPENING, lines, ...more })

  test('put a difference to Capital on confirmation only', async () => {
    const of = await oneHolding(books, 'WAP')
    const lines = [
      { settlementAccount: books.bank, debit: 5_000 },
      { account: '2110', credit: 120.5 },
    ]
    expect(await save(of, lines, {}, '?dryRun=1')).toMatchObject({
      status_: 200,
      difference: 4879.5,
      confirmed: false,
      postings: [
        { account_code: '1010', debit: 5000 },
        { account_code: '2110', credit: 120.5 },
        { account_code: '3000', credit: 4879.5 },
      ],
    })
    expect(await save(of, lines)).toMatchObject({ status_: 422, code: 'opening.difference' })
    expect(await save(of, lines, { differenceToCapital: true })).toMatchObject({
      status_: 200,
      openingDate: OPENING,
      hasBalances: true,
      capital: 4879.5,
      balances: { lines: [{ settlement_account: books.bank }, {}, { is_capital: true, credit: 4879.5 }] },
    })
    await clean(of)
  })

  test('are replaced and taken back as a whole', async () => {
    const of = await oneHolding(books, 'WAP')
    const first = await save(of, [{ account: '1010', debit: 100 }], { differenceToCapital: true })
    const { entryId } = first['balances'] as { entryId: number }
    const again = { differenceToCapital: true, openingDate: '2026-05-04' }
    expect(await save(of, [{ account: '1010', debit: 70 }], again)).toMatchObject({ code: 'record.stale' })
    expect(await save(of, [{ account: '1010', debit: 70 }], { ...again, replaces: entryId })).toMatchObject({
      status_: 200,
      openingDate: '2026-05-04',
      capital: 70,
    })
    expect([await balance(of, '1010'), await balance(of, '3000')]).toEqual([70, -70])
    await clean(of)
    await open(of, [lot(100, 1_000, '2020-03-02')], { openingDate: '2026-05-04' })
    const standing = (await opening(of))['balances'] as { entryId: number }
    expect(
      await save(of, [{ account: '1010', debit: 60 }], {
        differenceToCapital: true,
        replaces: standing.entryId,
      }),
    ).toMatchObject({ code: 'opening.date-fixed' })
    expect(await call(`DELETE /openings/${of.portfolioId}/balances?entry=${entryId}`)).toMatchObject({
      code: 'record.stale',
    })
    expect(await call(`DELETE /openings/${of.portfolioId}/balances?dryRun=1`)).toMatchObject({ dryRun: true })
    expect(await call(`DELETE /openings/${of.portfolioId}/balances`)).toMatchObject({
      balances: null,
      openingDate: '2026-05-04',
      capital: 1000,
    })
    expect(await call(`DELETE /openings/${of.portfolioId}/balances`)).toMatchObject({
      code: 'opening.no-balances',
    })
    expect(await balance(of, '1010')).toBe(0)
    await clean(of)
  })

  test('leave alone what follows from positions and trades, and unknown accounts', async () => {
    const of = await oneHolding(books, 'WAP')
    const codes = async (lines: object[]) => (await save(of, lines, { differenceToCapital: true })).code
    expect(await codes([{ account: '1100', debit: 1 }])).toBe('journal.derived-account')
    expect(await codes([{ account: '2100', credit: 1 }])).toBe('journal.derived-account')
    expect(await codes([{ account: '9999', debit: 1 }])).toBe('journal.account-unknown')
    expect(await codes([{ settlementAccount: 999_999, debit: 1 }])).toBe('record.missing')
    expect(await codes([{ account: '1010', debit: 1, credit: 1 }])).toBe('journal.line-sides')
    expect(await codes([{ debit: 1 }])).toBe('request.invalid')
    expect(await codes([])).toBe('request.invalid')
    expect((await save(of, [{ account: '1010', debit: 1 }], { openingDate: '2026-07-01' })).code).toBe(
      'trade.date-in-future',
    )
    expect(await opening(of)).toMatchObject({ openingDate: null, balances: null })
  })

  test('two at once: one is recorded, the other is refused', async () => {
    const of = await oneHolding(books, 'WAP')
    const both = await Promise.all(
      [1, 2].map((debit) => save(of, [{ account: '1010', debit }], { differenceToCapital: true })),
    )
    expect(both.map((answer) => answer.status_).toSorted()).toEqual([200, 409])
    await clean(of)
  })
})
