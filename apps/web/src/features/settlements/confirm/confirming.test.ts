import { describe, expect, it } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { settlement } from '../list/testing.ts'
import { asBooked, faultsOf, itemOf, leavesRest, restOf } from './confirming.ts'

followServerDay('2026-11-20')

describe('what is confirmed', () => {
  const row = settlement()
  const booked = asBooked(row)

  it('is as booked, on the due date but not after today', () => {
    expect(booked).toMatchObject({ date: '2026-11-18', amount: '1,011,200.00' })
    expect(asBooked(settlement({ due_date: '2026-11-25' })).date).toBe('2026-11-20')
    expect(asBooked(settlement({ due_date: null, status: 'failed' })).date).toBe('2026-11-20')
    expect(asBooked(settlement({ is_booked: false, paid: 5 })).date).toBe('2026-11-20')
    expect(faultsOf(row, booked)).toEqual({})
    expect(itemOf(row, booked)).toEqual({
      tradeId: 9,
      date: '2026-11-18',
      amount: '1011200.00',
      nextDate: null,
      reference: null,
      note: null,
      outstanding: 1_011_200,
    })
  })

  it('leaves a rest to the cent, with a date of its own', () => {
    const part = { ...booked, amount: '11,200.01', nextDate: '2026-11-24', reference: ' CEFT 1 ' }
    expect(leavesRest(row, part)).toBe(true)
    expect(restOf(row, part)).toBe('999999.99')
    expect(itemOf(row, part)).toMatchObject({ nextDate: '2026-11-24', reference: 'CEFT 1' })
    expect(itemOf(row, { ...part, amount: '1,011,200.00' }).nextDate).toBeNull()
    expect(leavesRest(row, booked)).toBe(false)
  })

  it('names what cannot be before it is asked', () => {
    expect(faultsOf(row, { ...booked, date: '2026-11-21' }).date).toBe('Must not be after today.')
    expect(faultsOf(row, { ...booked, date: '2026-11-15' }).date).toBe('Must not be before the trade date.')
    expect(faultsOf(row, { ...booked, date: 'soon' }).date).toMatch(/Must be a date/)
    expect(faultsOf(row, { ...booked, amount: '0' }).amount).toBe('Must be at least 0.01.')
    expect(faultsOf(row, { ...booked, amount: '1,011,200.01' }).amount).toBe('More than is outstanding.')
    expect(faultsOf(row, { ...booked, amount: 'much' }).amount).toBe('Must be an amount.')
    expect(faultsOf(row, { ...booked, nextDate: '2026-11-19' }).nextDate).toBe('Must not be before today.')
  })
})
