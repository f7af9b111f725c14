import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { healthy, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { PremiumPopup } from './PremiumPopup.tsx'

afterEach(closeSession)

it('Contact Sales writes to the address of the installation', async () => {
  network({ ...usual, 'GET /health': { body: { ...healthy, supportEmail: 'sales@example.lk' } } })
  show(<PremiumPopup method="FIFO" onClose={() => undefined} />)
  const link = await screen.findByRole('link', { name: 'Contact Sales' })
  expect(link.getAttribute('href')).toMatch(/^mailto:sales@example\.lk\?subject=/)
})

it('without an address it says whom to ask', async () => {
  network(usual)
  const { user } = show(<PremiumPopup method="FIFO" onClose={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Contact Sales' }))
  expect(screen.getByText(/Please ask the administrator of this installation/)).toBeTruthy()
})

it('only an administrator reads how the other methods are opened', async () => {
  network(usual)
  openSession({ token: 't', user: { ...nadeesha, is_admin: true }, kept: true })
  const { unmount } = show(<PremiumPopup method="FIFO" onClose={() => undefined} />)
  expect(await screen.findByText('EQUITY_MANAGER_EDITION=premium')).toBeTruthy()
  unmount()
  openSession({ token: 't', user: { ...nadeesha, is_admin: false }, kept: true })
  show(<PremiumPopup method="FIFO" onClose={() => undefined} />)
  expect(await screen.findByText(/is part of the premium edition/)).toBeTruthy()
  expect(screen.queryByText('EQUITY_MANAGER_EDITION=premium')).toBeNull()
})
