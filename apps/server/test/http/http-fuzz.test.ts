import { announcementFeed } from '@em/contract/announcements/announcement-feed'
import { identity, users } from '@em/contract/identity/identity'
import { apiError } from '@em/contract/kit/errors'
import { feed } from '@em/contract/prices/price-feed'
import { allRoutes } from '@em/contract/registry'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { routeShapes, type Shape } from '../../src/features/system/route-shapes.ts'
import { type Answer, type Api, PASSWORD, startApi } from '../support/api.ts'
import { signIn } from '../support/identity.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

/** Of each route; more by FUZZ_RUNS, which begin with the same. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4)

let api: Api
/** A second session of the first account: the first one has the id 1, which the storm ends. */
let token: string
beforeAll(async () => {
  api = await startApi({ edition: 'premium' })
  await fillSmallBook(api)
  token = (await signIn(api, api.user.email, PASSWORD)).body.token
})

/** Wrong values, as people, programs and attackers send them. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    5e-324,
    2 ** 53,
    '12345678901234567890.123456789',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    '१२',
    '2026-02-30',
    '0000-00-00',
    '275760-09-13',
    'infinity',
    true,
    [],
    {},
    [[]],
    { toString: 1 },
    "' OR 1=1--",
    "'; DROP TABLE users; --",
    '$1',
    '%_\\',
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("x")',
    '\u0000',
    '\ud800',
    '\u202e',
    '../../etc/passwd',
    'x'.repeat(5000),
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
)

/** Values that get further in: the deeper they come, the more they find. */
const plausible = fc.constantFrom<unknown>(
  '1',
  1,
  100,
  '10.25',
  '2026-06-12',
  '2026-06-15',
  'WAP',
  'Active',
  'Colombo Stock Exchange',
  'Bank Transfer',
  'JKH.N0000',
  'GROWTH',
  'Growth',
  'id',
  '-id',
  '1010',
  true,
)
const value = fc.oneof({ weight: 2, arbitrary: plausible }, { weight: 3, arbitrary: junk })

function fieldsOf(shape: Shape | undefined): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(shape?.properties ?? {})
  const fields = Object.fromEntries(names.map((name) => [name, ofShape(shape?.properties?.[name] ?? {})]))
  return fc.record(fields, { requiredKeys: [] })
}

/** Now and then what the shape asks for (a choice, a list of things), mostly any value. */
function ofShape(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...shape.enum) }, value)
  if (shape.items) return fc.oneof(fc.array(fieldsOf(shape.items), { maxLength: 3 }), value)
  if (shape.properties) return fc.oneof(fieldsOf(shape), value)
  return value
}

/** Mostly what is right with a field or two that are not; else anything. */
function bodiesOf(name: string, shape: Shape): fc.Arbitrary<unknown> {
  const fields = fieldsOf(shape)
  if (rightBodies()[name] === undefined) return fc.oneof({ weight: 4, arbitrary: fields }, junk)
  const spoiled = fc
    .tuple(fields, fc.nat(1_000_000), fc.array(fc.nat(), { minLength: 0, maxLength: 2 }))
    .map(([wrong, at, chosen]) => {
      const entries = Object.entries(wrong)
      const taken = chosen.flatMap((one) => entries.slice(one % Math.max(1, entries.length)).slice(0, 1))
      return { ...rightBodies(at)[name], ...Object.fromEntries(taken) }
    })
  return fc.oneof({ weight: 6, arbitrary: spoiled }, fields, junk)
}

/** A list asked for with more than a few fields of junk answers 400 at the first: few get further. */
const fewOf = (shape: Shape) =>
  fc
    .tuple(fieldsOf(shape), fc.nat(3))
    .map(([all, count]) => Object.fromEntries(Object.entries(all).slice(-count)))

const text = (part: unknown) => {
  if (typeof part === 'string') return part.toWellFormed()
  return (
    JSON.stringify(part, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''
  )
}
const texts = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).map(([name, part]) => [name, text(part)]))

function expectNoFault(answer: Answer<unknown>, sent: string): void {
  expect(answer.status, `${sent} answered ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  if (answer.status < 400) return
  expect(apiError.strict().safeParse(answer.body).success).toBe(true)
}

/** They end the session that the storm comes from. */
const ENDING = [identity.logout.name, users.endSessions.name, users.endSession.name]
/** It has no fields, and no exchange is reached from here. */
const APART = [...ENDING, feed.read.name, announcementFeed.read.name]
const shapes = routeShapes().filter(({ route }) => !APART.includes(route.name))

test.each(shapes.map((shape) => [`${shape.route.method} ${shape.route.path}`, shape] as const))(
  'junk sent to %s is answered, never a fault',
  async (_, { route, params, query, body }) => {
    const sent = fc.record({
      params: fieldsOf(params),
      query: fewOf(query),
      body: body ? bodiesOf(route.name, body) : fc.constant(undefined),
      key: fc.option(fc.stringMatching(/^[\x20-\x7e]{0,12}$/), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(sent, async ({ params, query, body, key }) => {
        const answer = await api.call(route, {
          token,
          params: {
            ...Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])),
            ...texts(params),
          },
          query: texts(query),
          ...(body !== undefined && { body: text(typeof body === 'string' ? JSON.stringify(body) : body) }),
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        })
        expectNoFault(answer, `${route.name} ${JSON.stringify({ params, query })} ${text(body)}`)
      }),
      { numRuns: RUNS, seed: 20261120 },
    )
  },
)

test('the storm left the server and the first account as they were', async () => {
  expect((await api.call(identity.me, { token })).body).toEqual(api.user)
  expect(shapes.length).toBe(allRoutes.length - APART.length)
})
