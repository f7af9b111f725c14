import { brokers } from '@em/contract/brokers/brokers'
import { identity, users } from '@em/contract/identity/identity'
import { BUILT_IN_ROLES } from '@em/contract/identity/roles'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { screenCalls } from '@em/contract/tabs/screen-calls'
import { groups } from '@em/contract/tabs/tabs'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { mayOf } from '../lib/may.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { App } from './App.tsx'
import { offeredTo } from './offer.ts'
import { screens } from './screens.ts'

afterEach(closeSession)

const RECORDING = [
  'Trade Capture / Buy',
  'Trade Capture / Sell',
  'Batch Transaction Import / Bulk Buy Entry',
  'Batch Transaction Import / Bulk Sell Entry',
]
/** Applications for new issues are recorded and allotted on them. */
const IPO = ['IPO / IPO Entry', 'IPO / IPO Allocation']
const ADMINISTRATION = ['Administration / Users']
const AUDIT = 'Reporting and Compliance / Audit Trail'
const CHECK = 'Administration / Check the Books'
/** What each built-in role is not offered; it is offered everything else. */
const NOT_OFFERED: Record<string, readonly string[]> = {
  Administrator: [],
  Accountant: [...RECORDING, ...ADMINISTRATION],
  Dealer: [AUDIT, CHECK, ...IPO, ...ADMINISTRATION],
  Approver: [...RECORDING, CHECK, ...IPO, ...ADMINISTRATION],
  'Portfolio Manager': [AUDIT, CHECK, ...ADMINISTRATION],
  Auditor: [...RECORDING, ...IPO, ...ADMINISTRATION],
  Member: ADMINISTRATION,
}
const namesOf = (list: typeof groups) => list.flatMap(({ tabs }) => tabs.map(({ id }) => id))

describe('the screens', () => {
  it('say for whom they are, every one of them and no others', () => {
    expect(Object.keys(screenCalls).sort()).toEqual(Object.keys(screens).sort())
  })

  it.each(BUILT_IN_ROLES.map(({ name }) => name))('are for %s as far as the role may', (role) => {
    const offered = namesOf(offeredTo(mayOf(withRole(role))))
    const expected = namesOf(groups).filter((id) => !NOT_OFFERED[role]?.includes(id))
    expect(offered).toEqual(expected)
  })

  it('leave no group behind that holds none of them', () => {
    const names = offeredTo(mayOf({ ...nadeesha, rights: [] })).map(({ name }) => name)
    expect(names).not.toContain('Settlement and Accounting')
    expect(names).not.toContain('Integration and Automation')
  })

  it('about all portfolios are not for somebody who has some', () => {
    const admin = { ...nadeesha, portfolios: { see: ['P1'], change: ['P1'] } }
    expect(namesOf(offeredTo(mayOf(admin)))).not.toContain('Administration / Users')
    expect(namesOf(offeredTo(mayOf(admin)))).not.toContain(CHECK)
  })
})

function open(address: string, user = withRole('Auditor'), more: Parameters<typeof network>[0] = {}) {
  window.history.replaceState(null, '', `/#/${address}`)
  const asked = network({ ...usual, ...more })
  openSession({ token: 't', user, kept: false })
  return { asked, ...show(<App />) }
}
const SENTENCE = (right: string) => `You need the right "${right}" for this screen. Ask an administrator.`

describe('the shell', () => {
  it('offers an auditor no screen that only saves: not in the sidebar, the tabs or the palette', async () => {
    const { user } = open('integration-and-automation/broker-feed-fix-integration')
    await user.type(await screen.findByLabelText('Find a tab'), 'buy')
    // It is read there as well.
    expect(await screen.findByRole('link', { name: 'Buyback / Share Repurchase' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Buy' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Sell' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByPlaceholderText('Search or go to'), 'users')
    expect(await screen.findByText(/^Nothing found/)).toBeTruthy()
  })

  it('opens a group at the first tab that is offered', async () => {
    const { user } = open('integration-and-automation/broker-feed-fix-integration')
    await user.click(await screen.findByRole('button', { name: 'Trade Capture' }))
    expect(window.location.hash).toBe('#/trade-capture/transactions')
  })

  it('says at a typed address which right is missing, and asks the server for nothing of it', async () => {
    const { asked } = open('administration/users')
    expect(await screen.findByText(SENTENCE('See users, roles and sessions'))).toBeTruthy()
    expect(asked.filter(({ path }) => path.startsWith('/api/users'))).toEqual([])
  })

  it('says at a typed address that it concerns all portfolios', async () => {
    open('administration/users', { ...nadeesha, portfolios: { see: ['P1'], change: ['P1'] } })
    expect(await screen.findByText(/^This screen concerns all portfolios/)).toBeTruthy()
  })

  it('shows what the server says where a right was taken away meanwhile, and offers what is left', async () => {
    const { user, asked } = open('administration/users', nadeesha, {
      [`GET ${users.list.path}`]: {
        status: 403,
        body: {
          code: 'rights.missing',
          message: 'You need the right "See users, roles and sessions" for this.',
        },
      },
      [`GET ${identity.me.path}`]: { body: withRole('Auditor') },
      [`GET ${portfolios.path}`]: { body: [] },
    })
    expect(await screen.findByText(SENTENCE('See users, roles and sessions'))).toBeTruthy()
    expect(asked.some(({ path }) => path === '/api/auth/me')).toBe(true)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Users' })).toBeNull())
    await user.type(screen.getByLabelText('Find a tab'), 'sell')
    expect(screen.queryByRole('link', { name: 'Sell' })).toBeNull()
  })
})

describe('a register', () => {
  const broker = {
    id: 1,
    name: 'Asha Securities',
    code: 'ASH',
    isActive: true,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }
  const address = 'master-data-management/brokers'
  const answers = { [`GET ${brokers.path}`]: { body: [broker] } }

  it('is read by an auditor: no button changes it, and a row opens all that is kept', async () => {
    const { user } = open(address, withRole('Auditor'), answers)
    const name = (await screen.findAllByText('Asha Securities'))[0] as HTMLElement
    for (const label of ['Add broker', 'Edit Asha Securities', 'Delete Asha Securities']) {
      expect(screen.queryByRole('button', { name: label })).toBeNull()
    }
    expect(screen.getByRole('button', { name: 'Transactions Asha Securities' })).toBeTruthy()
    await user.click(name)
    expect(await screen.findByRole('dialog', { name: 'Asha Securities' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Update Broker' })).toBeNull()
  })

  it('is changed by an accountant', async () => {
    open(address, withRole('Accountant'), answers)
    expect(await screen.findByRole('button', { name: 'Edit Asha Securities' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete Asha Securities' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add broker' })).toBeTruthy()
  })
})
