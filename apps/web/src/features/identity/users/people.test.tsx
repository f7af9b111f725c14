import type { RoleRecord, UserRecord } from '@em/contract/identity/identity'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../../app/App.tsx'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../../app/Shell.tsx'
import './UsersScreen.tsx'

beforeEach(() => localStorage.clear())
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
const open = (hash: string, answers: Parameters<typeof network>[0] = {}, who = nadeesha) => {
  window.history.replaceState(null, '', `/#/administration/users${hash}`)
  openSession({ token: 't', user: who, kept: true })
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
  await screen.findByText('The account of Kamal Perera was changed.')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    roles: ['Dealer'],
    portfolios: { see: ['GROWTH'], change: [] },
    version: 4,
  })
})

it('offers what the server needs: nothing that changes to whom only reads', async () => {
  const reader = { ...nadeesha, rights: nadeesha.rights.filter((name) => !/manage/.test(name)) }
  const { user } = open('', {}, reader)
  await user.click(await screen.findByText('Kamal Perera'))
  const dialog = await screen.findByRole('dialog', { name: 'Kamal Perera' })
  expect(within(dialog).getByText('GROWTH')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /Invite|Edit Kamal|Actions for/ })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Roles' }))
  await screen.findByRole('region', { name: 'Rights of the roles' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /New role|Actions for/ })).toBeNull()
})

it('shows the refusal for the last administrator at its field', async () => {
  const message = 'Kamal Perera is the only active administrator.'
  const refusal = {
    error: 'Unprocessable',
    code: 'users.last-administrator',
    message,
    details: [{ field: 'portfolios', message }],
  }
  const { user } = open('', { 'PUT /users/9': { status: 422, body: refusal } })
  await user.click(await screen.findByRole('button', { name: 'Edit Kamal Perera' }))
  const dialog = await screen.findByRole('dialog', { name: 'Kamal Perera' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByRole('alert')
  const sees = within(dialog).getByRole('combobox', { name: /^Sees/ })
  expect(sees.getAttribute('aria-invalid')).toBe('true')
})

it('brings a stale edit onto what somebody else saved, and asks before it disables', async () => {
  let stored = kamal
  const { asked, user } = open('', {
    'GET /users': () => ({ body: [stored] }),
    'PUT /users/9': ({ body }) =>
      (body as { version: number }).version === 4
        ? { status: 409, body: { error: 'Conflict', code: 'record.stale', message: 'It was changed.' } }
        : { body: { ...stored, version: 6 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Kamal Perera' }))
  const dialog = await screen.findByRole('dialog', { name: 'Kamal Perera' })
  await user.click(within(dialog).getByRole('switch', { name: /^May sign in/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText(/is signed out everywhere at once and cannot sign in until/)
  await user.click(screen.getByRole('button', { name: 'Disable' }))
  stored = { ...kamal, roles: ['Auditor'], version: 5 }
  await user.click(await within(dialog).findByRole('button', { name: 'Reload' }))
  expect(
    await within(dialog).findByText('These are the current values, with your changes kept: May sign in.'),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Disable' }))
  await screen.findByText('The account of Kamal Perera was changed.')
  expect(asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    roles: ['Auditor'],
    portfolios: { see: ['GROWTH'], change: ['GROWTH'] },
    isActive: false,
    version: 5,
  })
})

it('ends one session of another person, and all of them', async () => {
  const session = (id: number, browser: string) => ({
    id,
    browser,
    address: '10.0.0.7',
    created_at: '2026-11-18T03:00:00.000Z',
    lastUsedAt: '2026-11-19T03:00:00.000Z',
    expiresAt: '2026-11-25T03:00:00.000Z',
    current: false,
    kept: false,
  })
  const { asked, user } = open('', {
    'GET /users/9/sessions': { body: [session(1, 'Firefox on Windows'), session(2, 'Safari on macOS')] },
    'DELETE /users/9/sessions/1': { body: { success: true } },
    'DELETE /users/9/sessions': { body: { success: true, ended: 2 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Kamal Perera' }))
  const sessionText = 'From 10.0.0.7 · last used 19 Nov 2026 08:30 · signed in 18 Nov 2026 08:30'
  expect((await screen.findAllByText(sessionText)).length).toBe(2)
  await user.click(screen.getByRole('button', { name: /^Sign out Firefox/ }))
  await screen.findByText('Firefox on Windows was signed out.')
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByText('Kamal Perera was signed out everywhere.')
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/users/9/sessions/1',
    '/api/users/9/sessions',
  ])
})

it('shows the roles side by side, saves what was ticked of own ones, and keeps it until then', async () => {
  const { asked, user } = open('?view=roles', { 'PUT /roles/Clerk': { body: roles[2] } })
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  await user.click(await box('Clerk: Record trades'))
  expect(screen.queryByRole('checkbox', { name: 'Dealer: Record trades' })).toBeNull()
  expect(screen.getByText('Not saved yet: Clerk')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'People' }))
  await user.click(await screen.findByRole('tab', { name: 'Roles' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect((await box('Clerk: Record trades')).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save role' }))
  await screen.findByText('The role Clerk was saved.')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    rights: ['trades.record', 'ledger.read'],
    version: 2,
  })
})

it('makes a role like another one, under a name that there is not yet', async () => {
  const { asked, user } = open('?view=roles', { 'PUT /roles/Desk': { body: role('Desk', false, []) } })
  await user.click(await screen.findByRole('button', { name: 'Actions for Dealer' }))
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  const dialog = await screen.findByRole('dialog', { name: 'New role' })
  const name = within(dialog).getByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'clerk')
  await user.click(within(dialog).getByRole('button', { name: 'Save role' }))
  expect((await within(dialog).findAllByText(/There is a role of this name/)).length).toBeGreaterThan(0)
  await user.clear(name)
  await user.type(name, 'Desk')
  await user.click(within(dialog).getByRole('button', { name: 'Save role' }))
  await screen.findByText('The role Desk was saved.')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    rights: ['trades.read', 'trades.record'],
  })
})
