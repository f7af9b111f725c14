import type { UserRecord } from '@em/contract/identity/identity'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../../app/App.tsx'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../../app/Shell.tsx'
import './UsersScreen.tsx'

afterEach(closeSession)

const account = (id: number, first_name: string, state: UserRecord['state']): UserRecord => ({
  ...nadeesha,
  id,
  first_name,
  email: `${first_name.toLowerCase()}@example.lk`,
  is_admin: false,
  isActive: state === 'active',
  state,
  version: 3,
  lastSeenAt: null,
})
const open = (user: typeof nadeesha, answers: Parameters<typeof network>[0]) => {
  window.history.replaceState(null, '', '/#/administration/users')
  openSession({ token: 't', user, kept: true })
  const asked = network({ ...usual, ...answers })
  return { asked, ...show(<App />) }
}

it('shows those who wait first, approves one and tells the version it saw', async () => {
  const rows = [
    account(3, 'Asha', 'active'),
    account(2, 'Nimal', 'waiting'),
    account(4, 'Dilani', 'disabled'),
  ]
  const { asked, user } = open(nadeesha, {
    'GET /users': { body: rows },
    'PUT /users/2': { body: account(2, 'Nimal', 'active') },
  })
  await screen.findByRole('button', { name: 'Approve Nimal Perera' })
  const names = within(screen.getByRole('grid', { name: 'Users' }))
    .getAllByText(/Perera$/)
    .map((cell) => cell.textContent)
  expect(names).toEqual(['Nimal Perera', 'Asha Perera', 'Dilani Perera'])
  await user.click(screen.getByRole('button', { name: 'Approve Nimal Perera' }))
  expect(await screen.findByText('Nimal Perera can sign in now.')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ isActive: true, version: 3 })
})

it('takes a double click on one row for one change, and none of the row that comes under the mouse', async () => {
  let nimal = account(2, 'Nimal', 'waiting')
  let asha = account(3, 'Asha', 'active')
  const { asked, user } = open(nadeesha, {
    'GET /users': () => ({ body: [nimal, asha, account(4, 'Ruwan', 'waiting')] }),
    'PUT /users/2': () => {
      if (nimal.isActive) return { status: 409, body: { error: 'x', message: 'Changed by someone else.' } }
      nimal = { ...account(2, 'Nimal', 'active'), version: 4 }
      return { body: nimal }
    },
    'PUT /users/3': () => {
      asha = { ...account(3, 'Asha', 'disabled'), version: 4 }
      return { body: asha }
    },
    'PUT /users/4': { status: 500 },
  })
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const choose = async (name: string, action: string) => {
    await user.click(button(`Actions for ${name}`))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  const puts = () => asked.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  /** Whether a button is locked at the moment that the list shows another one. */
  const whenShown = async (shown: string, other: string) => {
    let locked: boolean | undefined
    await waitFor(() => {
      button(shown)
      locked ??= button(other).disabled
    })
    return locked
  }
  await screen.findByRole('button', { name: 'Approve Nimal Perera' })
  await user.dblClick(button('Approve Nimal Perera'))
  expect(await whenShown('Edit Nimal Perera', 'Approve Ruwan Perera')).toBe(true)
  expect(puts()).toEqual(['/api/users/2'])
  expect(screen.queryByText('Changed by someone else.')).toBeNull()

  await waitFor(() => expect(button('Approve Ruwan Perera').disabled).toBe(false))
  await choose('Asha Perera', 'Disable')
  await user.dblClick(await screen.findByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(screen.getByText('Asha Perera was disabled and signed out.')).toBeTruthy())
  expect(button('Approve Ruwan Perera').disabled).toBe(true)
  expect(puts()).toEqual(['/api/users/2', '/api/users/3'])
})

it('is neither offered to others nor asked for by them', async () => {
  const { asked } = open(withRole('Member'), { 'GET /users': { status: 403 } })
  expect(
    await screen.findByText(
      'You need the right "See users, roles and sessions" for this screen. Ask an administrator.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  expect(asked.filter(({ path }) => path.startsWith('/api/users'))).toEqual([])
})
