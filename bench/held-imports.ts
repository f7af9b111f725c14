/** An import under an approval rule, as one request: kept by its maker, looked at by another person, approved, carried out by its job. */
import type { FileReading } from '@em/contract/batches/batches'
import type { Job } from '@em/contract/jobs/jobs'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { verify } from '../apps/server/src/verify/verify.ts'
import { fieldsAndRows, fileOf, registers } from './batches.ts'
import { openDisk, startServer } from './support/server.ts'

const SIZES = (process.env['BENCH_ROWS'] ?? '10000,100000').split(',').map(Number)
const TODAY = '2026-11-19'
const APPROVER = { first_name: 'A', last_name: 'B', email: 'approver@example.com', password: 'correct horse' }
type Say = (line: string) => void

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(2)} s`
const megabytes = (text: string) => `${(text.length / 2 ** 20).toFixed(2)} MB`

async function measure(rows: number, say: Say): Promise<void> {
  const disk = await openDisk(() => undefined)
  const server = await startServer(disk.database, TODAY)
  const client = new pg.Client({ ...disk.database.owner, options: '-c search_path=em,public' })
  await client.connect()
  let watch: NodeJS.Timeout | undefined
  try {
    const text = fileOf(rows, await registers(client))
    // Processes of jobs end and others take their place: the largest is looked for while they work.
    let [worker, largest] = [0, 0]
    watch = setInterval(() => {
      const now = server.workers()
      worker = Math.max(worker, now.worker)
      largest = Math.max(largest, now.largest)
    }, 500)
    const ask = async <T>(token: string, path: string, body?: object, key?: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const said = await answer.text()
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${said.slice(0, 500)}`)
      return { status: answer.status, said, body: JSON.parse(said) as T }
    }
    const second = (await ask<{ token: string; user: { id: number } }>('', '/auth/signup', APPROVER)).body
    await client.query("INSERT INTO user_roles VALUES ($1, 'Approver')", [second.user.id])
    await client.query(`
      BEGIN; SELECT record_acts(begin_acts(ARRAY[NULL::bigint]), ARRAY['approval-rules.create'], ARRAY['approval-rule'], ARRAY['1'], NULL, ARRAY['{"name": "Imports"}'],
                                ARRAY[NULL::text]);
      INSERT INTO approval_rules DEFAULT VALUES;
      INSERT INTO approval_rule_versions (rule_id, version, name, acts, approvals, expires_after, is_on)
        VALUES (1, 1, 'Imports', '{batches.record}', 1, 5, true); COMMIT`)
    const data = Buffer.from(text).toString('base64')
    const read = await ask<FileReading>(server.token, '/trade-batches/read-file', { fileName: 'b.csv', data })
    const body = { source: 'import', fileName: 'b.csv', ...fieldsAndRows(read.body) }
    const untilJob = async (id: number, is: (job: Job) => boolean) => {
      for (;;) {
        const { body: job } = await ask<Job>(server.token, `/jobs/${id}`)
        if (is(job)) return job
        if (job.status === 'failed') throw new Error(JSON.stringify(job.error))
        await pause(100)
      }
    }
    let start = performance.now()
    const sent = (
      await ask<{ jobId?: number; approvalId?: number }>(server.token, '/trade-batches', body, 'held')
    ).body
    const id =
      sent.approvalId ?? (await untilJob(sent.jobId ?? 0, ({ status }) => status === 'held')).approvalId ?? 0
    say(`${rows} rows as one request: kept after ${since(start)}`)
    start = performance.now()
    const seen = await ask<{ submitted: { hash: string }; jobId: number }>(second.token, `/approvals/${id}`)
    say(`    the request as the approver reads it: ${since(start)}, ${megabytes(seen.said)}`)
    start = performance.now()
    await ask(second.token, `/approvals/${id}?again=1`)
    await untilJob(seen.body.jobId, ({ status }) => status === 'held')
    say(`    looked at again by its job: ${since(start)}`)
    start = performance.now()
    await ask(second.token, `/approvals/${id}/approve`, { seen: seen.body.submitted.hash })
    say(`    the approval is answered after ${since(start)}`)
    await untilJob(seen.body.jobId, ({ status }) => status === 'done')
    say(`    carried out after ${since(start)}`)
    say(
      `    memory: server at most ${server.peak()} MB, worker ${worker} MB, the largest process of a job ${largest} MB`,
    )
    const { rows: counted } = await client.query<{ count: string }>('SELECT count(*) FROM trades')
    say(`    ${counted[0]?.count} trades`)
    const database = await openDatabase(disk.database.application, 2)
    const { found, differences } = await verify(database)
    await database.close()
    say(
      `    verify: ${found} differences${found === 0 ? '' : `; the first: ${JSON.stringify(differences[0])}`}`,
    )
  } finally {
    clearInterval(watch)
    await server.stop()
    await client.end()
    await disk.remove()
  }
}

export async function benchHeldImports(say: Say): Promise<void> {
  for (const rows of SIZES) await measure(rows, say)
}
