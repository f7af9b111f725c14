import { describe, expect, it } from 'vitest'
import {
  type BalanceLine,
  centsOf,
  emptyLine,
  faultOf,
  linesOf,
  linesToSend,
  RESERVED_ACCOUNTS,
  sumsOf,
} from './balances.ts'

const line = (place: string, debit = '', credit = ''): BalanceLine => ({
  ...emptyLine(0),
  place,
  debit,
  credit,
})

describe('opening balances', () => {
  it('are added up to the cent, and their difference has a side', () => {
    const lines = [line('bank:7', '0.1'), line('bank:8', '0.2'), line('account:2110', '', '1000.05')]
    expect(sumsOf(lines)).toEqual({
      debit: '0.30',
      credit: '1000.05',
      difference: -99_975n,
      amount: '999.75',
    })
    expect(sumsOf([line('bank:7', '999999999999.99')])).toMatchObject({ amount: '999999999999.99' })
    expect(sumsOf([]).difference).toBe(0n)
  })

  it('say what is wrong with a line; a blank one is left out', () => {
    expect(faultOf(emptyLine(3))).toBeNull()
    expect(faultOf(line('', '5'))).toBe('Choose an account.')
    expect(faultOf(line('bank:7'))).toBe('Fill in debit or credit.')
    expect(faultOf(line('bank:7', '5', '5'))).toBe('Fill in debit or credit.')
    expect(faultOf(line('bank:7', 'five'))).toMatch(/two decimals/)
    expect(faultOf(line('bank:7', '1.005'))).toMatch(/two decimals/)
    expect(faultOf(line('bank:7', '5'))).toBeNull()
    expect([centsOf(''), centsOf('12.5'), centsOf('-1')]).toEqual([0n, 1250n, null])
  })

  it('send a settlement account by its id and a ledger account by its code', () => {
    expect(linesToSend([line('bank:7', '5'), emptyLine(1), line('account:2110', '', '3')])).toEqual([
      { account: null, settlementAccount: 7, debit: '5', credit: null, description: null },
      { account: '2110', settlementAccount: null, debit: null, credit: '3', description: null },
    ])
  })

  it('come back for a correction without the line that took the difference', () => {
    const recorded = {
      entryId: 4,
      date: '2026-04-01',
      reference: null,
      description: 'Opening balances of Growth',
      recorded_by: 'N. Perera',
      recorded_at: '',
      lines: [
        {
          account_code: '1010',
          account_name: 'Cash at Bank',
          settlement_account: 7,
          settlement_account_name: 'Trading',
          debit: 5000.5,
          credit: 0,
          description: 'Opening balances of Growth',
          is_capital: false,
        },
        {
          account_code: '3000',
          account_name: 'Capital',
          settlement_account: null,
          settlement_account_name: null,
          debit: 0,
          credit: 5000.5,
          description: null,
          is_capital: true,
        },
      ],
    }
    expect(linesOf(recorded)).toEqual([
      { key: 0, place: 'bank:7', debit: '5000.5', credit: '', description: '' },
    ])
    expect(linesOf(null)).toEqual([])
  })

  it('are not asked of accounts that follow from positions and trades', () => {
    expect([...RESERVED_ACCOUNTS].toSorted()).toEqual(
      ['1100', '1105', '1110', '1200', '1210', '1220', '1230', '2100'].toSorted(),
    )
  })
})
