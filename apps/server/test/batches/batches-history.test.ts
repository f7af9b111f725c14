/** The import history page by page, failures until a user has seen them, and a check that reports all rows at once. */
import { type BatchRecord, batches } from '@em/contract/batches/batches'
import { notifications } from '@em/contract/dashboard/notifications'
import { type Entity, periods } from '@em/contract/periods/periods'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

interface Answer {
  readonly code?: string
  readonly message?: string
  readonly failed?: number
  readonly errors?: readonly { row: number; field: string; error: string }[]
  readonly locked?: readonly { row: number; error: string; value: string }[]
  readonly details?: readonly { field: string; message: string }[]
  readonly id: number
}
let made = 0
/** A portfolio of an entity of its own, costed by WAP, and its rows. */
async function portfolio() {
  made += 1
  const portfolioId = `HIST${made}`
  const entity = `History ${made}`
  await api.call('POST /portfolios', {
    body: { ...PORTFOLIO, portfolioId, portfolioName: `Portfolio ${portfolioId}`, entity },
  })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  const row = (tradeDate: string, contractNumber: string, more: object = {}) => ({
    symbol: 'JKH.N0000',
    tradeDate,
    quantity: 10,
    price: 20,
    contractNumber,
    ...more,
  })
  const defaults = { portfolioId, brokerName: 'Some broker', settlementAccount: books.bank }
  const submit = (rows: readonly object[], query = '', more: object = {}) =>
    api.call<Answer>(`POST /trade-batches${query}`, {
      body: {
        source: 'bulk-buy',
        defaults,
        rows,
        ...more,
      },
    })
  const single = (contractNumber: string, tradeDate: string) =>
    api.call<Answer>('POST /trade-summary/save-bulk-buy-transaction', {
      body: {
        companyName: 'John Keells Holdings PLC',
        symbol: 'JKH.N0000',
        portfolioId,
        tradeDate,
        settlementDate: tradeDate,
        quantity: 10,
        grossValue: 200,
        contractNumber,
        brokerName: 'Some broker',
        settlementAccount: books.bank,
      },
    })
  const lock = async (through: string) => {
    const found = (await api.ask(periods.list)).find(({ name }) => name === entity) as Entity
    expect((await lockBooks(api, found.id, through)).status).toBe(201)
  }
  return { portfolioId, entity, defaults, row, submit, single, lock }
}
const failures = async () =>
  (await api.ask(notifications)).find(({ id }) => id === 'imports-failed') ?? { title: '', record: null }
const failed = (): Promise<BatchRecord[]> => api.ask(batches.list, { query: { status: 'failed' } })
const see = (id: number) => ask(api, batches.see, { params: { id } })
const SATURDAY = '2026-06-06'
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

describe('a failed bulk entry', () => {
  test('is shown until a user has looked at it, whatever is entered after it', async () => {
    const p = await portfolio()
    expect((await p.submit([p.row(SATURDAY, 'F1'), p.row('2026-06-01', 'F2')])).status).toBe(422)
    expect((await p.single('F3', SATURDAY)).status).toBe(422)
    expect((await failures()).title).toBe('2 imports failed')
    // Other entries of the same person.
    expect((await p.single('F4', '2026-06-01')).status).toBe(201)
    expect((await p.submit([p.row('2026-06-01', 'F5')])).status).toBe(201)
    expect((await failures()).title).toBe('2 imports failed')
    // The same one, tried again.
    expect((await p.single('F3', '2026-06-02')).status).toBe(201)
    const [last] = (await failed()).filter(({ totalTransactions }) => totalTransactions === 2)
    expect(await failures()).toMatchObject({ title: '1 import failed', record: last?.id })
    const seen = await see(last?.id as number)
    expect(seen.seenBy).toBe(`${api.user.first_name} ${api.user.last_name}`)
    expect(await see(seen.id)).toMatchObject({ seenAt: seen.seenAt, status: 'failed' })
    expect((await failures()).title).toBe('')
    expect((await failed()).map(({ id }) => id)).toContain(seen.id)
    expect((await api.call(batches.see, { params: { id: 999_999 } })).status).toBe(404)
    await clean()
  })

  test('is there for who sent it alone, where portfolios are a list', async () => {
    const p = await portfolio()
    expect((await p.submit([p.row(SATURDAY, 'S1')])).status).toBe(422)
    const [others] = await failed()
    const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
      'SELECT id FROM portfolios WHERE portfolio_id = $1',
      [p.portfolioId],
    )
    const { token } = await personWith(api, { sees: [id] })
    const sent = { source: 'bulk-buy', defaults: p.defaults, rows: [p.row(SATURDAY, 'S2')] }
    expect((await api.call('POST /trade-batches', { body: sent, token })).status).toBe(422)
    const [own] = await failed()
    expect(own?.id).not.toBe(others?.id)
    const seen = await api.call<BatchRecord[]>(batches.list, { query: { status: 'failed' }, token })
    expect(seen.body.map((one) => one.id)).toEqual([own?.id])
    expect((await api.call(batches.see, { params: { id: others?.id }, token })).status).toBe(404)
    for (const one of [own, others]) await see(one?.id as number)
  })

  test('of the form is in the history with its reason', async () => {
    const p = await portfolio()
    await p.single('G1', SATURDAY)
    const [stored] = await failed()
    expect(stored).toMatchObject({
      type: 'bulk-buy',
      totalTransactions: 1,
      failedTransactions: 1,
      successfulTransactions: 0,
      seenAt: null,
    })
    expect(stored?.errors[0]?.error).toContain('is a Saturday')
    await see(stored?.id as number)
  })
})

test('the history comes page by page; its sums are those of all that the filter leaves', async () => {
  const p = await portfolio()
  for (const contract of ['P1', 'P2', 'P3']) {
    expect((await p.submit([p.row('2026-06-01', contract)])).status).toBe(201)
  }
  await p.submit([p.row('2026-06-01', 'P4'), p.row('2026-06-02', 'P5')])
  const search = p.portfolioId
  const page = (cursor?: string) =>
    api.call<BatchRecord[]>(
      `GET /trade-batches?search=${search}&limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    )
  const first = await page()
  const next = first.headers['x-next-cursor'] as string
  const second = await page(next)
  expect([first.body.length, second.body.length]).toEqual([3, 1])
  expect([first.headers['x-total-count'], second.headers['x-total-count']]).toEqual(['4', '4'])
  expect(second.headers['x-next-cursor']).toBeUndefined()
  const ids = [...first.body, ...second.body].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  expect(await api.ask(batches.summary, { query: { search } })).toEqual({
    total: 4,
    success: 4,
    failed: 0,
    undone: 0,
    transactions: 5,
  })
  expect((await page('next')).status).toBe(400)
})

describe('a check', () => {
  test('reports each row that is dated in a locked period; the refusal names the rows, and agreeing posts them', async () => {
    const p = await portfolio()
    await p.lock('2026-05-31')
    const rows = [p.row('2026-06-01', 'L1'), p.row('2026-05-04', 'L2'), p.row('2026-05-29', 'L3')]
    const sentence = `The books of ${p.entity} are locked through 31 May 2026. This can be posted on 01 Jun 2026, the first open day.`
    const { body: report } = await p.submit(rows, '?dryRun=1')
    expect(report.locked).toEqual([
      { row: 2, field: 'tradeDate', error: sentence, value: '2026-05-04' },
      { row: 3, field: 'tradeDate', error: sentence, value: '2026-05-29' },
    ])
    expect(report).toMatchObject({ ok: true, errors: [] })
    const refused = await p.submit(rows)
    expect(refused).toMatchObject({ status: 409, body: { code: 'period.locked', message: sentence } })
    expect(refused.body.details).toEqual([
      { field: 'rows.2.tradeDate', message: sentence },
      { field: 'rows.3.tradeDate', message: sentence },
    ])
    expect((await failed())[0]).toMatchObject({
      failedTransactions: 2,
      totalTransactions: 3,
      portfolio: `Portfolio ${p.portfolioId}`,
    })
    expect((await p.submit(rows, '?openPeriod=1')).status).toBe(201)
    expect((await failures()).title).toBe('')
    await clean()
  })

  test('reports everything that is wrong with a row at once', async () => {
    const p = await portfolio()
    const rows = [
      p.row(SATURDAY, 'A1', { quantity: 'many', symbol: 'NONE.N0000', settlementAccount: 'no bank' }),
      p.row(SATURDAY, 'A2', { symbol: 'NONE.N0000', grossValue: 999 }),
      // More than the portfolio holds, each of them.
      ...Array.from({ length: 30 }, (_, at) => p.row('2026-06-02', `A3-${at}`, { side: 'sell' })),
    ]
    const { body } = await p.submit(rows, '?dryRun=1', {
      source: 'import',
      defaults: { ...p.defaults, side: 'buy' },
    })
    const of = (row: number) => body.errors?.filter((one) => one.row === row).map(({ field }) => field)
    expect(of(1)?.sort()).toEqual(['quantity', 'settlementAccount', 'symbol', 'tradeDate'])
    expect(of(2)?.sort()).toEqual(['grossValue', 'symbol', 'tradeDate'])
    expect(of(32)).toEqual(['quantity'])
    // Every sale is reported, not the first twenty of its chain.
    expect(body.failed).toBe(32)
  })
})
