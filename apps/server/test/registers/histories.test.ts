/** The histories of registers that have routes of their own: done again, each comes to what the register says. */

import { histories } from '@em/contract/histories/histories'
import type { RegisterVersion } from '@em/contract/kit/register-versions'
import type { Route } from '@em/contract/kit/route'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { fillDocuments } from '../support/documents.ts'
import { personWith } from '../support/identity.ts'
import { fillSmallBook } from '../support/small-book.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
})

const call = async (where: string, body?: object) => {
  const answer = await api.call<{ id: number }>(where, body === undefined ? {} : { body })
  if (answer.status >= 300)
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const versionsOf = async (route: Route, params: object, token?: string) =>
  await api.call<RegisterVersion[]>(route, { params, ...(token !== undefined && { token }) })

/** The record after all versions, oldest first; each must begin with the values that the one before it ended with. */
function replayed(versions: readonly RegisterVersion[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { changes } of versions.toReversed()) {
    for (const { field, before, after } of changes) {
      expect(before ?? null, field).toEqual(record[field] ?? null)
      record[field] = after
    }
  }
  return record
}
const actions = (versions: readonly RegisterVersion[]) => versions.map(({ action }) => action)

test('a costing method was assigned', async () => {
  const { body } = await versionsOf(histories.costingMethods.route, { portfolioId: 'GROWTH' })
  expect(actions(body)).toEqual(['Assigned'])
  expect(replayed(body)).toMatchObject({ costing_method: expect.any(String) })
})

test('a cost of funds was saved and deleted; its own date is from when it held', async () => {
  const { id } = await call('POST /cost-of-funds', {
    effectiveDate: '2026-02-01',
    costOfFunds: 9.5,
    taxRate: 30,
  })
  await call(`DELETE /cost-of-funds/${id}`)
  const { body } = await versionsOf(histories.costOfFunds.route, { id })
  expect(actions(body)).toEqual(['Deleted', 'Created'])
  expect(body[1]).toMatchObject({ effective_from: '2026-02-01' })
  expect(replayed(body)).toMatchObject({ cost_of_funds: null, effective_date: null })
})

test('a mapping: as found, then changed from a day on', async () => {
  const mapped = { role: 'dividend-income', portfolio: 'all', bank: 0 }
  const before = await versionsOf(histories.glMappings.route, mapped)
  expect(actions(before.body)).toEqual(['As found'])
  await call('POST /chart-of-accounts', { account_code: '4990', account_name: 'Dividends' })
  await call('PUT /gl-mappings', {
    role: 'dividend-income',
    portfolioId: null,
    account_code: '4990',
    effective_from: '2026-06-20',
  })
  const { body } = await versionsOf(histories.glMappings.route, mapped)
  expect(actions(body)).toEqual(['Changed', 'As found'])
  expect(body[0]).toMatchObject({ effective_from: '2026-06-20' })
  expect(replayed(body)).toEqual({ account_code: '4990' })
})

test('the financial year of an entity', async () => {
  const [entity] = (await api.call<{ id: number; version: number }[]>('GET /entities')).body
  await call(`PUT /entities/${entity?.id}`, { year_end_month: 12, version: entity?.version })
  const { body } = await versionsOf(histories.entities.route, { id: entity?.id })
  expect(actions(body)).toEqual(['Changed', 'As found'])
  expect(replayed(body)).toMatchObject({ year_end_month: 12 })
})

test('the portfolios of a CDS account, and for a person only those of his scope', async () => {
  const { id } = await call('POST /cds-accounts', {
    participant: 'ABC',
    account_number: '9001',
    category: 'LC',
    holder_name: 'Head Office',
  })
  const other = await call('POST /portfolios', {
    portfolioId: 'SECOND',
    portfolioName: 'Second',
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
  })
  await call(`PUT /cds-accounts/${id}/portfolios`, { portfolios: [{ portfolio: 'GROWTH', main: true }] })
  await call(`PUT /cds-accounts/${id}/portfolios`, {
    portfolios: [
      { portfolio: 'GROWTH', main: true, mainFrom: '2026-05-01' },
      { portfolio: 'SECOND', main: true },
    ],
  })
  const { body } = await versionsOf(histories.cdsPortfolios.route, { id })
  expect(actions(body)).toEqual(['Portfolios set', 'Portfolios set', 'As found'].slice(0, body.length))
  expect(replayed(body)).toEqual({
    portfolios: ['GROWTH', 'SECOND'],
    main_account_of: [
      { portfolio: 'GROWTH', from: '2026-05-01' },
      { portfolio: 'SECOND', from: null },
    ],
  })
  const { token } = await personWith(api, { sees: [other.id] })
  const part = await versionsOf(histories.cdsPortfolios.route, { id }, token)
  expect(part.status).toBe(200)
  expect(JSON.stringify(part.body)).not.toContain('GROWTH')
  expect(replayed(part.body)).toMatchObject({ portfolios: ['SECOND'] })
  // The audit trail says it in words, as before.
  const trail = await api.call<{ changes: { field: string; after: string }[] }[]>('GET /audit-trail', {
    query: { entity: 'cds-account-portfolios' },
  })
  expect(trail.body[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'main_account_of', after: 'GROWTH from 2026-05-01, SECOND' }),
  )
})

test('the placement of a trade, and that it follows the main account again', async () => {
  const [trade] = await api.database.query<{ id: number }>('SELECT id FROM trades ORDER BY id LIMIT 1')
  const [account] = await api.database.query<{ id: number; account: string }>(
    `SELECT id, account FROM cds_accounts WHERE account_number = '9001'`,
  )
  const none = await versionsOf(histories.cdsPlacements.route, { id: trade?.id })
  expect(none.body).toEqual([])
  await call('PUT /cds-events/account', { ids: [trade?.id], account: account?.id, quantity: 100 })
  await call('PUT /cds-events/account', { ids: [trade?.id], account: null })
  const { body } = await versionsOf(histories.cdsPlacements.route, { id: trade?.id })
  expect(body.map(({ number, action }) => [number, action])).toEqual([
    [2, 'Placed'],
    [1, 'Placed'],
  ])
  expect(body[1]?.changes).toEqual([
    { field: 'account', label: 'CDS account', before: null, after: account?.account },
    { field: 'quantity', label: 'Shares placed', before: null, after: 100 },
  ])
  expect(replayed(body)).toEqual({ account: null, quantity: null })
  const second = await api.database.query<{ id: number }>(
    `SELECT id FROM portfolios WHERE portfolio_id = 'SECOND'`,
  )
  const { token } = await personWith(api, { sees: [second[0]?.id ?? 0] })
  expect((await versionsOf(histories.cdsPlacements.route, { id: trade?.id }, token)).status).toBe(404)
})

test('a client account that is remembered, and remembered otherwise', async () => {
  await fillDocuments(api, { portfolio: 'GROWTH', account: 1, broker: 'Asha Securities', contract: '81001' })
  const params = { account: 'ABC-81001-LI/00' }
  const first = await versionsOf(histories.clientAccounts.route, params)
  expect(actions(first.body)).toEqual(['Remembered'])
  expect(first.body[0]).toMatchObject({
    recorded_by: expect.stringContaining(' '),
    act_id: expect.any(Number),
  })
  expect(replayed(first.body)).toMatchObject({ portfolioId: 'GROWTH', broker_name: 'Asha Securities' })
  const [second] = await api.database.query<{ id: number }>(
    `SELECT id FROM portfolios WHERE portfolio_id = 'SECOND'`,
  )
  const { token } = await personWith(api, { sees: [second?.id ?? 0] })
  expect((await versionsOf(histories.clientAccounts.route, params, token)).status).toBe(404)
})

test('a role, and who it is for', async () => {
  await call('PUT /roles/Clerk', { rights: ['trades.read'] })
  await call('PUT /roles/Clerk', { rights: ['trades.read', 'orders.read'], version: 1 })
  const { body } = await versionsOf(histories.roles.route, { name: 'Clerk' })
  expect(actions(body)).toEqual(['Changed', 'Created'])
  expect(replayed(body)).toMatchObject({ name: 'Clerk', rights: ['trades.read', 'orders.read'] })
})

test('changes of securities by a change of identity and by new rights are versions too', async () => {
  const { id } = await call('POST /equities', { name: 'Old Name PLC', symbol: 'OLDN.N0000' })
  const action = await call('POST /corporate-actions', {
    kind: 'identity',
    securityCode: 'OLDN.N0000',
    announcementDate: '2026-06-01',
    effectiveDate: '2026-06-10',
    newSecurityCode: 'NEWN.N0000',
  })
  await call(`POST /corporate-actions/${(action as { id: number }).id}/process`, {})
  const { body } = await api.call<RegisterVersion[]>(`GET /equities/${id}/versions`)
  expect(actions(body)).toEqual(['Changed', 'Created'])
  expect(body[0]).toMatchObject({ effective_from: '2026-06-10' })
  expect(replayed(body)).toMatchObject({ symbol: 'NEWN.N0000', issuer: 'NEWN' })
})
