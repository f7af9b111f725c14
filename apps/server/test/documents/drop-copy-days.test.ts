/** Several files and sessions of one day: an execution counts once, an undo takes back no later fills, and what waits for its fill is not lost. */
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { transactions } from '@em/contract/trades/transactions'
import { dropCopyFile, executionReport } from '@em/core/documents/drop-copy-sample'
import type { DocumentLine } from '@em/core/documents/line'
import type { FixField } from '@em/core/fix-sessions/message'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const filled = (executionId: string, quantity: bigint, price: bigint, further: Partial<DocumentLine> = {}) =>
  fill({
    executionId,
    quantity,
    price,
    contractNumber: null,
    clientAccount: 'ABC-12345-LI/00',
    rest: { buyingBroker: 'ABC', sellingBroker: 'XYZ' },
    ...further,
  })
const E501 = executionReport(filled('E-501', 333n, 101_000n), 27)
const E502 = executionReport(filled('E-502', 333n, 102_000n), 28)
const E503 = executionReport(filled('E-503', 334n, 103_000n), 29)
/** A cancel of E-502 that says neither shares nor price. */
const BARE_CANCEL = executionReport(filled('E-509', 333n, 102_000n), 31, [
  [150, 'H'],
  [19, 'E-502'],
]).filter(([tag]) => tag !== 32 && tag !== 31)

/** As another session of the broker sends it, without naming the broker. */
const fromElsewhere = (fields: readonly FixField[]): FixField[] =>
  fields
    .filter(([tag]) => tag < 447 || tag > 453)
    .map(([tag, text]) => (tag === 49 ? [49, 'ABC-BACK'] : tag === 56 ? [56, 'EM-FILES'] : [tag, text]))

const uploadText = async (text: string, fileName: string) => {
  const data = Buffer.from(text, 'latin1').toString('base64')
  const answer = await api.call<{ id: number; problems: number; lines: number } & Refused>(
    tradeDocuments.upload,
    { body: { file: { fileName, data } } as never },
  )
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return answer.body
}
let sent = 0
const upload = (...messages: readonly (readonly FixField[])[]) =>
  uploadText(dropCopyFile(messages), `day-${(sent += 1)}.log`)
const record = (id: number, body: object = {}) =>
  api.call<DocumentRecorded & Refused>(tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      ...body,
    } as never,
    query: {},
  })
async function recorded(id: number, body: object = {}) {
  const answer = await record(id, body)
  expect([answer.status, answer.body.message]).toEqual([answer.body.batchId === null ? 200 : 201, undefined])
  return answer.body
}
const trades = async () =>
  (await ask(api, transactions.list, { query: {} })).map((trade) => [trade.quantity, trade.gross_value])
const undo = (id: number) => api.call<Refused>(tradeDocuments.undo, { params: { id } })

test('the same executions of another session are in the books already', async () => {
  await recorded((await upload(E501, E502, E503)).id)
  const again = await upload(...[E501, E502, E503].map(fromElsewhere))
  expect(again).toMatchObject({ lines: 3, problems: 0 })
  expect(await recorded(again.id, { changes: 'apply' })).toMatchObject({
    recorded: 0,
    changed: 0,
    skipped: 1,
  })
  expect(await trades()).toEqual([[1_000, 10_200.1]])
})

test('a fill more from another session makes the one contract larger', async () => {
  await recorded((await upload(E501, E502)).id)
  const both = await upload(...[E502, E503].map(fromElsewhere))
  expect(await recorded(both.id, { changes: 'apply' })).toMatchObject({ recorded: 0, changed: 1 })
  expect(await trades()).toEqual([[1_000, 10_200.1]])
})

test('the broker that a message does not name is that of its session in the register', async () => {
  await api.database.query("UPDATE brokers SET code = 'ABC' WHERE name = 'Asia Securities (Pvt) Ltd'")
  const session = await api.call('POST /fix-sessions', {
    body: {
      name: 'Back office',
      broker: 'Asia Securities (Pvt) Ltd',
      sender: 'EM-FILES',
      target: 'ABC-BACK',
      host: 'localhost',
      port: 9_880,
      tls: true,
      days: 'Every day',
      resetTime: '00:00',
      beginString: 'FIXT.1.1',
      heartbeat: 30,
    },
  })
  expect(session.status).toBe(201)
  await recorded((await upload(E501)).id)
  // Of one broker also where no account is stated.
  const again = await upload(fromElsewhere(E501).filter(([tag]) => tag !== 1))
  expect(await recorded(again.id, { changes: 'apply' })).toMatchObject({ recorded: 0, skipped: 1 })
})

test('an undo of the first file takes back no fills of a later one, but names the trade', async () => {
  const first = await upload(E501, E502)
  await recorded(first.id)
  // Each file of a session has everything again.
  const later = await upload(E501, E502, E503)
  await recorded(later.id, { changes: 'apply' })
  const refused = await undo(first.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'document.corrected-later'])
  const [trade] = await ask(api, transactions.list, { query: {} })
  expect(refused.body.message).toContain(trade?.deal_number)
  expect(await trades()).toEqual([[1_000, 10_200.1]])
})

test('a later file that changed nothing keeps no undo', async () => {
  const first = await upload(E501, E502)
  await recorded(first.id)
  await upload(E503)
  expect((await undo(first.id)).status).toBe(200)
  expect(await trades()).toEqual([])
})

test('a file is not read anew while a later one carries fills of it', async () => {
  const isin = executionReport(filled('E-501', 333n, 101_000n), 27, [[55, '[N/A]']])
  await api.database.query("UPDATE equities SET isin = 'LK0092N00003' WHERE symbol = 'JKH.N0000'")
  const first = await upload(isin)
  await upload(E503)
  await api.database.query("UPDATE equities SET isin = NULL WHERE symbol = 'JKH.N0000'")
  await api.database.query("UPDATE equities SET isin = 'LK0092N00003' WHERE symbol = 'COMB.N0000'")
  const data = Buffer.from(dropCopyFile([isin]), 'latin1').toString('base64')
  const refused = await api.call<Refused>(tradeDocuments.upload, {
    body: { file: { fileName: 'again.log', data }, again: 'replace' } as never,
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'document.carried'])
  expect(await ask(api, tradeDocuments.get, { params: { id: first.id } })).toMatchObject({ lines: 1 })
})

test('a cancel without shares waits in its file for the fill of a later one', async () => {
  const waiting = await upload(BARE_CANCEL)
  expect(waiting).toMatchObject({ lines: 1, problems: 1 })
  expect(await recorded(waiting.id, { changes: 'apply' })).toMatchObject({ recorded: 0, deleted: 0 })
  expect(await recorded((await upload(E501, E502, E503)).id)).toMatchObject({ recorded: 1 })
  expect(await trades()).toEqual([[667, 6_803.5]])
})

test('a line of one security is formed although the trade file has more of its client', async () => {
  const lines = [
    filled('E-501', 333n, 101_000n),
    filled('E-700', 10n, 100_000n, { symbol: 'COMB.N0000', isin: null }),
  ]
  await uploadText(
    tradeFileOf(lines.map((line, at) => ({ ...line, line: at + 1, contractNumber: `7000${at}` }))),
    'trades.txt',
  )
  const one = await upload(E501)
  expect(await recorded(one.id)).toMatchObject({ recorded: 1 })
  // A fill of its own security that the trade file lacks is reported all the same.
  const other = await upload(
    executionReport(filled('E-701', 5n, 100_000n, { symbol: 'COMB.N0000', isin: null }), 50),
  )
  expect((await record(other.id)).body.code).toBe('document.trade-file-differs')
})

test('a file has the tags of the FIX session between its CompIDs, which need not be started', async () => {
  const session = {
    name: 'Files of ABC',
    broker: 'ABC Securities',
    beginString: 'FIXT.1.1',
    sender: 'EQUITYMGR',
    target: 'CSEBRK',
    host: 'localhost',
    port: 9880,
    heartbeat: 30,
    days: 'Every day',
    resetTime: '00:00',
    contractTag: 9001,
    foreignFrom: 'account',
  }
  const message = executionReport(filled('E-601', 100n, 101_000n), 27, [
    [1041, 'FIRM-1'],
    [9001, 'ABC-26-77'],
  ])
  const contractOf = async () => {
    const { id } = await uploadText(dropCopyFile([message]), `tags-${(sent += 1)}.log`)
    const [line] = await ask(api, tradeDocuments.lines, { params: { id }, query: {} })
    return [line?.clientAccount, line?.contractNo, line?.foreignFlag]
  }
  expect((await api.call('POST /fix-sessions', { body: session })).status).toBe(201)
  expect(await contractOf()).toEqual(['ABC-12345-LI/00', 'ABC-26-77', '0'])
})
