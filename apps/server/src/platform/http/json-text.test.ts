import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

const written = async (answer: unknown) => {
  const made = jsonText(answer)
  return typeof made === 'string' ? made : text(made)
}
const row = (n: number) => ({ id: n, name: `Row "${n}"`, blank: null, left: undefined, day: new Date(n) })
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))

test.each([
  ['a short list', rows(3)],
  ['an empty list', []],
  ['a long list', rows(10_000)],
  ['a list that fills its last piece', rows(750)],
  ['a long list within an object', { success: true, gone: undefined, data: rows(1_001), total: 1_001 }],
  ['two long lists', { a: rows(600), none: [], b: rows(601) }],
  ['a record', row(1)],
  ['a date', new Date(0)],
  ['null', null],
  ['a number', 5],
])('%s is written as JSON.stringify writes it', async (_, answer) => {
  expect(await written(answer)).toBe(JSON.stringify(answer))
})

test('a long list is written in pieces', async () => {
  const made = jsonText(rows(10_000))
  expect(made).not.toBeTypeOf('string')
})
