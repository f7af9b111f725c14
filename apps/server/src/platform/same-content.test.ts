import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from './same-content.ts'

/** The keys in order, written in one piece: what the hash is of. */
function written(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1))
  return `{${keys.map((key) => `${JSON.stringify(key)}:${written((value as Record<string, unknown>)[key])}`).join(',')}}`
}
const plain = (value: unknown) => createHash('sha256').update(written(value)).digest('hex')

test('the hash is of the whole content, also where it is fed in pieces', async () => {
  const value = fc.jsonValue().map((one) => JSON.parse(JSON.stringify(one)) as unknown)
  const long = fc.array(value, { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ params: value, body: fc.record({ rows: long, more: value }) }),
      async (body) => {
        expect((await hashOf(body)).toString('hex')).toBe(plain(body))
      },
    ),
    { numRuns: 40 },
  )
  for (const length of [0, 1, 63, 64, 65, 128, 129]) {
    const rows = Array.from({ length }, (_, at) => [at, 'x'])
    expect((await hashOf({ rows })).toString('hex')).toBe(plain({ rows }))
  }
})

test('fields in another order are the same content; values in another order are not', async () => {
  const same = async (a: unknown, b: unknown) => (await hashOf(a)).equals(await hashOf(b))
  expect(await same({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(await same({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(await same({ a: undefined, b: 1 }, { b: 1 })).toBe(true)
})
