/** Reports by schedule: due at their time on trading days, once, as a job of the person and with his rights of that moment. */
import { type AuditRow, audit } from '@em/contract/audit/audit'
import { type JobLine, jobs } from '@em/contract/jobs/jobs'
import { type ReportSchedule, reportSchedules, SCHEDULES_MAX } from '@em/contract/reports/report-schedules'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actorOf } from '../../../src/features/identity/accounts/actor.queries.ts'
import { submitDueRuns } from '../../../src/features/reports/schedules/due.ts'
import { createSchedule } from '../../../src/features/reports/schedules/schedules.commands.ts'
import { forgetOld } from '../../../src/jobs/tidy.ts'
import { type Api, startApi } from '../../support/api.ts'
import { type Refused, startBooks } from '../../support/books.ts'
import { download, sheetOf } from '../../support/exports.ts'
import { memoryIsOver, messages, personWith } from '../../support/identity.ts'
import { waitingForLock } from '../../support/locks.ts'
import { linesOfPdf } from '../../support/pdfs.ts'

let api: Api
let growth: number
beforeAll(async () => {
  api = await startApi({ edition: 'premium' })
  const books = await startBooks(api)
  await books.bought()
  const [row] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  growth = row?.id ?? 0
})
beforeEach(async () => {
  await api.database.query('DELETE FROM report_schedules')
  // Monday, noon.
  api.clock.set('2026-06-15')
})

const USUAL = { report: 'daily-holdings', format: 'csv', every: 'market-day', time: '16:00' } as const
const schedule = (changes: object = {}, token = api.token): Promise<ReportSchedule> =>
  api.ask(reportSchedules.create, { body: { ...USUAL, ...changes }, token })
const own = (token = api.token) => api.ask(reportSchedules.list, { token })
const at = (moment: string) => api.clock.set(`${moment.replace(' ', 'T')}:00+05:30`)
const due = (server: Api = api) => submitDueRuns(server)
const runs = async () =>
  (await api.database.query<{ id: number }>("SELECT id FROM jobs WHERE kind LIKE 'report-files.%'")).length

/** The latest run of one's only schedule, once it has ended. */
async function ended(token = api.token) {
  for (;;) {
    const run = (await own(token))[0]?.last_run
    if (run == null) throw new Error('there was no run')
    if (run.status !== 'waiting' && run.status !== 'running') return run
    await new Promise((done) => setTimeout(done, 20))
  }
}

test('Fees and Levies is made of the month of its day: the trades with their fees', async () => {
  await schedule({ report: 'fees-and-levies', every: 'month-end', portfolioId: 'GROW' })
  at('2026-06-30 16:00')
  expect(await due()).toBe(1)
  const run = await ended()
  expect(run).toMatchObject({ day: '2026-06-30', status: 'done', error: null })
  expect(run.file?.file_name).toBe('Fees and Levies GROW 2026-06.csv')
  const [head = '', line = '', ...more] = (await download(api, run.file?.id ?? 0)).bytes
    .toString()
    .trimEnd()
    .split('\r\n')
  expect([head.split(',').at(-1), line.split(',').at(-1), more]).toEqual(['All Fees (LKR)', '11200.00', []])
})

test('it is due at its minute, once, and its file is an ordinary export of the person', async () => {
  const made = await schedule({ portfolioId: 'GROW' })
  expect(made).toMatchObject({ portfolioName: 'Growth Fund', next_day: '2026-06-15', last_run: null })
  at('2026-06-15 15:59')
  expect(await due()).toBe(0)
  at('2026-06-15 16:00')
  expect(await due()).toBe(1)
  expect(await due()).toBe(0)
  const run = await ended()
  expect(run).toMatchObject({ day: '2026-06-15', status: 'done', error: null })
  expect(run.file?.file_name).toBe('Daily Holdings GROW 2026-06-15.csv')
  expect((await own())[0]?.next_day).toBe('2026-06-16')
  const { body } = await api.call<JobLine[]>(jobs.list)
  expect(body[0]).toMatchObject({ id: run.job_id, kind: 'report-files.daily-holdings', file: run.file })
  const file = await download(api, run.file?.id ?? 0)
  expect(file.bytes.toString().split('\r\n')).toHaveLength(3)
  const trail = await api.call<AuditRow[]>(audit.list, { query: { limit: 1 } })
  expect(trail.body[0]).toMatchObject({ action: 'Exported', record: 'Daily Holdings GROW 2026-06-15.csv' })
})

test('not on a weekend, nor on a holiday that was entered after it was scheduled', async () => {
  await schedule()
  at('2026-06-19 17:00')
  await due()
  const before = await runs()
  at('2026-06-21 16:00')
  expect(await due()).toBe(0)
  await api.call('POST /holidays', { body: { date: '2026-06-22', name: 'Closed', type: 'Exchange Closure' } })
  at('2026-06-22 16:00')
  expect(await due()).toBe(0)
  expect((await own())[0]?.next_day).toBe('2026-06-23')
  // The worker reads only the stored moment: that has moved as well.
  const [row] = await api.database.query<{ next_at: string }>('SELECT next_at FROM report_schedules')
  expect(row?.next_at).toBe('2026-06-23T10:30:00.000Z')
  at('2026-06-23 16:00')
  expect(await due()).toBe(1)
  expect(await runs()).toBe(before + 1)
})

test('runs that came due while the server did not look are made up by one, of the latest day', async () => {
  await schedule()
  const before = await runs()
  at('2026-07-08 09:00')
  expect(await due()).toBe(1)
  expect(await due()).toBe(0)
  expect(await ended()).toMatchObject({ day: '2026-07-07', status: 'done' })
  expect(await runs()).toBe(before + 1)
})

test('a blotter at the end of a month is that month, on its last trading day', async () => {
  await schedule({ report: 'trade-blotter', every: 'month-end', format: 'xlsx' })
  // The 27th and 28th of June 2026 are a weekend, the 29th is a Poya Day: the 30th is the last.
  at('2026-06-26 18:00')
  expect(await due()).toBe(0)
  at('2026-06-30 16:00')
  expect(await due()).toBe(1)
  const { file } = await ended()
  expect(file?.file_name).toBe('Trade Blotter 2026-06-01 to 2026-06-30.xlsx')
  expect((await sheetOf((await download(api, file?.id ?? 0)).bytes)).rows[1]?.[4]).toBe('JKH.N0000')
})

test('as a PDF it is kept as it is, and downloaded as one', async () => {
  await schedule({ format: 'pdf' })
  at('2026-06-15 16:00')
  expect(await due()).toBe(1)
  const { file } = await ended()
  expect(file).toMatchObject({
    file_name: 'Daily Holdings 2026-06-15.pdf',
    media_type: 'application/pdf',
    rows: 1,
  })
  const { headers, bytes } = await download(api, file?.id ?? 0)
  expect([headers['content-type'], bytes.length]).toEqual(['application/pdf', file?.bytes])
  expect(headers['content-encoding']).toBeUndefined()
  expect(await linesOfPdf(bytes)).toContain('As of 15 Jun 2026')
})

test('of two servers that look at the same time one hands it in', async () => {
  const other = await startApi({ on: api.fresh, signedUp: false })
  await schedule()
  const before = await runs()
  for (const server of [api, other]) server.clock.set('2026-06-16T16:05:00+05:30')
  await Promise.all([due(api), due(other), due(api), due(other)])
  expect(await ended()).toMatchObject({ day: '2026-06-16', status: 'done' })
  expect(await runs()).toBe(before + 1)
  await other.close()
})

test('a user who has lost the right to the report gets no file; the schedule says so', async () => {
  const { token, user } = await personWith(api, {})
  await schedule({}, token)
  await api.database.query('DELETE FROM user_roles WHERE user_id = $1', [user.id])
  await memoryIsOver()
  at('2026-06-15 16:00')
  expect(await due()).toBe(1)
  const run = await ended(token)
  expect(run).toMatchObject({ status: 'failed', file: null })
  expect(run.error?.message).toBe('You need the right "See holdings" for this. Ask an administrator.')
  const [mine] = await own(token)
  const again = await api.call<Refused>(reportSchedules.run, { params: { id: mine?.id }, token })
  expect([again.status, again.body.code]).toEqual([403, 'rights.missing'])
})

test('of a portfolio that its owner does not see any more there is no file', async () => {
  const { token, user } = await personWith(api, { sees: [growth] })
  await schedule({ portfolioId: 'GROW' }, token)
  await api.database.query('DELETE FROM user_portfolios WHERE user_id = $1', [user.id])
  await memoryIsOver()
  at('2026-06-15 16:00')
  await due()
  expect(await ended(token)).toMatchObject({
    status: 'failed',
    error: { message: 'Portfolio GROW was not found.' },
  })
  expect((await own(token))[0]).toMatchObject({ all_portfolios: false, portfolioId: null })
})

test('a disabled user gets no file, and finds out when he is back', async () => {
  const { token, user } = await personWith(api, {})
  await schedule({}, token)
  await api.database.query('UPDATE users SET is_active = false WHERE id = $1', [user.id])
  at('2026-06-15 16:00')
  await due()
  const failed = async () =>
    (
      await api.database.query<{ error: string | null }>(
        'SELECT j.error FROM report_schedule_runs r JOIN jobs j ON j.id = r.job_id',
      )
    )[0]?.error
  while ((await failed()) == null) await new Promise((done) => setTimeout(done, 20))
  expect(JSON.parse((await failed()) ?? '')).toMatchObject({ code: 'account.disabled' })
})

test('off it is not made; what came due meanwhile is left out', async () => {
  const { id, version } = await schedule()
  const terms = { format: 'csv', every: 'market-day', time: '16:00' } as const
  const off = await api.ask(reportSchedules.change, {
    params: { id },
    body: { ...terms, is_on: false, version },
  })
  expect(off).toMatchObject({ is_on: false, next_day: null, version: 2 })
  at('2026-06-17 17:00')
  expect(await due()).toBe(0)
  const on = await api.ask(reportSchedules.change, {
    params: { id },
    body: { ...terms, is_on: true, version: 2 },
  })
  expect(on.next_day).toBe('2026-06-18')
  expect(await due()).toBe(0)
  const stale = await api.call<Refused>(reportSchedules.change, {
    params: { id },
    body: { ...terms, version },
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
})

test('now it is made of the latest trading day, and the next run stays', async () => {
  at('2026-06-20 12:00')
  const { id } = await schedule({ report: 'trade-blotter' })
  const now = await api.ask(reportSchedules.run, { params: { id } })
  expect(now.last_run).toMatchObject({ day: '2026-06-19', status: 'done' })
  expect(now.last_run?.file?.file_name).toBe('Trade Blotter 2026-06-19.csv')
  expect(now.next_day).toBe('2026-06-23')
})

test('the latest run is shown as long as the schedule exists, its file until it expires', async () => {
  const { id } = await schedule()
  const { last_run: run } = await api.ask(reportSchedules.run, { params: { id } })
  await api.database.query("UPDATE jobs SET ended_at = now() - interval '60 days' WHERE id = $1", [
    run?.job_id,
  ])
  await api.database.query(
    "UPDATE export_files SET kept_until = now() - interval '1 day' WHERE job_id = $1",
    [run?.job_id],
  )
  await forgetOld(api.database)
  expect((await own())[0]?.last_run).toMatchObject({ job_id: run?.job_id, status: 'done', file: null })
  await api.ask(reportSchedules.remove, { params: { id }, query: {} })
  expect(await own()).toEqual([])
  await forgetOld(api.database)
  expect((await api.call(jobs.get, { params: { id: run?.job_id } })).status).toBe(404)
})

test('with a portfolio its schedules go', async () => {
  const body = {
    portfolioId: 'GONE',
    portfolioName: 'Gone Fund',
    portfolioType: 'Equity Portfolio',
    entity: 'Gone Trust',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
    accountingTreatment: 'FVTPL',
    status: 'Active',
  }
  const gone = await api.call<{ id: number }>('POST /portfolios', { body })
  await schedule({ portfolioId: 'GONE' })
  const stored = await schedule({ portfolioId: 'GROW' })
  expect((await api.call(`DELETE /portfolios/${gone.body.id}`)).status).toBe(200)
  expect(await own()).toEqual([stored])
})

test('everybody has his own', async () => {
  const { id } = await schedule()
  const other = await personWith(api, { sees: [growth] })
  expect(await own(other.token)).toEqual([])
  const { token } = other
  for (const sent of [
    api.call<Refused>(reportSchedules.run, { params: { id }, token }),
    api.call<Refused>(reportSchedules.remove, { params: { id }, token }),
    api.call<Refused>(reportSchedules.change, { params: { id }, body: USUAL, token }),
  ])
    expect((await sent).status).toBe(404)
  const mine = await schedule({}, token)
  expect(await own(token)).toEqual([mine])
  const outside = await api.call<Refused>(reportSchedules.create, {
    body: { ...USUAL, portfolioId: 'HOLD' },
    token,
  })
  expect([outside.status, outside.body.code]).toEqual([404, 'record.missing'])
})

test('a wrong value is refused with the name of its field', async () => {
  const wrong = { report: 'x', format: 'doc', every: 'day', time: '24:00' }
  const answer = await api.call<Refused>(reportSchedules.create, { body: wrong })
  expect(answer.status).toBe(400)
  expect(messages(answer)).toEqual({
    report: 'Must be one of: trade-blotter, daily-holdings, limits, fees-and-levies.',
    format: 'Must be xlsx, pdf or csv.',
    every: 'Must be market-day or month-end.',
    time: 'Must be a time like 16:30.',
  })
  const { token } = await personWith(api, { roles: [] })
  const refused = await api.call<Refused>(reportSchedules.create, { body: USUAL, token })
  expect([refused.status, refused.body.code]).toEqual([403, 'rights.missing'])
  await api.database.query(
    `INSERT INTO report_schedules (owner_id, report, format, every, at_time, is_on, done_to, next_at)
     SELECT $1, 'trade-blotter', 'csv', 'market-day', '16:00', false, now(), now() FROM generate_series(1, 50)`,
    [api.user.id],
  )
  const full = await api.call<Refused>(reportSchedules.create, { body: USUAL })
  expect([full.status, full.body.code]).toEqual([422, 'schedule.too-many'])
})

test('two at once that both come to the last place: one is refused', async () => {
  const made = await schedule()
  await api.database.query(
    `INSERT INTO report_schedules (owner_id, report, portfolio_id, format, every, at_time, is_on, done_to, next_at)
     SELECT owner_id, report, portfolio_id, format, every, at_time, is_on, done_to, next_at
       FROM report_schedules, generate_series(1, $1::integer) WHERE id = $2`,
    [SCHEDULES_MAX - 2, made.id],
  )
  const [owner] = await api.database.query<{ id: number }>(
    'SELECT owner_id AS id FROM report_schedules LIMIT 1',
  )
  const user = await actorOf(api.database, owner?.id ?? 0)
  const body = reportSchedules.create.body.parse(USUAL)
  const holder = new pg.Client(api.fresh.config)
  await holder.connect()
  await holder.query('BEGIN')
  // Rows can be counted, and none is added.
  await holder.query('LOCK TABLE em.report_schedules IN EXCLUSIVE MODE')
  const both = Promise.allSettled(
    [1, 2].map(() =>
      api.database.transaction(
        (tx) => createSchedule(tx, { body, user } as Parameters<typeof createSchedule>[1], api.clock.now()),
        'one of two at once',
      ),
    ),
  )
  await waitingForLock(holder, 2)
  await holder.end()
  const ends = await both
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'schedule.too-many' }),
  })
  expect(await own()).toHaveLength(SCHEDULES_MAX)
})
