import { attachments } from '@em/contract/attachments/attachments'
import { type JournalWritten, journal } from '@em/contract/journal/journal'
import { type JournalEntry } from '@em/contract/journal/journal-entry'
import { ledger } from '@em/contract/ledger/ledger'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
})

type Changes = Record<string, unknown>
const oneLine = (more: Changes = {}) => ({
  date: '2026-06-10',
  account_code: '6300',
  account_name: 'whatever the form says',
  description: 'Bank charges',
  reference: 'BC-1',
  debit: 250,
  credit: 0,
  transaction_type: 'Manual',
  ...more,
})
const capital = (more: Changes = {}) => ({
  date: '2026-06-01',
  description: 'Capital paid in',
  lines: [
    { account_code: '1010', debit: 5_000, portfolioId: 'GROW', settlementAccount: books.bank },
    { account_code: '3000', credit: 5_000, portfolioId: 'GROW' },
  ],
  ...more,
})
const create = async (body: object) => (await ask(api, journal.create, { body })).data
const change = (id: number, body: object) =>
  api.call<JournalWritten & Refused>(journal.change, { params: { id }, body })
const get = async (id: number) => (await ask(api, journal.get, { params: { id } })).data
const list = async (query: object = {}) => (await ask(api, journal.list, { query })).data
const reverse = (id: number, body: object = {}) =>
  api.call<JournalWritten & Refused>(journal.reverse, { params: { id }, body })
const sides = (entry: JournalEntry) =>
  entry.lines.map(({ account_code, debit, credit }) => [account_code, debit, credit])
/** The balance of an account: debits less credits. */
const balance = async (code: string) => {
  const { data } = await ask(api, trialBalance.get, { query: {} })
  const found = Object.values(data.accountsByType)
    .flat()
    .find(({ account_code }) => account_code === code)
  return found?.net_balance ?? 0
}
const entryCount = async () =>
  (await api.database.query<{ count: number }>('SELECT count(*) FROM journal_entries'))[0]?.count

describe('a one-line entry', () => {
  test('has its other side on Suspense, in the same portfolio', async () => {
    const data = await create(oneLine({ portfolioId: 'GROW' }))
    expect(data).toMatchObject({ one_line: true, status: 'Posted', total: 250, difference: 0 })
    expect(sides(data)).toEqual([
      ['6300', 250, 0],
      ['2900', 0, 250],
    ])
    expect(data.lines.map(({ portfolioId }) => portfolioId)).toEqual(['GROW', 'GROW'])
    const [row] = await list({ search: String(data.id) })
    expect(row).toMatchObject({
      id: data.id,
      account_code: '6300',
      account_name: 'Bank Charges',
      debit: 250,
      credit: 0,
      line_count: 2,
      one_line: true,
      portfolios: ['GROW'],
      transaction_type: 'Manual',
      recorded_by: 'Nimal Perera',
    })
  })

  test('of a credit debits Suspense', async () => {
    expect(sides(await create(oneLine({ debit: '', credit: '1200.50', account_code: '4900' })))).toEqual([
      ['4900', 0, 1200.5],
      ['2900', 1200.5, 0],
    ])
  })

  test.each<[string, Changes, number, string]>([
    ['both sides', { credit: 5 }, 422, 'journal.one-side'],
    ['no side', { debit: 0 }, 422, 'journal.one-side'],
    ['no account', { account_code: '' }, 400, 'request.invalid'],
    ['an unknown account', { account_code: '9999' }, 422, 'journal.account-unknown'],
    ['an account that follows from trades', { account_code: '1100' }, 422, 'journal.derived-account'],
    ['a date that is none', { date: '2026-02-30' }, 400, 'request.invalid'],
    ['no description', { description: ' ' }, 400, 'request.invalid'],
    ['an amount too large', { debit: '1000000000000.01' }, 400, 'request.invalid'],
    ['three decimals', { debit: 1.005 }, 400, 'request.invalid'],
    ['a status that is none', { status: 'Done' }, 400, 'request.invalid'],
    ['a type that is none', { transaction_type: 'Gift' }, 400, 'request.invalid'],
    ['lines besides', { lines: [{ account_code: '1010', debit: 250 }] }, 400, 'request.invalid'],
  ])('with %s is refused', async (_, more, status, code) => {
    const before = await entryCount()
    const answer = await api.call<Refused>(journal.create, { body: oneLine(more) })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await entryCount()).toBe(before)
  })

  test('of an account that was deactivated names the account', async () => {
    await api.call('POST /chart-of-accounts', {
      body: { account_code: '6991', account_name: 'Old', active_status: 'No' },
    })
    const answer = await api.call<Refused>(journal.create, { body: oneLine({ account_code: '6991' }) })
    expect(answer.body).toMatchObject({
      code: 'journal.account-inactive',
      message: 'Account 6991 is not active.',
      details: [{ field: 'account_code' }],
    })
  })
})

describe('lines', () => {
  test('that do not balance are refused with the difference, in all and in each portfolio', async () => {
    const lines = [
      { account_code: '1010', debit: 1_500, portfolioId: 'GROW' },
      { account_code: '3000', credit: 1_000, portfolioId: 'GROW' },
      { account_code: '3000', credit: 400, portfolioId: 'HOLD' },
    ]
    const answer = await api.call<Refused>(journal.create, { body: capital({ lines }) })
    expect([answer.status, answer.body.code]).toEqual([422, 'journal.unbalanced'])
    expect(answer.body.message).toBe('Debits and credits differ by 100.00.')
    expect(answer.body.details?.map(({ message }) => message)).toEqual([
      'GROW: debits are 500.00 more.',
      'HOLD: credits are 400.00 more.',
    ])
  })

  test('may be 200, not 201', async () => {
    const lines = (count: number) => [
      ...Array.from({ length: count - 1 }, () => ({ account_code: '6300', debit: 1 })),
      { account_code: '1010', credit: count - 1 },
    ]
    expect((await create(capital({ lines: lines(200) }))).lines).toHaveLength(200)
    const refused = await api.call<Refused>(journal.create, { body: capital({ lines: lines(201) }) })
    expect([refused.status, refused.body.code]).toEqual([400, 'request.invalid'])
  })
})

describe('a draft', () => {
  test('is not in the ledger, need not balance, and has its difference', async () => {
    const before = [await entryCount(), await balance('1010')]
    const lines = [
      { account_code: '1010', debit: 700, portfolioId: 'GROW' },
      { account_code: '3000', credit: 500 },
    ]
    const data = await create(capital({ status: 'Draft', lines }))
    expect(data).toMatchObject({
      status: 'Draft',
      version: 1,
      difference: 200,
      differences: [
        { portfolioId: 'GROW', difference: 700 },
        { portfolioId: null, difference: -500 },
      ],
    })
    expect([await entryCount(), await balance('1010')]).toEqual(before)
    const [row] = await list({ status: 'Draft', search: String(data.id) })
    expect(row).toMatchObject({ id: data.id, status: 'Draft', debit: 700, credit: 500, difference: 200 })
    const refused = await change(data.id, capital({ status: 'Posted', lines }))
    expect([refused.status, refused.body.code]).toEqual([422, 'journal.unbalanced'])
    expect((await get(data.id)).status).toBe('Draft')
  })

  test('is changed, then posted as an entry of its own number, with its files', async () => {
    const draft = await create(oneLine({ status: 'Draft', debit: '' }))
    await ask(api, attachments.add, {
      body: { owner_kind: 'journal-draft', owner_id: draft.id, file_name: 'a.txt', data: 'YQ==' },
    })
    const edited = await change(draft.id, oneLine({ debit: 80, version: draft.version }))
    expect(edited.body.data).toMatchObject({ id: draft.id, status: 'Draft', version: 2, total: 80 })
    expect((await change(draft.id, oneLine({ debit: 90, version: 1 }))).body.code).toBe('record.stale')

    const posted = await change(draft.id, oneLine({ debit: 80, status: 'Posted' }))
    const entry = posted.body.data
    expect(entry).toMatchObject({ status: 'Posted', total: 80 })
    expect(entry.id).not.toBe(draft.id)
    expect((await get(draft.id)).id).toBe(entry.id)
    const files = { query: { owner_kind: 'journal-entry', owner_id: entry.id } }
    expect(await ask(api, attachments.list, files)).toHaveLength(1)
    expect((await get(entry.id)).history.map(({ action }) => action)).toEqual([
      'journal.draft',
      'journal.draft',
      'journal.post',
    ])
    expect((await list()).filter(({ id }) => id === draft.id)).toEqual([])
    expect((await change(draft.id, oneLine({ debit: 80 }))).body.code).toBe('record.stale')
  })

  test('is cancelled and taken up again', async () => {
    const draft = await create(oneLine({ status: 'Draft' }))
    const cancelled = await change(draft.id, oneLine({ status: 'Cancelled' }))
    expect(cancelled.body.data.status).toBe('Cancelled')
    const again = await change(draft.id, oneLine({ status: 'Draft' }))
    expect(again.body.data).toMatchObject({ status: 'Draft', version: 3 })
    expect((await reverse(draft.id)).body.code).toBe('journal.not-posted')
  })

  test('may not name what follows from trades, nor both sides in a line', async () => {
    for (const [lines, code] of [
      [[{ account_code: '1100', debit: 5 }], 'journal.derived-account'],
      [[{ account_code: '1010', debit: 5, credit: 5 }], 'journal.line-sides'],
    ] as const) {
      const answer = await api.call<Refused>(journal.create, { body: capital({ status: 'Draft', lines }) })
      expect([answer.status, answer.body.code]).toEqual([422, code])
    }
  })

  test('keeps the account it names from being deleted', async () => {
    const account = await api.call<{ id: number }>('POST /chart-of-accounts', {
      body: { account_code: '6992', account_name: 'Planned' },
    })
    await create(oneLine({ status: 'Draft', account_code: '6992' }))
    const answer = await api.call<Refused>(`DELETE /chart-of-accounts/${account.body.id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'record.in-use'])
  })
})

describe('a posted entry', () => {
  let entry: JournalEntry
  beforeEach(async () => {
    entry = await create(capital())
  })

  test('that is changed is reversed, and the new one posted and answered', async () => {
    const before = await balance('1010')
    const lines = [
      { account_code: '1010', debit: 6_000, portfolioId: 'GROW' },
      { account_code: '3000', credit: 6_000, portfolioId: 'GROW' },
    ]
    const { status, body } = await change(entry.id, capital({ lines, reason: 'Wrong amount' }))
    expect([status, body.data.total, body.data.replaces]).toEqual([200, 6_000, entry.id])
    expect(await balance('1010')).toBe(before + 1_000)
    expect(await get(entry.id)).toMatchObject({
      status: 'Posted',
      replaced_by: body.data.id,
      reversed_by: body.reversal?.id,
      reason: 'Wrong amount',
    })
    expect(body.reversal).toMatchObject({
      date: entry.date,
      reversal_of: entry.id,
      description: 'Reversal: Capital paid in',
      reason: 'Wrong amount',
    })
    expect(sides(body.reversal as JournalEntry)).toEqual([
      ['1010', 0, 5_000],
      ['3000', 5_000, 0],
    ])
    const rows = await list({ search: 'Capital paid in' })
    expect(rows.find(({ id }) => id === body.data.id)?.replaces).toBe(entry.id)
    expect(rows.find(({ id }) => id === entry.id)).toMatchObject({ replaced_by: body.data.id })
    expect((await get(body.data.id)).history.at(-1)?.action).toBe('journal.replace')
  })

  test('that is cancelled is reversed only', async () => {
    const before = await balance('1010')
    const { body } = await change(entry.id, capital({ status: 'Cancelled' }))
    expect(body.data).toMatchObject({ id: entry.id, status: 'Cancelled', reversed_by: body.reversal?.id })
    expect(await balance('1010')).toBe(before - 5_000)
    expect((await list({ status: 'Cancelled' })).map(({ id }) => id)).toContain(entry.id)
    const again = await change(entry.id, capital({ status: 'Cancelled' }))
    expect([again.status, again.body.code]).toEqual([409, 'journal.already-reversed'])
    expect((await change(entry.id, capital())).body.code).toBe('journal.already-reversed')
  })

  test('goes back to a draft', async () => {
    const before = await balance('1010')
    const { body } = await change(entry.id, capital({ status: 'Draft' }))
    expect(body.data).toMatchObject({ status: 'Draft', replaces: entry.id, total: 5_000 })
    expect(await balance('1010')).toBe(before - 5_000)
    expect((await get(entry.id)).status).toBe('Cancelled')
  })

  test('is reversed on a day of its own, with a reason', async () => {
    const { status, body } = await reverse(entry.id, { date: '2026-06-12', reason: 'Paid back' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ date: '2026-06-12', reversal_of: entry.id, reason: 'Paid back' })
    expect((await get(entry.id)).status).toBe('Cancelled')
    const [second, ofReversal, changed] = [
      await reverse(entry.id),
      await reverse(body.data.id),
      await change(body.data.id, capital()),
    ]
    expect([second.body.code, ofReversal.body.code, changed.body.code]).toEqual([
      'journal.already-reversed',
      'journal.is-reversal',
      'journal.is-reversal',
    ])
  })

  test('is reversed on its own day when none is named, and never before it', async () => {
    const early = await reverse(entry.id, { date: '2026-05-31' })
    expect([early.status, early.body.code]).toEqual([422, 'journal.reversal-early'])
    expect(early.body.details).toEqual([{ field: 'date', message: 'Must not be before 01 Jun 2026.' }])
    const { body } = await api.call<JournalWritten>(journal.reverse, { params: { id: entry.id } })
    expect(body.data.date).toBe(entry.date)
  })

  test('that the system made changes only through its source', async () => {
    await books.bought({ contractNumber: 'SYSTEM' })
    const [line] = await ask(api, ledger.list, { query: { limit: 1, account_code: '1100' } })
    const system = line?.entry_id ?? 0
    for (const answer of [await change(system, capital()), await reverse(system)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'journal.system-entry'])
    }
  })

  test('that is not there is not found', async () => {
    expect((await change(999_999, capital())).status).toBe(404)
    expect((await reverse(999_999)).status).toBe(404)
  })

  test('in a preview shows what it does to each account, and nothing is written', async () => {
    const [count, cash] = [await entryCount(), await balance('1010')]
    const answer = await api.call<JournalWritten>(journal.create, { body: capital(), query: { dryRun: 1 } })
    expect([answer.status, answer.body.dryRun]).toEqual([200, true])
    expect(answer.body.balances?.find(({ account_code }) => account_code === '1010')).toEqual({
      account_code: '1010',
      account_name: 'Cash at Bank',
      before: cash,
      after: cash + 5_000,
    })
    const changed = await api.call<JournalWritten>(journal.change, {
      params: { id: entry.id },
      body: capital({ status: 'Cancelled' }),
      query: { dryRun: 1 },
    })
    expect(changed.body.balances?.map(({ before, after }) => after - before)).toEqual([-5_000, 5_000])
    expect([await entryCount(), await balance('1010')]).toEqual([count, cash])
  })
})

describe('at once', () => {
  const codes = (answers: readonly { status: number; body: Refused }[]) =>
    answers.map(({ status, body }) => (status < 300 ? 'done' : body.code)).toSorted()

  test('two reversals of an entry are one', async () => {
    const entry = await create(capital())
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(entry.id)))
    expect(codes(answers)).toEqual(['done', ...Array.from({ length: 5 }, () => 'journal.already-reversed')])
  })

  test('of several changes of an entry at once one is made, and the others are refused', async () => {
    const entry = await create(capital())
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => change(entry.id, capital({ reference: `R${index}` }))),
    )
    expect(codes(answers).filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes(answers))).toEqual(new Set(['done', 'journal.already-reversed']))
  })

  test('a draft is posted once', async () => {
    const draft = await create(oneLine({ status: 'Draft' }))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => change(draft.id, oneLine({ status: 'Posted' }))),
    )
    expect(codes(answers)).toEqual(['done', ...Array.from({ length: 4 }, () => 'record.stale')])
  })

  test('the database itself refuses a second reversal', async () => {
    const entry = await create(capital())
    await reverse(entry.id)
    await expect(
      api.database.query(
        `INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by, reversal_of)
         SELECT 1, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by, id FROM journal_entries WHERE id = $1`,
        [entry.id],
      ),
    ).rejects.toThrow(/journal_entries_reversed_once/)
  })
})

test('the books agree after all of it', async () => {
  expect(await verifyBooks(api.database)).toEqual([])
})
