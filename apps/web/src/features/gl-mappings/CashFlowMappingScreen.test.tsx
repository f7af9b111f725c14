import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { today } from '../../lib/dates.ts'
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
  effective_from: '1900-01-01',
  effective_until: null,
  balance: 0,
  exceptions: [],
  others: [],
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
    const account = { account_code: '1011', account_name: 'Current account', account_type: 'Asset' }
    const asked = network({
      ...answers,
      'GET /accounts': { body: [bank(1, 'Custody'), bank(2, 'Trading')] },
      'GET /chart-of-accounts': { body: [{ ...account, id: 9, active_status: 'Yes' }] },
    })
    const { user } = show(<CashFlowMappingScreen />)
    await user.click(await screen.findByRole('button', { name: 'Actions for Trading 1002' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Map to another account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Map a settlement account' })
    const field = within(dialog).getByLabelText<HTMLInputElement>('Settlement Account', { selector: 'input' })
    expect(field.value).toBe('Trading 1002')

    // From the day that is entered on; today unless another is.
    const from = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Effective From/ })
    expect(from.value).toBe(today())
    await user.clear(from)
    await user.type(from, '2026-04-01')
    await user.type(within(dialog).getByLabelText(/^Account/, { selector: 'input' }), '1011{Enter}')
    await user.click(within(dialog).getByRole('button', { name: 'Save mapping' }))
    await waitFor(() =>
      expect(asked.find(({ method, path }) => method === 'PUT' && !path.includes('dryRun'))?.body).toEqual({
        role: 'cash',
        portfolioId: '',
        settlementAccount: 2,
        account_code: '1011',
        move_balance: true,
        from_account_code: null,
        effective_from: '2026-04-01',
      }),
    )
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
