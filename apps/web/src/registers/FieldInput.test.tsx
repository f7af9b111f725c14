import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import AccountScreen from '../features/settlement-accounts/AccountScreen.tsx'
import { closeSession, openSession } from '../lib/session.ts'
import { nadeesha, network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(closeSession)

it('a choice that the server never leaves empty cannot be emptied', async () => {
  network(usual)
  const { user } = show(<AccountScreen />)
  const settles = await screen.findByLabelText<HTMLInputElement>('Settles', { selector: 'input' })
  expect(settles.value).toBe('Automatic')
  expect(screen.queryByRole('button', { name: 'Clear Settles' })).toBeNull()
  await user.click(settles)
  await user.click(await screen.findByRole('option', { name: 'Automatic' }))
  expect(settles.value).toBe('Automatic')
})
