/** What two portfolios share: an entry with lines of both, its files, what it clears; a second of the clock. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let books: Books
/** Of somebody who sees and changes the first portfolio alone. */
let token: string
beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  const [first] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  token = (await personWith(api, { sees: [first?.id ?? 0] })).token
})

type Told = Refused & { readonly id: number; readonly data: { readonly id: number } }
const call = (where: string, body?: object, as = token) =>
  api.call<Told>(where, { token: as, ...(body !== undefined && { body }) })
const whole = (where: string, body?: object) => call(where, body, api.token)
const told = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code]

const line = (account_code: string, portfolioId: string, side: object, more: object = {}) => ({
  account_code,
  portfolioId,
  ...side,
  ...more,
})

describe('an entry with lines of both', () => {
  let entry: number
  beforeAll(async () => {
    const lines = ['GROW', 'HOLD'].flatMap((portfolio) => [
      line('6300', portfolio, { debit: 5 }),
      line('3000', portfolio, { credit: 5 }),
    ])
    const { body } = await whole('POST /journal-entries', {
      date: '2026-06-03',
      description: 'Fees',
      lines,
    })
    entry = body.data.id
  })

  test('is shown in part, and neither taken back nor changed', async () => {
    const { status, body } = await call(`GET /journal-entries/${entry}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('HOLD')
    expect(told(await call(`POST /journal-entries/${entry}/reverse`, {}))).toEqual([403, 'rights.outside'])
    const lines = [line('6300', 'GROW', { debit: 5 }), line('3000', 'GROW', { credit: 5 })]
    const change = { date: '2026-06-03', description: 'Other', lines }
    expect(told(await call(`PUT /journal-entries/${entry}`, change))).toEqual([403, 'rights.outside'])
  })

  test('has files that only who sees all of it is told of', async () => {
    const file = { owner_kind: 'journal-entry', owner_id: entry, file_name: 'both.txt', data: 'Tm90ZQ==' }
    const { body: kept } = await whole('POST /attachments', file)
    expect((await call(`GET /attachments?owner_kind=journal-entry&owner_id=${entry}`)).body).toEqual([])
    const missing = [404, 'record.missing']
    expect(told(await call(`GET /attachments/${kept.id}/file`))).toEqual(missing)
    expect(told(await call(`POST /attachments/${kept.id}/removal`, { reason: 'Wrong' }))).toEqual(missing)
    expect((await whole(`GET /attachments/${kept.id}/file`)).status).toBe(200)
  })
})

test('a clearing by an entry with lines of both is not undone by who sees one of them', async () => {
  const open = async (portfolioId: string) => {
    const body = { date: '2026-06-03', description: 'Unknown', account_code: '6300', debit: 7, portfolioId }
    return (await whole('POST /journal-entries', body)).body.data.id
  }
  const [ours, theirs] = [await open('GROW'), await open('HOLD')]
  const clears = (portfolio: string, entry: number) => [
    line('2900', portfolio, { debit: 7 }, { clears: { entry_id: entry, line_no: 2 } }),
    line('3000', portfolio, { credit: 7 }),
  ]
  const cleared = await whole('POST /journal-entries', {
    date: '2026-06-04',
    description: 'Found',
    lines: [...clears('GROW', ours), ...clears('HOLD', theirs)],
  })
  expect([cleared.status, cleared.body]).toEqual([201, cleared.body])
  const [clearing] = await api.database.query<{ id: number }>('SELECT max(id) AS id FROM suspense_clearings')
  const undone = await call(`POST /suspense-clearings/${clearing?.id}/undo`, { reason: 'Not mine' })
  expect(told(undone)).toEqual([404, 'record.missing'])
  expect(await api.database.query('SELECT FROM suspense_undoings')).toEqual([])
})

test('a deal number that the form shows is taken by a trade that the person does not see', async () => {
  const dealNumber = 'BUY-20260610-101010'
  await books.bought({ portfolioId: 'HOLD', dealNumber })
  const answer = await books.buy({ contractNumber: 'C-2', dealNumber }, { token })
  expect(answer).toMatchObject({ status: 201, body: { deal_number: `${dealNumber}-2` } })
})
