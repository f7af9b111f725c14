import type { EntitlementChange } from '@em/contract/corporate-actions/entitlement-changes'
import { expect, test } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { sentencesOf } from './entitlement-texts.ts'

const change: EntitlementChange = {
  action: 7,
  kind: 'dividend',
  title: 'Dividend 3.25 a share JKH.N0000',
  securityCode: 'JKH.N0000',
  portfolioId: 'GROW',
  portfolioName: 'Growth Fund',
  ex_date: '2026-03-03',
  in_books: true,
  due: '2026-03-20',
  is_confirmed: false,
  before: { held: 20_000, entitled: 0, gross: 65_000, tax: 9750, net: 55_250 },
  after: { held: 21_000, entitled: 0, gross: 68_250, tax: 10_237.5, net: 58_012.5 },
}
const said = (more: Partial<EntitlementChange> = {}) => sentencesOf([{ ...change, ...more }])[0]?.text
const HEAD =
  'Dividend 3.25 a share JKH.N0000, XD 03 Mar 2026: entitled 20,000 → 21,000 shares, net LKR 55,250.00 → 58,012.50.'

test('the sentence on a difference of money depends on its treatment', () => {
  followServerDay('2026-03-10')
  expect(said()).toBe(`${HEAD} LKR 2,762.50 more is expected on 20 Mar 2026.`)
  expect(said({ due: null })).toBe(`${HEAD} LKR 2,762.50 more is expected, on a day to be notified.`)
  expect(said({ due: '2026-03-10' })).toBe(
    `${HEAD} LKR 2,762.50 more is assumed to be received on 10 Mar 2026.`,
  )
  expect(said({ is_confirmed: true })).toBe(
    `${HEAD} The payment is confirmed, so LKR 2,762.50 stays open as a claim.`,
  )
  expect(said({ in_books: false })).toBe(HEAD)
  const less = { before: change.after, after: change.before }
  expect(said(less)).toMatch(/LKR 2,762\.50 less is expected on 20 Mar 2026\.$/)
  expect(said({ ...less, is_confirmed: true })).toMatch(/LKR 2,762\.50 stays open to be paid back\.$/)
})

test('new shares are named with the holding, and with the portfolio where there are several', () => {
  const bonus = {
    ...change,
    kind: 'bonus' as const,
    title: 'Bonus 1 for 4 JKH.N0000',
    before: { held: 1000, entitled: 250, gross: 0, tax: 0, net: 0 },
    after: { held: 1400, entitled: 350, gross: 0, tax: 0, net: 0 },
  }
  expect(
    sentencesOf([bonus, { ...bonus, portfolioId: 'HOLD', portfolioName: 'Holding Fund' }])[1]?.text,
  ).toBe(
    'Bonus 1 for 4 JKH.N0000, XD 03 Mar 2026, in Holding Fund: held 1,000 → 1,400 shares, entitled to 250 → 350.',
  )
})
