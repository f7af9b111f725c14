/** The files that `npm run samples -- custodian` writes fit the books that they are made of. */
import { beforeAll, expect, test } from 'vitest'
import { custodianSamples, type SampleFile } from '../../../../tools/custodian-samples.ts'
import { type CustodianBooks, startCustodianBooks } from '../support/custodian-books.ts'

let custodianBooks: CustodianBooks
let files: ReadonlyMap<string, string>
beforeAll(async () => {
  custodianBooks = await startCustodianBooks()
  const { api, books } = custodianBooks
  const made = async (where: string, body: object) => {
    const answer = await api.call<{ id: number }>(where, { body })
    if (answer.status >= 300) throw new Error(`${where}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const cds = await made('POST /cds-accounts', {
    participant: 'ABC',
    account_number: '12345',
    category: 'LC',
    holder_name: 'Growth Fund',
  })
  await made(`PUT /cds-accounts/${cds}/portfolios`, { portfolios: [{ portfolio: 'GROW' }] })
  await made('POST /portfolio-costing-method', { portfolioId: 'GROW', costing_method: 'WAP' })
  await made('POST /transaction-entries/sell', {
    ...books.usual,
    price: undefined,
    costOfFunds: undefined,
    tradeDate: '2026-04-02',
    settlementDate: '2026-04-06',
    quantity: 2_000,
    soldPrice: 12,
    contractNumber: 'S-1',
  })
  const get = async <Answer>(path: string) => {
    const { status, body } = await api.call<Answer>(`GET ${path}`)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  files = new Map<string, string>((await custodianSamples(get, '2026-04-10')) as readonly SampleFile[])
})
const compared = (name: string) => custodianBooks.compared(files.get(name) ?? '')
const lines = ({ lines: all }: Awaited<ReturnType<typeof compared>>) =>
  all.map(({ symbol, difference, proposal }) => [symbol, difference, proposal?.amount, proposal?.is_part])

test('statements of holdings: one difference, none by trade date, and a cancellation', async () => {
  const first = await compared('holdings-mt535-one-difference.fin')
  expect(lines(first).filter(([, difference]) => difference !== 0)).toHaveLength(1)
  const traded = await compared('holdings-semt002-by-trade-date.xml')
  expect(traded.lines.map(({ basis, difference }) => [basis, difference])).toEqual([['traded', 0]])
  const { cancelled } = await compared('holdings-mt535-cancelled.fin')
  expect(cancelled).toMatchObject([{ file_id: first.id }])
})

test('confirmations: each kind of settlement, one in part', async () => {
  const found = new Map<string, unknown>()
  for (const name of files.keys()) {
    if (!name.startsWith('holdings')) found.set(name, lines(await compared(name))[0])
  }
  expect(Object.fromEntries(found)).toEqual({
    'received-free-mt544.fin': ['JKH.N0000', 0, undefined, undefined],
    'received-mt545.fin': ['JKH.N0000', 0, 394_368, false],
    'delivered-free-mt546.fin': ['JKH.N0000', 0, undefined, undefined],
    'delivered-mt547.fin': ['JKH.N0000', 0, 23_731.2, false],
    'received-in-part-sese025.xml': ['JKH.N0000', -400, 6_067.2, true],
  })
})
