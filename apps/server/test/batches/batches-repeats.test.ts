/** Repeats in an import: the contract number of a trade in force, of the same portfolio, side and date. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

interface Row {
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly contractNumber: string
  readonly [more: string]: unknown
}
interface Repeat {
  readonly row: number
  readonly dealNumber: string | null
  readonly earlierRow: number | null
}
interface Recorded {
  readonly id: number
  readonly deal_number: string
  readonly side: 'buy' | 'sell'
}

let portfolios = 0
/** A portfolio with 1,000 shares to sell, and imports into it. */
async function portfolio() {
  portfolios += 1
  const portfolioId = `REPEATS-${portfolios}`
  await api.call('POST /portfolios', {
    body: {
      portfolioId,
      portfolioName: portfolioId,
      portfolioType: 'Equity Portfolio',
      entity: 'Test',
      fundManager: 'Test',
      baseCurrency: 'LKR',
      accountingTreatment: 'FVTPL',
    },
  })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  const submit = (rows: readonly Row[], query = '') =>
    api.call<{ id: number; duplicates: Repeat[]; code?: string }>(`POST /trade-batches${query}`, {
      body: {
        source: 'import',
        defaults: { portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
        rows,
      },
    })
  const repeats = async (rows: readonly Row[]) => (await submit(rows, '?dryRun=1')).body.duplicates
  const record = async (...rows: Row[]) => {
    const { status, body } = await submit(rows)
    expect(status).toBe(201)
    const { body: trades } = await api.call<Recorded[]>(`GET /trades?batch=${body.id}&sort=created_at`)
    return { batch: body.id, trades }
  }
  await record(row('buy', '01', 'HELD', { quantity: 1000 }))
  return { portfolioId, submit, repeats, record }
}
const row = (side: 'buy' | 'sell', day: string, contractNumber: string, more: object = {}): Row => ({
  side,
  symbol: 'JKH.N0000',
  tradeDate: `2026-06-${day}`,
  quantity: 10,
  price: 20,
  contractNumber,
  ...more,
})
const remove = (trade: Recorded | undefined) =>
  api.call(`DELETE /transaction-entries/${trade?.side}/${trade?.id}`)

describe('of trades recorded before, a row', () => {
  test('repeats the one with its contract number, portfolio, side and date, whatever the security and the figures', async () => {
    const p = await portfolio()
    const { trades } = await p.record(row('buy', '02', 'C-1'))
    const again = row('buy', '02', 'C-1', { symbol: 'SAMP.N0000', quantity: 7, price: 3 })
    expect(await p.repeats([again])).toMatchObject([
      { row: 1, dealNumber: trades[0]?.deal_number, earlierRow: null },
    ])
    expect((await p.submit([again])).body.code).toBe('batch.undecided')
  })
  test('does not repeat one of the other side', async () => {
    const p = await portfolio()
    await p.record(row('buy', '02', 'BOUGHT'))
    await p.record(row('sell', '03', 'SOLD'))
    expect(await p.repeats([row('sell', '02', 'BOUGHT'), row('buy', '03', 'SOLD')])).toEqual([])
    expect((await p.submit([row('sell', '02', 'BOUGHT'), row('buy', '03', 'SOLD')])).status).toBe(201)
  })
  test('does not repeat one of another date, number or portfolio', async () => {
    const [p, q] = [await portfolio(), await portfolio()]
    await p.record(row('buy', '02', 'C-1'))
    expect(await p.repeats([row('buy', '03', 'C-1'), row('buy', '02', 'C-10')])).toEqual([])
    expect(await q.repeats([row('buy', '02', 'C-1')])).toEqual([])
  })
  for (const side of ['buy', 'sell'] as const) {
    test(`does not repeat a deleted ${side}, and can be recorded in its place`, async () => {
      const p = await portfolio()
      const { trades } = await p.record(row(side, '02', 'C-1'))
      expect(await p.repeats([row(side, '02', 'C-1')])).toHaveLength(1)
      expect((await remove(trades[0])).status).toBe(200)
      expect(await p.repeats([row(side, '02', 'C-1')])).toEqual([])
      expect((await p.submit([row(side, '02', 'C-1')])).status).toBe(201)
      expect(await p.repeats([row(side, '02', 'C-1')])).toHaveLength(1)
    })
  }
  test('does not repeat a trade of an import that was undone', async () => {
    const p = await portfolio()
    const { batch } = await p.record(row('buy', '02', 'C-1'), row('sell', '03', 'C-2'))
    expect((await api.call(`DELETE /trade-batches/${batch}`)).status).toBe(200)
    expect(await p.repeats([row('buy', '02', 'C-1'), row('sell', '03', 'C-2')])).toEqual([])
  })
  test('does not repeat what a trade said before it was corrected, but what it says now', async () => {
    const p = await portfolio()
    const { trades } = await p.record(row('buy', '02', 'MISTYPED'))
    const { body } = await api.call<Record<string, unknown>>(`GET /trades/${trades[0]?.id}`)
    const buy = body['buy'] as Record<string, unknown>
    const corrected = await api.call(`PUT /transaction-entries/buy/${trades[0]?.id}`, {
      body: { ...buy, contract_number: 'CORRECTED', version: 1 },
    })
    expect(corrected).toMatchObject({ status: 200 })
    expect(await p.repeats([row('buy', '02', 'MISTYPED'), row('buy', '02', 'CORRECTED')])).toMatchObject([
      { row: 2, dealNumber: trades[0]?.deal_number },
    ])
  })
})

describe('within one file, a row', () => {
  test('repeats the first with its contract number, portfolio, side and date; each is reported, none is dropped', async () => {
    const p = await portfolio()
    const rows = [
      row('buy', '02', 'C-1'),
      row('buy', '02', 'C-2'),
      row('buy', '02', 'C-1'),
      row('buy', '02', 'C-1'),
    ]
    expect(await p.repeats(rows)).toMatchObject([
      { row: 3, dealNumber: null, earlierRow: 1 },
      { row: 4, dealNumber: null, earlierRow: 1 },
    ])
    expect((await p.submit(rows)).body.code).toBe('batch.undecided')
  })
  test('does not repeat one of the other side, another date or another portfolio', async () => {
    const [p, q] = [await portfolio(), await portfolio()]
    const rows = [
      row('buy', '02', 'C-1'),
      row('sell', '02', 'C-1'),
      row('buy', '03', 'C-1'),
      row('buy', '02', 'C-1', { portfolioId: q.portfolioId }),
    ]
    expect(await p.repeats(rows)).toEqual([])
    expect((await p.submit(rows)).status).toBe(201)
  })
  test('may repeat both a recorded trade and an earlier row', async () => {
    const p = await portfolio()
    const { trades } = await p.record(row('sell', '02', 'C-1'))
    const dealNumber = trades[0]?.deal_number
    expect(await p.repeats([row('sell', '02', 'C-1'), row('sell', '02', 'C-1')])).toMatchObject([
      { row: 1, dealNumber, earlierRow: null },
      { row: 2, dealNumber, earlierRow: 1 },
    ])
  })
})
