import type { PaymentRow } from '@em/contract/settlements/payments'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { PaymentsToMake } from './PaymentsToMake.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  // The browser of these tests keeps no files.
  URL.createObjectURL = vi.fn(() => 'blob:')
  URL.revokeObjectURL = vi.fn()
})
afterEach(() => {
  cleanup()
  closeSession()
})

const payment = (changes: Partial<PaymentRow>): PaymentRow => ({
  trade_id: 1,
  deal_number: 'BUY-1',
  contract_number: null,
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund',
  portfolioId: 'GROWTH',
  due_date: '2026-11-18',
  amount: 1000.25,
  broker_name: 'Asha Securities',
  bank_name: 'Sampath Bank',
  branch_name: 'Fort',
  account_number: '12',
  swift_code: 'BSAMLKLX',
  settlement_account: 1,
  from_name: 'Trading account',
  from_number: '1000',
  from_bank: 'Commercial Bank',
  missing: [],
  state: 'ready',
  bankDetailsChanged: false,
  exported_at: null,
  exported_by: null,
  ...changes,
})

it('adds up what is ready, names what is incomplete, and exports', async () => {
  const log = network({
    ...usual,
    'GET /payments': {
      body: [
        payment({}),
        payment({ trade_id: 2, deal_number: 'BUY-2', amount: 2, bankDetailsChanged: true }),
        payment({ trade_id: 3, deal_number: 'BUY-3', state: 'incomplete', missing: ['SWIFT Code'] }),
        payment({ trade_id: 4, deal_number: 'BUY-4', state: 'exported' }),
      ],
    },
    'POST /payments/export': {
      status: 201,
      body: { dryRun: false, count: 2, total: 1002.25, fileName: 'Payments 2026-11-20.csv', csv: 'a\r\n' },
    },
  })
  const { user } = show(<PaymentsToMake portfolio="GROWTH" />)
  const summary = (await screen.findByText('2 to export')).parentElement
  expect(summary?.textContent).toContain('1,002.25')
  expect(summary?.textContent).toContain('1 incomplete')
  const grid = screen.getByRole('grid', { name: 'Payments to make' })
  expect(within(grid).getAllByText('Bank details changed')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() =>
    expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({ portfolioId: 'GROWTH' }),
  )
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledOnce())
})
