/** Fees and levies of a month: by component, by trade, tied to the accounts of the fees. */

import { journal } from '@em/contract/journal/journal'
import { periods } from '@em/contract/periods/periods'
import { type FeesOfMonth, feesOfMonth } from '@em/contract/reports/fees-of-month'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-02-27' })
  books = await startBooks(api)
  for (const portfolioId of ['GROW', 'HOLD'])
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  const dated = { quantity: 1_000, price: 20, tradeDate: '2026-01-05', settlementDate: '2026-01-07' }
  await books.bought(dated)
  await books.bought({ ...dated, contractNumber: 'C-2', portfolioId: 'HOLD' })
  await books.bought({
    ...dated,
    contractNumber: 'C-3',
    tradeDate: '2026-02-02',
    settlementDate: '2026-02-05',
  })
  await ask(api, journal.create, {
    body: {
      date: '2026-01-20',
      description: 'A fee by hand',
      status: 'Posted',
      lines: [
        { account_code: '6010', debit: 5, portfolioId: 'GROW' },
        { account_code: '1010', credit: 5, portfolioId: 'GROW' },
      ],
    },
  })
})

const feesOf = (query: object): Promise<FeesOfMonth> => ask(api, feesOfMonth, { query })

test('vector X1 twice, of an FVTPL and an FVOCI portfolio, with a manual entry: nothing is left over', async () => {
  const data = await feesOf({ month: '2026-01' })
  expect([data.trades, data.gross, data.total]).toEqual([2, 40_000, 448])
  expect(
    data.components.map(({ component, total, accounts, ledger }) => [component, total, accounts, ledger]),
  ).toEqual([
    ['brokerage', 256, ['6010'], 133],
    ['cse_fees', 33.6, ['6020'], 16.8],
    ['cds_fees', 4.8, ['6030'], 2.4],
    ['clearing_fees', 4.8, ['6040'], 2.4],
    ['sec', 28.8, ['6050'], 14.4],
    ['stl', 120, ['6060'], 60],
  ])
  expect(data.components[0]?.others).toEqual([
    { label: 'Capitalised with the cost (FVOCI)', amount: -128 },
    { label: 'Manual entries', amount: 5 },
  ])
  expect(data.components.map(({ difference }) => difference)).toEqual([0, 0, 0, 0, 0, 0])
  expect(data.rows.map(({ portfolioId, total }) => [portfolioId, total])).toEqual([
    ['GROW', 224],
    ['HOLD', 224],
  ])
})

test('of one portfolio, of another month, of a month without trades', async () => {
  expect((await feesOf({ month: '2026-01', portfolioId: 'GROW' })).total).toBe(224)
  expect((await feesOf({})).month).toBe('2026-02')
  const none = await feesOf({ month: '2025-12' })
  expect([none.trades, none.total, none.rows]).toEqual([0, 0, []])
  expect(none.components.every(({ files, difference }) => files === null && difference === 0)).toBe(true)
})

test('a trade that is corrected after its month was locked: its difference is in another month, and named there', async () => {
  const entity = (await api.ask(periods.list)).find(({ name }) => name === 'Test Fund')
  await lockBooks(api, entity?.id, '2026-01-31')
  const [first] = (await feesOf({ month: '2026-01', portfolioId: 'GROW' })).rows
  const corrected = await api.call(`PUT /transaction-entries/buy/${first?.id}?openPeriod=1`, {
    body: {
      ...books.usual,
      quantity: 900,
      price: 20,
      tradeDate: '2026-01-05',
      settlementDate: '2026-01-07',
      reason: 'A share less',
    },
  })
  expect(corrected.status).toBe(200)
  const [january, february] = [await feesOf({ month: '2026-01' }), await feesOf({ month: '2026-02' })]
  expect(january.components[0]).toMatchObject({ total: 243.2, ledger: 133, difference: 0 })
  expect(january.components[0]?.others).toContainEqual({ label: 'Posted in another month', amount: 12.8 })
  expect(february.components[0]?.others).toContainEqual({
    label: 'Trades of other months, posted in this one',
    amount: -12.8,
  })
  expect(february.components.map(({ difference }) => difference)).toEqual([0, 0, 0, 0, 0, 0])
})
