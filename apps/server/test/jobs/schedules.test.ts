/** Work that is due by the clock, done by processes of workers: once, by any of them, and by no server that only answers. */
import type { ReportSchedule } from '@em/contract/reports/report-schedules'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { SCHEDULED_KINDS } from '../../src/jobs/schedules.ts'
import { type At, holdTable, type JobBooks, jobBooks } from '../support/job-books.ts'
import { childrenOf } from '../support/processes.ts'
import type { ServerProcess } from '../support/server-process.ts'

/** Workers check the clock now and then. */
const LONG = { timeout: 150_000 }

let books: JobBooks
beforeAll(async () => {
  books = await jobBooks()
})

const running: ServerProcess[] = []
const releases: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release().catch(() => undefined)
  for (const server of running.splice(0)) {
    server.child.kill('SIGTERM')
    await server.ended
  }
})
async function start(settings: Record<string, string>): Promise<{ process: ServerProcess; at: At }> {
  const server = await books.server(settings)
  running.push(server.process)
  return server
}

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client(books.fresh.config)
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}
const count = async (sql: string) =>
  Number((await ask<{ count: string }>(`SELECT count(*) ${sql}`))[0]?.count)
/** As if no worker had looked at the clock for eight hours, and had sent nothing since. */
const longAgo = () =>
  ask(`UPDATE em_jobs.version SET cron_on = now() - interval '8 hours';
       UPDATE em_jobs.schedule SET created_on = now() - interval '2 days';
       DELETE FROM em_jobs.job WHERE name = '__pgboss__send-it'`)
/** The jobs that the clock sent for recurring entries and tidying; the others have days and times of their own. */
const SENT = "FROM em_jobs.job WHERE name = 'scheduled' AND data ->> 'schedule' IN ('recurring', 'tidy')"
const drafts = () => count('FROM em.journal_drafts WHERE recurring_id IS NOT NULL')
async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((done) => setTimeout(done, 100))
}
async function repeated(at: At, first: string): Promise<number> {
  const entry = await at.ask<{ data: { id: number } }>('POST /journal-entries', {
    date: '2026-06-01',
    description: 'Office rent',
    lines: [
      { account_code: '6300', debit: 1_000 },
      { account_code: '1010', credit: 1_000 },
    ],
  })
  const { status } = await at.ask('POST /journal-entries/recurring', {
    entry_id: entry.body.data.id,
    unit: 'month',
    first_date: first,
  })
  return status
}

test(
  'what came due while no worker ran is done once, by one of two workers, and shown to users who manage users',
  LONG,
  async () => {
    const first = await start({})
    expect(await repeated(first.at, '2026-07-01')).toBe(201)
    await until(async () => (await count('FROM em_jobs.schedule')) === SCHEDULED_KINDS.length)
    first.process.child.kill('SIGTERM')
    await first.process.ended
    await longAgo()
    await ask(`INSERT INTO em.idempotency_keys (user_id, route, key, body_hash, status, answer, created_at)
             SELECT min(id), 'x', 'old', '', 200, 'null', now() - interval '60 days' FROM em.users`)
    const before = await count(SENT)
    const began = hourOfColombo()
    const [one] = await Promise.all([start({ TODAY: '2026-08-15' }), start({ TODAY: '2026-08-15' })])
    const listed = async () =>
      (await one.at.ask<{ kind: string }[]>('GET /jobs')).body.filter(({ kind }) =>
        kind.startsWith('schedule.'),
      )
    await until(async () => (await listed()).length > 0)
    await until(async () => (await count("FROM em.idempotency_keys WHERE key = 'old'")) === 0)
    expect(await drafts()).toBe(2)
    expect(await listed()).toMatchObject([
      { kind: 'schedule.recurring', owner: null, status: 'done', progress: { words: 'Made 2 drafts' } },
    ])
    const hours = hourOfColombo() - began
    const sent = (await count(SENT)) - before
    expect(sent).toBeGreaterThanOrEqual(2)
    expect(sent).toBeLessThanOrEqual(2 + hours)
    const member = await one.at.as('member@b.lk')
    expect((await member.ask('GET /jobs')).body).toEqual([])
  },
)

const hourOfColombo = () => Math.floor((Date.now() + 5.5 * 3_600_000) / 3_600_000)

test('a server that only answers does nothing by the clock, but when a list is asked for', async () => {
  await longAgo()
  const before = await drafts()
  const { process, at } = await start({ WORKERS: '0', TODAY: '2026-09-15' })
  expect(await childrenOf(process.child.pid ?? 0)).toEqual([])
  expect(await count("FROM em_jobs.version WHERE cron_on < now() - interval '7 hours'")).toBe(1)
  expect(await drafts()).toBe(before)
  await at.ask('GET /journal-entries')
  expect(await drafts()).toBe(before + 1)
})

test('broken off in the middle it is done once all the same', LONG, async () => {
  await longAgo()
  const before = await drafts()
  const release = await holdTable(books, 'journal_draft_lines')
  releases.push(release)
  const { process: server } = await start({ TODAY: '2026-10-15' })
  await until(
    async () =>
      (await count(
        "FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'journal_draft_lines' AND NOT l.granted",
      )) > 0,
  )
  const [worker = 0] = await childrenOf(server.child.pid ?? 0)
  for (const pid of await childrenOf(worker)) process.kill(pid, 'SIGKILL')
  await release()
  await until(async () => (await drafts()) === before + 1)
})

test('work that fails twice is listed, and no user is offered to try it again', LONG, async () => {
  await longAgo()
  await ask(`CREATE FUNCTION em.refuse_drafts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no drafts today'; END $$;
             CREATE TRIGGER refuse_drafts BEFORE INSERT ON em.journal_drafts FOR EACH ROW EXECUTE FUNCTION em.refuse_drafts()`)
  const { at } = await start({ TODAY: '2026-11-15' })
  const failed = async () =>
    (await at.ask<{ id: number; status: string }[]>('GET /jobs')).body.find(
      ({ status }) => status === 'failed',
    )
  await until(async () => (await failed()) !== undefined)
  await ask('DROP TRIGGER refuse_drafts ON em.journal_drafts')
  const job = await failed()
  expect(job).toMatchObject({ kind: 'schedule.recurring', owner: null, error: { code: 'job.crashed' } })
  expect(await at.ask(`POST /jobs/${job?.id}/retry`, {})).toMatchObject({
    status: 403,
    body: { code: 'job.not-own' },
  })
})

test('a report that is due is made once, by one of two workers that began after its time', LONG, async () => {
  const before = await books.another({ today: '2026-11-12' })
  const terms = { report: 'trade-blotter', format: 'csv', every: 'market-day', time: '00:00' }
  expect((await before.ask('POST /report-schedules', terms)).status).toBe(201)
  // A Friday, and nothing of the clock is due but that report.
  const [one] = await Promise.all([start({ TODAY: '2026-11-13' }), start({ TODAY: '2026-11-13' })])
  const run = async () =>
    (await one.at.ask<ReportSchedule[]>('GET /report-schedules')).body[0]?.last_run ?? undefined
  await until(async () => (await run())?.status === 'done')
  expect(await run()).toMatchObject({
    day: '2026-11-13',
    file: { file_name: 'Trade Blotter 2026-11-13.csv' },
  })
  await until(
    async () => (await count("FROM em.report_schedules WHERE next_at > done_to + interval '2 days'")) === 1,
  )
  expect(await count("FROM em.jobs WHERE kind = 'report-files.trade-blotter'")).toBe(1)
})
