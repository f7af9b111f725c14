import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { healthy, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { PremiumPopup } from './PremiumPopup.tsx'

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
