import { expect, test } from 'vitest'
import { type Figures, isCovered } from './released.ts'

const released: Figures = {
  limit: 'ONE',
  portfolio: null,
  subject: 'JKH.N0000',
  measure: 'percent-of-net-assets',
  operator: 'above',
  bound: '100000',
  isExceeded: true,
  value: '120000',
  together: '120000',
}
test.each<[string, Partial<Figures>, boolean]>([
  ['the same', {}, true],
  ['less', { value: '110000' }, true],
  ['more', { value: '120001' }, false],
  ['a stricter bound', { bound: '50000' }, false],
  ['a looser bound', { bound: '110000' }, true],
  ['that the bound is too much, too', { operator: 'at-or-above' }, false],
  ['another subject', { subject: 'COMB.N0000' }, false],
  ['another portfolio', { portfolio: 2 }, false],
  ['another limit', { limit: 'TWO' }, false],
  ['another measure', { measure: 'percent-of-securities' }, false],
  ['more with other orders, which is exceeded without them', { together: '130000' }, true],
  ['as much with other orders alone', { isExceeded: false, value: '90000' }, true],
  ['more with other orders alone', { isExceeded: false, value: '90000', together: '130000' }, false],
  ['what is not known', { value: null }, false],
])('%s', (_, more, expected) => {
  expect(isCovered({ ...released, ...more }, [released])).toBe(expected)
})
test('a least is stricter where it is higher, and worse where less is left', () => {
  const cash: Figures = { ...released, measure: 'minimum-cash', value: '80000', together: '80000' }
  const covered = (more: Partial<Figures>) => isCovered({ ...cash, ...more }, [cash])
  expect([covered({}), covered({ value: '79999' }), covered({ bound: '100001' })]).toEqual([
    true,
    false,
    false,
  ])
  expect([covered({ value: '90000' }), covered({ bound: '90000' })]).toEqual([true, true])
})
test('what forbids has no bound', () => {
  const forbidden: Figures = { ...released, measure: 'restricted', bound: null, value: '10000' }
  expect(isCovered(forbidden, [forbidden])).toBe(true)
  expect(isCovered({ ...forbidden, value: '20000' }, [forbidden])).toBe(false)
})
