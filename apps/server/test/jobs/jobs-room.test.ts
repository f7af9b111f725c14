/** The kept jobs of one person are bounded, in number and in bytes; those of others are not removed for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bossQueue } from '../../src/jobs/queue.ts'
import { openSubmissions, type Submissions } from '../../src/jobs/submissions.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
/** A queue whose jobs are never carried out, with room for three, and for a thousand bytes. */
let submissions: Submissions
beforeAll(async () => {
  api = await startApi()
  const queue = bossQueue(api.database, () => undefined)
  submissions = openSubmissions(api.database, queue, 0, { open: 3, openBytes: 1_000, endedBytes: 500 })
})
afterAll(() => submissions.close())

const submit = async (ownerId: number, bytes: number, key?: string) =>
  (
    await submissions.submit({
      kind: 'batches.record',
      line: 'short',
      ownerId,
      key,
      dryRun: false,
      requestId: 'one',
      sent: { body: Buffer.alloc(bytes) },
      portfolios: 'all',
    })
  ).id
const fail = (id: number) =>
  api.database.query(
    "UPDATE jobs SET status = 'failed', error = '{}', error_status = 422, ended_at = clock_timestamp() WHERE id = $1",
    [id],
  )
const inputs = async (ownerId: number) =>
  (
    await api.database.query<{ job_id: number }>(
      'SELECT job_id FROM job_inputs WHERE job_id IN (SELECT id FROM jobs WHERE owner_id = $1) ORDER BY 1',
      [ownerId],
    )
  ).map((row) => row.job_id)
const newcomer = async () => (await api.signUp()).user.id
const tooMany = expect.objectContaining({ code: 'request.too-many' })

test('jobs that have not ended: as many and as large as there is room for, also of those that are tried again', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const failed = await submit(one, 10, 'tried again')
  await fail(failed)
  for (const _ of [1, 2, 3]) await submit(one, 10)
  await expect(submit(one, 10)).rejects.toEqual(tooMany)
  await expect(submit(one, 10, 'tried again')).rejects.toEqual(tooMany)
  await expect(submissions.again(failed)).rejects.toEqual(tooMany)
  expect(await inputs(one)).toHaveLength(4)
  await submit(other, 600)
  await expect(submit(other, 600)).rejects.toEqual(tooMany)
  await submit(other, 400)
})

test('two at once do not both take what is left for one', async () => {
  const one = await newcomer()
  const answers = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => submit(one, 300)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('the requests of failed jobs are kept: the newest, as far as there is room', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  await fail(await submit(other, 400))
  const ids: number[] = []
  for (const _ of [1, 2, 3]) {
    const id = await submit(one, 200)
    ids.push(id)
    await fail(id)
  }
  const last = await submit(one, 900)
  expect(await inputs(one)).toEqual([...ids.slice(1), last])
  expect(await inputs(other)).toHaveLength(1)
  await expect(submissions.again(ids[0] ?? 0)).rejects.toEqual(
    expect.objectContaining({ code: 'job.forgotten' }),
  )
})
