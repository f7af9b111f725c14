import { FEE_COMPONENTS } from '@em/core/fee-tariffs/tariff'
import { expect, test } from 'vitest'
import { FEES } from './fees.ts'

test('the fees are in the order in which they are booked, and no two share a name or a header', () => {
  expect(FEES.map(({ component }) => component)).toEqual(FEE_COMPONENTS)
  for (const names of [
    FEES.map(({ field }) => field),
    FEES.map(({ column }) => column),
    FEES.map(({ label }) => label),
    FEES.flatMap(({ headers }) => headers as readonly string[]),
  ]) {
    expect(new Set(names).size).toBe(names.length)
  }
})
