/** The fees in trade files against the fees of the trades, for the contracts that both have; the others are named. */
import { type FeesOfMonth, feesOfMonth } from '@em/contract/reports/fees-of-month'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let ofGrow: string
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30', edition: 'premium' })
  const books = await startBooks(api)
  for (const portfolioId of ['GROW', 'HOLD'])
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  const bought = (contractNumber: string, portfolioId: string, quantity: number) =>
    books.bought({
      contractNumber,
      portfolioId,
      quantity,
      price: 20,
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
    })
  await bought('70001', 'GROW', 1_000)
  await bought('70002', 'GROW', 500)
  await bought('70003', 'HOLD', 2_000)
  const { body: all } = await api.call<{ id: number; portfolioId: string }[]>('GET /portfolios')
  const grow = all.find(({ portfolioId }) => portfolioId === 'GROW')?.id ?? 0
  ofGrow = (await personWith(api, { sees: [grow] })).token
  // Of the whole book: a cent more of brokerage for one contract, and a contract that was never recorded.
  const dearer = fill({ line: 1, contractNumber: '70001' })
  await upload(
    [
      { ...dearer, fees: { ...dearer.fees, brokerage: dearer.fees.brokerage + 100n } },
      fill({ line: 2, contractNumber: '70009' }),
    ],
    api.token,
  )
  await upload([fill({ line: 1, contractNumber: '70002', quantity: 500n })], ofGrow)
})

async function upload(fills: ReturnType<typeof fill>[], token: string): Promise<void> {
  const data = Buffer.from(tradeFileOf(fills)).toString('base64')
  const { status, body } = await api.call('POST /trade-documents', {
    token,
    body: { file: { fileName: 'day.txt', data } },
  })
  if (status !== 201) throw new Error(`the upload answered ${status}: ${JSON.stringify(body)}`)
}
const brokerage = async (token: string) => {
  const { documents, components } = (await ask(api, feesOfMonth, {
    query: { month: '2026-06' },
    token,
  } as never)) as FeesOfMonth
  const { total, files, files_others: others, files_difference: difference } = components[0] ?? ({} as never)
  return { documents, total, files, others, difference }
}

test('a user who sees all: a contract that is no trade here and a trade that is in no file are named', async () => {
  expect(await brokerage(api.token)).toEqual({
    documents: 2,
    total: 448,
    files: 129 + 128 + 64,
    others: [
      { label: 'Contracts that are no trade here', amount: 128 },
      { label: 'Trades that are in no file', amount: -256 },
    ],
    difference: 1,
  })
})

test('a user who sees some portfolios: the files that he sees against the trades in them', async () => {
  expect(await brokerage(ofGrow)).toEqual({
    documents: 1,
    total: 192,
    files: 64,
    others: [{ label: 'Trades that are in no file', amount: -128 }],
    difference: 0,
  })
})
