import { expect, test } from 'vitest'
import { choosing, methodChoices, salesMail } from './premium.ts'

test('in the standard edition only WAP can be chosen', () => {
  expect(choosing('WAP', 'standard')).toBe('chosen')
  expect(choosing('FIFO', 'standard')).toBe('premium-popup')
  expect(choosing('CHERRY', 'standard')).toBe('premium-popup')
})

test('in the premium edition all three can', () => {
  for (const method of ['WAP', 'FIFO', 'CHERRY'] as const) expect(choosing(method, 'premium')).toBe('chosen')
})

test('while the edition is not known every method can be chosen: the server decides', () => {
  expect(choosing('FIFO', undefined)).toBe('chosen')
})

test('the choices are in the order of the specification', () => {
  expect(methodChoices('premium').map(({ label }) => label)).toEqual([
    'FIFO (First-In First-Out)',
    'Cherry Picking',
    'Weighted Average Price (WAP)',
  ])
  expect(methodChoices('standard').map(({ help }) => help.includes('Premium'))).toEqual([true, true, false])
})

test('Contact Sales begins an e-mail to the support of the installation that names the method', () => {
  expect(salesMail('sales@example.lk', 'CHERRY')).toMatch(
    /^mailto:sales@example\.lk\?subject=.*Cherry%20Picking$/,
  )
})
