import type { ReportSchedule } from '@em/contract/reports/report-schedules'
import { expect, it } from 'vitest'
import { isAtWork, nextOf, portfoliosOf, resultOf, rhythmOf } from './schedule-texts.ts'

const one: ReportSchedule = {
  id: 1,
  report: 'trade-blotter',
  all_portfolios: true,
  portfolioId: null,
  portfolioName: null,
  format: 'xlsx',
  every: 'month-end',
  time: '16:30',
  is_on: true,
  version: 1,
  next_day: '2026-06-30',
  last_run: null,
}
const run = { day: '2026-05-29', at: '2026-05-29T11:00:00Z', job_id: 5, error: null, file: null }

it('names the portfolios, the time and the result of the latest run', () => {
  expect(portfoliosOf(one, 'Your portfolios')).toBe('Your portfolios')
  expect(portfoliosOf({ ...one, all_portfolios: false }, '')).toBe(
    'A portfolio that you may not see any more',
  )
  expect(rhythmOf(one)).toBe('Last trading day of the month at 16:30, Excel')
  expect(nextOf(one)).toBe('Next on 30 Jun 2026 at 16:30')
  expect(nextOf({ ...one, next_day: null })).toMatch(/^Switched off/)
  expect(isAtWork({ ...one, last_run: { ...run, status: 'waiting' } })).toBe(true)
  expect(resultOf({ ...run, status: 'done' })).toBe('made; its file is not kept any more')
  const error = { error: 'Forbidden', code: 'rights.missing', message: 'You need the right "See trades".' }
  expect(resultOf({ ...run, status: 'failed', error })).toBe('failed: You need the right "See trades".')
})
