import { beforeAll, describe, expect, it } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { askedFor, changeOfStatus, filtersOf, NO_FILTERS, statusOf } from './filters.ts'

beforeAll(() => followServerDay('2026-11-20'))

describe('the address', () => {
  it('holds status and filters; what is none of them is left out', () => {
    const query = new URLSearchParams('status=overdue&account=-&from=2026-11-01&to=never&side=both&broker=A')
    expect(statusOf(query)).toBe('overdue')
    expect(statusOf(new URLSearchParams('status=strange'))).toBe('pending')
    expect(filtersOf(query)).toEqual({ ...NO_FILTERS, account: '-', from: '2026-11-01', broker: 'A' })
    expect(askedFor('overdue', { ...NO_FILTERS, portfolio: 'P1', broker: 'A' })).toEqual({
      status: 'overdue',
      portfolioId: 'P1',
      broker: 'A',
    })
  })

  it('shows history of thirty days first', () => {
    expect(changeOfStatus('settled')).toEqual({ status: 'settled', from: '2026-10-21', to: '' })
    expect(changeOfStatus('pending')).toEqual({ status: '', from: '', to: '' })
  })
})
