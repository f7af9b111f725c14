import { expect, it } from 'vitest'
import { matching } from './matching.ts'
import { securityItems } from './security-items.ts'

const items = securityItems([
  {
    symbol: 'NEWE.N0000',
    name: 'New Exports PLC',
    formerly: 'before 01 Jul 2026 OLDE.N0000 (Old Exports PLC)',
  },
  { symbol: 'OLDEN.N0000', name: 'Olden Estates PLC', formerly: null },
])

it('finds a security by what it was called before, after those that are called so', () => {
  const found = (text: string) => matching(items, text, []).map(({ symbol }) => symbol)
  expect(found('olde')).toEqual(['OLDEN.N0000', 'NEWE.N0000'])
  expect(found('OLDE.N0000')).toEqual(['NEWE.N0000'])
  expect(found('old exports')).toEqual(['NEWE.N0000'])
  expect(found('july')).toEqual([])
})
