import { notificationsStore } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeHashQuery, navigate } from '../lib/hash.ts'
import { network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { notify } from './notify.tsx'

it('an error stays while its tab is shown and goes with it; what went well may be read on the next', async () => {
  network(usual)
  navigate('/trade-capture/buy')
  show(<p>A screen</p>)
  act(() => {
    notify.error('Failed to save transaction')
    notify.success('Equity saved successfully!')
  })
  await screen.findByText('Failed to save transaction')
  act(() => changeHashQuery({ search: 'x' }))
  // What is on its way out stands on the page a moment longer: the store says what stays.
  const kept = () => notificationsStore.getState().notifications.map(({ message }) => message)
  expect(kept()).toContain('Failed to save transaction')
  act(() => navigate('/trade-capture/sell'))
  await waitFor(() => expect(screen.queryByText('Failed to save transaction')).toBeNull())
  expect(kept()).toEqual(['Equity saved successfully!'])
})
