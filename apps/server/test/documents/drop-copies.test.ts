/** Files of FIX messages: fills of a day as one contract, formed, corrected by later files, and held against the trade file. */
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { transactions } from '@em/contract/trades/transactions'
import { dropCopyFile, executionReport } from '@em/core/documents/drop-copy-sample'
import type { DocumentLine } from '@em/core/documents/line'
import type { FixField } from '@em/core/fix-sessions/message'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
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

const ACCOUNT = 'ABC-12345-LI/00'
const filled = (executionId: string, quantity: bigint, price: bigint): DocumentLine =>
  fill({
    executionId,
    quantity,
    price,
    contractNumber: null,
    clientAccount: ACCOUNT,
    rest: { buyingBroker: 'ABC', sellingBroker: 'XYZ' },
  })
const FILLS = [
  filled('E-501', 333n, 101_000n),
  filled('E-502', 333n, 102_000n),
  filled('E-503', 334n, 103_000n),
]
const [E501, E502, E503] = FILLS.map((line, at) => executionReport(line, 27 + at)) as [
  FixField[],
  FixField[],
  FixField[],
]
const E508 = executionReport(filled('E-508', 334n, 102_000n), 30, [
  [150, 'G'],
  [19, 'E-503'],
])
const E509 = executionReport(filled('E-509', 333n, 102_000n), 31, [
  [150, 'H'],
  [19, 'E-502'],
])

const uploadText = async (text: string, fileName: string) => {
  const data = Buffer.from(text, 'latin1').toString('base64')
  const answer = await api.call<{ id: number; kind: string; problems: number; lines: number } & Refused>(
    tradeDocuments.upload,
    { body: { file: { fileName, data } } as never },
  )
  expect([answer.status, answer.body.message]).toEqual([answer.status === 200 ? 200 : 201, undefined])
  return answer.body
}
let sent = 0
const upload = (...messages: readonly (readonly FixField[])[]) =>
  uploadText(dropCopyFile(messages), `session-${(sent += 1)}.log`)
const record = (id: number, body: object = {}, query: object = {}) =>
  api.call<DocumentRecorded & Refused>(tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      ...body,
    } as never,
    query: query as never,
  })
async function recorded(id: number, body: object = {}) {
  const answer = await record(id, body)
  expect([answer.status, answer.body.message]).toEqual([answer.body.batchId === null ? 200 : 201, undefined])
  return answer.body
}
const states = async (id: number) =>
  new Set(
    (await ask(api, tradeDocuments.lines, { params: { id } }))
      .filter((line) => line.id !== null && line.event !== '' && !line.repeated)
      .map(({ state }) => state),
  )
const trades = async () =>
  (await ask(api, transactions.list, { query: {} })).map((trade) => [
    trade.quantity,
    trade.gross_value,
    trade.net_value,
    trade.contract_number,
  ])
const feesOf = async () =>
  api.database.query(
    `SELECT v.brokerage::text, v.cse_fees::text, v.cds_fees::text, v.clearing_fees::text, v.sec::text, v.stl::text, v.fee_source
       FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version WHERE NOT t.is_deleted`,
  )

describe('vector F1', () => {
  test('three fills are formed as one contract with the fees of the schedule', async () => {
    const document = await upload(E501, E502, E503)
    expect(document).toMatchObject({ kind: 'drop-copy', lines: 3, problems: 0 })
    expect(await states(document.id)).toEqual(new Set(['new']))
    expect(await recorded(document.id)).toMatchObject({
      recorded: 1,
      failed: 0,
      bought: 10_200.1,
      fees: 114.23,
    })
    expect(await trades()).toEqual([[1_000, 10_200.1, 10_314.33, null]])
    expect(await feesOf()).toEqual([
      {
        brokerage: '65.28',
        cse_fees: '8.57',
        cds_fees: '1.22',
        clearing_fees: '1.22',
        sec: '7.34',
        stl: '30.60',
        fee_source: 'schedule',
      },
    ])
    const detail = await ask(api, tradeDocuments.get, { params: { id: document.id } })
    expect(detail).toMatchObject({
      states: { new: 0, recorded: 1 },
      proof: { different: 0, unproved: 0, difference: 0, schedule: { brokerage: 65.28 } },
    })
    expect(await recorded(document.id)).toMatchObject({ recorded: 0, skipped: 1 })
  })

  test('a correction and a cancel of later files correct the trade; the cancel again is nothing', async () => {
    await recorded((await upload(E501, E502, E503)).id)
    const corrected = await upload(E508)
    expect(await states(corrected.id)).toEqual(new Set(['differs']))
    expect(await recorded(corrected.id)).toMatchObject({ recorded: 0, skipped: 1 })
    expect(await recorded(corrected.id, { changes: 'apply' })).toMatchObject({ changed: 1, failed: 0 })
    expect(await trades()).toEqual([[1_000, 10_166.7, 10_280.57, null]])
    const cancelled = await upload(E501, E502, E503, E508, E509)
    expect(await recorded(cancelled.id, { changes: 'apply' })).toMatchObject({ changed: 1, failed: 0 })
    expect(await trades()).toEqual([[667, 6_770.1, 6_845.92, null]])
    const again = await upload(E509)
    expect(again.problems).toBe(0)
    expect(await states(again.id)).toEqual(new Set(['recorded']))
    expect(await recorded(again.id, { changes: 'apply' })).toMatchObject({
      recorded: 0,
      changed: 0,
      deleted: 0,
    })
    expect(await trades()).toEqual([[667, 6_770.1, 6_845.92, null]])
    // The figures of the first file are no longer those of the trade; its lines stay as they were read.
    expect(await states((await upload(E501, E502, E503, E508)).id)).toEqual(new Set(['recorded']))
  })

  test('a day of which all is cancelled deletes the trade', async () => {
    await recorded((await upload(E502)).id)
    const gone = await upload(E509)
    expect(await recorded(gone.id, { changes: 'apply' })).toMatchObject({ deleted: 1 })
    expect(await trades()).toEqual([])
  })

  test('further fills of a later file correct the trade to the whole contract', async () => {
    await recorded((await upload(E501, E502)).id)
    const later = await upload(E503)
    expect(await recorded(later.id, { changes: 'apply' })).toMatchObject({ recorded: 0, changed: 1 })
    expect(await trades()).toEqual([[1_000, 10_200.1, 10_314.33, null]])
  })

  test('recorded contracts are undone', async () => {
    const document = await upload(E501, E502, E503)
    await recorded(document.id)
    await ask(api, tradeDocuments.undo, { params: { id: document.id } })
    expect(await trades()).toEqual([])
    expect(await states(document.id)).toEqual(new Set(['new']))
  })
})

const tradeFile = (fills: readonly DocumentLine[], contractNumber = '70001') =>
  uploadText(tradeFileOf(fills.map((line, at) => ({ ...line, line: at + 1, contractNumber }))), 'trades.txt')

test('open orders that the contract fits are named', async () => {
  const order = await api.call<{ id: number; number: string }>('POST /orders', {
    body: {
      portfolioId: 'GROW',
      symbol: 'JKH.N0000',
      side: 'buy',
      quantity: 1_000,
      limitPrice: 10.5,
      broker: 'Asia Securities (Pvt) Ltd',
      validUntil: '2026-06-30',
    },
  })
  const today = FILLS.map((line, at) =>
    executionReport({ ...line, tradeDate: '2026-06-30', settlementDate: '2026-07-02' }, at),
  )
  const preview = await record((await upload(...today)).id, {}, { dryRun: '1' })
  expect(preview.body.orders).toEqual([{ row: 1, id: order.body.id, number: order.body.number }])
})

test('a file whose fills a later one carries is not removed before it', async () => {
  const first = await upload(E501, E502, E503)
  const later = await upload(E508)
  const refused = await api.call<Refused>(tradeDocuments.remove, { params: { id: first.id } })
  expect([refused.status, refused.body.code]).toEqual([409, 'document.carried'])
  await ask(api, tradeDocuments.remove, { params: { id: later.id } })
  await ask(api, tradeDocuments.remove, { params: { id: first.id } })
})

test('two uploads of one day at once: the later one has the fills of the other', async () => {
  const [one, other] = await Promise.all([upload(E501, E502), upload(E503)])
  const later = Math.max(one.id, other.id)
  const rows = await ask(api, tradeDocuments.lines, { params: { id: later } })
  expect(
    rows
      .filter(({ id }) => id !== null)
      .map(({ executionId }) => executionId)
      .toSorted(),
  ).toEqual(['E-501', 'E-502', 'E-503'])
})

describe('the trade file of the day', () => {
  test('after the forming adds contract number and fees', async () => {
    await recorded((await upload(E501, E502, E503)).id)
    const file = await tradeFile(FILLS)
    expect(await recorded(file.id)).toMatchObject({ recorded: 0, skipped: 1 })
    expect(await recorded(file.id, { changes: 'apply' })).toMatchObject({ recorded: 0, changed: 1 })
    // As charged fill by fill: two cents more than of the contract.
    expect(await trades()).toEqual([[1_000, 10_200.1, 10_314.35, '70001']])
    expect(await feesOf()).toMatchObject([{ fee_source: 'contract' }])
    expect(await recorded(file.id, { changes: 'apply' })).toMatchObject({
      recorded: 0,
      changed: 0,
      skipped: 1,
    })
  })

  test('in the books before it is the same trade', async () => {
    await recorded((await tradeFile(FILLS)).id)
    const document = await upload(E501, E502, E503)
    expect(await states(document.id)).toEqual(new Set(['recorded']))
    expect(await recorded(document.id)).toMatchObject({ recorded: 0, skipped: 1 })
  })

  test('that differs blocks the forming, and each difference is named', async () => {
    const [first, second] = FILLS as [DocumentLine, DocumentLine]
    const file = await tradeFile([
      first,
      { ...second, price: 102_500n, gross: 341_325n },
      filled('E-504', 5n, 100_000n),
    ])
    const document = await upload(E501, E502, E503)
    const comparison = await ask(api, tradeDocuments.comparison, { params: { id: document.id } })
    expect(comparison).toMatchObject({
      documents: [{ id: file.id, fileName: 'trades.txt' }],
      equal: 1,
      differs: 1,
      onlyHere: 1,
      onlyThere: 1,
      rows: [
        {
          state: 'differs',
          executionId: 'E-502',
          fields: ['price'],
          here: { price: 10.2 },
          there: { price: 10.25 },
        },
        { state: 'only-here', executionId: 'E-503' },
        { state: 'only-there', executionId: 'E-504' },
        { state: 'equal', executionId: 'E-501' },
      ],
      sums: [{ symbol: 'JKH.N0000', side: 'buy', here: { shares: 1_000 }, there: { shares: 671 } }],
    })
    const refused = await record(document.id)
    expect([refused.status, refused.body.code, refused.body.details?.length]).toEqual([
      409,
      'document.trade-file-differs',
      3,
    ])
    expect(refused.body.message).toContain('price of E-502: 10.2 here, 10.25 in the trade file')
    expect(await trades()).toEqual([])
    // Another security of the day is formed where it is named.
    const other = executionReport({ ...filled('E-600', 10n, 100_000n), symbol: 'COMB.N0000', isin: null }, 40)
    const both = await upload(E501, E502, E503, other)
    expect((await record(both.id, { lines: [1] })).status).toBe(409)
    expect((await record(both.id)).status).toBe(409)
  })
})

test('a crossing with one execution id on both sides is equal to the trade file, and is carried whole', async () => {
  const buy = filled('E-1', 10n, 100_000n)
  const sale = { ...buy, side: 'sell' as const, clientAccount: 'ABC-99999-LI/00' }
  const file = await uploadText(
    tradeFileOf([
      { ...buy, line: 1, contractNumber: '1' },
      { ...sale, line: 2, contractNumber: '2' },
    ]),
    'crossing.txt',
  )
  const both = await upload(executionReport(buy, 1), executionReport(sale, 2))
  expect(both).toMatchObject({ lines: 2, problems: 0 })
  const found = await ask(api, tradeDocuments.comparison, { params: { id: both.id } })
  expect(found).toMatchObject({
    documents: [{ id: file.id }],
    equal: 2,
    differs: 0,
    onlyHere: 0,
    onlyThere: 0,
  })
  const alone = await upload(executionReport(buy, 1))
  const one = await ask(api, tradeDocuments.comparison, { params: { id: alone.id } })
  expect(one).toMatchObject({ equal: 1, differs: 0, onlyHere: 0, onlyThere: 0 })
  const later = [
    executionReport({ ...buy, executionId: 'E-2' }, 3),
    executionReport({ ...sale, executionId: 'E-2' }, 4),
  ]
  expect(await upload(...later)).toMatchObject({ lines: 4 })
})

test('a trade is not deleted by a cancel of fills that the trade file of the day has', async () => {
  await recorded((await upload(E502)).id)
  const file = await tradeFile([filled('E-502', 333n, 102_000n)])
  const gone = await upload(E509)
  const refused = await record(gone.id, { changes: 'apply' })
  expect([refused.status, refused.body.code]).toEqual([409, 'document.trade-file-differs'])
  expect(refused.body.message).toContain('E-502 is only in the trade file')
  expect(await trades()).toHaveLength(1)
  await ask(api, tradeDocuments.remove, { params: { id: file.id } })
  expect(await recorded(gone.id, { changes: 'apply' })).toMatchObject({ deleted: 1 })
})

describe('messages that are no fill', () => {
  test('wrong checksum, other content and a cancel of nothing are named; nothing else is lost', async () => {
    const other = executionReport(filled('E-501', 333n, 109_000n), 33)
    const lost = executionReport(filled('E-700', 1n, 100_000n), 34, [
      [150, 'H'],
      [19, 'E-699'],
    ])
    const text = dropCopyFile([E501, E502, other, lost]).replace('31=10.20', '31=10.30')
    const { id } = await uploadText(text, 'faulty.log')
    const { problemLines } = await ask(api, tradeDocuments.get, { params: { id } })
    expect(problemLines.map(({ line, column }) => [line, column])).toEqual([
      [2, 'checksum'],
      [3, 'ExecID (17)'],
      [4, 'ExecRefID (19)'],
    ])
    expect(await recorded(id)).toMatchObject({ recorded: 1, bought: 3_363.3 })
  })

  test('an ISIN alone names the security that has it', async () => {
    const named = executionReport({ ...filled('E-1', 10n, 100_000n) }, 1, [[55, '[N/A]']])
    const unknown = executionReport({ ...filled('E-2', 10n, 100_000n), isin: 'LK0053N00005' }, 2, [
      [55, '[N/A]'],
    ])
    await api.database.query("UPDATE equities SET isin = 'LK0092N00003' WHERE symbol = 'JKH.N0000'")
    const { id } = await upload(named, unknown)
    const { problemLines } = await ask(api, tradeDocuments.get, { params: { id } })
    expect(problemLines).toMatchObject([{ line: 2, column: 'SecurityID (48)' }])
    expect(await recorded(id)).toMatchObject({ recorded: 1 })
  })

  test('the same bytes again are the same document', async () => {
    const document = await uploadText(dropCopyFile([E501, E508, E503]), 'one.log')
    expect((await uploadText(dropCopyFile([E501, E508, E503]), 'two.log')).id).toBe(document.id)
  })
})

test('a user with some portfolios takes in no drop copy: it holds the executions of all clients', async () => {
  const { token } = await personWith(api, { roles: ['Dealer'], sees: [1] })
  const data = Buffer.from(dropCopyFile([E501]), 'latin1').toString('base64')
  const answer = await api.call<Refused>(tradeDocuments.upload, {
    body: { file: { fileName: 'hers.log', data } } as never,
    token,
  })
  expect([answer.status, answer.body.code]).toEqual([403, 'rights.scope'])
})
