import { type JournalRow, journal, type RecurringEntry, recurring } from '@em/contract/journal/journal'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDue } from '../../src/features/journal/recurring/recurring-due.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rent: number
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-03-31' })
  books = await startBooks(api)
  const { data } = await ask(api, journal.create, {
    body: {
      date: '2026-01-31',
      description: 'Office rent',
      reference: 'RENT',
      lines: [
        { account_code: '6300', debit: 1_000, portfolioId: 'GROW', description: 'January to March' },
        { account_code: '1010', credit: 1_000, portfolioId: 'GROW' },
      ],
    },
  })
  rent = data.id
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const repeat = (more: object = {}) =>
  api.call<{ data: RecurringEntry } & Refused>(recurring.create, {
    body: { entry_id: rent, unit: 'month', first_date: '2026-04-30', ...more },
  })
const repeated = async (more: object = {}) => {
  const { status, body } = await repeat(more)
  expect([status, body.code]).toEqual([201, undefined])
  return body.data
}
const change = (id: number, body: object) =>
  api.call<{ data: RecurringEntry } & Refused>(recurring.change, { params: { id }, body })
const drafts = async (): Promise<JournalRow[]> =>
  (await ask(api, journal.list, { query: { status: 'Draft' } })).data
const dates = async () => (await drafts()).map(({ date }) => date)
const get = async () => (await ask(api, recurring.list, {})).data[0] as RecurringEntry

describe('a recurring entry', () => {
  test('comes due as a draft with the lines of its entry, and is not posted automatically', async () => {
    await repeated()
    expect(await drafts()).toEqual([])
    api.clock.set('2026-05-01')
    const [draft] = await drafts()
    expect(draft).toMatchObject({
      date: '2026-04-30',
      due_on: '2026-04-30',
      description: 'Office rent',
      reference: 'RENT',
      debit: 1_000,
      status: 'Draft',
      portfolios: ['GROW'],
    })
    expect((await ask(api, journal.summary, { query: {} })).data).toMatchObject({ draft: 1, due: 1 })
    const { data } = await ask(api, journal.get, { params: { id: draft?.id ?? 0 } })
    expect(
      data.lines.map(({ account_code, debit, description }) => [account_code, debit, description]),
    ).toEqual([
      ['6300', 1_000, 'January to March'],
      ['1010', 0, null],
    ])
    api.clock.set('2027-05-01')
    expect((await drafts()).every(({ status }) => status === 'Draft')).toBe(true)
  })

  test('of the last day of a month comes due on the last day of each, and missed ones are made', async () => {
    await repeated({ first_date: '2026-01-31' })
    expect(await dates()).toEqual(['2026-03-31', '2026-02-28', '2026-01-31'])
    api.clock.set('2026-05-30')
    expect(await dates()).toEqual(['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31'])
    expect(await get()).toMatchObject({ state: 'active', next_date: '2026-05-31' })
  })

  test('ends after its last date', async () => {
    await repeated({ unit: 'week', every: 2, first_date: '2026-03-02', last_date: '2026-03-16' })
    expect(await dates()).toEqual(['2026-03-16', '2026-03-02'])
    expect(await get()).toMatchObject({ state: 'ended', next_date: null })
  })

  test('is made once, however many ask at the same moment', async () => {
    await repeated({ first_date: '2026-04-30' })
    await repeated({ first_date: '2026-04-15', unit: 'quarter' })
    api.clock.set('2026-08-31')
    await Promise.all([
      ...Array.from({ length: 6 }, () => makeDue(api.database, '2026-08-31')),
      ...Array.from({ length: 6 }, () => ask(api, journal.list, { query: {} })),
    ])
    expect((await dates()).toSorted()).toEqual([
      '2026-04-15',
      '2026-04-30',
      '2026-05-30',
      '2026-06-30',
      '2026-07-15',
      '2026-07-30',
      '2026-08-30',
    ])
    const audit = await api.database.query(
      "SELECT sum(jsonb_array_length(after -> 'drafts'))::integer AS drafts FROM audit WHERE action = 'recurring.due'",
    )
    expect(audit).toEqual([{ drafts: 7 }])
  })

  test('that is paused leaves out what would have come due meanwhile', async () => {
    const { id } = await repeated({ first_date: '2026-04-10' })
    await change(id, { action: 'pause' })
    api.clock.set('2026-06-01')
    expect(await drafts()).toEqual([])
    expect(await get()).toMatchObject({ state: 'paused', next_date: '2026-04-10' })
    const resumed = await change(id, { action: 'resume' })
    expect(resumed.body.data).toMatchObject({ state: 'active', next_date: '2026-06-10' })
    api.clock.set('2026-06-10')
    expect(await dates()).toEqual(['2026-06-10'])
  })

  test('ends by hand, keeps its history, and does not start again', async () => {
    const { id, version } = await repeated({ first_date: '2026-03-01' })
    const [draft] = await drafts()
    await ask(api, journal.change, {
      params: { id: draft?.id ?? 0 },
      body: {
        date: '2026-03-01',
        description: 'Office rent',
        status: 'Posted',
        account_code: '6300',
        debit: 1_000,
      },
    })
    expect((await change(id, { action: 'end', version: version + 5 })).body.code).toBe('record.stale')
    const ended = await change(id, { action: 'end', version })
    expect(ended.body.data).toMatchObject({
      state: 'ended',
      history: [{ id: draft?.id, due_on: '2026-03-01', status: 'Posted', posted_as: expect.any(Number) }],
    })
    api.clock.set('2027-01-01')
    expect(await drafts()).toEqual([])
    const again = await change(id, { action: 'resume' })
    expect([again.status, again.body.code]).toEqual([409, 'recurring.ended'])
  })

  test('is made of a one-line entry and of a draft too', async () => {
    const { data } = await ask(api, journal.create, {
      body: { date: '2026-03-01', description: 'Charges', account_code: '6300', debit: 5, status: 'Draft' },
    })
    await repeated({ entry_id: data.id, first_date: '2026-03-31', unit: 'year' })
    const made = (await drafts()).find(({ due_on }) => due_on !== null)
    expect(made).toMatchObject({
      date: '2026-03-31',
      one_line: true,
      account_code: '6300',
      debit: 5,
      credit: 0,
    })
  })

  test.each<[string, object, number, string]>([
    ['an entry that is not there', { entry_id: 999_999 }, 404, 'record.missing'],
    ['no unit', { unit: 'day' }, 400, 'request.invalid'],
    ['every 0', { every: 0 }, 400, 'request.invalid'],
    ['a last date before the first', { last_date: '2026-04-29' }, 400, 'request.invalid'],
    ['years of weeks behind it', { unit: 'week', first_date: '2020-01-01' }, 422, 'recurring.too-many'],
  ])('with %s is refused', async (_, more, status, code) => {
    const answer = await repeat(more)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await ask(api, recurring.list, {})).data).toEqual([])
  })

  test('is not made of what the system posted', async () => {
    await books.bought({ tradeDate: '2026-03-31', settlementDate: '2026-04-06' })
    const [system] = await api.database.query<{ id: number }>(
      "SELECT id FROM journal_entries WHERE kind <> 'manual' LIMIT 1",
    )
    const answer = await repeat({ entry_id: system?.id })
    expect([answer.status, answer.body.code]).toEqual([409, 'journal.system-entry'])
  })
})
