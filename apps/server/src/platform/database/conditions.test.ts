import { expect, test } from 'vitest'
import { adderTo, containing, literally } from './conditions.ts'

test.each([
  ['JKH', '%JKH%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('%s is searched for literally', (text, pattern) => {
  expect(containing(text)).toBe(pattern)
  expect(`%${literally(text)}%`).toBe(pattern)
})

test('each value has a number of its own, used as often as its condition names it', () => {
  const where = ['$1::date IS NOT NULL']
  const values: unknown[] = ['2026-06-15']
  const add = adderTo(where, values)
  add((side) => `t.side = ${side}`, 'buy')
  add((text) => `(e.name ILIKE ${text} OR e.symbol ILIKE ${text})`, '%?$1%')
  expect(where).toEqual(['$1::date IS NOT NULL', 't.side = $2', '(e.name ILIKE $3 OR e.symbol ILIKE $3)'])
  expect(values).toEqual(['2026-06-15', 'buy', '%?$1%'])
})
