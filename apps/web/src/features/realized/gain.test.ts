import type { ScheduleRow } from '@em/contract/realized/realized-schedule'
import { expect, it } from 'vitest'
import { stepsOf } from './gain.ts'
import { byMonth, bySecurity, CHARTED } from './performance.ts'
import { kindText } from './schedule-columns.tsx'

const gain = {
  id: 1,
  deal_number: 'SELL-1',
  contract_number: null,
  symbol: 'JKH.N0000',
  portfolio: 'Growth',
  soldOn: '2026-02-05',
  quantity: 400,
  days: 33,
  proceeds: 10_000,
  cost: 8000,
  buyCharges: 89.6,
  sellFees: 112,
  costOfFunds: 84.93,
}

it('leads from the proceeds to what is left, a sum after each kind of cost', () => {
  const sums = (steps: ReturnType<typeof stepsOf>) =>
    steps.filter(({ isSum }) => isSum).map(({ amount }) => amount)
  expect(sums(stepsOf(gain))).toEqual([2000, 1798.4, 1713.47])
  expect(stepsOf(gain).map(({ amount }) => amount)).toContain(-89.6)
  expect(sums(stepsOf({ ...gain, costOfFunds: null }))).toEqual([2000, 1798.4])
})

const posted = (more: Partial<ScheduleRow>) =>
  kindText({
    kind: 'sale',
    posted_on: '2026-02-05',
    belongs_to: '2026-02-05',
    isDeleted: false,
    costBefore: null,
    costAfter: null,
    ...more,
  } as ScheduleRow)

it('says of a row of the schedule what it is, and of which day where it was posted later', () => {
  expect(posted({})).toBe('Sale')
  expect(posted({ posted_on: '2026-03-01' })).toBe('Sale of 05 Feb 2026')
  expect(posted({ isDeleted: true })).toBe('Sale, deleted later')
  expect(posted({ kind: 'cost', costBefore: 500, costAfter: 550 })).toBe('Cost 500.00 to 550.00')
  const late = { posted_on: '2026-03-01', costBefore: 500, costAfter: 550 }
  expect(posted({ ...late, kind: 'cost' })).toBe('Cost of sale of 05 Feb 2026 500.00 to 550.00')
  expect(posted({ ...late, kind: 'correction' })).toBe('Correction of sale of 05 Feb 2026')
  expect(posted({ ...late, kind: 'correction', isDeleted: true })).toBe('Deletion of sale of 05 Feb 2026')
})

const one = { trades: 1, winRate: 100, afterCosts: 1 }

it('draws months without sales at nothing, over a year-end', () => {
  const months = byMonth([
    { ...one, period: '2025-11', realizedPnL: 5 },
    { ...one, period: '2026-02', realizedPnL: -3 },
  ])
  expect(months.categories).toEqual(['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026'])
  expect(months.series[0]?.values).toEqual([5, 0, 0, -3])
  expect(byMonth([]).categories).toEqual([])
})

it('draws the securities with the largest gains and losses, all of them in the table', () => {
  const securities = Array.from({ length: 20 }, (_, index) => ({
    ...one,
    symbol: `S${index}`,
    companyName: '',
    proceeds: 0,
    costBasis: 0,
    pnLPercentage: 0,
    realizedPnL: 1000 - index * 100,
  }))
  const { categories, whole } = bySecurity(securities)
  expect(categories).toHaveLength(CHARTED)
  // The largest gain first, the largest loss last; what is near nothing is left out.
  expect([categories[0], categories.at(-1)]).toEqual(['S0', 'S19'])
  expect(categories).not.toContain('S10')
  expect(whole.categories).toHaveLength(20)
})
