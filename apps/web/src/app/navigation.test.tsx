import { groups } from '@em/contract/tabs/tabs'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../lib/session.ts'
import { openTabOf } from '../links/tabs.ts'
import { nadeesha, network, usual } from '../testing/network.ts'
import { goBack, show } from '../testing/page.tsx'
import { App } from './App.tsx'
import { screens } from './screens.ts'

/** Tabs of groups that no issue builds soon, so that these tests need no server. */
const here = '/#/integration-and-automation/broker-feed-fix-integration'

beforeEach(() => {
  network(usual)
  window.history.replaceState(null, '', here)
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(closeSession)

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the list of tabs', () => {
  it('has a screen for each tab', () => {
    expect(groups.flatMap(({ tabs }) => tabs.map(({ id }) => id)).toSorted()).toEqual(
      Object.keys(screens).toSorted(),
    )
  })

  it('gives every tab an address of its own that leads back to it', () => {
    const addresses = groups.flatMap((group) => group.tabs.map((tab) => `#/${group.slug}/${tab.slug}`))
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const group of groups) {
      for (const tab of group.tabs)
        expect(openTabOf(`#/${group.slug}/${tab.slug}`)).toEqual({ kind: 'tab', group, tab })
    }
  })

  it('opens the first tab of the first group where nothing is named', () => {
    expect(openTabOf('')).toMatchObject({
      kind: 'tab',
      tab: { name: 'Dashboard' },
      group: { name: 'Dashboard' },
    })
    expect(openTabOf('#/trade-capture')).toMatchObject({ tab: { name: 'Buy' } })
    expect(openTabOf('#/nowhere/at-all')).toEqual({ kind: 'unknown' })
    expect(openTabOf('#/%E0%A4%A/x')).toEqual({ kind: 'unknown' })
  })
})

describe('the shell', () => {
  it('follows the address, forward and back', async () => {
    const { user } = show(<App />)
    expect(await heading('Broker Feed / FIX Integration')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Custodian Integration' }))
    expect(await heading('Custodian Integration')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Custodian Integration' }).getAttribute('aria-current')).toBe(
      'page',
    )
    await goBack()
    expect(await heading('Broker Feed / FIX Integration')).toBeTruthy()
  })

  it('opens the first tab of a chosen group, and shows its tabs', async () => {
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Reporting and Compliance' }))
    expect(await heading('Daily Holdings Report')).toBeTruthy()
    expect(window.location.hash).toBe('#/reporting-and-compliance/daily-holdings-report')
    expect(screen.getByRole('link', { name: 'Trade Blotter' })).toBeTruthy()
    // One group at a time.
    expect(screen.queryByRole('link', { name: 'Broker Feed / FIX Integration' })).toBeNull()
  })

  it('names an unknown tab in the words of the specification', async () => {
    window.history.replaceState(null, '', '/#/trade-capture/nothing')
    show(<App />)
    expect(await screen.findByText('Component Not Found')).toBeTruthy()
    expect(screen.getByText('The requested component is not available.')).toBeTruthy()
  })

  it('finds a tab by name and opens it with Enter', async () => {
    const { user } = show(<App />)
    await user.type(await screen.findByLabelText('Find a tab'), 'custod{Enter}')
    expect(await heading('Custodian Integration')).toBeTruthy()
  })

  it('jumps by the palette', async () => {
    const { user } = show(<App />)
    await heading('Broker Feed / FIX Integration')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByPlaceholderText('Search or go to'), 'accounting system{Enter}')
    expect(await heading('Accounting System Interface')).toBeTruthy()
    // Tab goes on in the page, not through the sidebar.
    await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  })

  it('walks the sidebar by arrow keys', async () => {
    const { user } = show(<App />)
    // jsdom lays nothing out: every element is as good as visible.
    Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList
    const group = await screen.findByRole('button', { name: 'Integration and Automation' })
    group.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Broker Feed / FIX Integration')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(group)
    await user.keyboard('{ArrowLeft}')
    expect(group.getAttribute('aria-expanded')).toBe('false')
  })

  it('shows avatar, tabs and the empty list of notifications', async () => {
    const { user } = show(<App />)
    const avatar = await screen.findByRole('button', { name: 'User Profile - Nadeesha Perera' })
    expect(avatar.textContent).toBe('NP')
    await user.click(screen.getByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText('Nothing needs your attention')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All jobs' }).getAttribute('href')).toBe('#/administration/jobs')
    await user.click(avatar)
    expect(await screen.findByText('Active User')).toBeTruthy()
    expect(screen.getByText('nadeesha@example.lk')).toBeTruthy()
  })

  it('logs out: revokes the token, forgets the tab, asks to sign in', async () => {
    const asked = network(usual)
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(window.location.hash).toBe('')
    expect(localStorage.getItem('em.session')).toBeNull()
    await waitFor(() => {
      const logout = asked.find(({ path }) => path === '/api/auth/logout')
      expect(logout?.headers.get('Authorization')).toBe('Bearer t')
    })
  })

  it('lifts the bar off the page after ten pixels', async () => {
    show(<App />)
    await heading('Broker Feed / FIX Integration')
    const bar = screen.getAllByRole('banner')[0] as HTMLElement
    const before = bar.className
    act(() => {
      Object.assign(window, { scrollY: 11 })
      window.dispatchEvent(new Event('scroll'))
    })
    expect(bar.className).not.toBe(before)
    Object.assign(window, { scrollY: 0 })
  })
})
