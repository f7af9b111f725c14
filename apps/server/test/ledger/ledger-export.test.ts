/** The ledger as a workbook: every line the filter leaves, the same figures as the list, text as text. */
import { type LedgerEntry, ledger } from '@em/contract/books/ledger'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask } from '../support/books.ts'
import { fillSmallBook } from '../support/small-book.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ edition: 'premium' })
  await fillSmallBook(api)
})

async function sheetOf(query: string) {
  const answer = await api.app.inject({
    url: `/api/general-ledger/export${query}`,
    headers: { authorization: `Bearer ${api.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="General Ledger/)
  const book = await readXlsx(new Uint8Array(answer.rawPayload))
  return book.sheets[0]?.rows ?? []
}

describe('the ledger as a workbook', () => {
  test.each(['', '?account_code=1010', '?search=JKH', '?transaction_type=Bank Payment&status=Posted'])(
    'holds the lines of the list, in its order, with their balances (%s)',
    async (query) => {
      const [header, ...rows] = await sheetOf(query)
      const filter = Object.fromEntries(new URLSearchParams(query))
      const lines: LedgerEntry[] = await ask(api, ledger.list, { query: filter })
      expect(header?.slice(0, 8)).toEqual([
        'Date',
        'Status',
        'Account',
        'Account Name',
        'Transaction Type',
        'Debit (LKR)',
        'Credit (LKR)',
        'Balance (LKR)',
      ])
      expect(rows.map((row) => [row[2], row[5] ?? 0, row[6] ?? 0, row[7], row[12]])).toEqual(
        lines.map((line) => [line.account_code, line.debit, line.credit, line.balance, line.entry_id]),
      )
    },
  )

  test('text that looks like a formula stays text, whatever sign it starts with', async () => {
    const texts = [...'=+-@＝＋－＠'].map((sign) => `${sign}HYPERLINK("http://example.invalid")`)
    for (const description of texts) {
      const lines = [
        { account_code: '1010', debit: 5 },
        { account_code: '3000', credit: 5 },
      ]
      const body = { date: '2026-06-01', description, lines }
      expect((await api.call('POST /journal-entries', { body })).status).toBe(201)
    }
    const answer = await api.app.inject({
      url: '/api/general-ledger/export?search=HYPERLINK',
      headers: { authorization: `Bearer ${api.token}` },
    })
    const [sheet] = (await readXlsx(new Uint8Array(answer.rawPayload))).sheets
    expect(new Set(sheet?.rows.slice(1).map((row) => row[10]))).toEqual(new Set(texts))
    for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
  })

  test('needs a session', async () => {
    expect((await api.app.inject({ url: '/api/general-ledger/export' })).statusCode).toBe(401)
  })
})
