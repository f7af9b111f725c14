import { type JournalWritten, journal, type PostReport } from '@em/contract/journal/journal'
import { type Entity, periods } from '@em/contract/periods/periods'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { lockBooks } from '../support/own-entity.ts'

/** May is locked: no user dates an entry in it, and the reversals of its entries are dated in June. */
let api: Api
let standing: number
let draft: number
const entry = (more: object = {}) => ({
  date: '2026-05-20',
  description: 'Rent of May',
  lines: [
    { account_code: '6300', debit: 100, portfolioId: 'GROW' },
    { account_code: '1010', credit: 100, portfolioId: 'GROW' },
  ],
  ...more,
})
beforeAll(async () => {
  api = await startApi()
  await startBooks(api)
  standing = (await ask(api, journal.create, { body: entry() })).data.id
  draft = (await ask(api, journal.create, { body: entry({ status: 'Draft' }) })).data.id
  const entities = await ask(api, periods.list, {})
  const own = entities.find(({ name }: Entity) => name === 'Test Fund')
  await lockBooks(api, own?.id, '2026-05-31', 'Test')
})

type Written = JournalWritten & Refused
const refused = async (answer: Promise<{ status: number; body: Refused }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

test('nothing is posted, changed or taken back on a locked day; a draft may name one', async () => {
  const locked = [409, 'period.locked']
  const params = { id: standing }
  expect(await refused(api.call(journal.create, { body: entry() }))).toEqual(locked)
  expect(await refused(api.call(journal.change, { params, body: entry() }))).toEqual(locked)
  expect(await refused(api.call(journal.reverse, { params, body: {} }))).toEqual(locked)
  const posted = entry({ status: 'Posted' })
  expect(await refused(api.call(journal.change, { params: { id: draft }, body: posted }))).toEqual(locked)
  expect((await ask(api, journal.get, { params })).data).toMatchObject({
    status: 'Posted',
    reversed_by: null,
  })
})

test('drafts posted together: one on a locked day stays and says so, the others are posted', async () => {
  const june = (await ask(api, journal.create, { body: entry({ status: 'Draft', date: '2026-06-02' }) })).data
  const { body } = await api.call<PostReport>(journal.postDrafts, { body: { ids: [draft, june.id] } })
  expect(body.results.map(({ code }) => code)).toEqual(['period.locked', null])
  expect(body.results[0]?.message).toContain('31 May 2026')
})

test('an entry is taken back on an open day of its own, or on the first open one when asked', async () => {
  const second = (await ask(api, journal.create, { body: entry({ date: '2026-06-03' }) })).data.id
  const own = await api.call<Written>(journal.reverse, {
    params: { id: standing },
    body: { date: '2026-06-10', reason: 'Paid by another' },
  })
  expect([own.status, own.body.data.date]).toEqual([201, '2026-06-10'])
  const moved = await api.call<Written>(journal.change, {
    params: { id: second },
    body: entry(),
    query: { openPeriod: 1 },
  })
  expect(moved.body.data).toMatchObject({ date: '2026-06-01', moved_from: '2026-05-20', replaces: second })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('an entry dated later this month is pending: it counts in no result of the running year', async () => {
  const own = (await ask(api, periods.list, {})).find(({ name }: Entity) => name === 'Test Fund')
  const running = async () =>
    (await ask(api, periods.years, { params: { id: own?.id } })).years.find(
      ({ status }) => status === 'running',
    )
  const before = await running()
  await ask(api, journal.create, { body: entry({ date: '2026-06-20' }) })
  expect(await running()).toEqual(before)
  await ask(api, journal.create, { body: entry({ date: '2026-06-15' }) })
  expect(await running()).toMatchObject({ result: (before?.result ?? 0) - 100 })
})
