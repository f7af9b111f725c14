/** The check of the books over HTTP: who may run it, what it reports, what is kept of it. */

import type { ApiError } from '@em/contract/kit/errors'
import { verify } from '@em/contract/verify/verify'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { oneHolding } from '../support/one-holding.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  const holding = await oneHolding(await startBooks(api), 'FIFO')
  await holding.buy('2026-06-01', 100, 10)
  await holding.sell('2026-06-04', 60, 30)
})

/** As the owner of the database, past every guard. */
async function tamper(sql: string): Promise<void> {
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  await client.query(`SET session_replication_role = replica; SET search_path = em; ${sql}`)
  await client.end()
}
const rowsOf = async (sql: string) => (await api.database.query<{ count: number }>(sql))[0]?.count ?? 0

test('reports what was checked, as of which moment, and keeps the report with its user and time', async () => {
  const { token, user } = await personWith(api, { roles: ['Auditor'] })
  expect(await api.ask(verify.latest, { token })).toEqual({ last: null, working: null })
  const acts = () => rowsOf("SELECT count(*) AS count FROM audit WHERE entity <> 'job'")
  const before = await acts()
  const report = await api.ask(verify.check, { token })
  expect(report).toMatchObject({ found: 0, differences: [] })
  expect(report.checked).toContainEqual({ name: 'lots', count: 1 })
  expect(Date.parse(report.at)).toBeGreaterThan(Date.now() - 60_000)
  const { last, working } = await api.ask(verify.latest)
  expect(working).toBeNull()
  expect(last).toMatchObject({ by: `${user.first_name} ${user.last_name}`, report })
  // It changes nothing: the audit trail has its start and its end alone.
  expect(await acts()).toBe(before)
})

test('differences are listed with their place, up to a bound, and counted in full', async () => {
  await tamper('UPDATE lots SET remaining_cost = remaining_cost + 1')
  const report = await api.ask(verify.check)
  expect(report.found).toBe(report.differences.length)
  expect(report.differences).toContainEqual(
    expect.objectContaining({ check: 'lots', what: 'remaining_cost', stored: '401.00', expected: '400.00' }),
  )
  await tamper('UPDATE lots SET remaining_cost = remaining_cost - 1')
  expect((await api.ask(verify.check)).found).toBe(0)
})

describe('the right to check', () => {
  test.each(['Administrator', 'Accountant', 'Auditor', 'Member'])('%s', async (role) => {
    const { token } = await personWith(api, { roles: [role] })
    expect((await api.ask(verify.check, { token })).found).toBe(0)
  })

  test.each(['Dealer', 'Approver', 'Portfolio Manager'])('not %s', async (role) => {
    const { token } = await personWith(api, { roles: [role] })
    for (const route of [verify.check, verify.latest])
      expect(await api.call<ApiError>(route, { token })).toMatchObject({
        status: 403,
        body: { code: 'rights.missing', message: expect.stringContaining('Check the books') },
      })
  })

  test('not who sees only some portfolios: it looks at all', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'], sees: [] })
    for (const route of [verify.check, verify.latest])
      expect(await api.call<ApiError>(route, { token })).toMatchObject({
        status: 403,
        body: { code: 'rights.scope' },
      })
    const jobs = await rowsOf(
      "SELECT count(*) AS count FROM jobs WHERE kind = 'verify.check' AND status <> 'done'",
    )
    expect(jobs).toBe(0)
  })

  test('a user who reads all portfolios and changes only some may', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'], changes: [] })
    expect((await api.ask(verify.check, { token })).found).toBe(0)
  })
})
