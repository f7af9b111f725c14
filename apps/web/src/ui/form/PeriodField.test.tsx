import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { yearEndMonthOf } from '../../lib/useYearEnd.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { PeriodField, periodsOf } from './PeriodField.tsx'

const entity = (id: number, name: string, year_end_month: number, codes: readonly string[]) => ({
  id,
  name,
  is_general: name === 'General',
  year_end_month,
  common_year_end_month: 6,
  share_gains_tax: null,
  locked_through: null,
  first_open_day: null,
  last_closed: null,
  version: 1,
  portfolios: codes.map((portfolioId) => ({ portfolioId, portfolioName: portfolioId })),
})
const FUNDS = entity(1, 'Funds', 3, ['MGF'])
const INSURER = entity(2, 'Insurer', 12, ['LIFE'])
const GENERAL = entity(3, 'General', 6, [])

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const NOW = '2026-11-20'

describe('periods by name', () => {
  it('follow the month that the financial year ends with; the calendar year is a further choice', () => {
    const of = (month: number) =>
      periodsOf(NOW, month).map(({ label, from, to }) => `${label}: ${from} ${to}`)
    expect(of(3)).toEqual([
      'Year to date: 2026-04-01 2026-11-20',
      'Last financial year: 2025-04-01 2026-03-31',
      'Calendar year to date: 2026-01-01 2026-11-20',
      'Last calendar year: 2025-01-01 2025-12-31',
      'This month: 2026-11-01 2026-11-20',
      'Last month: 2026-10-01 2026-10-31',
      'Since the beginning:  2026-11-20',
    ])
    expect(of(12).slice(0, 2)).toEqual([
      'Year to date: 2026-01-01 2026-11-20',
      'Last financial year: 2025-01-01 2025-12-31',
    ])
    expect(of(12).some((one) => one.startsWith('Calendar'))).toBe(false)
  })

  it.each([
    [{ entity: 'insurer' }, 12],
    [{ portfolio: 'LIFE' }, 12],
    [{ entity: 'Funds', portfolio: 'MGF' }, 3],
    // Of all books the one that the server names.
    [{}, 6],
  ])('of %j mean the year that ends in month %i', (books, month) => {
    expect(yearEndMonthOf([FUNDS, INSURER, GENERAL], books)).toBe(month)
  })
})

function Filter({ portfolio }: { portfolio: string }) {
  const [days, setDays] = useState({ from: '', to: '' })
  return (
    <>
      <PeriodField {...days} books={{ portfolio }} onChange={setDays} list />
      <output>{`${days.from} to ${days.to}`}</output>
    </>
  )
}

describe('the picker of a list', () => {
  it.each([
    ['LIFE', /^20\d\d-01-01 to /],
    ['MGF', /^20\d\d-04-01 to /],
  ])('sets the financial year to date of %s, and all dates again', async (portfolio, expected) => {
    network({ ...usual, 'GET /entities': { body: [FUNDS, INSURER, GENERAL] } })
    const { user } = show(<Filter portfolio={portfolio} />)
    const field = await screen.findByLabelText<HTMLInputElement>('Period', { selector: 'input' })
    expect(field.placeholder).toBe('All dates')
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Year to date' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(expected))
    expect(field.value).toBe('Year to date')
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Year to date' }))
    expect(screen.getByRole('status').textContent).toBe(' to ')
  })
})
