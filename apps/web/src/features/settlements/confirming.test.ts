import { beforeAll, describe, expect, it } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { asBooked, faultsOf, itemOf, leavesRest, restOf } from './confirming.ts'
import { commonDeeds, deedsOf } from './deeds.ts'
import { askedFor, changeOfStatus, filtersOf, NO_FILTERS, statusOf } from './filters.ts'
import { settlementsReport } from './settlements-report.ts'
import { settlement } from './testing.ts'

beforeAll(() => followServerDay('2026-11-20'))

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

describe('what can be done', () => {
  const words = (changes: Parameters<typeof settlement>[0]) =>
    deedsOf(settlement(changes)).map((deed) => deed.word)

  it('depends on where it stands', () => {
    expect(words({})).toEqual(['confirm', 'reschedule', 'fail'])
    expect(words({ paid: 5, is_part: true })).toEqual(['confirm', 'reschedule', 'fail', 'reopen'])
    expect(words({ due_date: '2026-11-25' })).toContain('reopen')
    expect(words({ status: 'failed', due_date: null })).toEqual(['confirm', 'reschedule', 'reopen'])
    expect(words({ status: 'settled', due_date: null })).toEqual(['reopen'])
    expect(words({ status: 'assumed' })).toEqual(['confirm', 'reschedule', 'fail'])
  })

  it('with several is what can be done with each', () => {
    const rows = [settlement(), settlement({ status: 'failed', due_date: null })]
    expect(commonDeeds(rows).map((deed) => deed.word)).toEqual(['confirm', 'reschedule'])
    expect(commonDeeds([settlement(), settlement({ status: 'settled', due_date: null })])).toEqual([])
    expect(commonDeeds([])).toEqual([])
  })
})

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

describe('the report of settled instructions', () => {
  it('says what each payment rests on, and nothing where none was confirmed', () => {
    const rows = (['bank line', 'reference', 'none', null] as const).map((evidence) =>
      settlement({ evidence }),
    )
    const summary = { count: 4, pay: { count: 4, amount: 4 }, receive: { count: 0, amount: 0 }, net: -4 }
    const report = settlementsReport({ rows, summary, amount: 'paid', facts: [] }, 'Nadeesha')
    const [table] = report.tables
    const at = table?.columns.findIndex(({ header }) => header === 'Evidence') ?? -1
    expect(table?.rows.map(({ cells }) => cells[at])).toEqual([
      'Bank line',
      'Reference',
      'None',
      null,
      null,
      null,
      null,
    ])
  })
})
