/** A file that is uploaded again and read otherwise than before: it is asked about, read again in place of the first reading, or refused. */
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { openList } from '../support/documents.ts'
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

const upload = (more: object, token?: string) =>
  api.call<{ id: number } & Refused & { details?: { field: string; message: string }[] }>(
    tradeDocuments.upload,
    { body: { file: openList(), ...more } as never, ...(token !== undefined && { token }) },
  )
const record = (id: number, body: object = {}) =>
  api.call<DocumentRecorded & Refused>(tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      ...body,
    } as never,
  })
const undo = (id: number) => api.call<Refused>(tradeDocuments.undo, { params: { id }, query: {} as never })
const daysOf = async (id: number) =>
  (await ask(api, tradeDocuments.lines, { params: { id }, query: {} }))
    .filter((line) => line.id !== null)
    .map(({ tradeDate }) => tradeDate)
const documents = async () =>
  (await ask(api, tradeDocuments.list, { query: {} })).map(({ id, replaced }) => ({ id, replaced }))
const tradeDays = async () => (await ask(api, transactions.list, { query: {} })).map((one) => one.trade_date)

test('the same file with the same answer is the document that is there', async () => {
  const first = await upload({ dateOrder: 'dmy' })
  const again = await upload({ dateOrder: 'dmy' })
  expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
})

test('another answer is asked about in words, and read again in place of the first reading', async () => {
  const first = await upload({ dateOrder: 'dmy' })
  const asked = await upload({ dateOrder: 'mdy' })
  expect([asked.status, asked.body.code]).toEqual([409, 'document.read-otherwise'])
  expect(asked.body.message).toBe(
    'march.csv was uploaded before and read otherwise: the trade date of line 2 was read as 06 Mar 2026 and would now be 03 Jun 2026. Nothing that was recorded from it is in the books. Choose whether it is read again, which replaces the first reading, or kept as it is.',
  )
  expect(asked.body.details).toEqual([
    {
      field: 'again',
      message: 'Send “replace” to read the file again, or “keep” to leave it as it was read.',
    },
    { field: 'lines.2.tradeDate', message: 'Trade date: 06 Mar 2026 before, 03 Jun 2026 now.' },
  ])
  expect(await daysOf(first.body.id)).toEqual(['2026-03-06'])

  const stored = await upload({ dateOrder: 'mdy', again: 'keep' })
  expect([stored.status, stored.body.id]).toEqual([200, first.body.id])
  expect(await daysOf(first.body.id)).toEqual(['2026-03-06'])

  const replaced = await upload({ dateOrder: 'mdy', again: 'replace' })
  expect(replaced.status).toBe(201)
  expect(await daysOf(replaced.body.id)).toEqual(['2026-06-03'])
  expect(await documents()).toEqual([{ id: replaced.body.id, replaced: false }])
  expect((await upload({ dateOrder: 'mdy', again: 'replace' })).body.id).toBe(replaced.body.id)
})

test('while trades of it are in the books another reading is refused in words; once it is undone it is read again and kept in addition to the first', async () => {
  const first = await upload({ dateOrder: 'dmy' })
  expect((await record(first.body.id)).status).toBe(201)
  for (const again of ['ask', 'replace']) {
    const refused = await upload({ dateOrder: 'mdy', again })
    expect([refused.status, refused.body.code]).toEqual([409, 'document.recorded-otherwise'])
    expect(refused.body.message).toBe(
      'march.csv was uploaded before and read otherwise: the trade date of line 2 was read as 06 Mar 2026 and would now be 03 Jun 2026. 1 trade recorded from it is in the books. Undo the document, then upload the file again; or correct the trades one by one.',
    )
  }
  expect((await upload({ dateOrder: 'mdy', again: 'keep' })).body.id).toBe(first.body.id)
  expect(await tradeDays()).toEqual(['2026-03-06'])

  expect((await undo(first.body.id)).status).toBe(200)
  expect((await upload({ dateOrder: 'mdy' })).body.code).toBe('document.read-otherwise')
  const second = await upload({ dateOrder: 'mdy', again: 'replace' })
  expect(second.status).toBe(201)
  // The first reading stays as the source of what was undone; nothing is recorded from it any more, and its fees are not counted.
  expect(await documents()).toEqual([
    { id: second.body.id, replaced: false },
    { id: first.body.id, replaced: true },
  ])
  expect(await daysOf(first.body.id)).toEqual(['2026-03-06'])
  const late = await record(first.body.id)
  expect([late.status, late.body.code]).toEqual([409, 'document.replaced'])
  const proofs = await api.database.query('SELECT DISTINCT document_id AS id FROM trade_document_proofs')
  expect(proofs).toEqual([{ id: second.body.id }])
  expect((await record(second.body.id)).status).toBe(201)
  expect(await tradeDays()).toEqual(['2026-06-03'])
  expect((await upload({ dateOrder: 'mdy' })).body.id).toBe(second.body.id)
})

test('a first reading that the user may not see is not replaced by another one', async () => {
  const [grow] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const { token } = await personWith(api, { sees: [grow?.id ?? 0] })
  const his = await upload({ dateOrder: 'dmy' }, token)
  await record(his.body.id, { portfolioId: 'HOLD' })
  const refused = await upload({ dateOrder: 'mdy', again: 'replace' }, token)
  expect([refused.status, refused.body.code]).toEqual([409, 'document.out-of-sight'])
})
