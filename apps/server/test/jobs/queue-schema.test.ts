/** The tables of the queue: what the schema's document makes is what the pinned version of pg-boss constructs. */
import pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { QUEUE, QUEUE_OPTIONS, QUEUE_POLICY, QUEUE_SCHEMA } from '../../src/jobs/queue-names.ts'
import { catalogOf } from '../support/catalog.ts'
import { freshDatabase } from '../support/fresh-database.ts'

test('the database has what pg-boss would have made, and the rights of the application on it', async () => {
  const [ours, theirs] = [await freshDatabase(), await freshDatabase()]
  const catalog = async (config: pg.ClientConfig, prepare: string) => {
    const client = new pg.Client(config)
    await client.connect()
    await client.query(prepare)
    const lines = await catalogOf(client, QUEUE_SCHEMA)
    await client.end()
    return lines.map((line) => line.replace(/ rights .*/, ''))
  }
  const constructed = `DROP SCHEMA ${QUEUE_SCHEMA} CASCADE; ${getConstructionPlans(QUEUE_SCHEMA, { createSchema: true })}`
  const made = await catalog(ours.config, 'SELECT 1')
  expect(made.length).toBeGreaterThan(100)
  expect(made).toEqual(await catalog(theirs.config, constructed))
})

test('a worker works on it as the application: the version is the one it expects, the queue is there', async () => {
  const { application } = await freshDatabase()
  const boss = new PgBoss({
    ...(application as object),
    options: '-c role=equity_manager_app',
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    registerInstance: false,
  })
  const wrong: unknown[] = []
  boss.on('error', (error) => wrong.push(error))
  await boss.start()
  const { notify, heartbeatSeconds, expireInSeconds, retryLimit, retryDelay } = QUEUE_OPTIONS
  expect(await boss.getQueue(QUEUE)).toMatchObject({
    policy: QUEUE_POLICY,
    notify,
    heartbeatSeconds,
    expireInSeconds,
    retryLimit,
    retryDelay,
  })
  const id = await boss.send(QUEUE, { id: 1 })
  const [job] = await boss.fetch<{ id: number }>(QUEUE)
  expect(job).toMatchObject({ id, data: { id: 1 } })
  await boss.touch(QUEUE, job?.id ?? '')
  await boss.complete(QUEUE, job?.id ?? '')
  await boss.supervise()
  await boss.stop({ graceful: false })
  expect(wrong).toEqual([])
})
