/** Every register of the contract keeps the same promises: one suite, run over all of them. */
import type { Draft, Field, Register } from '@em/contract/kit/register'
import { registers } from '@em/contract/kit/registers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Api, startApi } from '../support/api.ts'
import { prepare, sample } from '../support/samples.ts'

type Body = Record<string, unknown> & { id: number; version: number; details?: { field: string }[] }

const NUMERIC = ['percent', 'money', 'integer']
const TEXTS = ['text', 'longtext']
const written = (register: Register) => register.fields.filter((field) => !field.computed)
const titles = registers.map((register) => [register.word, register] as const)
/** Larger than a body may be. */
const LARGE = JSON.stringify({ notes: 'x'.repeat(2_000_000) })

/** Values that a field must refuse. */
function wrongValues(field: Field): unknown[] {
  const max = field.max ?? (field.kind === 'longtext' ? 4000 : 200)
  switch (field.kind) {
    case 'boolean':
      return ['yes', 1, null, {}]
    case 'select':
      return ['Something else', 5, true, {}, [], `${field.options?.[0]?.value}\u0000`]
    case 'date':
      return ['2026-02-30', '01/02/2026', 'tomorrow', 20260101, {}, 'infinity', '10000-01-01', '1899-12-31']
    case 'percent':
    case 'money':
    case 'integer':
      return ['NaN', 'Infinity', 1e308, '1e3', 1.23456, -1, 'twelve', {}, [], true, '1,000', '9'.repeat(400)]
    default:
      return [5.5, true, {}, [], 'a\u0000b', 'a\u0007b', 'lone \ud800 half', 'x'.repeat(max + 1)]
  }
}

/** One server serves the promises of all registers, another one, with few records in each, their lists. */
let api: Api
let next = 1
beforeAll(async () => {
  api = await startApi()
})

describe.each(titles)('%s', (_, register) => {
  const { routes } = register
  const draft = (): Promise<Draft> => prepare(api, register, next++)
  const create = async (body?: Draft): Promise<Body> => {
    const made = await api.call<Body>(routes.create, { body: body ?? (await draft()) })
    expect(made).toMatchObject({ status: 201 })
    return made.body
  }
  const total = async () => +String((await api.call(routes.list)).headers['x-total-count'])
  const update = (id: number, body: Draft) => api.call<Body>(routes.update, { params: { id }, body })
  const fieldsAtFault = (answer: Answer<Body>) => answer.body.details?.map(({ field }) => field)

  test('a record is saved with every field and read back', async () => {
    const body = await draft()
    const made = await create(body)
    expect(made).toMatchObject({ ...body, version: 1 })
    const got = await api.call<Body>(routes.get, { params: { id: made.id } })
    expect(got).toMatchObject({ status: 200, body: made })
    const [newest] = (await api.call<Body[]>(routes.list)).body
    expect(newest).toEqual(made)
  })

  test('required fields are enough; the others take their defaults', async () => {
    const body = await draft()
    const needed = written(register).filter((field) => field.required && field.fallback === undefined)
    const made = await create(Object.fromEntries(needed.map(({ name }) => [name, body[name]])))
    for (const field of written(register)) {
      if (needed.includes(field) || field.derived === true) continue
      const byDefault = field.kind === 'boolean' ? field.initial !== false : (field.fallback ?? null)
      expect(made[field.name], field.name).toEqual(byDefault)
    }
  })

  test('both spellings of a field are understood', async () => {
    const body = await draft()
    const aliased = written(register).filter(({ alias }) => alias !== undefined)
    const spelled = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        aliased.find((field) => field.name === name)?.alias ?? name,
        value,
      ]),
    )
    expect(await create(spelled)).toMatchObject(body)
  })

  test('every route refuses a call without a token', async () => {
    const { id } = await create()
    for (const route of Object.values(routes)) {
      const answer = await api.call(route, { params: { id }, body: {}, token: null })
      expect(answer, route.name).toMatchObject({ status: 401, body: { code: 'auth.required' } })
    }
  })

  test('missing required fields are named', async () => {
    const before = await total()
    const needed = written(register).filter((field) => field.required && field.fallback === undefined)
    const answer = await api.call<Body>(routes.create, { body: {} })
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(fieldsAtFault(answer)).toEqual(needed.map(({ name }) => name))
    const body = await draft()
    for (const { name } of needed) {
      for (const blank of ['', '  ', null]) {
        const refused = await api.call<Body>(routes.create, { body: { ...body, [name]: blank } })
        expect(refused.status, `${name} ${blank}`).toBe(400)
        expect(fieldsAtFault(refused)).toEqual([name])
      }
    }
    expect(await total()).toBe(before)
  })

  test.each(written(register).map((field) => [field.name, field] as const))(
    'wrong values of %s are found',
    (name, field) => {
      for (const value of wrongValues(field)) {
        for (const schema of [register.create, register.update]) {
          const parsed = schema.safeParse({ ...sample(register, 1), [name]: value })
          const at = parsed.error?.issues.map(({ path }) => path.join('.'))
          expect(at, JSON.stringify(value).slice(0, 60)).toEqual([name])
        }
      }
    },
  )

  test('wrong values in all fields at once are each refused, saved nowhere', async () => {
    const record = await create()
    const before = await total()
    const wrong = written(register).map((field) => [field.name, wrongValues(field)] as const)
    const names = wrong.map(([name]) => name)
    for (let n = 0; n < Math.max(...wrong.map(([, values]) => values.length)); n += 1) {
      const body = Object.fromEntries(wrong.map(([name, values]) => [name, values[n % values.length]]))
      for (const answer of [await api.call<Body>(routes.create, { body }), await update(record.id, body)]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
        expect(fieldsAtFault(answer), String(n)).toEqual(names)
      }
    }
    expect(await total()).toBe(before)
    expect((await api.call(routes.get, { params: { id: record.id } })).body).toEqual(record)
  })

  test('markup and SQL are text like any other', async () => {
    const nasty = ['<b>x</b>', "');DROP--", '%_\\', '"$1"', 'අ ශ්‍රී', '{{7*7}}']
    const fields = written(register).filter(
      (field) =>
        TEXTS.includes(field.kind) &&
        field.refersTo === undefined &&
        field.known === undefined &&
        field.name !== 'board' &&
        field.list !== true &&
        field.pattern === undefined,
    )
    for (const [index, text] of nasty.entries()) {
      const body = await draft()
      for (const { name, max, upperCase } of fields) {
        const value = `${text}${index}`.slice(0, max)
        body[name] = upperCase ? value.toUpperCase() : value
      }
      expect(await create(body)).toMatchObject(body)
    }
  })

  test('unknown fields are dropped, and what the server gives is not taken', async () => {
    const body = await draft()
    const made = await create({
      ...body,
      id: 424242,
      version: 77,
      created_at: '1999-01-01',
      is_system: true,
      hacked: 'yes',
      constructor: 'x',
    })
    expect(made).toMatchObject({ ...body, version: 1 })
    expect(made.id).not.toBe(424242)
    expect(made['hacked']).toBeUndefined()
    expect(made['is_system'] ?? false).toBe(false)
    expect(String(made['created_at'])).not.toContain('1999')
  })

  test('bodies that are no JSON object are refused', async () => {
    for (const body of ['[]', '"text"', '12', 'null']) {
      expect(await api.call(routes.create, { body }), body).toMatchObject({ status: 400 })
    }
    expect(await api.call(routes.create, { body: '{"broken' })).toMatchObject({
      status: 400,
      body: { code: 'request.malformed' },
    })
    expect(await api.call(routes.create, { body: '{"__proto__": {"x": 1}}' })).toMatchObject({ status: 400 })
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }
    expect(await api.call(routes.create, form)).toMatchObject({ status: 415 })
    expect(await api.call(routes.create, { body: LARGE })).toMatchObject({ status: 413 })
  })

  test.each(register.unique.map((group) => [group.join(' and '), group] as const))(
    'a taken %s is refused, whatever its case',
    async (__, group) => {
      const first = await create()
      const other = await create()
      const taken = Object.fromEntries(
        group.map((name) => [name, swapCase(first[name], register, name)] as const),
      )
      const before = await total()
      const created = await api.call<Body>(routes.create, { body: { ...(await draft()), ...taken } })
      expect(created).toMatchObject({ status: 409, body: { code: 'record.duplicate' } })
      expect(fieldsAtFault(created)).toEqual([group.at(-1)])
      expect(await total()).toBe(before)
      if (group.some((name) => register.fields.find((field) => field.name === name)?.fixed)) return
      const changed = await update(other.id, taken)
      expect(changed).toMatchObject({ status: 409, body: { code: 'record.duplicate' } })
      expect(await update(first.id, taken)).toMatchObject({ status: 200 })
    },
  )

  test('of two equal records saved at once one is kept', async () => {
    const body = await draft()
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.call<Body>(routes.create, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('an update changes what was sent, counts the version and leaves an audit row', async () => {
    const before = await create()
    const changes = (await draft()) as Draft
    let at = before
    for (const field of written(register).filter(({ fixed }) => !fixed)) {
      const answer = await update(before.id, { [field.name]: changes[field.name], version: at.version })
      expect(answer, field.name).toMatchObject({ status: 200 })
      const { [field.name]: now, version, updated_at: _, ...rest } = answer.body
      expect(now, field.name).toEqual(changes[field.name])
      expect(version).toBe(at.version + 1)
      const followed = register.fields.filter(({ computed }) => computed).map(({ name }) => name)
      for (const name of Object.keys(rest)) {
        if (!followed.includes(name)) expect(rest[name], name).toEqual(at[name])
      }
      at = answer.body
    }
    expect((await api.call(routes.get, { params: { id: before.id } })).body).toEqual(at)
    const audited = await api.database.query<{ action: string; before: Body | null; after: Body | null }>(
      'SELECT action, before, after FROM audit WHERE entity = $1 AND entity_id = $2 ORDER BY id',
      [register.word, String(before.id)],
    )
    expect(audited[0]).toMatchObject({ action: `${register.word}.create`, before: null, after: before })
    expect(audited[1]).toMatchObject({ action: `${register.word}.update`, before })
    expect(audited[1]?.after?.version).toBe(2)
  })

  test('blank empties the optional fields', async () => {
    const body = await draft()
    const { id } = await create(body)
    const optional = written(register).filter(({ required, kind }) => !required && kind !== 'boolean')
    const all = (valueOf: (field: Field) => unknown) =>
      Object.fromEntries(optional.map((field) => [field.name, valueOf(field)]))
    for (const blank of ['', '  ', null]) {
      const filled = all(({ name }) => body[name])
      expect(await update(id, filled)).toMatchObject({ status: 200, body: filled })
      const emptied = Object.fromEntries(
        optional.flatMap(({ name, fallback, derived }) => (derived ? [] : [[name, fallback ?? null]])),
      )
      expect(
        await update(
          id,
          all(() => blank),
        ),
      ).toMatchObject({ status: 200, body: emptied })
    }
  })

  test('a fixed field may be repeated, not changed', async () => {
    const record = await create()
    for (const { name } of written(register).filter(({ fixed }) => fixed)) {
      expect(await update(record.id, { [name]: record[name] })).toMatchObject({ status: 200 })
      const answer = await update(record.id, { [name]: '9999' })
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'record.fixed', details: [{ field: name }] },
      })
    }
  })

  test('a stale version changes and deletes nothing', async () => {
    const record = await create()
    const name = written(register).find(({ fixed }) => !fixed)?.name ?? ''
    const same = { [name]: record[name] }
    expect(await update(record.id, { ...same, version: 1 })).toMatchObject({ status: 200 })
    const stale = await update(record.id, { ...same, version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'record.stale' } })
    expect(stale.body['message']).toContain('was changed by someone else')
    const removal = await api.call(routes.remove, { params: { id: record.id }, query: { version: 1 } })
    expect(removal).toMatchObject({ status: 409, body: { code: 'record.stale' } })
    expect(await update(record.id, { ...same, version: 'one' })).toMatchObject({ status: 400 })
    expect(await api.call(routes.remove, { params: { id: record.id }, query: { version: 2 } })).toMatchObject(
      { status: 200 },
    )
  })

  test('of many edits of one version at once one is kept', async () => {
    const record = await create()
    const name = written(register).find(({ fixed }) => !fixed)?.name ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => update(record.id, { [name]: record[name], version: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('a record that is not there is not found', async () => {
    for (const route of [routes.get, routes.update, routes.remove]) {
      const answer = await api.call(route, { params: { id: 999_999 }, body: {} })
      expect(answer, route.name).toMatchObject({ status: 404, body: { code: 'record.missing' } })
      for (const id of ['0', '-1', '1.5', 'none', '9'.repeat(30), '1%00', "1' OR 1=1"]) {
        const strange = await api.call(route, { params: { id }, body: {} })
        expect([400, 404], `${route.name} ${id}`).toContain(strange.status)
      }
    }
  })

  test('a deleted record is gone; its audit row stays', async () => {
    const record = await create()
    const params = { id: record.id }
    expect(await api.call(routes.remove, { params })).toMatchObject({
      status: 200,
      body: { success: true, id: record.id },
    })
    expect(await api.call(routes.get, { params })).toMatchObject({ status: 404 })
    expect(await api.call(routes.remove, { params })).toMatchObject({ status: 404 })
    const [audited] = await api.database.query<{ before: Body; after: Body | null }>(
      'SELECT before, after FROM audit WHERE entity = $1 AND entity_id = $2 ORDER BY id DESC LIMIT 1',
      [register.word, String(record.id)],
    )
    expect(audited).toEqual({ before: record, after: null })
  })

  test('the same key twice saves once; another body under it is refused', async () => {
    const body = await draft()
    const headers = { 'idempotency-key': `key-${next}` }
    const first = await api.call<Body>(routes.create, { body, headers })
    const before = await total()
    const again = await api.call<Body>(routes.create, { body, headers })
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await total()).toBe(before)
    const other = await api.call(routes.create, { body: await draft(), headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.other-body' } })
  })

  test('a dry run answers and saves nothing', async () => {
    const body = await draft()
    const before = await total()
    const dry = await api.call<Body>(routes.create, { body, query: { dryRun: 1 } })
    expect(dry).toMatchObject({ status: 200, body })
    expect(await total()).toBe(before)
  })
})

/** The value in the other case, where the register keeps case. */
function swapCase(value: unknown, register: Register, name: string): unknown {
  const field = register.fields.find((one) => one.name === name)
  if (typeof value !== 'string' || field?.kind !== 'text' || field.refersTo !== undefined) return value
  return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()
}

describe('the lists', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })

  describe.each(titles)('the list of %s', (_, register) => {
    const { routes } = register
    const COUNT = 7
    let all: Body[]

    beforeAll(async () => {
      for (let n = 1; n <= COUNT; n += 1) {
        const body = await prepare(api, register, n)
        // Every third has nothing in its optional fields, so that blanks are sorted and paged as well.
        for (const field of register.fields) {
          if (n % 3 === 0 && !field.required && !field.computed && field.kind !== 'boolean') {
            body[field.name] = null
          }
        }
        const made = await api.call(routes.create, { body })
        expect(made).toMatchObject({ status: 201 })
      }
      all = await list()
    })
    const list = async (query: object = {}) => {
      const answer = await api.call<Body[]>(routes.list, { query })
      expect(answer.status, JSON.stringify([query, answer.body]).slice(0, 300)).toBe(200)
      return answer.body
    }

    test('comes newest first with its count', async () => {
      const answer = await api.call<Body[]>(routes.list)
      expect(answer.body.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a))
      expect(answer.headers).toMatchObject({ 'x-total-count': String(all.length) })
      expect(answer.headers['x-next-cursor']).toBeUndefined()
    })

    const sorts = [...register.fields.map(({ name }) => name), 'id', 'created_at', 'updated_at']
    test.each(sorts.flatMap((name) => [[name], [`-${name}`]]))(
      'sorts by %s and pages by it',
      async (sort) => {
        const whole = await list({ sort })
        expect(whole.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
        expect(whole.map((row) => key(row, sort))).toEqual(sortedKeys(whole, sort))
        const paged: Body[] = []
        // Of seven the second page ends with a blank; registers with seeds have longer pages, not more of them.
        const limit = Math.max(3, Math.ceil(all.length / 3))
        let cursor: string | undefined
        do {
          const page = await api.call<Body[]>(routes.list, { query: { sort, limit, cursor } })
          expect(page).toMatchObject({ status: 200, headers: { 'x-total-count': String(all.length) } })
          expect(page.body.length).toBeLessThanOrEqual(limit)
          paged.push(...page.body)
          cursor = page.headers['x-next-cursor'] as string | undefined
        } while (cursor !== undefined)
        expect(paged).toEqual(whole)
      },
    )

    test('refuses what it cannot sort or page by', async () => {
      for (const sort of ['nothing', 'id; DROP TABLE em.users', '--id', 'version)', '"name"', 'r.id']) {
        const answer = await api.call(routes.list, { query: { sort } })
        expect(answer, sort).toMatchObject({ status: 400, body: { details: [{ field: 'sort' }] } })
      }
      const forged = [['-id', 'x', 1], ['id', '1', 1], ['-id', '1'], {}, null].map((parts) =>
        Buffer.from(JSON.stringify(parts)).toString('base64url'),
      )
      for (const cursor of ['x', '%%%', ...forged]) {
        const answer = await api.call(routes.list, { query: { cursor } })
        expect(answer, cursor).toMatchObject({ status: 400 })
      }
      for (const limit of [0, -1, 10_001, 1.5, 'all', 'NaN']) {
        expect(await api.call(routes.list, { query: { limit } })).toMatchObject({ status: 400 })
      }
    })

    test('filters by every field', async () => {
      for (const field of register.fields) {
        const row = all.find((one) => one[field.name] !== null)
        // Nothing here has it, such as a former name.
        if (row === undefined) continue
        const wanted = row[field.name]
        const found = await list({ [field.name]: wanted })
        expect(
          found.map(({ id }) => id),
          field.name,
        ).toEqual(all.filter((one) => one[field.name] === wanted).map(({ id }) => id))
      }
      const strange = register.fields.filter(({ kind }) => [...NUMERIC, 'date', 'boolean'].includes(kind))
      for (const { name } of strange) {
        const answer = await api.call<Body>(routes.list, { query: { [name]: 'something' } })
        expect(answer).toMatchObject({ status: 400, body: { details: [{ field: name }] } })
      }
      expect(await list({ _ts: 1, unknown: 'x' })).toHaveLength(all.length)
    })

    test('searches for the letters as they are', async () => {
      const searched = register.fields.filter(
        ({ name, kind, refersTo, known, computed }) =>
          register.search.includes(name) &&
          kind === 'text' &&
          // A board that no security is listed on is refused.
          name !== 'board' &&
          refersTo === undefined &&
          known === undefined &&
          !computed,
      )
      const field = (searched.find(({ pattern }) => pattern === undefined) ?? searched[0]) as Field
      const body = { ...(await prepare(api, register, 90)), [field.name]: 'a%b_c\\D' }
      const made = await api.call<Body>(routes.create, { body })
      // Of the rows that stood before, a name may have the letters too ("10Y bond yield (%)").
      const having = (letters: string) =>
        all
          .filter((row) => register.search.some((name) => String(row[name] ?? '').includes(letters)))
          .map(({ id }) => id)
      for (const search of ['A%B', 'b_c', '\\', 'C\\d', '%', '_', ' a%b_c\\d ']) {
        const found = (await list({ search })).map(({ id }) => id)
        expect(new Set(found), search).toEqual(new Set([...having(search), made.body.id]))
      }
      expect(await list({ search: 'nothing has this' })).toEqual([])
      expect(await list({ search: "' OR true --" })).toEqual([])
      expect(await list({ search: ' ' })).toHaveLength(all.length + 1)
      const nul = await api.call(routes.list, { query: { search: 'a\u0000b' } })
      expect(nul).toMatchObject({ status: 400 })
      const second = { ...(await prepare(api, register, 91)), [field.name]: 'a%b_c\\D 2' }
      const last = await api.call<Body>(routes.create, { body: second })
      const query = { search: 'a%b', limit: 1 }
      const counted = await api.call<Body[]>(routes.list, { query })
      expect(counted).toMatchObject({ body: [{ id: last.body.id }], headers: { 'x-total-count': '2' } })
      const rest = await api.call<Body[]>(routes.list, {
        query: { ...query, cursor: counted.headers['x-next-cursor'] },
      })
      expect(rest).toMatchObject({ body: [{ id: made.body.id }], headers: { 'x-total-count': '2' } })
      expect(rest.headers['x-next-cursor']).toBeUndefined()
    })
  })
})

const key = (row: Body, sort: string) => {
  const value = row[sort.replace('-', '')]
  return typeof value === 'string' ? value.toLowerCase() : (value ?? null)
}

/** The keys in the order that the list promises: by value, blanks last in both directions. */
function sortedKeys(rows: Body[], sort: string): unknown[] {
  const way = sort.startsWith('-') ? -1 : 1
  const compare = (a: unknown, b: unknown) => {
    if (a === b) return 0
    if (a === null) return 1
    if (b === null) return -1
    return (a as string) < (b as string) ? -way : way
  }
  return rows.map((row) => key(row, sort)).sort(compare)
}

test('a list without a limit answers at most 10,000 records and says how many there are', async () => {
  const { body: before } = await api.call<Body[]>('GET /equities')
  await api.database.query(
    `INSERT INTO equities (name, symbol) SELECT 'Company ' || n, 'S' || n FROM generate_series(1, 10001) n`,
  )
  const answer = await api.call<Body[]>('GET /equities')
  expect(answer.body).toHaveLength(10_000)
  expect(answer.headers).toMatchObject({ 'x-total-count': String(10_001 + before.length) })
  const rest = await api.call<Body[]>('GET /equities', {
    query: { cursor: answer.headers['x-next-cursor'] },
  })
  expect(rest.body[0]).toMatchObject({ symbol: 'S1' })
  expect(rest.body.slice(1)).toEqual(before)
})

test('samples fit their registers', () => {
  for (const register of registers) {
    const parsed = register.create.safeParse(sample(register, 1))
    expect(parsed.error?.issues ?? [], register.word).toEqual([])
  }
})
