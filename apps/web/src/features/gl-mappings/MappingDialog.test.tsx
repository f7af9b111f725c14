import type { MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { MappingDialog } from './MappingDialog.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const role: MappedRole = {
  role: 'fee.brokerage',
  label: 'Brokerage',
  account_type: 'Expense',
  is_control: false,
  account_code: '6010',
  account_name: 'Brokerage',
  effective_from: '1900-01-01',
  effective_until: null,
  balance: 0,
  exceptions: [],
  others: [],
}
const account = (id: number, account_code: string, account_name: string) => ({
  id,
  account_code,
  account_name,
  account_type: 'Expense',
  active_status: 'Yes',
})

it('lists the accounts by their codes and warns before saving whose account it is too', async () => {
  network({
    ...usual,
    'GET /chart-of-accounts': {
      body: [
        account(3, '6200', 'Withholding Tax'),
        account(1, '6010', 'Brokerage'),
        account(2, '6100', 'Finance Cost'),
      ],
    },
    'PUT /gl-mappings': {
      body: { success: true, data: null, moved: [], warnings: ['6200 also serves Withholding tax.'] },
    },
  })
  const { user } = show(<MappingDialog role={role} exception={null} onClose={() => undefined} />)
  const field = await screen.findByLabelText(/^Account/)
  await user.clear(field)
  await user.click(field)
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent?.slice(0, 4))).toEqual(['6010', '6100', '6200'])
  await user.click(options[2] as HTMLElement)
  expect(await screen.findByText('6200 also serves Withholding tax.')).toBeDefined()
})
