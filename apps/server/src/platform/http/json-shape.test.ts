import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonShape, PastBounds } from './json-shape.ts'

const BOUNDS = { depth: 4, keys: 3, lists: [0, 10], textBytes: 2048 }

/** Looks over a text that comes in chunks of some bytes; answers the refusal's field and sentence, or null. */
function readShape(text: string, chunk = 7): [string, string] | null {
  const shape = new JsonShape(BOUNDS, 20)
  const bytes = Buffer.from(text)
  try {
    for (let from = 0; from < bytes.length; from += chunk) shape.take(bytes.subarray(from, from + chunk))
    return null
  } catch (error) {
    if (!(error instanceof PastBounds)) throw error
    return [error.field, error.message]
  }
}
const list = (length: number) => `[${Array.from({ length }, () => 1).join(',')}]`
const object = (fields: number) => `{${Array.from({ length: fields }, (_, at) => `"k${at}":1`).join(',')}}`

describe('a body is refused where it passes a bound', () => {
  test.each([
    ['fields of the body', object(4), ['body', 'Takes at most 3 fields.']],
    ['fields of an object in it', `{"a":1,"defaults":${object(4)}}`, ['defaults', 'Takes at most 3 fields.']],
    ['fields of a row', `{"rows":[{"a":1},${object(4)}]}`, ['rows.1', 'Takes at most 3 fields.']],
    ['the same field again and again', '{"a":1,"a":1,"a":1,"a":1}', ['body', 'Takes at most 3 fields.']],
    ['values of a list', `{"rows":${list(11)}}`, ['rows', 'Takes at most 10 values.']],
    ['values of a row', `{"rows":[[1,2,3],${list(4)}]}`, ['rows.1', 'Takes at most 3 values.']],
    ['a body that is a list', list(4), ['body', 'Takes at most 3 values.']],
    ['a text', `{"a":1,"b":"${'x'.repeat(2049)}"}`, ['b', 'A single value takes at most 2 KB.']],
    ['a text of escapes', `{"b":"${'\\\\'.repeat(1025)}"}`, ['b', 'A single value takes at most 2 KB.']],
    ['a number', `{"rows":[1,${'1'.repeat(2049)}]}`, ['rows.1', 'A single value takes at most 2 KB.']],
    ['blanks', `{"rows":[1,${' '.repeat(2049)}2]}`, ['rows.1', 'A single value takes at most 2 KB.']],
    ['depth', '{"a":[{"b":[[1]]}]}', ['a.0.b.0', 'The request is nested deeper than 4 levels.']],
    ['depth without an end', '['.repeat(10_000), ['0.0.0.0', 'The request is nested deeper than 4 levels.']],
  ])('%s', (_, text, expected) => {
    for (const chunk of [1, 7, 1_000_000]) expect(readShape(text, chunk)).toEqual(expected)
  })
  test('but not at the bound', () => {
    for (const text of [
      object(3),
      `{"rows":${list(10)}}`,
      `{"a":"${'x'.repeat(2048)}","b":"${'x'.repeat(2048)}"}`,
      `{"rows":[${object(3)},${list(3)}]}`,
      '{"a":[{"b":[1]}]}',
    ]) {
      expect(readShape(text)).toBeNull()
    }
  })
  test('and texts are not looked into', () => {
    const text = JSON.stringify({ a: '[[[[[[,,,,,,"{{{{{{\\', b: '\\"', c: ['\\\\', ',,,,,,'] })
    for (const chunk of [1, 2, 3, 100]) expect(readShape(text, chunk)).toBeNull()
  })
  test('long before it has come in', () => {
    const shape = new JsonShape(BOUNDS, 20)
    expect(() => shape.take(Buffer.from('{"rows":[1,1,1,1,1,1,1,1,1,1,'))).toThrow(PastBounds)
  })
})

/** The same bounds, over what the parser made of the text. */
function isWithin(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  const most = Array.isArray(value) && depth === 1 ? 10 : 3
  const inner = Object.values(value)
  return depth < 4 && inner.length <= most && inner.every((one) => isWithin(one, depth + 1))
}

test('what is looked over is what the parser finds, whatever the text and the chunks', () => {
  const odd = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', ']', '}', 'a', 'é') })
  const values = fc.array(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), { maxLength: 12 })
  const seen = { true: 0, false: 0 }
  fc.assert(
    fc.property(
      fc.oneof(values, fc.jsonValue()),
      odd,
      fc.integer({ min: 1, max: 50 }),
      (value, text, chunk) => {
        const sent = { value, text }
        seen[`${isWithin(sent)}`] += 1
        expect(readShape(JSON.stringify(sent), chunk) === null).toBe(isWithin(sent))
      },
    ),
    { numRuns: 60 },
  )
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(5)
}, 60_000)
