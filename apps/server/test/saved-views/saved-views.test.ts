/** Views of lists and favourite tabs: each person has their own, named once a list, one of them the default. */
import { favourites, type SavedView, savedViews, VIEWS_MAX } from '@em/contract/saved-views/saved-views'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'
import { oneBehindTheOther } from '../support/locks.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.database.query('DELETE FROM saved_views')
})

interface Refused {
  code: string
  details?: { field: string; message: string }[]
}
const keep = (body: object, token = api.token): Promise<SavedView> =>
  api.ask(savedViews.create, { body: { list: 'transactions', ...body } as never, token })
const own = (token = api.token) => api.ask(savedViews.list, { token })
const refused = async (route: (typeof savedViews)[keyof typeof savedViews], input: object) => {
  const { status, body } = await api.call<Refused>(route, input)
  return [status, body.code]
}

const COLUMNS = {
  order: ['net', 'deal'],
  shown: ['broker'],
  hidden: ['fees'],
  widths: [{ column: 'net', width: 140 }],
  sort: [{ column: 'net', desc: true }],
}

test('a view keeps filters, search, columns and sort of a list, and is changed field by field', async () => {
  const made = await keep({ name: 'Large', query: 'portfolio=GROW&sort=-net_value', columns: COLUMNS })
  expect(made).toMatchObject({ list: 'transactions', search: '', columns: COLUMNS, is_default: false })
  const renamed = await api.ask(savedViews.change, {
    params: { id: made.id },
    body: { name: 'Largest', version: made.version },
  })
  expect(renamed).toEqual({ ...made, name: 'Largest', version: made.version + 1 })
  expect(await own()).toEqual([renamed])
  const stale = { params: { id: made.id }, body: { name: 'Late', version: made.version } }
  expect(await refused(savedViews.change, stale)).toEqual([409, 'record.stale'])
  await api.ask(savedViews.remove, { params: { id: made.id }, query: { version: renamed.version } })
  expect(await own()).toEqual([])
})

test('a name is there once a list, and one view of a list is its default', async () => {
  const first = await keep({ name: 'Mine', is_default: true })
  await keep({ name: 'Mine', list: 'orders', is_default: true })
  expect(await refused(savedViews.create, { body: { list: 'transactions', name: 'MINE' } })).toEqual([
    409,
    'record.duplicate',
  ])
  const second = await keep({ name: 'Other', is_default: true })
  const defaults = async () =>
    (await own()).filter((view) => view.is_default).map(({ list, name }) => [list, name])
  expect(await defaults()).toEqual([
    ['orders', 'Mine'],
    ['transactions', 'Other'],
  ])
  await api.ask(savedViews.change, {
    params: { id: first.id },
    body: { name: 'Mine', is_default: true, version: undefined },
  })
  await api.ask(savedViews.change, {
    params: { id: second.id },
    body: { name: 'Other', is_default: false, version: undefined },
  })
  expect(await defaults()).toEqual([
    ['orders', 'Mine'],
    ['transactions', 'Mine'],
  ])
  const taken = { params: { id: second.id }, body: { name: 'mine' } }
  expect(await refused(savedViews.change, taken)).toEqual([409, 'record.duplicate'])
})

test('no one sees, changes or deletes a view of another person, nor their favourites', async () => {
  const made = await keep({ name: 'Mine' })
  const { token } = await personWith(api, { roles: [] })
  expect(await own(token)).toEqual([])
  for (const [route, input] of [
    [savedViews.change, { body: { name: 'Yours' } }],
    [savedViews.remove, { query: {} }],
  ] as const) {
    expect(await refused(route, { params: { id: made.id }, ...input, token })).toEqual([
      404,
      'record.missing',
    ])
  }
  await api.ask(favourites.save, { body: { tabs: ['buy', 'general-ledger', 'buy'] } })
  await api.ask(favourites.save, { body: { tabs: ['sell'] }, token })
  expect(await api.ask(favourites.get, {})).toEqual({ tabs: ['buy', 'general-ledger'] })
  expect(await api.ask(favourites.get, { token })).toEqual({ tabs: ['sell'] })
  await api.ask(favourites.save, { body: { tabs: [] } })
  expect(await api.ask(favourites.get, {})).toEqual({ tabs: [] })
})

test('a person has no more views than the most', async () => {
  await api.database.query(
    `INSERT INTO saved_views (owner_id, list, name, query, search, columns, is_default)
     SELECT $1, 'orders', 'View ' || n, '', '', '{}', false FROM generate_series(1, $2::int) n`,
    [api.user.id, VIEWS_MAX],
  )
  expect(await refused(savedViews.create, { body: { list: 'orders', name: 'One more' } })).toEqual([
    422,
    'view.too-many',
  ])
})

test('two defaults of a list that are saved at once leave the later one', async () => {
  const [a, b] = [await keep({ name: 'A' }), await keep({ name: 'B' })]
  const asDefault = ({ id, name }: SavedView) =>
    api.call<Refused>(savedViews.change, {
      params: { id },
      body: { name, is_default: true, version: undefined },
    })
  const saved = await oneBehindTheOther(
    api,
    () => asDefault(a),
    () => asDefault(b),
  )
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  expect((await own()).filter((view) => view.is_default).map(({ name }) => name)).toEqual(['B'])
})
