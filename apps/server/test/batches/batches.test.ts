/** Many trades in one submission: all or nothing, repeats, undoing; the books are verified after each story. */

import { notifications } from '@em/contract/dashboard/notifications'
import { jobs } from '@em/contract/jobs/jobs'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

// Answers of several shapes, looked into by name.
interface Body {
  [name: string]: unknown
  readonly id: number
}
let portfolios = 0
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

async function portfolio(method: 'WAP' | 'FIFO' | 'CHERRY' | null, treatment = 'FVTPL') {
  portfolios += 1
  const portfolioId = `B${portfolios}-${method ?? 'NONE'}`
  await api.call('POST /portfolios', {
    body: {
      portfolioId,
      portfolioName: `Batch ${portfolioId}`,
      portfolioType: 'Equity Portfolio',
      entity: 'Test',
      fundManager: 'Test',
      baseCurrency: 'LKR',
      accountingTreatment: treatment,
    },
  })
  if (method !== null) {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: method } })
  }
  let n = 0
  const row = (side: string, day: string, quantity: unknown, price: unknown, more = {}) => ({
    side,
    symbol: 'JKH.N0000',
    tradeDate: `2026-06-${day}`,
    quantity,
    price,
    contractNumber: `${portfolioId}-${(n += 1)}`,
    ...more,
  })
  const submit = async (rows: unknown[], more: object = {}, query = '', headers = {}): Promise<Body> => {
    const answer = await api.call<Body>(`POST /trade-batches${query}`, {
      headers,
      body: {
        source: 'import',
        defaults: { portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
        rows,
        ...more,
      },
    })
    return { ...answer.body, status_: answer.status }
  }
  const position = async (symbol = 'JKH.N0000'): Promise<Partial<Body>> =>
    (await api.call<Body[]>(`GET /transaction-entries/portfolio/${portfolioId}/positions`)).body.find(
      (one) => one['symbol'] === symbol,
    ) ?? {}
  return { portfolioId, row, submit, position }
}
const undo = async (id: number, query = ''): Promise<Body> => {
  const answer = await api.call<Body>(`DELETE /trade-batches/${id}${query}`)
  return { ...answer.body, status_: answer.status }
}

describe('a submission', () => {
  for (const method of ['WAP', 'FIFO'] as const) {
    test(`records buys and sells by ${method}, mixed and out of order`, async () => {
      const p = await portfolio(method, method === 'WAP' ? 'FVTPL' : 'FVOCI')
      const rows = [
        p.row('Buy', '03', '1,000', '20.00'),
        p.row('S', '04', 500, 30),
        p.row('buy', '01', 1000, 10),
        p.row('buy', '02', 10, 5, { symbol: 'SAMP.N0000' }),
      ]
      expect(await p.submit(rows, {}, '?dryRun=1')).toMatchObject({
        status_: 200,
        ok: true,
        buys: 3,
        sells: 1,
        chains: 2,
        gain: method === 'WAP' ? 7500 : 10_000,
      })
      const done = await p.submit(rows, { fileName: 'trades.xlsx' })
      expect(done).toMatchObject({
        status_: 201,
        type: 'bulk-mixed',
        status: 'success',
        totalTransactions: 4,
        successfulTransactions: 4,
        totalValue: 45_050,
        portfolio: `Batch ${p.portfolioId}`,
        fileName: 'trades.xlsx',
      })
      expect(await p.position()).toMatchObject({
        quantity: 1500,
        costValue: method === 'WAP' ? 22_500 : 25_000,
      })
      const trades = (await api.call<Body[]>(`GET /trades?batch=${done['id']}`)).body
      expect(trades).toHaveLength(4)
      expect(trades.map((trade) => String(trade['deal_number']).replace(/-\d.*/, '')).sort()).toEqual([
        'BULK-BUY',
        'BULK-BUY',
        'BULK-BUY',
        'BULK-SELL',
      ])
      await clean()
    })
  }
  test('takes cherry-picked sales by the contract of their buy, also of the same submission', async () => {
    const p = await portfolio('CHERRY')
    const rows = [
      p.row('buy', '01', 100, 10, { contractNumber: 'FIRST' }),
      p.row('buy', '02', 100, 20, { contractNumber: 'SECOND' }),
      p.row('sell', '03', 60, 30, { buyContract: 'second' }),
    ]
    expect(await p.submit(rows)).toMatchObject({ status_: 201 })
    expect(await p.position()).toMatchObject({ quantity: 140, costValue: 1800 })
    expect(await p.submit([p.row('sell', '04', 50, 30, { buyContract: 'SECOND' })])).toMatchObject({
      status_: 422,
      code: 'batch.rows',
    })
    expect(await p.submit([p.row('sell', '04', 50, 30)], {}, '?dryRun=1')).toMatchObject({
      errors: [{ row: 1, field: 'allocations' }],
    })
    await clean()
  })
  test('reports at once everything that a row lacks and everything that cannot be read', async () => {
    const p = await portfolio('WAP')
    const row = { side: 'buy', tradeDate: 'soon', quantity: 100, price: 10 }
    const { errors } = await p.submit([row], { defaults: {} }, '?dryRun=1')
    expect(errors).toMatchObject(
      ['tradeDate', 'symbol', 'portfolio', 'settlementAccount', 'contractNumber', 'brokerName'].map(
        (field) => ({
          row: 1,
          field,
        }),
      ),
    )
  })
  test('before other trades moves the cost of sales already recorded', async () => {
    const p = await portfolio('WAP')
    await p.submit([p.row('buy', '10', 100, 20), p.row('sell', '15', 100, 25)])
    const late = [p.row('buy', '05', 100, 10)]
    expect(await p.submit(late, {}, '?dryRun=1')).toMatchObject({ ok: true, affectedSales: 1 })
    expect(await p.submit(late)).toMatchObject({ status_: 201 })
    expect(await p.position()).toMatchObject({ quantity: 100, costValue: 1500 })
    await clean()
  })
  test('is refused whole, with every row at fault', async () => {
    const p = await portfolio('FIFO')
    const rows = [
      p.row('buy', '01', 100, 10),
      p.row('hold', '01', 100, 10),
      p.row('buy', '06', 100, 10), // a Saturday
      p.row('buy', '01', 'many', 10),
      p.row('buy', '01', 100, 10, { symbol: 'NONE.N0000' }),
      p.row('sell', '02', 500, 10),
      p.row('buy', '01', 100, 10, { contractNumber: '' }),
      'no row at all',
    ]
    const report = await p.submit(rows, {}, '?dryRun=1')
    expect(report).toMatchObject({ status_: 200, ok: false, failed: 7 })
    const faults = (report['errors'] as Body[]).map(({ row, field, value }) => ({ row, field, value }))
    expect(faults).toMatchObject([
      { row: 2, field: 'side', value: 'hold' },
      { row: 3, field: 'tradeDate' },
      { row: 4, field: 'quantity', value: 'many' },
      { row: 5, field: 'symbol', value: 'NONE.N0000' },
      { row: 6, field: 'quantity' },
      { row: 7, field: 'contractNumber' },
      { row: 8, field: 'row' },
    ])
    const refused = await p.submit(rows)
    expect(refused).toMatchObject({ status_: 422, code: 'batch.rows' })
    expect(refused['details']).toContainEqual({ field: 'rows.2.side', message: 'Must be buy or sell.' })
    expect(await p.position()).toEqual({})
    const [stored] = (await api.call<Body[]>('GET /trade-batches?status=failed&limit=1')).body
    expect(stored).toMatchObject({ failedTransactions: 7, successfulTransactions: 0, totalTransactions: 8 })
    expect((await api.call<Body>(`GET /trade-batches/${stored?.['id']}`)).body['errors']).toHaveLength(7)
    await clean()
  })
  test('is shown by the bell while it is not tried again', async () => {
    const p = await portfolio('WAP')
    const inBell = async () =>
      (await api.ask(notifications)).find(
        ({ id, detail }) => id === 'imports-failed' && detail.includes('june.csv'),
      )
    const wrong = [p.row('buy', '01', 100, 10), p.row('sell', '02', 500, 10)]
    expect((await p.submit(wrong, { fileName: 'june.csv' })).status_).toBe(422)
    expect(await inBell()).toMatchObject({
      detail: expect.stringContaining(
        'june.csv, 1 of 2 rows could not be recorded. Nothing of it was recorded.',
      ),
      tab: 'Import History',
      record: null,
    })
    const right = [p.row('buy', '01', 100, 10), p.row('sell', '02', 50, 10)]
    expect((await p.submit(right, { fileName: 'june.csv' })).status_).toBe(201)
    expect(await inBell()).toBeUndefined()
    await clean()
  })

  test('asks about repeated contract numbers and drops none automatically', async () => {
    const p = await portfolio('WAP')
    const one = p.row('buy', '01', 100, 10)
    await p.submit([one])
    const rows = [one, p.row('buy', '01', 50, 10), one]
    expect(await p.submit(rows, {}, '?dryRun=1')).toMatchObject({
      ok: false,
      undecided: 2,
      duplicates: [
        { row: 1, earlierRow: null, decision: null },
        { row: 3, earlierRow: 1, decision: null },
      ],
    })
    expect(await p.submit(rows)).toMatchObject({ status_: 409, code: 'batch.undecided' })
    expect(await p.position()).toMatchObject({ quantity: 100 })
    const decided = [{ ...one, duplicate: 'keep' }, rows[1], { ...one, duplicate: 'skip' }]
    expect(await p.submit(decided)).toMatchObject({
      status_: 201,
      successfulTransactions: 2,
      skippedTransactions: 1,
    })
    expect(await p.position()).toMatchObject({ quantity: 250 })
    expect(await p.submit([one], { duplicates: 'skip' })).toMatchObject({
      status_: 422,
      code: 'batch.all-skipped',
    })
    await clean()
  })
  test('under the same key happens once', async () => {
    const p = await portfolio('WAP')
    const rows = [p.row('buy', '01', 100, 10)]
    const headers = { 'idempotency-key': `batch-${p.portfolioId}` }
    const first = await p.submit(rows, {}, '', headers)
    const again = await p.submit(rows, {}, '', headers)
    expect(again).toEqual(first)
    expect(await p.position()).toMatchObject({ quantity: 100 })
    expect(await p.submit([...rows, ...rows], {}, '', headers)).toMatchObject({
      status_: 422,
      code: 'idempotency.other-body',
    })
  })
  test('takes rows as lists of values', async () => {
    const p = await portfolio('WAP')
    const body = {
      fields: ['side', 'symbol', 'trade_date', 'quantity', 'gross_value', 'contract_number', 'unknown'],
      rows: [['buy', 'JKH.N0000', '2026-06-01', 3, '100.00', 123456, 'x']],
    }
    expect(await p.submit(body.rows, { fields: body.fields })).toMatchObject({
      status_: 201,
      totalValue: 100,
    })
    expect(await p.position()).toMatchObject({ quantity: 3, costValue: 100 })
    await clean()
  })
  test('without rows, with too many or of another shape is a bad request', async () => {
    const p = await portfolio(null)
    expect(await p.submit([])).toMatchObject({ status_: 400 })
    expect(await p.submit([1], { source: 'elsewhere' })).toMatchObject({ status_: 400 })
    expect(await p.submit(Array.from({ length: 100_001 }, () => 0))).toMatchObject({ status_: 400 })
  })
})

describe('undoing a submission', () => {
  test('takes back every trade and entry, and stays in the history', async () => {
    const p = await portfolio('FIFO')
    await p.submit([p.row('buy', '01', 100, 10)])
    const done = await p.submit([
      p.row('buy', '02', 100, 20),
      p.row('sell', '03', 150, 30),
      p.row('buy', '02', 10, 5, { symbol: 'SAMP.N0000' }),
    ])
    const id = done['id'] as number
    expect(await undo(id, '?dryRun=1')).toMatchObject({
      status_: 200,
      trades: 3,
      buys: 2,
      sells: 1,
      entriesReversed: 6,
      positions: [
        { symbol: 'JKH.N0000', before: { quantity: 50, cost: 1000 }, after: { quantity: 100, cost: 1000 } },
        { symbol: 'SAMP.N0000', after: { quantity: 0, cost: 0 } },
      ],
    })
    expect(await p.position()).toMatchObject({ quantity: 50 })
    expect(await undo(id)).toMatchObject({ status_: 200, status: 'undone', undoneBy: 'Nimal Perera' })
    // Each trade in its chain and in the books.
    const [undone] = await api.ask(jobs.list, { query: { limit: 1 } })
    expect(undone).toMatchObject({ kind: 'batches.undo', status: 'done', progress: { done: 6, of: 6 } })
    expect(await p.position()).toMatchObject({ quantity: 100, costValue: 1000 })
    expect((await api.call<Body[]>(`GET /trades?batch=${id}`)).body).toEqual([])
    expect(await undo(id)).toMatchObject({ status_: 409, code: 'batch.undone' })
    await clean()
  })
  test('costs later sales again', async () => {
    const p = await portfolio('WAP')
    await p.submit([p.row('buy', '01', 100, 10)])
    const done = await p.submit([p.row('buy', '02', 100, 20)])
    await p.submit([p.row('sell', '03', 100, 30)])
    expect(await undo(done['id'], '?dryRun=1')).toMatchObject({
      consequences: { affectedSales: 1, gainsByMonth: [{ month: '2026-06', before: 1500, after: 2000 }] },
    })
    expect(await undo(done['id'])).toMatchObject({ status: 'undone' })
    expect(await p.position()).toEqual({})
    await clean()
  })
  test('is refused while later sales need its shares', async () => {
    const p = await portfolio('FIFO')
    const done = await p.submit([p.row('buy', '01', 100, 10)])
    await p.submit([p.row('sell', '03', 60, 30)])
    const refused = await undo(done['id'])
    expect(refused).toMatchObject({ status_: 422, code: 'batch.needed' })
    expect(refused['message']).toContain('03 Jun 2026')
    expect(await p.position()).toMatchObject({ quantity: 40 })
    const q = await portfolio('CHERRY')
    const picked = await q.submit([q.row('buy', '01', 100, 10, { contractNumber: 'PICKED' })])
    await q.submit([q.row('sell', '03', 60, 30, { buyContract: 'PICKED' })])
    expect(await undo(picked['id'])).toMatchObject({ status_: 409, code: 'trade.allocated' })
    expect(await undo(999_999)).toMatchObject({ status_: 404 })
    await clean()
  })
  test('also takes back trades corrected since, and leaves out those deleted since', async () => {
    const p = await portfolio('WAP')
    const done = await p.submit([p.row('buy', '01', 100, 10), p.row('buy', '02', 100, 10)])
    const trades = (await api.call<Body[]>(`GET /trades?batch=${done['id']}`)).body
    expect((await api.call(`DELETE /transaction-entries/buy/${trades[0]?.['id']}`)).status).toBe(200)
    expect(await undo(done['id'])).toMatchObject({ status: 'undone' })
    expect(await p.position()).toEqual({})
    await clean()
  })
})

describe('the single bulk forms', () => {
  const form = (portfolioId: string, more: object) => ({
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId,
    tradeDate: '2026-06-01',
    settlementDate: '2026-06-03',
    settlementAccount: books.bank,
    ...more,
  })
  test('a bulk buy states its gross value; the price follows', async () => {
    const p = await portfolio('CHERRY')
    const calculated = await api.call<Body>('POST /trade-summary/calculate-bulk-buy-transaction', {
      body: { quantity: 3, grossValue: '100.00', costOfFunds: '' },
    })
    expect(calculated.body).toMatchObject({ grossValue: 100, price: 33.3333, netValue: 101.11 })
    const body = form(p.portfolioId, {
      quantity: 3,
      grossValue: 100,
      contractNumber: 'BB-1',
      brokerName: 'Some broker',
    })
    const bought = await api.call<Body>('POST /trade-summary/save-bulk-buy-transaction', { body })
    expect(bought).toMatchObject({ status: 201, body: { gross_value: 100, price: 33.3333 } })
    expect(bought.body['deal_number']).toMatch(/^BULK-BUY-\d{8}-\d{6}/)
    const sold = await api.call<Body>('POST /trade-summary/save-bulk-sell-transaction', {
      body: form(p.portfolioId, { quantity: 2, soldPrice: 50, buyContract: 'BB-1' }),
    })
    expect(sold).toMatchObject({ status: 201, body: { holding_cost: 66.67, contract_number: null } })
    expect(sold.body['deal_number']).toMatch(/^BULK-SELL-/)
    const unknown = await api.call('POST /trade-summary/save-bulk-sell-transaction', {
      body: form(p.portfolioId, { quantity: 1, soldPrice: 50, buyContract: 'nothing' }),
    })
    expect(unknown.status).toBe(400)
    expect(
      (await api.call('POST /trade-summary/calculate-bulk-buy-transaction', { body: { quantity: 3 } }))
        .status,
    ).toBe(400)
    await clean()
  })
  test('are in the import history one by one, and are taken back there', async () => {
    const p = await portfolio('WAP')
    const buy = form(p.portfolioId, {
      quantity: 30,
      grossValue: 900,
      contractNumber: 'BB-2',
      brokerName: 'B',
    })
    await api.call('POST /trade-summary/save-bulk-buy-transaction?dryRun=1', { body: buy })
    const bought = await api.call<Body>('POST /trade-summary/save-bulk-buy-transaction', { body: buy })
    const sold = await api.call<Body>('POST /trade-summary/save-bulk-sell-transaction', {
      body: form(p.portfolioId, { quantity: 10, soldPrice: 50 }),
    })
    const { body: history } = await api.call<Body[]>(`GET /trade-batches?search=${p.portfolioId}`)
    const one = { totalTransactions: 1, successfulTransactions: 1, status: 'success', fileName: null }
    expect(history).toMatchObject([
      { ...one, type: 'bulk-sell', dealNumber: sold.body['deal_number'], totalValue: 500 },
      { ...one, type: 'bulk-buy', dealNumber: bought.body['deal_number'], totalValue: 900 },
    ])
    const refused = await api.call<Body>(`DELETE /trade-batches/${history[1]?.id}`)
    expect(refused.body['code']).toBe('batch.needed')
    for (const { id } of history) expect((await api.call(`DELETE /trade-batches/${id}`)).status).toBe(200)
    expect((await api.call<Body[]>(`GET /trades?portfolioId=${p.portfolioId}`)).body).toEqual([])
    await clean()
  })
})
