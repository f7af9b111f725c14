import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ImportHistoryScreen from './ImportHistoryScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('a history that could not be loaded counts nothing: a dash, the error and a way to try again', async () => {
  network({ ...usual, 'GET /trade-batches': { status: 500, body: { message: 'x', code: 'x', error: 'x' } } })
  show(<ImportHistoryScreen />)
  expect(await screen.findByText('Failed to fetch import history')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  for (const label of ['Total Imports', 'Successful', 'Failed', 'Transactions recorded']) {
    const [card] = screen.getAllByText(label)
    expect(card?.parentElement?.textContent).toBe(`${label}–none`)
  }
})
