import { expect, it } from 'vitest'
import { derivedOf } from './derived.ts'
import { withTaxRate } from './useTaxRate.ts'

const inForce = (rate: string | null) => ({ rate, day: '2026-03-03', differs: false })
const bonus = (taxRate: string, rate: string | null) =>
  derivedOf(
    'scrip',
    withTaxRate({ ratePerShare: '2', issuePrice: '90.60', sharesHeld: '10000', taxRate }, inForce(rate)),
  ).find(({ label }) => label === 'Bonus Shares Received')?.value

it('figures beside the form are counted with the rate in force while none is typed', () => {
  expect([bonus('', '15'), bonus('10', '15')]).toEqual(['187', '198'])
  // None in force: nothing is withheld. Not known yet: nothing is told.
  expect([bonus('', null), bonus('', '')]).toEqual(['220', null])
})
