import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CashFlowMappingScreen from './CashFlowMappingScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/settlement-and-accounting/cash-flow-mapping')
})
afterEach(() => {
  cleanup()
  closeSession()
})

const bank = (id: number, account_name: string) => ({
  id,
  payment_method: 'Bank Transfer',
  account_name,
  account_number: `100${id}`,
  bank_name: 'Bank of Ceylon',
  branch_name: 'Fort',
  swift_code: null,
  iban: null,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const cash = {
  role: 'cash',
  label: 'Cash at bank',
  account_type: 'Asset',
  is_control: false,
  account_code: '1010',
  account_name: 'Cash at Bank',
  balance: 0,
  exceptions: [],
}
const answers = {
  ...usual,
  'GET /gl-mappings': { body: [cash] },
  'GET /gl-mappings/events': { body: [] },
  'GET /portfolios': { body: [] },
  'GET /chart-of-accounts': { body: [] },
}

describe('Cash Flow Mapping', () => {
  it('a row maps its own settlement account', async () => {
    network({ ...answers, 'GET /accounts': { body: [bank(1, 'Custody'), bank(2, 'Trading')] } })
    const { user } = show(<CashFlowMappingScreen />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Trading 1002' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Map to another account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Map a settlement account' })
    const field = within(dialog).getByLabelText<HTMLInputElement>('Settlement Account', { selector: 'input' })
    expect(field.value).toBe('Trading 1002')
  })

  it('without settlement accounts there is nothing to map, and a way to them', async () => {
    network({ ...answers, 'GET /accounts': { body: [] } })
    show(<CashFlowMappingScreen />)
    expect(await screen.findByRole('button', { name: 'Open Account Master' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Map a settlement account' }).hasAttribute('disabled')).toBe(
      true,
    )
  })
})
