/** Own roles, in addition to the built-in ones. */
import { type RoleRecord, roles } from '@em/contract/identity/identity'
import { RIGHTS } from '@em/contract/identity/rights'
import { BUILT_IN_ROLES } from '@em/contract/identity/roles'
import type { ApiError } from '@em/contract/kit/errors'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { auditOf, personWith, refused } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

type Answered = RoleRecord & ApiError
const set = (name: string, body: object, token?: string) =>
  api.call<Answered>(roles.set, { params: { name }, body, ...(token !== undefined && { token }) })
const remove = (name: string) => api.call<Answered>(roles.remove, { params: { name } })

test('the built-in ones are listed with what they hold, and the rights as they are described', async () => {
  const listed = await api.ask(roles.list)
  expect(listed.map(({ name, rights, description }) => ({ name, rights, description }))).toEqual(
    BUILT_IN_ROLES,
  )
  expect(listed.find(({ name }) => name === 'Administrator')).toMatchObject({ isBuiltIn: true, people: 1 })
  expect(await api.ask(roles.rights)).toEqual(RIGHTS)
})

test('an own one is made, changed by its version, and deleted once no user has it', async () => {
  const made = await set('Night desk', { rights: ['trades.record', 'trades.read'] })
  expect([made.status, made.body]).toEqual([
    200,
    {
      name: 'Night desk',
      description: null,
      isBuiltIn: false,
      rights: ['trades.read', 'trades.record'],
      people: 0,
      version: 1,
    },
  ])
  const changed = await set('night DESK', { rights: ['trades.read'], version: 1 })
  expect(changed.body).toMatchObject({ name: 'Night desk', rights: ['trades.read'], version: 2 })
  expect(refused(await set('Night desk', { rights: [], version: 1 }))).toEqual([409, 'record.stale'])
  const { user } = await personWith(api, { roles: ['Night desk'] })
  expect((await api.ask(roles.list)).at(-1)).toMatchObject({ name: 'Night desk', people: 1 })
  const held = await remove('Night desk')
  expect(refused(held)).toEqual([409, 'record.in-use'])
  expect(held.body.message).toContain('1 person')
  await api.call(`PUT /users/${user.id}`, { body: { roles: [] } })
  expect((await remove('NIGHT desk')).body).toEqual({ success: true, name: 'Night desk' })
  expect(refused(await remove('Night desk'))).toEqual([404, 'record.missing'])
  const actions = ['roles.create', 'roles.change', 'roles.remove']
  for (const action of actions) expect((await auditOf(api, action)).at(-1)?.entity_id).toBe('Night desk')
})

test('a built-in one stays as it is', async () => {
  for (const name of ['Auditor', 'auditor', 'Administrator']) {
    expect(refused(await set(name, { rights: [] }))).toEqual([422, 'roles.built-in'])
    expect(refused(await remove(name))).toEqual([422, 'roles.built-in'])
  }
})

test('an unknown right is refused, with its place in the list', async () => {
  const answer = await set('Odd', { rights: ['trades.read', 'trades.sell'] })
  expect(refused(answer)).toEqual([400, 'request.invalid'])
  expect((answer.body.details ?? []).map(({ field }) => field)).toEqual(['rights.1'])
  expect(refused(await set('New', { rights: [], version: 3 }))).toEqual([409, 'record.stale'])
})

test('a right that a person does not have is neither given nor taken by him', async () => {
  await set('Makes roles', { rights: ['users.read', 'roles.manage', 'trades.read'] })
  const { token } = await personWith(api, { roles: ['Makes roles'] })
  expect((await set('Reads', { rights: ['trades.read'] }, token)).status).toBe(200)
  const beyond = [403, 'rights.beyond-own']
  const answer = await set('Makes roles', { rights: ['users.manage', 'roles.manage'] }, token)
  expect(refused(answer)).toEqual(beyond)
  expect(answer.body.message).toContain('"Manage users"')
  await set('Reads', { rights: ['audit.read'] })
  expect(refused(await set('Reads', { rights: [] }, token))).toEqual(beyond)
  expect(refused(await api.call<Answered>(roles.remove, { params: { name: 'Reads' }, token }))).toEqual(
    beyond,
  )
})

test('a right that this version does not know is left out', async () => {
  await api.database.query(
    "INSERT INTO roles (name, rights) VALUES ('Older', ARRAY['trades.read', 'trades.guess'])",
  )
  const { token } = await personWith(api, { roles: ['Older'] })
  expect((await api.call<{ rights: string[] }>('GET /auth/me', { token })).body.rights).toEqual([
    'trades.read',
  ])
  expect((await api.ask(roles.list)).find(({ name }) => name === 'Older')?.rights).toEqual(['trades.read'])
})
