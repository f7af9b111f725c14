import type { PerformanceAttribution, PerformanceMetrics } from '@em/contract/performance/performance'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import PerformanceScreen from './PerformanceScreen.tsx'
import { reportOf } from './performance-report.ts'

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.restoreAllMocks()
})

const metrics: PerformanceMetrics = {
  portfolioId: 'GRW',
  portfolioName: 'Growth Fund',
  timeRange: '1Y',
  basis: 'securities',
  fundMissing: 'Cash at Bank was negative on 08 Jun 2026.',
  from: '2025-06-13',
  to: '2026-06-15',
  recalculatingFrom: null,
  settings: {
    marketDaysPerYear: 240,
    riskFreeRate: 8.25,
    riskFreeRates: [{ from: '2024-01-01', rate: 8.25 }],
  },
  days: { calendar: 367, market: 243, returns: 240, paired: 239 },
  portfolioSummary: {
    totalValue: 1_511_612_708,
    totalReturn: -433_203.5,
    totalReturnPercent: -3.5512,
    annualizedPercent: -3.53,
    moneyWeightedPercent: -3.61,
    moneyWeightedIsYearly: true,
    dailyReturn: 1.95,
    monthlyReturn: null,
    yearlyReturn: 12,
  },
  riskMetrics: {
    volatility: 26.01,
    sharpeRatio: 1.2,
    beta: 1.3,
    maxDrawdown: -9.57,
    var95: 1.27,
    var95Amount: 19_127_605.73,
    trackingError: null,
  },
  benchmarkComparison: {
    benchmark: 'ASPI',
    benchmarkName: 'All Share Price Index',
    usesTotalReturn: false,
    benchmarkReturn: 4.2,
    excessReturn: -7.75,
    informationRatio: null,
    correlation: 0.8812,
    from: '2025-06-13',
    to: '2026-06-15',
  },
  sectorAllocation: [
    { sector: 'Energy', value: 1_511_612_708, allocation: 100, return: -3.4, benchmark: null },
  ],
  topHoldings: [
    {
      symbol: 'LIOC.N0000',
      companyName: 'Lanka IOC PLC',
      value: 1_511_612_708,
      allocation: 100,
      gain: -433_203.5,
      return: -3.4,
      contribution: -3.4,
    },
  ],
  performanceHistory: [{ period: '2026-06', portfolio: -1.5, benchmark: 0.5, excess: -2 }],
  series: [
    { date: '2025-06-13', portfolio: 100, benchmark: 100, drawdown: 0 },
    { date: '2026-06-15', portfolio: 96.45, benchmark: 104.2, drawdown: -3.55 },
  ],
  missing: [{ figure: 'Tracking error', why: 'It needs more days.' }],
}
const attribution: PerformanceAttribution = {
  benchmark: 'ASPI',
  from: '2025-06-13',
  to: '2026-06-15',
  days: 0,
  portfolioReturn: null,
  benchmarkReturn: null,
  attribution: null,
  sectors: [],
  missing: 'Attribution needs the sector weights of ASPI; none are recorded (Index Values).',
}
/** Without what a chart would draw: the page has no canvas here. */
const answers = (more: Partial<PerformanceMetrics> = {}) => ({
  ...usual,
  'GET /performance-metrics': {
    body: {
      success: true,
      data: { ...metrics, series: [], performanceHistory: [], sectorAllocation: [], ...more },
    },
  },
  'GET /performance-metrics/attribution': { body: { success: true, data: attribution } },
  'GET /portfolios': { body: [] },
  'GET /index-values': { body: [] },
})
const open = (view: string) =>
  window.history.replaceState(null, '', `/#/dashboard/performance-metrics?view=${view}`)

it('shows the figures in Indian grouping, and what cannot be computed with its reason', async () => {
  open('overview')
  network(answers())
  show(<PerformanceScreen />)
  expect(await screen.findByText('1,51,16,12,708.00')).toBeTruthy()
  expect(screen.getByText('−3.55%')).toBeTruthy()
  expect(screen.getByText('−4,33,203.50')).toBeTruthy()
  const missing = screen.getByRole('region', { name: 'Not available' })
  expect(within(missing).getByText(/It needs more days/)).toBeTruthy()
  expect(screen.getByText(/Fund basis not offered. Cash at Bank was negative/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Fund' })).toHaveProperty('disabled', true)
  expect(screen.queryByText(/are being recalculated/)).toBeNull()
})

it('judges risk by the thresholds, in words in addition to the colour', async () => {
  open('risk')
  network(answers())
  show(<PerformanceScreen />)
  expect((await screen.findByText('High')).dataset['tone']).toBe('bad')
  expect(screen.getByText('Fair').dataset['tone']).toBe('warn')
  expect(screen.getByText('Moves more than the index').dataset['tone']).toBe('warn')
  expect(screen.getByText('Small').dataset['tone']).toBe('good')
  expect(screen.getByText(/risk-free rate 8.25% a year/)).toBeTruthy()
  expect(screen.getByText(/Deviation of 240 day returns × √240/)).toBeTruthy()
})

it('says that the index is without dividends, and what attribution lacks', async () => {
  open('benchmark')
  network(answers())
  const first = show(<PerformanceScreen />)
  expect(await screen.findByText(/Price index, without dividends/)).toBeTruthy()
  first.unmount()
  open('allocation')
  show(<PerformanceScreen />)
  expect(await screen.findByText(/Attribution needs the sector weights of ASPI/)).toBeTruthy()
})

it('says from which day values are being recalculated, and asks for what was chosen', async () => {
  open('overview')
  const asked = network(answers({ recalculatingFrom: '2026-05-04' }))
  const { user } = show(<PerformanceScreen />)
  expect(await screen.findByText(/are being recalculated/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '5Y' }))
  expect(asked.some(({ path }) => path.includes('timeRange=5Y'))).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Since inception' }))
  expect(asked.some(({ path }) => path.includes('timeRange=All'))).toBe(true)
})

it('asks for any span of days, and for a range as at a past date', async () => {
  window.history.replaceState(null, '', '/#/dashboard/performance-metrics?from=2026-01-05&to=2026-03-31')
  const asked = network(answers({ timeRange: null }))
  const { user } = show(<PerformanceScreen />)
  await screen.findByText('1,51,16,12,708.00')
  expect(asked.some(({ path }) => path.includes('startDate=2026-01-05&endDate=2026-03-31'))).toBe(true)
  expect(
    screen.queryAllByRole('radio', { checked: true }).map((radio) => radio.getAttribute('value')),
  ).toEqual(['securities'])
  // A range takes the place of the first day; the last one stays.
  await user.click(screen.getByRole('radio', { name: 'Last FY' }))
  expect(asked.some(({ path }) => path.includes('timeRange=LFY&endDate=2026-03-31'))).toBe(true)
})

it('reports every figure with how it is computed, and what is missing', () => {
  const report = reportOf(metrics, attribution, { by: 'Nadeesha Perera', all: 'All portfolios' })
  expect(report.subtitle).toEqual(['Growth Fund', '13 Jun 2025 to 15 Jun 2026'])
  expect(report.tables.map(({ title }) => title)).toEqual([
    'Figures',
    'Returns by month',
    'Sectors',
    'Top Holdings',
  ])
  const figures = report.tables[0]?.rows.map(({ cells }) => cells) ?? []
  expect(figures.map(([figure]) => figure)).toEqual([
    'Total value',
    'Return of the range',
    'Time-weighted return',
    'Time-weighted return a year',
    'Money-weighted return',
    'Volatility a year',
    'Sharpe ratio',
    'Max drawdown',
    'VaR 95%, one day',
    'VaR 95%, one day',
    'Beta',
    'Correlation',
    'Tracking error a year',
    'Information ratio',
    'Benchmark return',
    'Excess return',
  ])
  expect(figures).toContainEqual(['Time-weighted return', -3.5512, '%', 'Day returns linked'])
  expect(figures).toContainEqual(['Benchmark return', 4.2, '%', 'Price index'])
  expect(report.notes).toEqual([
    'Tracking error: It needs more days.',
    'Attribution: Attribution needs the sector weights of ASPI; none are recorded (Index Values).',
  ])
  const known = { assetAllocation: 1, stockSelection: 2, interaction: 3, total: 6 }
  const whole = reportOf(
    metrics,
    { ...attribution, attribution: known, sectors: [{ sector: 'Energy', ...known }], missing: null },
    { by: 'x', all: 'All portfolios' },
  )
  expect(whole.tables.find(({ title }) => title === 'Attribution')?.rows.map(({ level }) => level)).toEqual([
    'row',
    'total',
  ])
})
