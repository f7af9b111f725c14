/** The match of a document with the books is kept with the versions that were compared, and found again where these have changed. */

import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import { corrections } from '@em/contract/trades/corrections'
import type { DocumentLine } from '@em/core/documents/line'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentDetail, documentLines } from '../../src/features/documents/match/documents-held.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { freshAnswer } from '../support/fresh-documents.ts'
import { personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  for (const portfolioId of ['GROW', 'HOLD'])
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

async function uploaded(fills: readonly DocumentLine[], token?: string): Promise<number> {
  const data = Buffer.from(tradeFileOf(fills), 'latin1').toString('base64')
  const answer = await api.call<{ id: number }>(tradeDocuments.upload, {
    body: { file: { fileName: 'day.txt', data } } as never,
    ...(token !== undefined && { token }),
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const record = (id: number, body: object = {}) =>
  ask(api, tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      ...body,
    },
  }) as Promise<DocumentRecorded>
const linesOf = (id: number, query: object = {}) => ask(api, tradeDocuments.lines, { params: { id }, query })
const statesOf = async (id: number) => (await linesOf(id)).map(({ state }) => state)
const detailOf = (id: number) => ask(api, tradeDocuments.get, { params: { id } })

const stored = (id: number) =>
  api.database.query<{ contract: number; state: string; trades: number[]; versions: number[] }>(
    'SELECT contract, state, trades, versions FROM trade_document_matches WHERE document_id = $1 ORDER BY contract',
    [id],
  )
/** Writes what no match says, so that it is seen whether a contract was matched again. */
const falsify = (id: number, contract: number) =>
  api.database.query(
    "UPDATE trade_document_matches SET state = 'undecided' WHERE document_id = $1 AND contract = $2",
    [id, contract],
  )

/** Two buys of JKH and one of SAMP. */
const three = () => [
  fill(),
  fill({ line: 2, contractNumber: '70002', quantity: 500n }),
  fill({ line: 3, contractNumber: '70003', symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }),
]

/** All that is answered of a document is what is found anew. */
async function agrees(id: number): Promise<void> {
  const fresh = await freshAnswer(api, id)
  expect(await linesOf(id)).toEqual(fresh.lines)
  expect(await detailOf(id)).toEqual(fresh.detail)
}

describe('the match of a document with the books', () => {
  test('is kept when it is uploaded and when it is recorded, with the versions of the trades', async () => {
    await books.bought({ quantity: 1_000, price: 20, contractNumber: '70001' })
    const id = await uploaded(three())
    expect(await stored(id)).toMatchObject([{ contract: 1, state: 'recorded', versions: [1] }])
    await record(id)
    expect(await stored(id)).toMatchObject([
      { contract: 1, state: 'recorded', versions: [1] },
      { contract: 2, state: 'recorded', versions: [1] },
      { contract: 3, state: 'recorded', versions: [1] },
    ])
    await agrees(id)
  })

  test('is read by key: no line is matched again while nothing has changed', async () => {
    const id = await uploaded(three())
    await record(id)
    await falsify(id, 2)
    expect(await statesOf(id)).toEqual(['recorded', 'undecided', 'recorded'])
    expect((await detailOf(id)).states).toMatchObject({ recorded: 2, undecided: 1 })
  })

  test('moves with a correction and with a deletion in the books', async () => {
    const id = await uploaded(three())
    await record(id)
    const [first, second] = (await linesOf(id)).map(({ matches }) => matches[0]?.tradeId ?? 0)
    await ask(api, corrections.changeBuy, {
      params: { id: first },
      body: { ...books.usual, quantity: 900, price: 20, contractNumber: '70001', reason: 'Short' },
    })
    expect((await linesOf(id))[0]).toMatchObject({
      state: 'differs',
      matches: [{ tradeId: first, quantity: 900 }],
      differences: expect.arrayContaining([{ field: 'quantity', document: 1_000, books: 900 }]),
    })
    expect((await stored(id))[0]).toMatchObject({ state: 'differs', trades: [first], versions: [2] })
    await ask(api, corrections.removeBuy, { params: { id: second }, query: { reason: 'Not ours' } })
    expect(await statesOf(id)).toEqual(['differs', 'new', 'recorded'])
    await agrees(id)
  })

  test('of one security is not found again for a trade of another one', async () => {
    const id = await uploaded(three())
    await record(id)
    await falsify(id, 1)
    await books.bought({ symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC', contractNumber: 'C-9' })
    // The trade is missing from the document; what JKH was matched with stays as it was kept.
    expect(await statesOf(id)).toEqual(['undecided', 'recorded', 'recorded', 'missing'])
    await books.bought({ contractNumber: 'C-10' })
    expect(await statesOf(id)).toEqual(['recorded', 'recorded', 'recorded', 'missing', 'missing'])
    await agrees(id)
  })

  test('follows the names of brokers and securities, and whose its clients are', async () => {
    await books.bought({ quantity: 1_000, price: 20, contractNumber: '70001', brokerName: 'Old Brokers' })
    const id = await uploaded(three())
    await record(id, { lines: [2] })
    expect(await statesOf(id)).toEqual(['undecided', 'recorded', 'new'])
    await api.call(`POST /brokers/${books.broker}/names`, { body: { name: 'Old Brokers' } })
    expect(await statesOf(id)).toEqual(['recorded', 'recorded', 'new'])
    const [jkh] = await api.database.query<{ id: number; version: number }>(
      "SELECT id, version FROM equities WHERE symbol = 'JKH.N0000'",
    )
    const renamed = await api.call(`PUT /equities/${jkh?.id}`, {
      body: { symbol: 'JKX.N0000', name: 'John Keells Holdings PLC' },
    })
    expect(renamed.status).toBe(200)
    await agrees(id)
    await api.database.query('DELETE FROM trade_document_clients')
    await agrees(id)
  })

  test('of a symbol that no security has is found when one gets it', async () => {
    await books.bought({
      symbol: 'SAMP.N0000',
      companyName: 'Sampath Bank PLC',
      quantity: 1_000,
      price: 20,
      contractNumber: '70003',
    })
    const id = await uploaded([fill({ contractNumber: '70003', symbol: 'SAMB.N0000' })])
    expect(await statesOf(id)).toEqual(['new'])
    const [samp] = await api.database.query<{ id: number }>(
      "SELECT id FROM equities WHERE symbol = 'SAMP.N0000'",
    )
    await api.call(`PUT /equities/${samp?.id}`, { body: { symbol: 'SAMB.N0000', name: 'Sampath Bank PLC' } })
    expect(await statesOf(id)).toEqual(['recorded'])
    await agrees(id)
  })

  test('follows the tariffs of its fees', async () => {
    const id = await uploaded(three())
    const tariffs = await ask(api, feeTariffs.routes.list, { query: {} })
    const tariff = tariffs.find(({ securityClass }) => securityClass === 'ordinary')
    await ask(api, feeTariffs.routes.update, {
      params: { id: tariff?.id ?? 0 },
      body: { ...tariff, brokerage: 0.63 } as never,
    })
    // 0.01% of 20,000.00, 10,000.00 and 20,000.00.
    expect((await detailOf(id)).proof).toMatchObject({ difference: 5, different: 3 })
    await agrees(id)
  })

  test('of a document from before it was kept is found when it is read', async () => {
    const id = await uploaded(three())
    await record(id)
    const read = [await linesOf(id), await detailOf(id)]
    for (const table of ['proofs', 'proved', 'matches', 'missing', 'matched'])
      await api.database.query(`DELETE FROM trade_document_${table}`)
    expect([await linesOf(id), await detailOf(id)]).toEqual(read)
    expect(await stored(id)).toHaveLength(3)
  })

  test('is found anew where the database takes no writes', async () => {
    const id = await uploaded(three())
    await books.bought({ quantity: 1_000, price: 20, contractNumber: '70001' })
    const readOnly = Object.assign(new Error('cannot execute DELETE in a read-only transaction'), {
      code: '25006',
    })
    const database = { ...api.database, transaction: () => Promise.reject(readOnly) }
    const { rows, total } = await documentLines(database, id, { differences: false }, { limit: 2, offset: 0 })
    expect([rows.map(({ state }) => state), total]).toEqual([['recorded', 'new'], 3])
    expect((await documentDetail(database, id)).states).toMatchObject({ recorded: 1, new: 2 })
    expect(await stored(id)).toEqual([])
  })

  test('goes with the document', async () => {
    await books.bought({ contractNumber: '70001' })
    const id = await uploaded(three())
    expect((await api.call(`DELETE /trade-documents/${id}`)).status).toBe(200)
    expect(await stored(id)).toEqual([])
    expect(await api.database.query('SELECT FROM trade_document_matched')).toEqual([])
  })
})

test('pages and filters leave what they leave of all lines, with the missing trades at the end', async () => {
  const lines = [
    ...three(),
    // A fill that is in the file twice, and one that is charged 12.00 too much.
    fill({ line: 4, contractNumber: '70004', executionId: 'E4' }),
    fill({ line: 5, contractNumber: '70004', executionId: 'E4' }),
    fill({ line: 6, contractNumber: '70006', fees: { ...fill().fees, brokerage: 14_000n } }),
    // One that is taken back.
    fill({ line: 7, contractNumber: '70007' }),
    fill({ line: 8, contractNumber: '70007', cancelled: true }),
  ]
  const id = await uploaded(lines)
  await record(id, { lines: [1, 3] })
  await books.bought({ contractNumber: 'C-1' })
  await books.bought({ contractNumber: 'C-2' })
  const whole = await linesOf(id)
  await agrees(id)
  expect(whole.map(({ state }) => state)).toEqual([
    'recorded',
    'new',
    'recorded',
    'new',
    'new',
    'new',
    'recorded',
    'recorded',
    'missing',
    'missing',
  ])
  expect(whole.map(({ repeated, cancelled }) => [repeated, cancelled])).toEqual([
    [false, false],
    [false, false],
    [false, false],
    [false, false],
    [true, false],
    [false, false],
    [true, true],
    [false, true],
    [false, false],
    [false, false],
  ])
  const page = async (query: object) => {
    const { body, headers } = await api.call<typeof whole>(tradeDocuments.lines, {
      params: { id },
      query: query as never,
    })
    return { body, total: Number(headers['x-total-count']) }
  }
  for (let offset = 0; offset <= 11; offset += 1)
    for (const limit of [1, 3, 20])
      expect(await page({ offset, limit })).toEqual({ body: whole.slice(offset, offset + limit), total: 10 })
  const filters = [
    { state: 'missing' },
    { state: 'new' },
    { state: 'recorded' },
    { symbol: 'SAMP.N0000' },
    { symbol: 'JKH.N0000' },
    { side: 'sell' },
    { side: 'buy', state: 'recorded' },
    { differences: '1' },
    { differences: '1', state: 'missing' },
  ]
  for (const filter of filters) {
    const { lines: left } = await freshAnswer(api, id, filter)
    expect([filter, await page(filter)]).toEqual([filter, { body: left, total: left.length }])
    expect([filter, (await page({ ...filter, offset: 1, limit: 1 })).body]).toEqual([
      filter,
      left.slice(1, 2),
    ])
  }
})

test('a reader sees nothing of portfolios out of sight: his lines are what his own books say', async () => {
  const [hold] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'HOLD'",
  )
  const { token } = await personWith(api, { sees: [hold?.id ?? 0] })
  const id = await uploaded(three(), token)
  const seen = async () => {
    const sent = { params: { id }, token }
    const lines = await api.call<{ state: string; matches: unknown[] }[]>(tradeDocuments.lines, sent)
    const detail = await api.call<{ states: object }>(tradeDocuments.get, sent)
    return { states: lines.body.map(({ state }) => state), counted: detail.body.states }
  }
  const nothing = { new: 3, recorded: 0, differs: 0, undecided: 0, missing: 0 }
  expect(await seen()).toEqual({ states: ['new', 'new', 'new'], counted: nothing })
  // A contract of the document in a portfolio that he does not see.
  const hidden = await books.bought({ quantity: 1_000, price: 20, contractNumber: '70001' })
  expect(await seen()).toEqual({ states: ['new', 'new', 'new'], counted: nothing })
  expect(await stored(id)).toMatchObject([{ contract: 1, state: 'recorded', trades: [hidden.id] }])
  // And one in his own.
  await books.bought({ quantity: 500, price: 20, contractNumber: '70002', portfolioId: 'HOLD' })
  expect((await seen()).states).toEqual(['new', 'recorded', 'new'])
  expect(await statesOf(id)).toEqual(['recorded', 'recorded', 'new'])
})
