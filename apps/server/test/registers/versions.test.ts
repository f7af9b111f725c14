/** The history of a register: its versions, from the acts in the audit rows, and its values on a day. */
import type { Draft, Register } from '@em/contract/kit/register'
import type { RegisterVersion } from '@em/contract/kit/register-versions'
import { registers } from '@em/contract/kit/registers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
import { personWith } from '../support/identity.ts'
import { prepare } from '../support/samples.ts'

type Body = Record<string, unknown> & { id: number; version: number }

let api: Api
let next = 1
beforeAll(async () => {
  api = await startApi()
})

const written = (register: Register) => register.fields.filter((field) => !field.computed)
const versionsOf = async (register: Register, id: number | string, query = {}) =>
  (await api.call<RegisterVersion[]>(register.routes.versions, { params: { id }, query })).body
const make = async (register: Register, draft?: Draft): Promise<Body> => {
  const body = draft ?? (await prepare(api, register, next++))
  const made = await api.call<Body>(register.routes.create, { body })
  expect(made).toMatchObject({ status: 201 })
  return made.body
}

/** The record that the versions come to, oldest first; each must begin where the one before it ended. */
function replayed(versions: readonly RegisterVersion[]): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { changes } of versions.toReversed()) {
    for (const { field, before, after } of changes) {
      expect(before, field).toEqual(record[field] ?? null)
      record[field] = after
    }
  }
  return record
}

describe.each(registers.map((register) => [register.word, register] as const))('%s', (_, register) => {
  const { routes } = register
  const present = (record: Body) =>
    Object.fromEntries(
      written(register).flatMap(({ name }) => (record[name] == null ? [] : [[name, record[name]]])),
    )
  const withoutNulls = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

  test('its versions, done again, are the record, whatever was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.subarray(
            written(register).filter(({ fixed }) => fixed !== true),
            { minLength: 1 },
          ),
          { maxLength: 4 },
        ),
        async (changes) => {
          let record = await make(register)
          for (const fields of changes) {
            const other = await prepare(api, register, next++)
            const body = Object.fromEntries(fields.map(({ name }) => [name, other[name]]))
            const answer = await api.call<Body>(routes.update, { params: { id: record.id }, body })
            expect(answer.status).toBe(200)
            record = answer.body
          }
          const versions = await versionsOf(register, record.id)
          expect(versions.map(({ number }) => number)).toEqual(versions.map((_, at) => versions.length - at))
          expect(versions.at(-1)).toMatchObject({
            action: 'Created',
            recorded_by: expect.stringContaining(' '),
          })
          expect(withoutNulls(replayed(versions))).toEqual(present(record))
        },
      ),
      { numRuns: 3 },
    )
  })

  test('a record that no act changed is version 1, as found, and stays it after the first act', async () => {
    const { id, ...draft } = await make(register)
    // As it would be without its audit row: a delivered one, or one from before acts were kept.
    await asOwner(
      api,
      `ALTER TABLE audit DISABLE TRIGGER audit_append_only;
       DELETE FROM audit WHERE entity = '${register.word}' AND entity_id = '${id}';
       ALTER TABLE audit ENABLE TRIGGER audit_append_only`,
    )
    const [found, ...others] = await versionsOf(register, id)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      number: 1,
      action: 'As found',
      recorded_at: null,
      recorded_by: null,
      act_id: null,
    })
    expect(withoutNulls(replayed(found === undefined ? [] : [found]))).toEqual(
      present({ id, ...draft } as Body),
    )
    const other = await prepare(api, register, next++)
    const body = Object.fromEntries(
      written(register).flatMap(({ name, fixed }) => (fixed ? [] : [[name, other[name]]])),
    )
    const changed = await api.call<Body>(routes.update, { params: { id }, body })
    expect(changed.status).toBe(200)
    const both = await versionsOf(register, id)
    expect(both.map(({ number, action }) => [number, action])).toEqual([
      [2, 'Changed'],
      [1, 'As found'],
    ])
    expect(both[1]?.changes).toEqual(found?.changes)
    expect(withoutNulls(replayed(both))).toEqual(present(changed.body))
  })
})

const equities = registers.find(({ word }) => word === 'equities') as Register
const portfolios = registers.find(({ word }) => word === 'portfolios') as Register
const strategies = registers.find(({ word }) => word === 'strategies') as Register
const change = (register: Register, id: number, body: Draft) =>
  api.call<Body & { details?: { field: string }[] }>(register.routes.update, { params: { id }, body })

test('versions are read in pages, the newest first, and one page takes at most 200', async () => {
  const { id } = await make(equities)
  for (let at = 1; at <= 6; at += 1) await change(equities, id, { notes: `Note ${at}` })
  const numbers: number[] = []
  let cursor: unknown
  do {
    const page = await api.call<RegisterVersion[]>(equities.routes.versions, {
      params: { id },
      query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
    })
    expect(page.headers['x-total-count']).toBe('7')
    numbers.push(...page.body.map(({ number }) => number))
    cursor = page.headers['x-next-cursor']
  } while (cursor !== undefined)
  expect(numbers).toEqual([7, 6, 5, 4, 3, 2, 1])
  const tooMany = await api.call(equities.routes.versions, { params: { id }, query: { limit: 201 } })
  expect(tooMany.status).toBe(400)
})

test('a deleted record keeps its history for users who see all portfolios; one that never was is missing', async () => {
  const portfolio = await make(portfolios)
  const { id } = await make(strategies, {
    ...(await prepare(api, strategies, next++)),
    portfolioId: portfolio['portfolioId'],
  })
  await api.call(strategies.routes.remove, { params: { id } })
  const versions = await versionsOf(strategies, id)
  expect(versions.map(({ action }) => action)).toEqual(['Deleted', 'Created'])
  expect(replayed(versions)).toMatchObject({ portfolioId: null, strategy_id: null })
  const { token } = await personWith(api, { sees: [portfolio.id] })
  const refused = await api.call(strategies.routes.versions, { params: { id }, token })
  expect(refused).toMatchObject({ status: 404, body: { code: 'record.missing' } })
  const never = await api.call(strategies.routes.versions, { params: { id: 999_999 } })
  expect(never).toMatchObject({ status: 404, body: { code: 'record.missing' } })
})

test('a user who may not read a record may not read its history, and portfolios outside a scope are not named in one', async () => {
  const [mine, theirs] = [await make(portfolios), await make(portfolios)]
  const { id } = await make(strategies, {
    ...(await prepare(api, strategies, next++)),
    portfolioId: theirs['portfolioId'],
  })
  const { token } = await personWith(api, { sees: [mine.id] })
  const read = (register: Register, record: number) =>
    api.call<RegisterVersion[]>(register.routes.versions, { params: { id: record }, token })
  expect(await read(portfolios, theirs.id)).toMatchObject({ status: 404 })
  expect(await read(strategies, id)).toMatchObject({ status: 404 })
  expect(await read(portfolios, mine.id)).toMatchObject({ status: 200 })
  // It comes to the own portfolio: where it was before stays outside.
  await change(strategies, id, { portfolioId: mine['portfolioId'] })
  const { body } = await read(strategies, id)
  expect(body[0]?.changes).toEqual([
    { field: 'portfolioId', label: 'Portfolio ID', before: null, after: mine['portfolioId'] },
  ])
  expect(JSON.stringify(body)).not.toContain(String(theirs['portfolioId']))
})

test('the history of people is for who may read it', async () => {
  const { user, token } = await api.signUp()
  await api.call('PUT /users/:id', { params: { id: user.id }, body: { roles: ['Auditor'] } })
  const asAdministrator = await api.call<RegisterVersion[]>('GET /users/:id/versions', {
    params: { id: user.id },
  })
  expect(asAdministrator.body[0]?.changes).toContainEqual({
    field: 'roles',
    label: 'Roles',
    before: ['Member'],
    after: ['Auditor'],
  })
  for (const where of ['GET /users/:id/versions', 'GET /roles/:id/versions']) {
    const refused = await api.call(where, { params: { id: user.id }, token })
    expect(refused, where).toMatchObject({ status: 403, body: { code: 'rights.missing' } })
  }
})

test('two people at once: their versions follow each other, and each begins where the other ended', async () => {
  const { id } = await make(equities)
  const other = await api.signUp()
  const saves = Array.from({ length: 10 }, (_, at) =>
    api.call(equities.routes.update, {
      params: { id },
      body: { notes: `Note ${at}` },
      ...(at % 2 === 0 && { token: other.token }),
    }),
  )
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  const versions = await versionsOf(equities, id)
  expect(versions.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(new Set(versions.map(({ recorded_by }) => recorded_by)).size).toBeGreaterThan(0)
  expect(new Set(versions.map(({ act_id }) => act_id)).size).toBe(11)
  expect(replayed(versions)).toMatchObject({
    notes: (await api.call<Body>(equities.routes.get, { params: { id } })).body['notes'],
  })
})

describe('effective dates', () => {
  const factsOn = async (id: number, day: string) => {
    const [row] = await api.database.query<Record<string, unknown>>(
      'SELECT sector, issuer, issuer_group, board, votes_per_share FROM security_facts($2::date) WHERE equity_id = $1',
      [id, day],
    )
    return row
  }

  test('a change of May moves nothing of March; the correction of an error does and says so', async () => {
    const at = next++
    const { id } = await make(equities, { name: `Company ${at}`, symbol: `EF${at}.N0000`, sector: 'Energy' })
    await change(equities, id, { sector: 'Utilities', effectiveFrom: '2026-05-05' })
    expect(await factsOn(id, '2026-03-31')).toMatchObject({ sector: 'Energy' })
    expect(await factsOn(id, '2026-05-04')).toMatchObject({ sector: 'Energy' })
    expect(await factsOn(id, '2026-05-05')).toMatchObject({ sector: 'Utilities' })
    // It was wrong from the beginning of the year.
    await change(equities, id, { sector: 'Manufacturing', effectiveFrom: '2026-01-01' })
    expect(await factsOn(id, '2025-12-31')).toMatchObject({ sector: 'Energy' })
    expect(await factsOn(id, '2026-03-31')).toMatchObject({ sector: 'Manufacturing' })
    expect(await factsOn(id, '2026-06-15')).toMatchObject({ sector: 'Manufacturing' })
    const [newest] = await versionsOf(equities, id)
    expect(newest).toMatchObject({ effective_from: '2026-01-01' })
    const trail = await api.call<{ changes: unknown[] }[]>('GET /audit-trail', {
      query: { entity: 'equities', record: id },
    })
    expect(trail.body[0]?.changes).toContainEqual({
      field: 'effective_from',
      label: 'Effective from',
      before: '',
      after: '01 Jan 2026',
    })
  })

  test('without a date a change holds from today; other fields have none', async () => {
    const at = next++
    const { id } = await make(equities, { name: `Company ${at}`, symbol: `WD${at}.N0000` })
    await change(equities, id, { issuerGroup: 'A family', notes: 'x' })
    await change(equities, id, { notes: 'y', effectiveFrom: '2026-01-01' })
    const [notes, group] = await versionsOf(equities, id)
    expect(notes).toMatchObject({ effective_from: null })
    expect(group).toMatchObject({ effective_from: '2026-06-15' })
    expect(await factsOn(id, '2026-06-14')).toMatchObject({ issuer_group: null })
    expect(await factsOn(id, '2026-06-15')).toMatchObject({ issuer_group: 'A family' })
  })

  test('a day that is still to come is refused', async () => {
    const { id } = await make(equities)
    const refused = await change(equities, id, { sector: 'Energy', effectiveFrom: '2026-06-16' })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'effectiveFrom' }] } })
  })

  test('issuer and votes follow the symbol until a user enters others', async () => {
    const at = next++
    const make2 = (kind: string) => make(equities, { name: `Co ${kind}${at}`, symbol: `IV${at}.${kind}0000` })
    const [voting, other, rights] = [await make2('N'), await make2('X'), await make2('R')]
    expect(voting).toMatchObject({ issuer: `IV${at}`, votesPerShare: 1, issuerGroup: null, board: null })
    expect(other).toMatchObject({ issuer: `IV${at}`, votesPerShare: 0 })
    expect(rights).toMatchObject({ issuer: `IV${at}`, votesPerShare: 0 })
    // A form sends back what it showed: nothing is said by it.
    await change(equities, voting.id, { ...voting, version: 1, symbol: `IW${at}.N0000` } as Draft)
    const renamed = await api.call<Body>(equities.routes.get, { params: { id: voting.id } })
    expect(renamed.body).toMatchObject({ issuer: `IW${at}` })
    expect(await factsOn(voting.id, '2026-06-14')).toMatchObject({ issuer: `IV${at}` })
    await change(equities, other.id, { issuer: 'OTHER', votesPerShare: 2 })
    expect(await factsOn(other.id, '2026-06-15')).toMatchObject({ issuer: 'OTHER', votes_per_share: 2 })
    const back = await change(equities, other.id, { issuer: '', votesPerShare: null } as Draft)
    expect(back.body).toMatchObject({ issuer: `IV${at}`, votesPerShare: 0 })
  })

  test('a portfolio belonged to its parent from a day on, for who sees it', async () => {
    const [parent, child] = [await make(portfolios), await make(portfolios)]
    await change(portfolios, child.id, {
      parentPortfolioId: parent['portfolioId'],
      priceBasis: 'Close',
      effectiveFrom: '2026-05-05',
    } as Draft)
    const on = (day: string) =>
      api.database.query('SELECT * FROM portfolio_facts($2::date) WHERE portfolio_id = $1', [child.id, day])
    const before = { parent_portfolio_id: child['parentPortfolioId'], price_basis: child['priceBasis'] }
    expect(await on('2026-05-04')).toMatchObject([before])
    expect(await on('2026-05-05')).toMatchObject([
      { parent_portfolio_id: parent['portfolioId'], price_basis: 'Close' },
    ])
  })

  test('today is what the register says, whatever was changed and from when', async () => {
    const days = fc.constantFrom('2026-01-05', '2026-03-31', '2026-05-05', '2026-06-15')
    const edit = fc.record({ sector: fc.constantFrom('Energy', 'Utilities', 'Other'), effectiveFrom: days })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
        const { id } = await make(equities)
        const first = (await api.call<Body>(equities.routes.get, { params: { id } })).body['sector']
        for (const body of edits) await change(equities, id, body)
        const { body } = await api.call<Body>(equities.routes.get, { params: { id } })
        expect(await factsOn(id, '2026-06-15')).toMatchObject({ sector: body['sector'] })
        // The naive rule: of the changes that hold by the day, in the order of recording, the last. What changes nothing says nothing.
        const changes = edits.filter(
          ({ sector }, at) => sector !== (at === 0 ? first : edits[at - 1]?.sector),
        )
        for (const day of ['2025-12-31', '2026-02-01', '2026-04-30', '2026-06-01']) {
          const naive = changes.reduce<unknown>(
            (said, one) => (one.effectiveFrom <= day ? one.sector : said),
            first,
          )
          expect(await factsOn(id, day), day).toMatchObject({ sector: naive })
        }
      }),
      { numRuns: 30 },
    )
  })
})
