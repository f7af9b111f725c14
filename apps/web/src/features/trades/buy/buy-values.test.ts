import { describe, expect, it } from 'vitest'
import {
  accountChosen,
  accountDropped,
  costOfFundsProposed,
  datesProposed,
  differsFrom,
  methodChosen,
  pickerClosed,
  settlementAutomatic,
  settlementProposed,
} from '../form/trade-values.ts'
import { type BuyValues, EMPTY_BUY } from './buy-values.ts'

const account = {
  id: 5,
  account_name: 'Main settlement',
  account_number: '1000234567',
  bank_name: 'Commercial Bank',
  branch_name: 'Fort',
  swift_code: 'CCEYLKLX',
  iban: null,
}

describe('dates and rate of a buy', () => {
  it('starts from the proposed dates, but not over a trade date that is there', () => {
    expect(datesProposed(EMPTY_BUY, '2026-11-20', '2026-11-25')).toMatchObject({
      tradeDate: '2026-11-20',
      settlementDate: '2026-11-25',
    })
    const typed = { ...EMPTY_BUY, tradeDate: '2026-11-02' }
    expect(datesProposed(typed, '2026-11-20', '2026-11-25')).toBe(typed)
  })

  it('lets the settlement date follow until the user sets it, and again when asked to', () => {
    const followed = settlementProposed(EMPTY_BUY, '2026-11-25')
    expect(followed.settlementDate).toBe('2026-11-25')
    const own: BuyValues = { ...followed, settlementDate: '2026-11-30', settlementTyped: true }
    expect(settlementProposed(own, '2026-11-26')).toBe(own)
    const back = settlementAutomatic(own, '2026-11-26')
    expect(back).toMatchObject({ settlementDate: '2026-11-26', settlementTyped: false })
    expect(settlementProposed(back, '2026-11-27').settlementDate).toBe('2026-11-27')
  })

  it('fills the cost of funds of the date, not over what was typed or cleared', () => {
    expect(costOfFundsProposed(EMPTY_BUY, '9.10').costOfFunds).toBe('9.10')
    const cleared: BuyValues = { ...EMPTY_BUY, costOfFundsTyped: true }
    expect(costOfFundsProposed(cleared, '9.10').costOfFunds).toBe('')
  })
})

describe('payment method and settlement account', () => {
  it('keeps a method only with an account of it', () => {
    const asked = methodChosen(EMPTY_BUY, 'Cheque')
    expect(asked.paymentMethod).toBe('Cheque')
    expect(pickerClosed(asked)).toEqual(EMPTY_BUY)
    const chosen = accountChosen(asked, account)
    expect(chosen).toMatchObject({
      settlementAccount: '5',
      bankName: 'Commercial Bank',
      swiftCode: 'CCEYLKLX',
      iban: '',
    })
    expect(pickerClosed(chosen)).toBe(chosen)
  })

  it('chooses anew with another method and with Change Account', () => {
    const chosen = accountChosen(methodChosen(EMPTY_BUY, 'Cheque'), account)
    expect(methodChosen(chosen, 'Cash')).toEqual({ ...EMPTY_BUY, paymentMethod: 'Cash' })
    expect(accountDropped(chosen)).toEqual(EMPTY_BUY)
  })
})

describe('what is worth keeping', () => {
  it('is what the user put in, not what the form proposed', () => {
    const proposed = costOfFundsProposed(datesProposed(EMPTY_BUY, '2026-11-20', '2026-11-25'), '9.10')
    expect(differsFrom(EMPTY_BUY, proposed)).toBe(false)
    expect(differsFrom(EMPTY_BUY, { ...proposed, quantity: '1' })).toBe(true)
    expect(differsFrom(EMPTY_BUY, { ...proposed, settlementTyped: true })).toBe(true)
  })
})
