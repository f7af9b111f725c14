import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalFees } from '../fee-tariffs/charge.ts'
import { assertBalanced, checkManualLines, type EntryLine, imbalances, reverseLines } from './lines.ts'
import {
  accountOfRole,
  accountType,
  DEFAULT_CHART,
  DEFAULT_ROLE_ACCOUNTS,
  POSTING_ROLES,
  type PostingRole,
  SYSTEM_ONLY_ROLES,
} from './roles.ts'
import { buyEntries, recostEntry, sellEntries } from './trade-entries.ts'
import { type Treatment, treatmentOf } from './treatment.ts'

const keys = {
  portfolioId: 7,
  equityId: 3,
  brokerId: 2,
  settlementAccountId: 5,
  companyName: 'Commercial Bank of Ceylon PLC',
  tradeDate: '2026-03-31',
  settlementDate: '2026-04-06',
}
const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
const fees = fc.record({
  brokerage: amount,
  cse: amount,
  cds: amount,
  clearing: amount,
  sec: amount,
  stl: amount,
})
const treatment = fc.constantFrom<Treatment>('FVTPL', 'FVOCI')

/** Debit less credit of each role over some entries. */
function byRole(entries: readonly { readonly lines: readonly EntryLine[] }[]): Map<PostingRole, bigint> {
  const totals = new Map<PostingRole, bigint>()
  for (const { role, debit, credit } of entries.flatMap((entry) => entry.lines)) {
    totals.set(role, (totals.get(role) ?? 0n) + debit - credit)
  }
  return totals
}

describe('trade entries', () => {
  it('balance, carry one side a line and no line of nothing', () => {
    const trade = fc.record({ gross: amount, fees, costOut: amount, chargesOut: amount, treatment })
    fc.assert(
      fc.property(trade, ({ gross, fees, costOut, chargesOut, treatment }) => {
        const [paid, got] = [gross + totalFees(fees), gross - totalFees(fees)]
        const buy = buyEntries({ ...keys, gross, fees, net: paid }, treatment)
        const sell = sellEntries({ ...keys, gross, fees, net: got, costOut, chargesOut }, treatment)
        for (const entry of [...buy, ...sell]) {
          expect(imbalances(entry.lines).size).toBe(0)
          for (const { debit, credit } of entry.lines) {
            expect(debit >= 0n && credit >= 0n && (debit === 0n) !== (credit === 0n)).toBe(true)
          }
          expect(entry.entryDate).toBe(entry.kind === 'trade' ? '2026-03-31' : '2026-04-06')
        }
        expect(byRole(buy).get('payable') ?? 0n).toBe(0n)
        expect(byRole(buy).get('cash') ?? 0n).toBe(-paid)
        expect(byRole(sell).get('receivable') ?? 0n).toBe(0n)
        expect(byRole(sell).get('cash') ?? 0n).toBe(got)
      }),
    )
  })

  it('a share bought and sold leaves nothing in the asset accounts', () => {
    fc.assert(
      fc.property(amount, fees, amount, fees, treatment, (cost, bought, gross, sold, treatment) => {
        const charges = totalFees(bought)
        const buy = { ...keys, gross: cost, fees: bought, net: cost + charges }
        const sell = {
          ...keys,
          gross,
          fees: sold,
          net: gross - totalFees(sold),
          costOut: cost,
          chargesOut: charges,
        }
        const totals = byRole([...buyEntries(buy, treatment), ...sellEntries(sell, treatment)])
        expect(totals.get('investment') ?? 0n).toBe(0n)
        expect(totals.get('transaction-costs') ?? 0n).toBe(0n)
        expect(totals.get('fair-value-reserve') ?? 0n).toBe(0n)
        const result = treatment === 'FVTPL' ? totals.get('realized-gain') : totals.get('retained-earnings')
        expect(result ?? 0n).toBe(treatment === 'FVTPL' ? cost - gross : cost + charges - gross)
        if (treatment === 'FVOCI') expect(totals.has('realized-gain')).toBe(false)
      }),
    )
  })

  it('reversed, an entry comes to nothing', () => {
    fc.assert(
      fc.property(amount, fees, treatment, (gross, fees, treatment) => {
        const entries = buyEntries({ ...keys, gross, fees, net: gross + totalFees(fees) }, treatment)
        const lines = entries.flatMap((entry) => entry.lines)
        const totals = byRole([{ lines }, { lines: reverseLines(lines) }])
        expect([...totals.values()].every((total) => total === 0n)).toBe(true)
        expect(reverseLines(reverseLines(lines))).toEqual(lines)
      }),
    )
  })

  it('names the trade, and the settlement account on cash lines only', () => {
    const six = { brokerage: 6n, cse: 5n, cds: 0n, clearing: 0n, sec: 2n, stl: 1n }
    const [trade, settlement] = buyEntries({ ...keys, gross: 100n, fees: six, net: 114n }, 'FVTPL')
    expect(trade?.lines.map((line) => [line.role, line.debit, line.credit, line.transactionType])).toEqual([
      ['investment', 100n, 0n, 'Investment Purchase'],
      ['fee.brokerage', 6n, 0n, 'Trading Expense'],
      ['fee.cse', 5n, 0n, 'Trading Expense'],
      ['fee.sec', 2n, 0n, 'Trading Expense'],
      ['fee.stl', 1n, 0n, 'Trading Expense'],
      ['payable', 0n, 114n, 'Investment Purchase'],
    ])
    expect(
      settlement?.lines.map((line) => [line.role, line.settlementAccountId, line.transactionType]),
    ).toEqual([
      ['payable', null, 'Bank Payment'],
      ['cash', 5, 'Bank Payment'],
    ])
    expect(trade?.description).toBe('Purchase Commercial Bank of Ceylon PLC shares')
    expect([trade?.transactionType, settlement?.transactionType]).toEqual([
      'Investment Purchase',
      'Bank Payment',
    ])
  })

  it('a sale that is re-costed moves only the difference', () => {
    expect(recostEntry(keys, { costOut: 0n, chargesOut: 5n }, 'FVTPL')).toBeNull()
    expect(recostEntry(keys, { costOut: 0n, chargesOut: 0n }, 'FVOCI')).toBeNull()
    const entry = recostEntry(keys, { costOut: -150n, chargesOut: 9n }, 'FVTPL')
    expect(entry?.kind).toBe('correction')
    expect(entry?.lines.map((line) => [line.role, line.debit, line.credit])).toEqual([
      ['investment', 150n, 0n],
      ['realized-gain', 0n, 150n],
    ])
  })

  it('throws when net is not gross and fees', () => {
    const none = { brokerage: 0n, cse: 0n, cds: 0n, clearing: 0n, sec: 0n, stl: 0n }
    expect(() => buyEntries({ ...keys, gross: 100n, fees: none, net: 101n }, 'FVTPL')).toThrow(RangeError)
  })
})

describe('balance', () => {
  const line = (portfolioId: number, debit: bigint, credit: bigint) => ({ portfolioId, debit, credit })

  it('holds within each portfolio, not only in total', () => {
    expect(() => assertBalanced([line(1, 5n, 0n), line(2, 0n, 5n)])).toThrow(RangeError)
    expect(() =>
      assertBalanced([line(1, 5n, 0n), line(1, 0n, 5n), line(2, 1n, 0n), line(2, 0n, 1n)]),
    ).not.toThrow()
    expect(() => assertBalanced([line(1, -5n, 0n), line(1, 5n, 0n)])).toThrow(RangeError)
  })
})

describe('manual lines', () => {
  const reserved = new Set(SYSTEM_ONLY_ROLES.map((role) => accountOfRole(role)))
  const line = (accountCode: string, debit: bigint, credit: bigint, portfolioId = 1) => ({
    accountCode,
    portfolioId,
    debit,
    credit,
  })

  it.each([
    ['1100', true],
    ['1105', true],
    ['1110', true],
    ['1200', true],
    ['1210', true],
    ['1220', true],
    ['1230', true],
    ['2100', true],
    ['1010', false],
    ['1300', false],
    ['2110', false],
    ['3000', false],
  ])('%s is reserved: %s', (code, is) => expect(reserved.has(code)).toBe(is))

  it('are refused in the documented order', () => {
    const check = (...lines: ReturnType<typeof line>[]) => checkManualLines(lines, reserved)?.code ?? null
    expect(check()).toBe('journal.no-lines')
    expect(check(line('1100', 5n, 5n))).toBe('journal.line-sides')
    expect(check(line('1100', 0n, 0n))).toBe('journal.line-sides')
    expect(check(line('1010', 5n, 0n), line('3000', 0n, -5n))).toBe('journal.line-sides')
    expect(check(line('1100', 5n, 0n))).toBe('journal.derived-account')
    expect(check(line('1010', 5n, 0n), line('3000', 0n, 4n))).toBe('journal.unbalanced')
    expect(check(line('1010', 5n, 0n), line('3000', 0n, 5n, 2))).toBe('journal.unbalanced')
    expect(check(line('1010', 5n, 0n), line('3000', 0n, 5n))).toBeNull()
  })

  it('name the difference in rupees', () => {
    const refusal = checkManualLines([line('1010', 150n, 0n), line('3000', 0n, 100n)], reserved)
    expect(refusal?.facts['difference']).toBe('0.50')
  })
})

describe('the chart of accounts', () => {
  it('has one account for each role, by code', () => {
    expect(DEFAULT_CHART.map((account) => account.role).toSorted()).toEqual([...POSTING_ROLES].toSorted())
    const codes = DEFAULT_CHART.map((account) => account.code)
    expect(codes).toEqual([...new Set(codes)].toSorted())
    expect(DEFAULT_ROLE_ACCOUNTS['fee.stl']).toBe('6060')
  })

  it.each([
    ['1010', 'Asset'],
    ['2100', 'Liability'],
    ['3000', 'Equity'],
    ['4100', 'Income'],
    ['5000', 'Cost of Sales'],
    ['6010', 'Expense'],
    ['9000', 'Other'],
    ['', 'Other'],
  ])('%j is of type %s', (code, type) => expect(accountType(code)).toBe(type))

  it('lets a portfolio map a role to its own account', () => {
    expect(accountOfRole('cash')).toBe('1010')
    expect(accountOfRole('cash', { cash: '1011' })).toBe('1011')
  })
})

describe('accounting treatment', () => {
  it.each([
    ['FVTPL', 'FVTPL', false],
    ['FVOCI', 'FVOCI', false],
    ['Amortized Cost', 'FVTPL', true],
    ['HTM', 'FVTPL', true],
    ['', 'FVTPL', true],
    [null, 'FVTPL', true],
  ])('%j is %s, assumed %s', (named, treatment, assumed) => {
    expect(treatmentOf(named)).toEqual({ treatment, assumed })
  })
})
