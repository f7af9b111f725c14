/** The rows of a refused submission are kept as they were sent, with what is wrong with each. */
import { batches } from '@em/contract/batches/batches'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'

test('a refused submission gives its rows back, mended they are recorded', async () => {
  const api = await startApi({ today: '2026-06-30' })
  const books = await startBooks(api)
  const defaults = {
    portfolioId: 'GROW',
    brokerName: 'Asia Securities (Pvt) Ltd',
    settlementAccount: books.bank,
  }
  const row = (symbol: string, more: object = {}) => ({
    side: 'buy',
    symbol,
    tradeDate: '2026-06-15',
    quantity: 10,
    price: '20.50',
    contractNumber: `C-${symbol}`,
    ...more,
  })
  const send = (rows: readonly object[]) =>
    api.call<Refused & { id: number }>(batches.record, {
      body: { source: 'import', fileName: 'june.csv', defaults, rows } as never,
    })
  const refused = await send([row('JKH.N0000'), row('XYZ.N0000'), row('SAMP.N0000', { quantity: 0 })])
  expect([refused.status, refused.body.code]).toEqual([422, 'batch.rows'])
  const [failed] = await ask(api, batches.list, { query: {} })
  const sent = await ask(api, batches.rowsToMend, { params: { id: failed?.id ?? 0 } })
  expect(sent.kept).toBe(true)
  expect(sent.rows.map(({ row: no, errors }) => [no, errors.length])).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
  ])
  const records = sent.rows.map(({ values }) =>
    Object.fromEntries(sent.fields.map((field, at) => [field, values[at]])),
  )
  expect(records[1]).toMatchObject({
    symbol: 'XYZ.N0000',
    price: '20.50',
    portfolioId: 'GROW',
    quantity: '10',
  })

  const mended = records.map((one, at) =>
    at === 1 ? { ...one, symbol: 'COMB.N0000' } : { ...one, quantity: '5' },
  )
  const recorded = await send(mended)
  expect(recorded.status).toBe(201)
  const good = await ask(api, batches.rowsToMend, { params: { id: recorded.body.id } })
  expect(good).toEqual({ kept: false, fields: [], rows: [] })
  expect((await api.call(batches.rowsToMend, { params: { id: 999 } })).status).toBe(404)
  await api.close()
})
