/** Start values of the form of a new journal entry or event: the user's own newest one; and the list of a user's records of today. */
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { journal } from '@em/contract/journal/journal'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let books: Books
let other: { token: string }
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  other = await personWith(api, {})
  await books.bought()
})

const LINES = [
  { account_code: '6300', debit: 10, credit: 0, portfolioId: 'GROW' },
  { account_code: '1010', debit: 0, credit: 10, portfolioId: 'GROW' },
]
const record = async (description: string, more: object = {}, token = api.token) => {
  const body = { date: '2026-06-15', description, lines: LINES, ...more }
  const { body: answer } = await api.call<{ data: { id: number } }>('POST /journal-entries', { body, token })
  return answer.data.id
}
const entries = async (mine: 'newest' | 'today', token = api.token) =>
  (await api.ask(journal.list, { query: { mine } as never, token })).data.map((row) => row.description)

const announce = async (form: object, token = api.token) => {
  const { body } = await api.call<{ id: number }>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', announcementDate: '2026-06-10', ...form },
    token,
  })
  return body.id
}
const dividend = (dividendRate: number, token?: string) =>
  announce(
    {
      kind: 'dividend',
      exDividendDate: '2026-06-25',
      recordDate: '2026-06-26',
      paymentDate: '2026-07-10',
      dividendRate,
    },
    token,
  )
const events = async (query: object, token = api.token) =>
  (await api.ask(corporateActions.list, { query: { kind: 'dividend', ...query } as never, token })).map(
    ({ title }) => title,
  )

test('the newest journal entry is that of the person, whatever its date; a draft counts, what was taken back does not', async () => {
  expect(await entries('newest')).toEqual([])
  await record('First')
  await record('Dated before', { date: '2026-06-01' })
  await record('Of another', {}, other.token)
  expect(await entries('newest')).toEqual(['Dated before'])
  expect(await entries('newest', other.token)).toEqual(['Of another'])
  const draft = await record('Draft', { status: 'Draft' })
  expect(await entries('newest')).toEqual(['Draft'])
  const cancelled = { date: '2026-06-15', description: 'Draft', status: 'Cancelled', version: 1 }
  await ask(api, journal.change, { params: { id: draft }, body: { ...cancelled, lines: LINES } })
  expect(await entries('newest')).toEqual(['Dated before'])
  const wrong = await record('Wrong')
  await api.call(`POST /journal-entries/${wrong}/reverse`, { body: {} })
  expect(await entries('newest')).toEqual(['Dated before'])
})

test('the newest event is the newest of its kind that is not cancelled', async () => {
  await dividend(1)
  const wrong = await dividend(2)
  await announce({
    kind: 'bonus',
    ratioFrom: 1,
    ratioTo: 4,
    exDate: '2026-06-25',
    allotmentDate: '2026-07-03',
  })
  await dividend(3, other.token)
  expect(await events({ mine: 'newest' })).toEqual(['Dividend 2.00 a share JKH.N0000'])
  await api.call(`POST /corporate-actions/${wrong}/cancel`, { body: {} })
  expect(await events({ mine: 'newest' })).toEqual(['Dividend 1.00 a share JKH.N0000'])
  expect(await events({ mine: 'newest' }, other.token)).toEqual(['Dividend 3.00 a share JKH.N0000'])
})

test('the list of a user’s records of today leaves out other users and earlier days', async () => {
  const mine = await entries('today', other.token)
  expect(mine).toEqual(['Of another'])
  expect(await events({ mine: 'today' }, other.token)).toEqual(['Dividend 3.00 a share JKH.N0000'])
  await asOwner(
    api,
    `ALTER TABLE em.journal_entries DISABLE TRIGGER USER; ALTER TABLE em.corporate_actions DISABLE TRIGGER USER;
     UPDATE em.journal_entries SET recorded_at = recorded_at - interval '1 day' WHERE description = 'Of another';
     UPDATE em.corporate_actions SET recorded_at = recorded_at - interval '1 day' WHERE title LIKE 'Dividend 3%';
     ALTER TABLE em.journal_entries ENABLE TRIGGER USER; ALTER TABLE em.corporate_actions ENABLE TRIGGER USER`,
  )
  expect(await entries('today', other.token)).toEqual([])
  expect(await events({ mine: 'today' }, other.token)).toEqual([])
  expect(await entries('newest', other.token)).toEqual(['Of another'])
})
