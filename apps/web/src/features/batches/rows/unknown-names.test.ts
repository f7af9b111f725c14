import { expect, test } from 'vitest'
import { symbolGiven, unknownNames } from './unknown-names.ts'

const bank = { symbol: 'COMB.N0000', name: 'Commercial Bank', sector: null, inBooks: true }
const fault = (row: number, field: string, value: string | null, proposals?: readonly (typeof bank)[]) => ({
  row,
  field,
  error: 'not found',
  value,
  ...(proposals && { proposals: [...proposals] }),
})
const rows = [
  { companyName: 'Comercial Bank' },
  { symbol: 'comercial bank ', companyName: 'Another' },
  { symbol: 'JKH.N0000', companyName: 'Comercial Bank' },
  { companyName: 'Apple Inc' },
]

test('a name is asked about once, with all its rows, whichever column says it', () => {
  const faults = [
    fault(1, 'companyName', 'Comercial Bank', [bank]),
    fault(2, 'symbol', 'comercial bank ', [bank]),
    fault(3, 'quantity', 'ten'),
    fault(4, 'companyName', 'Apple Inc', []),
    fault(5, 'companyName', 'Gone Inc', []),
  ]
  expect(unknownNames(faults, rows)).toEqual([
    { text: 'Comercial Bank', rows: 2, choices: [bank] },
    { text: 'Apple Inc', rows: 1, choices: [] },
  ])
})

test('the symbol that was chosen goes into all its rows and into no other', () => {
  expect(symbolGiven(rows, 'Comercial Bank', 'COMB.N0000')).toEqual([
    { symbol: 'COMB.N0000', companyName: 'Comercial Bank' },
    { symbol: 'COMB.N0000', companyName: 'Another' },
    rows[2],
    rows[3],
  ])
})
