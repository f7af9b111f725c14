import { expect, it } from 'vitest'
import { askedFor, fileNameOf, filtersOf, isWrong, rangeOptions, usualRange } from './filters.ts'

const TODAY = '2026-06-15'
const read = (text: string, yearEnd = 3) => filtersOf(new URLSearchParams(text), TODAY, yearEnd)

it('shows a year back, the schedule and the taxes the financial year to date', () => {
  expect(read('')).toMatchObject({ tab: 'trades', range: '1Y', from: '2025-06-15', to: TODAY, type: '' })
  expect(read('tab=performance').range).toBe('1Y')
  expect(read('tab=schedule')).toMatchObject({ range: 'YTD', from: '2026-04-01', to: TODAY })
  expect(read('tab=tax', 12)).toMatchObject({ range: 'YTD', from: '2026-01-01' })
  expect(read('tab=tax&range=LFY')).toMatchObject({ from: '2025-04-01', to: '2026-03-31' })
  expect(read('range=All')).toMatchObject({ from: '', to: TODAY })
})

it('takes days of one’s own, and what makes no sense for nothing', () => {
  expect(read('from=2026-01-05&to=2026-02-05')).toMatchObject({
    range: 'own',
    from: '2026-01-05',
    to: '2026-02-05',
  })
  expect(read('to=2026-02-05')).toMatchObject({ range: 'own', from: '' })
  expect(read('from=2026-01-05').to).toBe(TODAY)
  expect(read('from=2026-02-30&tab=nowhere&range=2W&type=HOLD')).toMatchObject({
    tab: 'trades',
    range: '1Y',
    type: '',
  })
  expect(isWrong(read('from=2026-02-05&to=2026-01-05'))).toBe(true)
  expect(isWrong(read('to=2026-01-05'))).toBe(false)
})

it('asks the server for a range by name, or for days', () => {
  expect(askedFor(read('portfolio=P1&range=3Y'))).toEqual({ portfolioId: 'P1', timeRange: '3Y' })
  expect(askedFor(read('entity=Fund&from=2026-01-05&to=2026-02-05'))).toEqual({
    entity: 'Fund',
    startDate: '2026-01-05',
    endDate: '2026-02-05',
  })
  expect(askedFor(read('to=2026-02-05'))).toEqual({ endDate: '2026-02-05' })
})

it('names files as the specification does', () => {
  expect(fileNameOf(read(''))).toBe('realized-pnl-all-1Y')
  expect(fileNameOf(read('portfolio=P1&range=6M'))).toBe('realized-pnl-P1-6M')
  expect(fileNameOf(read('entity=Fund&from=2026-01-05&to=2026-02-05'), 'realized-tax')).toBe(
    'realized-tax-Fund-2026-01-05-to-2026-02-05',
  )
  expect(fileNameOf(read('to=2026-02-05'))).toBe('realized-pnl-all-until-2026-02-05')
})

it('offers the ranges of the specification first, years where they differ, and each tab’s own', () => {
  expect(
    rangeOptions(3)
      .map(({ value }) => value)
      .join(' '),
  ).toBe('1M 3M 6M 1Y 3Y 5Y YTD LFY CYTD LCY All own')
  expect(rangeOptions(12).map(({ value }) => value)).not.toContain('CYTD')
  for (const tab of ['trades', 'schedule'] as const)
    expect(rangeOptions(12).map(({ value }) => value)).toContain(usualRange(tab))
})
