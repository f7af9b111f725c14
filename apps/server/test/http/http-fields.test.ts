/**
 * Fields that only the server gives (id, version, time, user, administrator) are never read from a body, unless the route's contract
 * names it. Like every unknown field it is ignored, so the answer is that of the same body without it.
 */

import { readdir, readFile } from 'node:fs/promises'
import { batchRow } from '@em/contract/batches/batches'
import { openingRow } from '@em/contract/openings/openings'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type RouteShape, routeShapes, type Shape } from '../../src/features/system/route-shapes.ts'
import { type Api, PASSWORD, startApi } from '../support/api.ts'
import { type Body, findBody } from '../support/bodies.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

const MARK = 987_654_321
const MOMENT = '1999-12-31T23:59:59.000Z'
/** In both spellings: the trade forms and the registers take either for their own fields. */
const SENT: Readonly<Body> = {
  id: MARK,
  version: MARK,
  created_at: MOMENT,
  createdAt: MOMENT,
  user_id: MARK,
  userId: MARK,
  is_admin: true,
  isAdmin: true,
}
const withBody = routeShapes().filter(
  (shape): shape is RouteShape & { body: Shape } => shape.body !== undefined,
)

/** The fields that a shape names, at its top level. */
const namedBy = (shape: Shape): string[] => [
  ...Object.keys(shape.properties ?? {}).filter((name) => name in SENT),
  ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(namedBy),
]

/** The body with the fields added at every level where it does not have them; at the top without those named. */
function spiked(value: unknown, named: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((inner) => spiked(inner))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spiked(part)]))
  const added = Object.entries(SENT).filter(([name]) => !named.includes(name))
  return { ...Object.fromEntries(added), ...inner }
}

/** The paths in an answer at which one of the fields or one of their values is found. */
function found(value: unknown, named: readonly string[], path = ''): string[] {
  if (value === MARK || value === MOMENT || value === String(MARK)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${path}.${name}`
    if (!Array.isArray(value) && name in SENT && !(path === '' && named.includes(name))) return [here]
    return found(inner, named, here)
  })
}

/** A start with every list and group of fields that the shape knows, also the optional ones. */
function fullStart(shape: Shape): Body {
  return Object.fromEntries(
    Object.entries(shape.properties ?? {}).flatMap(([name, inner]): [string, unknown][] => {
      const options = [inner, ...(inner.anyOf ?? [])]
      if (options.some((one) => one.items?.properties !== undefined)) return [[name, [{}]]]
      return options.some((one) => one.properties !== undefined) ? [[name, {}]] : []
    }),
  )
}

/** Rows that the contract leaves unread, because their names are those of a file's columns: read by these schemas. */
const READ_LATER: Readonly<Record<string, readonly string[]>> = {
  'batches.record': ['.rows', '.defaults'],
  'openings.record-lots': ['.rows'],
  // The subject and the scope of a limit: names, not ids of records.
  'limits.create': ['.subject', '.scope'],
}

test('the contract names them only where a version is checked, or a draft is saved again', () => {
  const named = withBody.flatMap(({ route, body }) => namedBy(body).map((name) => `${route.name} ${name}`))
  expect(named.filter((name) => !name.endsWith(' version'))).toEqual(['reconciliation.save id'])
  for (const name of named)
    expect(name).toMatch(
      /\.(update|change.*|approve|place|cancel|set|save|lock|reopen|import-.*|decide-.*|auto-match|match|unmatch|create-entry) /,
    )
})

describe.each(withBody.map((shape) => [`${shape.route.method} ${shape.route.path}`, shape] as const))(
  '%s',
  (_, { route, body }) => {
    test('leaves none of them in what it reads', () => {
      const named = namedBy(body)
      const bodies = [findBody(route), findBody(route, fullStart(body)), rightBodies()[route.name]]
      expect(bodies[0]).toBeDefined()
      for (const one of bodies) {
        if (one === undefined) continue
        const parsed = route.body.parse(spiked(one, named))
        const later = READ_LATER[route.name] ?? []
        expect(found(parsed, named).filter((path) => !later.some((start) => path.startsWith(start)))).toEqual(
          [],
        )
        if (later.length === 0) expect(parsed).toEqual(route.body.parse(one))
      }
    })
  },
)

test.each([
  ['a trade', batchRow, { side: 'buy', symbol: 'JKH.N0000', quantity: 1, price: 1, tradeDate: '2026-06-01' }],
  ['an opening lot', openingRow, { symbol: 'JKH.N0000', quantity: 1, cost: 1, tradeDate: '2026-06-01' }],
])('a row of a file with %s is read without them', (_, schema, row) => {
  expect(found(schema.parse(spiked(row)), [])).toEqual([])
})

test('commands are given what the contract left, never the body as it was sent', async () => {
  const source = new URL('../../src/', import.meta.url)
  const raw: string[] = []
  for (const name of await readdir(source, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const text = await readFile(new URL(name, source), 'utf8')
    if (/(request|sent)\.body|request\.raw\b/.test(text)) raw.push(name)
  }
  // A job's body is kept as bytes and read where every body is; the fields of a form become a body before that.
  const http = ['serve-job.ts', 'serve.ts', 'writes.ts'].map((name) => `platform/http/${name}`)
  // A request for approval is kept and shown as it was sent, and carried out through the same write path.
  const waits = ['carry-out.ts', 'facts.queries.ts'].map((name) => `features/approvals/${name}`)
  expect(raw.toSorted()).toEqual([...waits, 'jobs/submissions.ts', ...http])
})

describe('carried out', () => {
  let api: Api
  const answers = new Map<string, number>()
  beforeAll(async () => {
    api = await startApi({ edition: 'premium' })
    await fillSmallBook(api)
    const open = { ...rightBodies()['portfolios.create'], portfolioId: 'OPEN', portfolioName: 'Opened' }
    await api.call('POST /portfolios', { body: open })
    await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'OPEN', costing_method: 'WAP' } })
  })

  /** Identities of trades may have gaps. */
  async function firstTrade(): Promise<number> {
    const [row] = await api.database.query<{ id: number | null }>('SELECT min(id) AS id FROM trades')
    return row?.id ?? 1
  }

  async function send(shape: (typeof withBody)[number], body: Body) {
    const path = {
      id: shape.route.name.startsWith('changes.') ? await firstTrade() : 1,
      portfolio: 'OPEN',
      lineId: 1,
    }
    const { status } = await api.call(shape.route, {
      params: path,
      body: spiked(body, namedBy(shape.body)),
    })
    answers.set(shape.route.name, Math.min(status, answers.get(shape.route.name) ?? 999))
  }

  /** Rows of any table that hold one of the values, as text. */
  async function stored(): Promise<string[]> {
    const tables = await api.database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'em'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
    )
    expect(tables.length).toBeGreaterThan(40)
    const hits: string[] = []
    // As the owner: the application may not read every column.
    const owner = new pg.Client(api.fresh.config)
    await owner.connect()
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM em.${name} t
          WHERE to_jsonb(t)::text LIKE '%${MARK}%' OR to_jsonb(t)::text LIKE '%1999-12-31%' LIMIT 3`,
      )
      hits.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    await owner.end()
    return hits
  }

  const sale = {
    ...rightBodies()['trades.save-buy'],
    contractNumber: 'S1',
    soldPrice: 21,
    quantity: 10,
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
  }
  const written: Readonly<Record<string, readonly Body[]>> = {
    'identity.signup': [
      { first_name: 'Not', last_name: 'Admin', email: 'not.admin@example.com', password: PASSWORD },
    ],
    'identity.login': [{ email: 'not.admin@example.com', password: PASSWORD }],
    'sells.calculate': [{ quantity: 10, soldPrice: 21, portfolioId: 'GROWTH', symbol: 'JKH.N0000' }],
    'sells.save': [sale],
    'sells.enter': [{ ...sale, contractNumber: 'S2' }],
    'sells.enter-with-allocations': [
      { ...sale, contractNumber: 'S3', allocations: [{ buyTransactionId: 1, allocatedQuantity: 10 }] },
    ],
    'batches.calculate-bulk-buy': [{ quantity: 10, grossValue: 200 }],
    'batches.save-bulk-buy': [{ ...rightBodies(50)['trades.save-buy'], grossValue: 20_500 }],
    'batches.save-bulk-sell': [{ ...sale, contractNumber: 'S4' }],
    'batches.record': [
      { source: 'bulk-buy', rows: [{ ...rightBodies(60)['trades.save-buy'] }] },
      { source: 'bulk-buy', fields: ['id', 'version', 'user_id'], rows: [[MARK, MARK, MARK]] },
    ],
    'changes.change-buy': [{ ...rightBodies()['trades.save-buy'], quantity: 1001 }],
    'gl-mappings.set': [{ role: 'cash', portfolioId: null, settlementAccount: null, account_code: '1010' }],
    'openings.record-lots': [
      {
        openingDate: '2026-06-01',
        rows: [
          {
            symbol: 'JKH.N0000',
            quantity: 100,
            cost: 1000,
            tradeDate: '2020-03-02',
            settlementDate: '2020-03-04',
          },
        ],
      },
    ],
    'reconciliation.create': [
      {
        accountCode: '1010',
        settlementAccount: 1,
        portfolioId: 'GROWTH',
        startDate: '2026-06-01',
        endDate: '2026-06-10',
        externalClosing: 1_000_000,
      },
    ],
    'reconciliation.update': [{ version: 1, notes: 'Looked at' }],
    'reconciliation.import-statement': [
      { lines: [{ date: '2026-06-01', credit: 1_000_000, description: 'Capital' }] },
    ],
    'reconciliation.save': [{ id: 1, status: 'pending' }],
  }

  test('none of them is stored anywhere, and no user becomes an administrator', async () => {
    const last = /periods|recurring|post-drafts|reverse|change-lot/
    const order = withBody.toSorted(
      (a, b) => Number(last.test(a.route.name)) - Number(last.test(b.route.name)),
    )
    for (const [at, shape] of order.entries()) {
      const { name } = shape.route
      const bodies = written[name] ?? [rightBodies(at + 10)[name] ?? findBody(shape.route) ?? {}]
      for (const body of bodies) {
        await send(
          shape,
          name === 'settlements.confirm' ? { items: [{ tradeId: await firstTrade() }] } : body,
        )
      }
    }
    expect(await stored()).toEqual([])
    // The first account is the administrator and stays the only one.
    const roles = await api.database.query<{ user_id: number; role: string }>(
      'SELECT user_id, role FROM user_roles ORDER BY user_id',
    )
    expect(roles).toEqual([
      { user_id: 1, role: 'Administrator' },
      ...roles.slice(1).map(({ user_id }) => ({ user_id, role: 'Member' })),
    ])
    expect(roles.length).toBeGreaterThan(1)
  })

  test('most of them were really carried out: the others refuse these bodies by rules of their own', () => {
    expect([...answers].filter(([, status]) => status >= 500)).toEqual([])
    const done = [...answers].filter(([, status]) => status < 300).map(([name]) => name)
    expect(answers.size).toBe(withBody.length)
    expect(done).toEqual(
      expect.arrayContaining([
        ...Object.keys(rightBodies()).filter(
          (name) => !/^(costing-methods\.assign|journal\.reverse)$/.test(name),
        ),
        'identity.signup',
        'sells.save',
        'batches.save-bulk-buy',
        'batches.save-bulk-sell',
        'batches.record',
        'changes.change-buy',
        'openings.record-lots',
        'reconciliation.create',
        'reconciliation.import-statement',
        'settlements.confirm',
      ]),
    )
    expect(done.length).toBeGreaterThan(40)
  })
})
