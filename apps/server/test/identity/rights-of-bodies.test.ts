/** Rights that only the body asks for: what it says is done with the record, beyond what the route needs. */
import { journal } from '@em/contract/journal/journal'
import type { Route } from '@em/contract/kit/route'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  await startBooks(api)
  const rights = ['journal.draft', 'ledger.read', 'reconciliations.work', 'reconciliations.read']
  expect((await api.call('PUT /roles/Clerk', { body: { rights } })).status).toBe(200)
  token = (await personWith(api, { roles: ['Clerk'] })).token
})

const entry = (status: string) => ({
  date: '2026-06-01',
  description: 'Fee',
  account_code: '6300',
  debit: 5,
  status,
})
const refusedBy = async (route: Route, body: object) => {
  const { status, body: answer } = await api.call<Refused>(route, { params: { id: 1 }, body, token })
  return [status, answer.code, answer.message]
}
const needs = (label: string) => [
  403,
  'rights.missing',
  `You need the right "${label}" for this. Ask an administrator.`,
]

test('a draft is drafted, and posted only with the right to post', async () => {
  expect((await api.call(journal.create, { body: entry('Draft'), token })).status).toBe(201)
  expect(await refusedBy(journal.create, entry('Posted'))).toEqual(needs('Post and reverse journal entries'))
})

test('lines are matched, and a difference is posted only with the right to post', async () => {
  const lines = { ledger: [], external: [] }
  expect((await refusedBy(reconciliation.match, lines))[0]).not.toBe(403)
  expect(await refusedBy(reconciliation.match, { ...lines, adjustment: { accountCode: '6300' } })).toEqual(
    needs('Post and reverse journal entries'),
  )
})

test('a reconciliation is kept, and signed off only with the right to sign off', async () => {
  expect((await refusedBy(reconciliation.save, { id: 1, status: 'pending' }))[0]).not.toBe(403)
  expect(await refusedBy(reconciliation.save, { id: 1 })).toEqual(
    needs('Sign off and reopen reconciliations'),
  )
})

test('files of a reconciliation are for those who may see it, and changed by those who may work on it', async () => {
  const { body: made } = await api.call<{ reconciliation: { id: number } }>('POST /account-reconciliation', {
    body: { accountCode: '1010', period: '2026-06' },
  })
  const file = {
    owner_kind: 'reconciliation',
    owner_id: made.reconciliation.id,
    file_name: 'bank.txt',
    data: 'Tm90ZQ==',
  }
  const { body: stored } = await api.call<{ id: number }>('POST /attachments', { body: file })
  const answers = async (rights: string[]) => {
    await api.call('PUT /roles/Files', { body: { rights: ['ledger.read', 'files.attach', ...rights] } })
    const person = await personWith(api, { roles: ['Files'] })
    const list = `GET /attachments?owner_kind=reconciliation&owner_id=${file.owner_id}`
    const statuses = []
    for (const [where, body] of [
      [list],
      [`GET /attachments/${stored.id}/file`],
      ['POST /attachments', file],
      [`POST /attachments/${stored.id}/removal`, { reason: 'The wrong file' }],
      [`DELETE /attachments/${stored.id}`],
    ] as const)
      statuses.push((await api.call(where, { token: person.token, ...(body && { body }) })).status)
    return statuses
  }
  expect(await answers([])).toEqual([403, 403, 403, 403, 403])
  expect(await answers(['reconciliations.read'])).toEqual([200, 200, 403, 403, 403])
  expect(await answers(['reconciliations.read', 'reconciliations.work'])).toEqual([200, 200, 201, 409, 200])
})
