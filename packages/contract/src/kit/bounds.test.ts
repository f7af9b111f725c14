import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { batches } from '../batches/batches.ts'
import { allRoutes } from '../registry.ts'
import { boundsOf, DEPTH_MAX, FILE_BYTES_MAX, KEYS_MAX, TEXT_BYTES_MAX, unboundedIn } from './bounds.ts'

describe('every route of the contract', () => {
  test.each(allRoutes.map((route) => [route.name, route] as const))(
    '%s: all that it takes is bounded',
    (_, route) => {
      expect({
        params: unboundedIn(route.params),
        query: unboundedIn(route.query),
        body: unboundedIn(route.body),
      }).toEqual({ params: [], query: [], body: [] })
    },
  )
})

describe('what is left open is found', () => {
  const found = (schema: z.ZodType) => unboundedIn(z.object({ field: schema }))
  test.each([
    ['a list', z.array(z.number()), ['field: a list without max']],
    ['a text', z.string(), ['field: a text without max']],
    [
      'a text behind a step before it',
      z.preprocess((value) => value, z.nullable(z.string())),
      ['field: a text without max'],
    ],
    ['a text with a default', z.string().default(''), ['field: a text without max']],
    ['a text in one of several shapes', z.union([z.number(), z.string()]), ['field: a text without max']],
    ['a text in a record', z.record(z.string(), z.string()), ['field.*: a text without max']],
    ['a text that is transformed', z.string().transform(Number), ['field: a text without max']],
    ['a list in a list', z.array(z.array(z.number())).max(3), ['field[]: a list without max']],
    [
      'a text of both of two shapes',
      z.intersection(z.object({ a: z.string() }), z.object({})),
      ['field.a: a text without max'],
    ],
  ])('%s', (_, schema, open) => expect(found(schema)).toEqual(open))
  test('too many fields', () => {
    const fields = Object.fromEntries(Array.from({ length: KEYS_MAX + 1 }, (_, at) => [`f${at}`, z.number()]))
    expect(found(z.object(fields))).toEqual([`field: more than ${KEYS_MAX} fields`])
  })
  test('but not what is bounded', () => {
    expect(found(z.array(z.string().max(5)).max(3))).toEqual([])
  })
})

test('the bounds of a body follow from its schema', () => {
  expect(boundsOf(batches.record.body)).toEqual({
    depth: DEPTH_MAX,
    keys: KEYS_MAX,
    lists: [0, 100_000],
    textBytes: TEXT_BYTES_MAX,
  })
  // A file in base64 is the one long text.
  expect(boundsOf(batches.readFile.body).textBytes).toBeGreaterThan(FILE_BYTES_MAX)
})
