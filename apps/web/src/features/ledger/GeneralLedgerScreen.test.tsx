import type { LedgerEntry } from '@em/contract/ledger/ledger'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import GeneralLedgerScreen from './GeneralLedgerScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.location.hash = '#/accounting-entries/general-ledger'
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  closeSession()
})

const LINE: LedgerEntry = {
  id: '1-1',
  entry_id: 1,
  line_no: 1,
  date: '2026-06-01',
  account_code: '1100',
  account_name: 'Investment in Equity Securities',
  description: 'Purchase of shares',
  reference: 'BUY-1',
  portfolio: 'Growth Fund',
  portfolioId: 'GROWTH',
  symbol: 'JKH.N0000',
  quantity: 6332,
  price: 288.17,
  contract_number: 'C-9',
  broker_name: 'Asha Securities',
  debit: 1824692.44,
  credit: 0,
  balance: 1824692.44,
  transaction_type: 'Investment Purchase',
  status: 'Posted',
  kind: 'trade',
  trade_id: 1,
  reversal_of: null,
  belongs_to: '2026-06-01',
  recorded_by: 'Nadeesha Perera',
  recorded_at: '2026-06-01T05:00:00Z',
  transaction_account_name: null,
  account_number: null,
  bank_name: null,
  payment_method: null,
}

const answers = (total: number) => ({
  ...usual,
  'GET /general-ledger': { body: [LINE], headers: { 'X-Total-Count': String(total) } },
  'GET /general-ledger/summary': { body: { entries: total, debits: 1, credits: 1, net: 0, stopped: false } },
  'GET /general-ledger/portfolios': { body: [] },
  'GET /chart-of-accounts': { body: [] },
  'GET /brokers': { body: [] },
})
const header = (name: string) =>
  within(screen.getByRole('columnheader', { name: new RegExp(`^${name}`) })).getByRole('button')
const sortsIn = (log: readonly { path: string }[]) => [
  ...new Set(log.flatMap(({ path }) => new URLSearchParams(path.split('?')[1]).getAll('sort'))),
]

it('sorts by a column while few lines are left, and asks the server for it', async () => {
  const log = network(answers(10_000))
  const { user } = show(<GeneralLedgerScreen />)
  await screen.findByText('BUY-1')
  await user.click(header('Debit'))
  await waitFor(() => expect(sortsIn(log)).toEqual(['-debit']))
})

it('sorts only by date where more lines are left than are sorted', async () => {
  const log = network(answers(10_001))
  const { user } = show(<GeneralLedgerScreen />)
  await screen.findByText('BUY-1')
  expect(within(screen.getByRole('columnheader', { name: /^Debit/ })).queryByRole('button')).toBeNull()
  await user.click(header('Date'))
  await waitFor(() => expect(sortsIn(log)).toEqual(['date']))
})

it('shows what the trade notes once its columns are chosen, and keeps them chosen', async () => {
  localStorage.clear()
  network(answers(1))
  const { user } = show(<GeneralLedgerScreen />)
  await screen.findByText('BUY-1')
  expect(screen.queryByText('C-9')).toBeNull()
  await user.click(screen.getByRole('button', { name: /columns/i }))
  for (const name of ['Quantity', 'Price', 'Contract Number', 'Broker']) {
    await user.click(await screen.findByRole('checkbox', { name }))
  }
  expect(screen.getByText('C-9')).toBeTruthy()
  expect(screen.getByText('6,332')).toBeTruthy()
  expect(screen.getByText('288.1700')).toBeTruthy()
  cleanup()
  show(<GeneralLedgerScreen />)
  expect(await screen.findByText('Asha Securities')).toBeTruthy()
})
