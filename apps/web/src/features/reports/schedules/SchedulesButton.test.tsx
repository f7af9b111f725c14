import type { ReportSchedule } from '@em/contract/reports/report-schedules'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { SchedulesButton } from './SchedulesButton.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const one: ReportSchedule = {
  id: 4,
  report: 'trade-blotter',
  all_portfolios: true,
  portfolioId: null,
  portfolioName: null,
  format: 'xlsx',
  every: 'market-day',
  time: '16:30',
  is_on: true,
  version: 2,
  next_day: '2026-06-15',
  last_run: null,
}

it('says what a schedule is for where there is none, and sets one up for the portfolio on the screen', async () => {
  let all: ReportSchedule[] = []
  const asked = network({
    ...usual,
    'GET /portfolios': { body: [{ id: 1, portfolioId: 'GROW', portfolioName: 'Growth', status: 'Active' }] },
    'GET /report-schedules': () => ({ body: [{ ...one, id: 9, report: 'daily-holdings' }, ...all] }),
    'POST /report-schedules': () => {
      all = [{ ...one, format: 'pdf' }]
      return { status: 201, body: one }
    },
  })
  const { user } = show(<SchedulesButton report="trade-blotter" portfolioId="GROW" />)
  await user.click(screen.getByRole('button', { name: 'Schedules' }))
  expect(await screen.findByText('No schedules')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New schedule' }))
  const time = await screen.findByLabelText(/Time of day/)
  await user.clear(time)
  await user.type(time, '4pm')
  await user.click(screen.getByRole('button', { name: 'Schedule report' }))
  expect(await screen.findByText('Please give the time as 16:30.')).toBeTruthy()
  await user.clear(time)
  await user.type(time, '17:15')
  await user.click(screen.getByLabelText(/^File/, { selector: 'input' }))
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(
    expect.arrayContaining(['Excel', 'PDF', 'CSV']),
  )
  await user.click(screen.getByRole('option', { name: 'PDF' }))
  await user.click(screen.getByRole('button', { name: 'Schedule report' }))
  expect(
    await screen.findByText('Each trading day at 16:30, PDF. Next on 15 Jun 2026 at 16:30.'),
  ).toBeTruthy()
  expect(screen.getByText('Not made yet.')).toBeTruthy()
  const sent = asked.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({
    report: 'trade-blotter',
    portfolioId: 'GROW',
    format: 'pdf',
    every: 'market-day',
    time: '17:15',
    is_on: true,
  })
})

it('says why the latest run failed, and deletes a schedule after a question alone', async () => {
  const run = { day: '2026-06-12', at: '2026-06-12T11:00:00.000Z', job_id: 3, file: null }
  const error = { error: 'Forbidden', code: 'rights.missing', message: 'You need the right "See trades".' }
  let all: ReportSchedule[] = [{ ...one, last_run: { ...run, status: 'failed', error } }]
  const asked = network({
    ...usual,
    'GET /report-schedules': () => ({ body: all }),
    'DELETE /report-schedules/4': () => {
      all = []
      return { body: { success: true, id: 4 } }
    },
  })
  const { user } = show(<SchedulesButton report="trade-blotter" portfolioId="" />)
  await user.click(screen.getByRole('button', { name: 'Schedules' }))
  expect(await screen.findByText(/of 12 Jun 2026: failed: You need the right "See trades"\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this schedule?' })
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('No schedules')).toBeTruthy())
  expect(asked.find(({ method }) => method === 'DELETE')?.path).toMatch(/\?version=2$/)
})
