import { expect, test } from 'vitest'
import { choicesOf, fieldOf } from './inline-edit.ts'
import { portfolioMaster } from './portfolio-master.ts'

const values = (name: string, stored: unknown) => choicesOf(fieldOf(name), stored).map(({ value }) => value)

test('the list offers three statuses, and Closed where it is closed already', () => {
  expect(values('status', 'Active')).toEqual(['Active', 'Inactive', 'Suspended'])
  expect(values('status', 'Closed')).toEqual(['Active', 'Inactive', 'Suspended', 'Closed'])
})

test('an optional choice can be emptied, a required one cannot', () => {
  expect(values('riskProfile', null)[0]).toBe('')
  expect(values('baseCurrency', 'LKR')).not.toContain('')
})

test('a portfolio in use names what to remove first', () => {
  expect(portfolioMaster.inUseSentence?.('P1 is in use.')).toBe(
    'Cannot delete portfolio: P1 is in use. Please remove related costing methods, strategies and transactions first.',
  )
})
