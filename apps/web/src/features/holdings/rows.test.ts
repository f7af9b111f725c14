import type { ValuedHolding } from '@em/contract/holdings/holdings'
import { describe, expect, test } from 'vitest'
import { holdingRows } from './rows.ts'

const position = (companyName: string, quantity: number, costValue: number, charges: number) =>
  ({ id: 1, companyName, symbol: companyName, quantity, costPrice: 0, costValue, charges }) as ValuedHolding

describe('portfolio holdings', () => {
  test('what is not held is left out; the rest is ordered by company', () => {
    const rows = holdingRows([
      position('Sampath', 5, 1, 1),
      position('Aitken', 5, 1, 1),
      position('JKH', 0, 0, 0),
    ])
    expect(rows.map((row) => row.company)).toEqual(['Aitken', 'Sampath'])
  })
  test('net value and cost per share to the cent and a ten-thousandth', () => {
    const [row] = holdingRows([position('JKH', 3, 0.1, 0.2)])
    expect(row).toMatchObject({ netValue: '0.3', costPerShare: '0.1000' })
    const [thirds] = holdingRows([position('JKH', 3, 100, 1.12)])
    expect(thirds).toMatchObject({ netValue: '101.12', costPerShare: '33.7067' })
  })
})
