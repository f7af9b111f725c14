import { type JournalRow, journal, type PostReport } from '@em/contract/journal/journal'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'

let api: Api
let books: Books
const made: Record<string, number> = {}

const line = (account_code: string, debit: number, credit: number, portfolioId?: string) => ({
  account_code,
  debit,
  credit,
  portfolioId,
})
const entry = (name: string, date: string, more: object = {}) => ({
  date,
  description: name,
  lines: [line('1010', 100, 0, 'GROW'), line('3000', 0, 100, 'GROW')],
  ...more,
})
const create = async (body: { description: string }) => {
  const { data } = await ask(api, journal.create, { body })
  made[body.description] = data.id
  return data.id
}
const change = (name: string, body: object) => ask(api, journal.change, { params: { id: made[name] }, body })
const names = (rows: readonly JournalRow[]) => rows.map(({ description }) => description)
const list = async (query: object = {}) => names((await ask(api, journal.list, { query })).data)

beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  await books.bought()
  await create(entry('Capital', '2026-06-01', { reference: 'CAP/1' }))
  await create(entry('Dividend', '2026-06-05'))
  await create(entry('Planned', '2026-06-09', { status: 'Draft' }))
  await create(entry('Ahead', '2026-06-20'))
  await create(entry('Dropped', '2026-06-08', { status: 'Cancelled' }))
  await create(entry('Mistake', '2026-06-07'))
  await create(entry('Unsure', '2026-06-06'))
  await create(
    entry('Fees', '2026-06-03', { lines: [line('6300', 7, 0, 'HOLD'), line('1010', 0, 7, 'HOLD')] }),
  )
  await change('Mistake', entry('Mistake', '2026-06-07', { status: 'Cancelled' }))
  await change('Unsure', entry('Sure', '2026-06-06'))
})

describe('the list', () => {
  test("is people's entries, newest first, drafts and cancelled ones among them", async () => {
    expect(await list()).toEqual([
      'Ahead',
      'Planned',
      'Dropped',
      'Reversal: Mistake',
      'Mistake',
      'Sure',
      'Reversal: Unsure',
      'Unsure',
      'Dividend',
      'Fees',
      'Capital',
    ])
  })

  test.each<[string, object, string[]]>([
    ['drafts', { status: 'Draft' }, ['Planned']],
    ['cancelled ones, posted before or not', { status: 'Cancelled' }, ['Dropped', 'Mistake']],
    ['those ahead', { status: 'Pending' }, ['Ahead']],
    [
      'posted ones',
      { status: 'Posted', from: '2026-06-05' },
      ['Reversal: Mistake', 'Sure', 'Reversal: Unsure', 'Unsure', 'Dividend'],
    ],
    ['a type', { transaction_type: 'Manual', from: '2026-06-08' }, ['Ahead', 'Planned', 'Dropped']],
    ['a type that no entry of a user has', { transaction_type: 'Dividend' }, []],
    ['days', { from: '2026-06-03', to: '2026-06-05' }, ['Dividend', 'Fees']],
    ['a portfolio', { portfolio: 'Holding Fund' }, ['Fees']],
    ['a reference', { search: 'cap/' }, ['Capital']],
    ['an account of a line', { search: 'bank ch' }, ['Fees']],
    ['a percent sign, which is no wildcard', { search: '%' }, []],
    ['a blank status', { status: '', from: '2026-06-20' }, ['Ahead']],
  ])('filters by %s', async (_, query, expected) => expect(await list(query)).toEqual(expected))

  test('finds an entry by its number', async () => {
    expect(await list({ search: String(made['Fees']) })).toContain('Fees')
  })

  test('holds what the system posted where all are asked for, under Trade', async () => {
    const { data } = await ask(api, journal.list, { query: { source: 'all', transaction_type: 'Trade' } })
    expect(data.map(({ kind, status }) => [kind, status])).toEqual([
      ['settlement', 'Pending'],
      ['trade', 'Posted'],
    ])
    expect(data[0]?.deal_number).toMatch(/^BUY-/)
    expect(await list({ transaction_type: 'Trade' })).toEqual([])
  })

  test('is paged by key: every row once, with the count', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await api.call<{ data: JournalRow[] }>(journal.list, { query: { limit: 3, cursor } })
      expect(page.headers['x-total-count']).toBe('11')
      seen.push(...names(page.body.data))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(await list())
    const wrong = await api.call<Refused>(journal.list, { query: { cursor: 'x' } })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'request.invalid'])
  })

  test('is counted by status over the whole filter', async () => {
    const count = async (query: object) => (await ask(api, journal.summary, { query })).data
    expect(await count({})).toEqual({ draft: 1, posted: 7, pending: 1, cancelled: 2, due: 0 })
    expect(await count({ from: '2026-06-08', to: '2026-06-09' })).toEqual({
      draft: 1,
      posted: 0,
      pending: 0,
      cancelled: 1,
      due: 0,
    })
    expect((await count({ source: 'all' })).posted).toBe(8)
  })
})

describe('drafts posted together', () => {
  const post = (ids: number[], query: object = {}) =>
    api.call<PostReport & Refused>(journal.postDrafts, { body: { ids }, query })

  test('are posted one by one; what cannot be stays a draft and says why', async () => {
    const good = await create(entry('Good', '2026-06-11', { status: 'Draft' }))
    const bad = await create(
      entry('Bad', '2026-06-11', { status: 'Draft', lines: [line('1010', 10, 0, 'GROW')] }),
    )
    const seen = await post([good, bad], { dryRun: 1 })
    expect(seen.body).toMatchObject({ posted: 1, refused: 1 })
    expect(await list({ status: 'Draft', from: '2026-06-11' })).toEqual(['Bad', 'Good'])

    const { status, body } = await post([bad, good, good, 999_999])
    expect([status, body.posted, body.refused]).toEqual([200, 1, 2])
    expect(body.results).toEqual([
      {
        id: bad,
        description: 'Bad',
        entry_id: null,
        code: 'journal.unbalanced',
        message: 'Debits and credits differ by 10.00. GROW: debits are 10.00 more.',
        warnings: [],
      },
      {
        id: good,
        description: 'Good',
        entry_id: expect.any(Number),
        code: null,
        message: null,
        warnings: ['A line on account 1010 names no bank account, so no bank reconciliation includes it.'],
      },
      expect.objectContaining({ id: 999_999, code: 'journal.no-draft' }),
    ])
    expect(await list({ from: '2026-06-11', to: '2026-06-11' })).toEqual(['Good', 'Bad'])
    expect((await post([good])).body.results[0]?.code).toBe('journal.no-draft')
  })

  test('are at least one, at most 500', async () => {
    expect((await post([])).status).toBe(400)
    expect((await post(Array.from({ length: 501 }, (_, index) => index + 1))).status).toBe(400)
  })
})

describe('Suspense', () => {
  const suspense = async () => (await ask(api, journal.suspense, {})).data
  const itemOf = (name: string) => ({ entry_id: made[name], line_no: 2 })
  const oneLine = (description: string, more: object) =>
    create({ description, date: '2026-06-10', account_code: '6300', ...more } as { description: string })

  test('is clear while it has no open item, lists the open items, and is clear again', async () => {
    expect(await suspense()).toMatchObject({ is_clear: true, balance: 0, portfolios: [] })
    await oneLine('Unknown charge', { debit: 250, portfolioId: 'GROW' })
    await oneLine('Unknown receipt', { credit: 90 })
    await oneLine('Ahead still', { debit: 5, date: '2026-06-19' })
    const standing = await suspense()
    expect(standing).toMatchObject({
      is_clear: false,
      balance: -160,
      accounts: [{ account_code: '2900', account_name: 'Suspense' }],
    })
    expect(standing.open).toEqual({
      count: 2,
      debits: 90,
      credits: 250,
      oldest_date: '2026-06-10',
      oldest_days: 5,
    })
    expect(standing.portfolios.map(({ portfolioId, balance }) => [portfolioId, balance])).toEqual([
      [null, 90],
      ['GROW', -250],
    ])

    const lines = (clears: boolean) => [
      { ...line('2900', 250, 0, 'GROW'), ...(clears && { clears: itemOf('Unknown charge') }) },
      line('1010', 0, 250, 'GROW'),
      { ...line('2900', 0, 90), ...(clears && { clears: itemOf('Unknown receipt') }) },
      line('1010', 90, 0),
    ]
    const unrelated = await create({
      description: 'The same amounts',
      date: '2026-06-12',
      lines: lines(false),
    } as { description: string })
    expect(await suspense()).toMatchObject({ is_clear: false, balance: 0, open: { count: 4 } })
    await ask(api, journal.reverse, { params: { id: unrelated }, body: {} })
    await create({ description: 'Cleared', date: '2026-06-12', lines: lines(true) } as {
      description: string
    })
    expect(await suspense()).toMatchObject({ is_clear: true, open: { count: 0 }, portfolios: [] })
  })
})

test('the books agree after all of it', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})

test('an entry of a user cannot call itself a trade, a dividend or a corporate action, nor is an old one listed as such', async () => {
  for (const transaction_type of ['Trade', 'Dividend', 'Corporate Action']) {
    const answer = await api.call<{ details: { field: string; message: string }[] }>(journal.create, {
      body: entry('Called', '2026-06-10', { transaction_type }) as never,
    })
    expect([answer.status, answer.body.details[0]?.field]).toEqual([400, 'transaction_type'])
    expect(answer.body.details[0]?.message).toMatch(/^Must be Manual, or left out: trades, dividends/)
  }
  await api.database.query(
    `WITH old AS (
       INSERT INTO journal_entries (act_id, entry_date, kind, transaction_type, description, cause_kind, cause_id, line_count, recorded_by)
       SELECT 1, '2026-05-04', 'manual', 'Dividend', 'Called so once', 'person', recorded_by, 2, recorded_by FROM journal_entries LIMIT 1 RETURNING id)
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type)
     SELECT old.id, k.no, '2026-05-04', a.id, 'manual', k.debit, k.credit, 'Journal Entry'
       FROM old CROSS JOIN (VALUES (1, '6300', 5, 0), (2, '3000', 0, 5)) AS k (no, code, debit, credit) JOIN chart_of_accounts a ON a.account_code = k.code`,
  )
  expect(await list({ transaction_type: 'Dividend' })).toEqual([])
  expect(await list({ transaction_type: 'Manual', to: '2026-05-31' })).toEqual(['Called so once'])
})

test('clearing between portfolios takes no one-sided entry: what one owes, another is owed', async () => {
  const lines = [line('1300', 12, 0, 'GROW'), line('3000', 0, 12, 'GROW')]
  const send = (body: object) =>
    api.call<{ code: string; details: { field: string; message: string }[] }>(journal.create, {
      body: body as never,
    })
  const refused = await send(entry('One side', '2026-06-10', { lines }))
  expect([refused.status, refused.body.code, refused.body.details[0]?.field]).toEqual([
    422,
    'journal.clearing-one-sided',
    'lines.0.account_code',
  ])
  expect(refused.body.details[0]?.message).toBe(
    'Account 1300 clears between portfolios: what one owes, another is owed. Add a credit of 12.00 on it for the other portfolio.',
  )
  const alone = {
    date: '2026-06-10',
    description: 'One line',
    account_code: '1300',
    debit: 12,
    portfolioId: 'GROW',
  }
  expect((await send(alone)).body.code).toBe('journal.clearing-one-sided')
  const both = [...lines, line('1300', 0, 12, 'HOLD'), line('3000', 12, 0, 'HOLD')]
  expect((await send(entry('Both sides', '2026-06-10', { lines: both }))).status).toBe(201)
})
