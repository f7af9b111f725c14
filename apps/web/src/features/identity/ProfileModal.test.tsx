import type { SessionRecord } from '@em/contract/identity/identity'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Providers } from '../../app/Providers.tsx'
import { createQueryClient } from '../../lib/query.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import ProfileModal from './ProfileModal.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const sessionOf = (id: number, browser: string): SessionRecord => ({
  id,
  created_at: '2026-11-20T04:00:00.000Z',
  lastUsedAt: '2026-11-20T05:00:00.000Z',
  expiresAt: '2026-12-20T05:00:00.000Z',
  address: '10.0.0.7',
  browser,
  current: id === 1,
  kept: false,
})

function Profile() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <ProfileModal opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function open(answers: Parameters<typeof network>[0] = {}) {
  const server = { sessions: [sessionOf(1, 'Firefox on Windows'), sessionOf(2, 'Chrome on Android')] }
  const asked = network({
    ...usual,
    'GET /auth/sessions': () => ({ body: server.sessions }),
    'POST /auth/password': { body: { success: true } },
    ...answers,
  })
  // With the waiting times of the application, not those of the other tests: a kept answer is fresh for a while.
  const page = render(
    <Providers client={createQueryClient()} motion={false}>
      <Profile />
    </Providers>,
  )
  return { server, asked, user: userEvent.setup({ delay: null }), ...page }
}

it('takes a session that has ended already for ended, and shows the list as it is', async () => {
  const { server, user } = open({
    'DELETE /auth/sessions/2': { status: 404, body: { message: 'Not found.' } },
  })
  const end = await screen.findByRole('button', { name: /^Sign out Chrome on Android/ })
  server.sessions = [sessionOf(1, 'Firefox on Windows')]
  await user.click(end)
  expect(await screen.findByText('Chrome on Android was signed out.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out Chrome/ })).toBeNull())
  expect(screen.queryByText(/could not be ended/)).toBeNull()
})

it('asks for the sessions anew on every opening', async () => {
  const { server, asked, user } = open()
  await screen.findByText('Chrome on Android')
  server.sessions = [sessionOf(1, 'Firefox on Windows'), sessionOf(3, 'Safari on macOS')]
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Safari on macOS')).toBeTruthy()
  expect(asked.filter(({ path }) => path === '/api/auth/sessions')).toHaveLength(2)
})

it('asks for the sessions anew after a change of the password, which ends the others', async () => {
  const { server, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  await user.type(screen.getByLabelText(/^Current password/), 'secret1')
  await user.type(screen.getByLabelText(/^New password/), 'secret22')
  await user.type(screen.getByLabelText(/^Confirm password/), 'secret22')
  server.sessions = [sessionOf(1, 'Firefox on Windows')]
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed. Other devices were signed out.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
})
