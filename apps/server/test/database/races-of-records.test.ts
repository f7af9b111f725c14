/**
 * As `races-of-locks.test.ts`, for other records than trades and entries: valuations, announcements, index values, accounts at the
 * depository, broker names, scheduled reports, cost of funds.
 */
import { announcements } from '@em/contract/announcements/announcements'
import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { indexValues } from '@em/contract/indices/index-values'
import type { Route } from '@em/contract/kit/route'
import { reportSchedules, SCHEDULES_MAX } from '@em/contract/reports/report-schedules'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { jobsAreOver, oneBehindTheOther } from '../support/locks.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let of: OneHolding
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  of = await oneHolding(await startBooks(api), 'WAP')
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Sent {
  readonly params?: object
  readonly query?: object
  readonly body?: object
  readonly token?: string
}
const call = (where: Route, sent: Sent) => () => api.call<Refused>(where, sent as never)
/** The outcome of each: the code of a refusal, or the status. */
async function outcomes(first: ReturnType<typeof call>, second: ReturnType<typeof call> = first) {
  const answers = await oneBehindTheOther(api, first, second)
  return answers.map(({ status, body }) => (status < 300 ? status : (body.code ?? status)))
}

test('a valuation that two run is one run', async () => {
  await of.buy('2026-06-01', 1_000, 20)
  await recordPrices(api, '2026-06-15', { 'JKH.N0000': 25 })
  const body = { date: '2026-06-15', portfolioId: of.portfolioId }
  // A job of one person waits for another of his.
  const { token } = await api.signUp()
  await oneBehindTheOther(api, call(valuations.run, { body }), call(valuations.run, { body, token }))
  // Where the two took longer than a request waits for its job, they are still running.
  await jobsAreOver(api)
  const ended = await api.database.query<{ status: number | null }>(
    'SELECT result_status AS status FROM jobs ORDER BY id',
  )
  // Whichever comes first makes the run, the other one finds it.
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 201])
  expect(await api.database.query('SELECT id FROM valuation_runs')).toHaveLength(1)
})

const ANNOUNCED = {
  title: 'First interim dividend',
  company: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  category: 'Dividend',
  date: '2026-06-24',
}

test('an announcement that two record is recorded once', async () => {
  const record = call(announcements.record, { body: ANNOUNCED })
  expect(await outcomes(record)).toEqual([201, 'announcements.duplicate'])
})

test('an announcement that two correct from one version is corrected once', async () => {
  const { id, version } = await ask(api, announcements.record, { body: ANNOUNCED as never })
  const correct = (title: string) =>
    call(announcements.change, {
      params: { id },
      body: { ...ANNOUNCED, title, version, reason: 'A mistake' },
    })
  expect(await outcomes(correct('One'), correct('Another'))).toEqual([200, 'record.stale'])
})

test('a value of an index that two record has two versions', async () => {
  const value = (amount: number) =>
    call(indexValues.record, {
      params: { code: 'ASPI' },
      body: { rows: [{ date: '2026-06-15', value: amount }] },
    })
  expect(await outcomes(value(20_000), value(20_100))).toEqual([200, 200])
  const stored = 'SELECT version, value::text FROM index_value_versions ORDER BY version'
  expect(await api.database.query(stored)).toEqual([
    { version: 1, value: '20000.0000' },
    { version: 2, value: '20100.0000' },
  ])
})

test('a trade that two place in an account at the depository has two versions', async () => {
  const { id: account } = await ask(api, cdsAccounts.routes.create, {
    body: { participant: 'ABC', account_number: '1001', category: 'LC', holder_name: 'Test Fund' },
  })
  await api.call(cds.setPortfolios, {
    params: { id: account },
    body: { portfolios: [{ portfolio: of.portfolioId }] },
  })
  const { id } = await of.buy('2026-06-01', 100, 10)
  const assign = (quantity: number) => call(cds.place, { body: { ids: [id], account, quantity } })
  expect(await outcomes(assign(60), assign(40))).toEqual([200, 200])
  const stored = 'SELECT version, quantity FROM cds_placements ORDER BY version'
  expect(await api.database.query(stored)).toEqual([
    { version: 1, quantity: 60 },
    { version: 2, quantity: 40 },
  ])
})

test('a name that two brokers adopt is the first one’s', async () => {
  const made = async (name: string) => {
    const { id } = await ask(api, brokers.routes.create, { body: { name } as never })
    return call(brokerNames.adopt, { params: { id }, body: { name: 'Old name of a broker' } })
  }
  expect(await outcomes(await made('First Brokers'), await made('Second Brokers'))).toEqual([
    201,
    'broker.name-adopted',
  ])
})

const USUAL = { report: 'daily-holdings', format: 'csv', every: 'market-day', time: '16:00' }

test('a person schedules no more reports than the most, also two at once', async () => {
  await api.database.query(
    `INSERT INTO report_schedules (owner_id, report, format, every, at_time, is_on, done_to, next_at)
     SELECT $1, 'trade-blotter', 'csv', 'market-day', '16:00', false, now(), now() FROM generate_series(2, $2::int)`,
    [api.user.id, SCHEDULES_MAX],
  )
  expect(await outcomes(call(reportSchedules.create, { body: USUAL }))).toEqual([201, 'schedule.too-many'])
})

test('a scheduled report that two change from one version is changed once', async () => {
  const { id, version } = await ask(api, reportSchedules.create, { body: USUAL as never })
  const at = (time: string) =>
    call(reportSchedules.change, { params: { id }, body: { ...USUAL, time, version } })
  expect(await outcomes(at('17:00'), at('18:00'))).toEqual([200, 'record.stale'])
})

test('a definition of the cost of funds that two delete is deleted once', async () => {
  const { id } = await ask(api, costOfFunds.create, {
    body: { effectiveDate: '2026-01-01', costOfFunds: 9, taxRate: 30 } as never,
  })
  expect(await outcomes(call(costOfFunds.remove, { params: { id } }))).toEqual([200, 'record.missing'])
})
