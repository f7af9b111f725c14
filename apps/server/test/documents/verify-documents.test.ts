/** `verify` on books with documents of brokers: each row of their stored matches that is not what is found anew is found. */
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
/** Line 1 is recorded, line 2 differs, line 3 is new; one trade of the day is missing. */
let id: number
/** Behind the books: a trade was recorded after it was matched. */
let behind: number
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  const books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  const upload = async (...fills: Parameters<typeof fill>[0][]) => {
    const text = tradeFileOf(fills.map((one, at) => fill({ line: at + 1, ...one })))
    const data = Buffer.from(text, 'latin1').toString('base64')
    return (await ask(api, tradeDocuments.upload, { body: { file: { fileName: 'day.txt', data } } as never }))
      .id
  }
  behind = await upload({ contractNumber: '70009' })
  await books.bought({ quantity: 1_000, price: 20, contractNumber: '70009' })
  id = await upload({}, { contractNumber: '70002' }, { contractNumber: '70003' })
  const body = { portfolioId: 'GROW', brokerName: 'Asia Securities (Pvt) Ltd', settlementAccount: books.bank }
  await ask(api, tradeDocuments.record, { params: { id }, body: { ...body, lines: [1] } as never })
  await books.bought({ quantity: 900, price: 20, contractNumber: '70002' })
  await ask(api, tradeDocuments.lines, { params: { id }, query: {} })
})

const CHECK = 'matches of documents'
const tampered = async (statement: string) => (await reportAfter(api, statement)).differences

test('finds nothing where they were not touched, and says how many it checked', async () => {
  const states = (await ask(api, tradeDocuments.lines, { params: { id }, query: {} })).map(
    ({ state }) => state,
  )
  expect(states).toEqual(['recorded', 'differs', 'new', 'missing'])
  const { differences, checked } = await verify(api.database)
  expect(differences).toEqual([])
  expect(checked).toContainEqual({ name: CHECK, count: 3 })
})

const OF = () => `document_id = ${id}`
test.each<[string, () => string, RegExp, string]>([
  [
    'another state',
    () => `UPDATE trade_document_matches SET state = 'undecided' WHERE ${OF()} AND contract = 1`,
    /contract of line 1$/,
    'state',
  ],
  [
    'an older version of a trade',
    () => `UPDATE trade_document_matches SET versions = '{9}' WHERE ${OF()} AND contract = 2`,
    /contract of line 2$/,
    'trades',
  ],
  [
    'another figure of the books',
    () =>
      `UPDATE trade_document_matches SET differences = jsonb_set(differences, '{0,books}', '901') WHERE ${OF()} AND contract = 2`,
    /contract of line 2$/,
    'differences',
  ],
  [
    'a contract that is lost',
    () => `DELETE FROM trade_document_matches WHERE ${OF()} AND contract = 1`,
    /contract of line 1$/,
    'row',
  ],
  [
    'a missing trade that is lost',
    () => `DELETE FROM trade_document_missing WHERE ${OF()}`,
    /missing trade/,
    'row',
  ],
  [
    'another security of a symbol',
    () => `UPDATE trade_document_matched SET symbols = '{"JKH.N0000": [999]}' WHERE ${OF()}`,
    /day.txt$/,
    'symbols',
  ],
  [
    'a portfolio that is left out',
    () => `UPDATE trade_document_matched SET portfolios = '{}' WHERE ${OF()}`,
    /day.txt$/,
    'portfolios left out',
  ],
])('finds %s', async (_, statement, where, what) => {
  const differences = await tampered(statement())
  expect(differences.map(({ check, what: figure }) => [check, figure])).toEqual([[CHECK, what]])
  expect(differences[0]?.place).toMatch(where)
})

test('says nothing of a document that is behind the books: it is matched again before it is read', async () => {
  expect(
    await tampered(
      `INSERT INTO trade_document_matches (document_id, contract, state, trades, versions) VALUES (${behind}, 99, 'undecided', '{}', '{}')`,
    ),
  ).toEqual([])
})
