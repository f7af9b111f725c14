/** PostgreSQL is killed under a running server: the server starts it again, or ends with a sentence that says why not. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { killPostgres } from '../../../../tools/crash/postgres.ts'
import { runningPostmaster } from '../../src/platform/postgres/postmaster-file.ts'
import { PASSWORD } from '../support/api.ts'
import { post, startServer } from '../support/server-process.ts'
import { throwAwayFolder } from '../support/throw-away-cluster.ts'

const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function serve() {
  const DATA_DIR = await throwAwayFolder()
  folders.push(DATA_DIR)
  const server = startServer({ DATA_DIR, WORKERS: '1' })
  const { url } = await server.ready()
  const { token } = (await (await post(url, '/auth/signup', person)).json()) as { token: string }
  return { DATA_DIR, server, url, token, cluster: join(DATA_DIR, 'postgres') }
}

test('killed under load, twice: 503 meanwhile, nothing acknowledged is lost, and the server goes on', {
  timeout: 180_000,
}, async () => {
  const killed = await killPostgres(2, 20_261_122)
  expect(killed).toMatchObject({ lost: 0, twice: 0, refusals: ['503 1'], failure: undefined })
  expect(killed.said.match(/it was started again/g)).toHaveLength(2)
})

test('one that cannot be started again: 503 meanwhile, then the server ends and says why', {
  timeout: 180_000,
}, async () => {
  const { server, url, token, cluster, DATA_DIR } = await serve()
  const { pid = 0 } = (await runningPostmaster(cluster)) ?? {}
  await rename(cluster, `${cluster}.away`)
  process.kill(pid, 'SIGKILL')
  while (!/is gone|was started again/.test(server.said())) await pause(5)
  expect(server.said()).toContain('is gone. Nothing was created in its place')
  const health = await fetch(`${url}/api/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ status: 'degraded', database: { status: 'down' } })
  const refused = await fetch(`${url}/api/brokers`, { headers: { authorization: `Bearer ${token}` } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await server.ended).toBe(1)
  expect(server.said()).toMatch(
    /PostgreSQL could not be kept running, so the server stops: The database in .* is gone/,
  )

  // Nothing was created in its place, and the data are found once they are back.
  await rename(`${cluster}.away`, cluster)
  const again = startServer({ DATA_DIR })
  const { url: next } = await again.ready()
  expect((await post(next, '/auth/login', person)).status).toBe(200)
})
