import { describe, expect, it } from 'vitest'
import { differenceOf, isFee, isZero, monthsBack, otherAccount, periodOf, sumOfLines } from './lines.ts'
import { ledgerLine, reconciliationOf, statementLine } from './testing.ts'

describe('sums of what is chosen', () => {
  it('are exact where binary numbers are not', () => {
    const lines = [ledgerLine('1-1', 0.1), ledgerLine('2-1', 0.2)]
    expect(sumOfLines(lines)).toBe('0.3')
    expect(isZero(differenceOf(lines, [statementLine(1, 0.3)]))).toBe(true)
  })
  it('take the sides for what they are: money out against money out, not against money in', () => {
    expect(isZero(differenceOf([ledgerLine('1-1', -500)], [statementLine(1, -500)]))).toBe(true)
    expect(differenceOf([ledgerLine('1-1', -500)], [statementLine(1, 500)])).toBe('-1000')
  })
  it('an entry and its reversal agree without any statement line', () => {
    expect(isZero(differenceOf([ledgerLine('1-1', 70), ledgerLine('2-1', -70)], []))).toBe(true)
  })
})

describe('bank charges', () => {
  it('are money out that names a fee, in any letters', () => {
    expect(isFee(statementLine(1, -250, { description: 'Monthly FEE' }))).toBe(true)
    expect(isFee(statementLine(1, -250, { description: 'CHGS June' }))).toBe(true)
    expect(isFee(statementLine(1, 250, { description: 'Fee refunded' }))).toBe(false)
    expect(isFee(statementLine(1, -250, { description: null }))).toBe(false)
  })
})

describe('periods', () => {
  it('a month by its name, other dates by both', () => {
    expect(periodOf(reconciliationOf())).toBe('October 2026')
    expect(periodOf(reconciliationOf({ period: null, startDate: '2026-10-05' }))).toBe(
      '05 Oct 2026 to 31 Oct 2026',
    )
  })
  it('the current month first, over the turn of the year', () => {
    expect(monthsBack('2026-01-31', 3).map(({ value }) => value)).toEqual(['2026-01', '2025-12', '2025-11'])
  })
})

describe('a statement of another account', () => {
  const settlementAccount = { id: 1, account_name: 'Custody', account_number: '1000 4471', bank_name: 'Bank' }
  it('is noticed before it is imported, however the number is written', () => {
    const of = (account: string | null) => otherAccount(account, { settlementAccount })
    expect(of('0099 1')).toBe('The statement is of account 0099 1; this is account 1000 4471.')
    expect([of(null), of('10004471'), of('lk12-1000-4471')]).toEqual([null, null, null])
    expect(otherAccount('0099 1', { settlementAccount: null })).toBeNull()
  })
})
