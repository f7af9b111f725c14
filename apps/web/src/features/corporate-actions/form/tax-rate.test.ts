import { derivedOf } from '@em/contract/corporate-actions/typed-form'
import { expect, it } from 'vitest'
import { taxDayOfForm, withTaxRate } from './FormFields.tsx'

const inForce = (rate: string | null) => ({ rate, day: '2026-03-03', isProvisional: false, differs: false })
const bonus = (taxRate: string, rate: string | null) =>
  derivedOf(
    'scrip',
    withTaxRate({ ratePerShare: '2', issuePrice: '90.60', sharesHeld: '10000', taxRate }, inForce(rate)),
  ).find(({ label }) => label === 'Bonus Shares Received')?.value

it('figures next to the form are computed with the rate in force while none is typed', () => {
  expect([bonus('', '15'), bonus('10', '15')]).toEqual(['187', '198'])
  // None in force: nothing is withheld. Not known yet: no figure is shown.
  expect([bonus('', null), bonus('', '')]).toEqual(['220', null])
})

it('the rate is that of the payment date once it has come, else that of the ex date for the time being', () => {
  const form = { exDividendDate: '2022-12-20', paymentDate: '2023-01-10' }
  const on = (kind: 'dividend' | 'scrip', now: string, values = form) => {
    const { day, isProvisional } = taxDayOfForm(kind, values, now)
    return [day, isProvisional]
  }
  expect(on('dividend', '2023-01-10')).toEqual(['2023-01-10', false])
  expect(on('dividend', '2023-01-09')).toEqual(['2022-12-20', true])
  expect(on('dividend', '2023-01-10', { ...form, paymentDate: '' })).toEqual(['2022-12-20', true])
  expect(on('scrip', '2023-01-10')).toEqual(['2022-12-20', false])
})
