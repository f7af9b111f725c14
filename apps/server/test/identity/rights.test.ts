/** Every route of the contract by everyone who may call it and who may not, made from the contract. */
import { identity } from '@em/contract/identity/identity'
import { isRight, rightOf } from '@em/contract/identity/rights'
import { BUILT_IN_ROLES, rightsOfBuiltIn } from '@em/contract/identity/roles'
import type { ApiError } from '@em/contract/kit/errors'
import type { Route } from '@em/contract/kit/route'
import { allRoutes } from '@em/contract/registry'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { auditOf, personWith } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const filled = ({ method, path }: Route) => `${method} ${path.replace(/:\w+/g, '1')}`

/** The body is no JSON: a call without the right was refused before the body was read, and no call changes anything. */
const send = (route: Route, token: string | null) =>
  api.call<ApiError>(filled(route), {
    token,
    ...(route.method !== 'GET' && { body: '{', headers: { 'content-type': 'application/json' } }),
  })

const refusalOf = (answer: { status: number; body: ApiError }) =>
  answer.status === 403 ? `${answer.status} ${answer.body.code}` : ''

describe.each(BUILT_IN_ROLES)('$name', ({ name: role, rights }) => {
  test('is let in where the role has the right, and refused before the body is read where not', async () => {
    const { token } = await personWith(api, { roles: [role] })
    const wrong: string[] = []
    for (const route of allRoutes) {
      const answer = await send(route, token)
      const { needs, orNeeds } = route
      const may =
        !isRight(needs) || rights.includes(needs) || (orNeeds !== undefined && rights.includes(orNeeds))
      if (refusalOf(answer) !== (may ? '' : '403 rights.missing'))
        wrong.push(`${route.name}: ${refusalOf(answer)}`)
      if (may && route.method !== 'GET' && answer.status !== 400)
        wrong.push(`${route.name}: ${answer.status}`)
      if (!may && isRight(route.needs) && !answer.body.message.includes(`"${rightOf(route.needs).label}"`))
        wrong.push(`${route.name}: ${answer.body.message}`)
    }
    expect(wrong).toEqual([])
    expect((await api.ask(identity.me, { token })).rights).toEqual(rights)
  })
})

test('no call is let in without a token, whatever its body', async () => {
  const answers = await Promise.all(
    allRoutes
      .filter(({ needs }) => needs !== 'public')
      .map(async (route) => [route.name, await send(route, null)] as const),
  )
  expect(answers.filter(([, { status }]) => status !== 401)).toEqual([])
})

test('a user with some portfolios is refused calls that concern all', async () => {
  const { token } = await personWith(api, { roles: ['Administrator'], sees: [] })
  const wrong: string[] = []
  for (const route of allRoutes) {
    const answer = await send(route, token)
    if (refusalOf(answer) !== (route.scope === 'all' ? '403 rights.scope' : ''))
      wrong.push(`${route.name}: ${refusalOf(answer)}`)
  }
  expect(wrong).toEqual([])
})

test('a user who changes only some portfolios may read what concerns all', async () => {
  const { token } = await personWith(api, { roles: ['Administrator'], changes: [] })
  for (const route of allRoutes.filter(({ scope }) => scope === 'all')) {
    const reads = isRight(route.needs) && !rightOf(route.needs).changes
    expect(refusalOf(await send(route, token)), route.name).toBe(reads ? '' : '403 rights.scope')
  }
})

test('a refusal leaves one audit row a minute for a person and a route', async () => {
  const { token, user } = await personWith(api, { roles: ['Auditor'] })
  for (const _ of [1, 2, 3]) await api.call('POST /transaction-entries/buy', { token, body: {} })
  const rows = await auditOf(api, 'rights.refused')
  expect(rows.filter((row) => row.user_id === user.id).map((row) => row.entity_id)).toEqual([
    'trades.enter-buy',
  ])
})

test('a flood of refused requests does not reach the database', async () => {
  const { token } = await personWith(api, { roles: ['Auditor'] })
  const buy = () => api.call<ApiError>('POST /transaction-entries/buy', { token, body: {} })
  await buy()
  const holder = new pg.Client(api.fresh.config)
  await holder.connect()
  // Every transaction that adds an audit row waits.
  await holder.query('BEGIN; LOCK TABLE em.audit IN SHARE MODE')
  const answers = await Promise.all(Array.from({ length: 50 }, buy))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  await holder.end()
})

test('the roles of the schema are those of the contract', async () => {
  const rows = await api.database.query<{ name: string }>(
    'SELECT name FROM roles WHERE is_built_in ORDER BY name',
  )
  expect(rows.map(({ name }) => name)).toEqual(BUILT_IN_ROLES.map(({ name }) => name).toSorted())
  expect(rightsOfBuiltIn('Auditor')).toBeDefined()
})

test('the OpenAPI document says what each call needs', async () => {
  const { body } = await api.call<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
    'GET /openapi.json',
  )
  for (const route of allRoutes) {
    const described = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect([described?.['x-needs'], described?.['x-scope']], route.name).toEqual([route.needs, route.scope])
  }
})
