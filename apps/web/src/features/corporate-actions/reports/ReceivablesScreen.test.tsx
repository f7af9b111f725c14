import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { acted, entitlement, event, isSave, preview, receivable } from '../shared/testing.ts'
import ReceivablesScreen from './ReceivablesScreen.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/corporate-actions/receivables')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const rows = [
  receivable(),
  receivable({
    action: 13,
    title: 'Refund',
    role: 'ipo-application',
    days: 95,
    band: 'over 90',
    outstanding: 0.1,
    expected: 0.1,
  }),
  receivable({
    action: 14,
    title: 'Dividend 2.00 a share',
    days: 120,
    band: 'over 90',
    outstanding: 0.2,
    expected: 0.2,
  }),
]
const LIST = 'GET /corporate-action-reports/receivables'
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /accounts': { body: [] },
  [LIST]: { body: rows },
  'GET /corporate-actions/12': { body: event() },
  'GET /corporate-actions/12/entitlements': { body: [entitlement()], headers: { 'X-Total-Count': '1' } },
}
/** The amount of a card, by its label. */
const card = (label: string) => screen.getByText(label).parentElement?.textContent

describe('Receivables', () => {
  it('shows what is outstanding with its age and the exact sum of each age', async () => {
    const log = network(answers)
    const { user } = show(<ReceivablesScreen />)
    expect(await screen.findByText('Dividend 2.00 a share')).toBeTruthy()
    expect(card('0 to 30 days (LKR)')).toContain('55,250.00')
    expect(card('Over 90 days (LKR)')).toContain('0.30')
    expect(card('Over 90 days (LKR)')).toContain('2 items')
    expect(log.some(({ path }) => path === '/api/corporate-action-reports/receivables?open=1')).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Received too' }))
    await waitFor(() =>
      expect(log.some(({ path }) => path === '/api/corporate-action-reports/receivables')).toBe(true),
    )
  })

  it('narrows to an age, and says so where nothing is left', async () => {
    window.history.replaceState(null, '', '/#/corporate-actions/receivables?band=over+90')
    network(answers)
    const { user } = show(<ReceivablesScreen />)
    expect(await screen.findByText('Refund')).toBeTruthy()
    expect(screen.queryByText('Dividend 3.25 a share')).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Age' }))
    await user.click(await screen.findByRole('option', { name: '31 to 60 days' }))
    expect(await screen.findByText('No receivables match the filters')).toBeTruthy()
  })

  it('confirms a receipt from its row, once, after showing what is posted', async () => {
    const cash = {
      date: '2026-11-16',
      account_code: '1010',
      account_name: 'Cash at Bank',
      transaction_type: 'Bank Payment',
      debit: 55_000,
      credit: 0,
    }
    const log = network({
      ...answers,
      'POST /corporate-actions/12/receive': acted(preview({ postings: [cash] }), event({ outstanding: 250 })),
    })
    const { user } = show(<ReceivablesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Dividend 3.25 a share' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Confirm Receipt' }))
    const dialog = await screen.findByRole('dialog', { name: /^Confirm receipt/ })
    const amount = within(dialog).getByLabelText(/^Amount/)
    await user.clear(amount)
    await user.type(amount, '55,000')
    expect(await within(dialog).findByText('1010 Cash at Bank')).toBeTruthy()
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Confirm Receipt' })).toHaveProperty(
        'disabled',
        false,
      ),
    )
    await user.dblClick(within(dialog).getByRole('button', { name: 'Confirm Receipt' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const saved = log.filter(isSave)
    expect(saved).toHaveLength(1)
    expect(saved[0]?.body).toMatchObject({ portfolioId: 'GROWTH', date: '2026-11-16', amount: '55000' })
    // The outstanding amounts are read again.
    await waitFor(() =>
      expect(log.filter(({ path }) => path.includes('receivables')).length).toBeGreaterThan(1),
    )
  })

  it('confirms several receipts at once, each on its due day, after showing what is posted', async () => {
    const cash = {
      date: '2026-11-16',
      account_code: '1010',
      account_name: 'Cash at Bank',
      transaction_type: 'Bank Payment',
      debit: 55_250.2,
      credit: 0,
    }
    const receipt = { action: 12, title: '', portfolioId: 'GROWTH', portfolioName: '', date: '2026-11-16' }
    const done = {
      receipts: [
        { ...receipt, amount: 55_250 },
        { ...receipt, action: 14, amount: 0.2 },
      ],
      amount: 55_250.2,
    }
    const log = network({
      ...answers,
      'POST /corporate-actions/receipts': acted({ dryRun: true, ...done, postings: [cash] }, done),
    })
    const { user } = show(<ReceivablesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Select 3 due' }))
    expect(screen.getByText(/to confirm/).textContent).toContain('55,250.30')
    await user.click(screen.getByRole('checkbox', { name: /^Select Refund/ }))
    await user.click(screen.getByRole('button', { name: 'Confirm 2 receipts' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm 2 receipts' })
    expect(await within(dialog).findByText('1010 Cash at Bank')).toBeTruthy()
    await user.dblClick(within(dialog).getByRole('button', { name: 'Confirm 2 receipts' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const saved = log.filter(isSave)
    expect(saved).toHaveLength(1)
    expect(saved[0]?.body).toMatchObject({
      receipts: [
        { action: 12, portfolioId: 'GROWTH', date: rows[0]?.due },
        { action: 14, portfolioId: 'GROWTH', date: rows[2]?.due },
      ],
    })
    expect(screen.queryByText(/to confirm/)).toBeNull()
  })

  it('offers neither to a user who only reads, nor for a portfolio that he may not change', async () => {
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    network(answers)
    const { user, unmount } = show(<ReceivablesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Dividend 3.25 a share' }))
    expect(await screen.findByRole('menuitem', { name: 'Show event' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Confirm Receipt' })).toBeNull()
    unmount()
    openSession({
      token: 't',
      user: withRole('Accountant', { see: ['GROWTH', 'INCOME'], change: ['INCOME'] }),
      kept: true,
    })
    const again = show(<ReceivablesScreen />)
    await again.user.click(await screen.findByRole('button', { name: 'Actions for Dividend 3.25 a share' }))
    expect(await screen.findByRole('menuitem', { name: 'Show event' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Write Off' })).toBeNull()
  })

  it('says what would be here while nothing is outstanding, and what went wrong', async () => {
    network({ ...answers, [LIST]: { body: [] } })
    const { unmount } = show(<ReceivablesScreen />)
    expect(await screen.findByText('Nothing is outstanding')).toBeTruthy()
    unmount()
    network({ ...answers, [LIST]: { status: 500, body: { code: 'server.fault', message: 'No.' } } })
    show(<ReceivablesScreen />)
    expect(await screen.findByText('Failed to load the receivables')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})
