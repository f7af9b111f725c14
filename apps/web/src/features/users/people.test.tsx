import type { RoleRecord, UserRecord } from '@em/contract/identity'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import './UsersScreen.tsx'

afterEach(closeSession)

const kamal: UserRecord = {
  ...nadeesha,
  id: 9,
  first_name: 'Kamal',
  email: 'kamal@example.lk',
  is_admin: false,
  roles: ['Dealer'],
  portfolios: { see: ['GROWTH'], change: ['GROWTH'] },
  isActive: true,
  state: 'active',
  version: 4,
  lastSeenAt: null,
}
const role = (name: string, isBuiltIn: boolean, rights: RoleRecord['rights'], people = 0): RoleRecord => ({
  name,
  description: isBuiltIn ? `For a ${name}.` : null,
  isBuiltIn,
  rights,
  people,
  version: 2,
})
const roles = [
  role('Administrator', true, nadeesha.rights, 1),
  role('Dealer', true, ['trades.read', 'trades.record'], 1),
  role('Clerk', false, ['ledger.read']),
]
const open = (hash: string, answers: Parameters<typeof network>[0] = {}) => {
  window.history.replaceState(null, '', `/#/administration/users${hash}`)
  openSession({ token: 't', user: nadeesha, kept: true })
  const asked = network({
    ...usual,
    'GET /users': { body: [kamal] },
    'GET /roles': { body: roles },
    'GET /users/9/sessions': { body: [] },
    ...answers,
  })
  return { asked, ...show(<App />) }
}

it('invites somebody and shows the link this once', async () => {
  const { asked, user } = open('', {
    'POST /users/invitations': {
      status: 201,
      body: {
        path: '/#/set-password/abc',
        expiresAt: '2026-01-02T00:00:00.000Z',
        user: { ...kamal, state: 'invited' },
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite somebody' })
  await user.click(within(dialog).getByRole('button', { name: 'Make invitation' }))
  expect((await within(dialog).findAllByText('Email is required')).length).toBeGreaterThan(0)
  await user.type(within(dialog).getByRole('textbox', { name: /^Email/ }), 'Kamal@example.lk')
  await user.type(within(dialog).getByRole('textbox', { name: /^First name/ }), 'Kamal')
  await user.type(within(dialog).getByRole('textbox', { name: /^Last name/ }), 'Perera')
  await user.click(within(dialog).getByRole('button', { name: 'Make invitation' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(link.value).toMatch(/\/#\/set-password\/abc$/)
  expect(asked.find(({ path }) => path === '/api/users/invitations')?.body).toMatchObject({
    roles: ['Member'],
    portfolios: { see: 'all', change: 'all' },
  })
})

it('changes what a person may do, with the version it saw', async () => {
  const { asked, user } = open('', { 'PUT /users/9': { body: { ...kamal, version: 5 } } })
  await user.click(await screen.findByRole('button', { name: /^Edit Kamal/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Kamal Perera' })
  await user.click(within(dialog).getByRole('radio', { name: 'None' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('What Kamal Perera may do was changed.')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    roles: ['Dealer'],
    portfolios: { see: ['GROWTH'], change: [] },
    version: 4,
  })
})

it('shows the roles, opens a built-in one to read only and saves an own one', async () => {
  const { asked, user } = open('?view=roles', { 'PUT /roles/Clerk': { body: roles[2] } })
  await user.click(await screen.findByRole('button', { name: 'View Dealer' }))
  const built = await screen.findByRole('dialog', { name: 'Dealer' })
  expect(within(built).getByRole<HTMLInputElement>('checkbox', { name: 'Record trades' }).checked).toBe(true)
  expect(within(built).getByRole<HTMLInputElement>('checkbox', { name: 'Record trades' }).disabled).toBe(true)
  expect(within(built).queryByRole('button', { name: 'Save role' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Delete Dealer' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit Clerk' }))
  const own = await screen.findByRole('dialog', { name: 'Clerk' })
  await user.click(within(own).getByRole('checkbox', { name: 'Record trades' }))
  await user.click(within(own).getByRole('button', { name: 'Save role' }))
  await screen.findByText('The role Clerk was saved.')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    rights: ['ledger.read', 'trades.record'],
    version: 2,
  })
})
