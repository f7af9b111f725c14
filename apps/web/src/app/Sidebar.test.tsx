import { groups } from '@em/contract/tabs/tabs'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { navigate, useHash } from '../lib/hash.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { hrefOf, openTabOf } from '../links/tabs.ts'
import { nadeesha, network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The tabs that were scrolled to, in their order. */
let scrolledTo: string[] = []
beforeEach(() => {
  network(usual)
  openSession({ token: 't', user: nadeesha, kept: true })
  scrolledTo = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.textContent ?? '')
  })
})
afterEach(() => {
  closeSession()
  vi.restoreAllMocks()
})

const Here = () => <Sidebar openTab={openTabOf(useHash())} />
const opened = () => screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent)
const go = (group: string, tab: string) => act(() => navigate(hrefOf(group, tab)))

it('opens the group of the open tab alone and brings the tab into sight, from group to group', () => {
  window.history.replaceState(null, '', '/#/dashboard/dashboard')
  show(<Here />)
  expect(opened()).toEqual(['Dashboard'])
  expect(scrolledTo.at(-1)).toBe('Dashboard')
  const last = groups.at(-1)
  const tab = last?.tabs.at(-1)?.name ?? ''
  expect(last?.name).toBe('Administration')
  for (const [group, name] of [
    ['Administration', tab],
    ['Trade Capture', 'Sell'],
    ['Trade Capture', 'Transactions'],
    ['Administration', tab],
  ] as const) {
    go(group, name)
    expect(opened()).toEqual([group])
    expect(scrolledTo.at(-1)).toBe(name)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(name)
  }
})

it('brings the open tab back into sight where its group is opened again', async () => {
  window.history.replaceState(null, '', '/#/trade-capture/sell')
  const { user } = show(<Here />)
  await user.click(screen.getByRole('button', { name: 'Show the tabs of Administration' }))
  expect(opened()).toEqual(['Administration'])
  scrolledTo = []
  await user.click(screen.getByRole('button', { name: 'Show the tabs of Trade Capture' }))
  expect(opened()).toEqual(['Trade Capture'])
  expect(scrolledTo.at(-1)).toBe('Sell')
})

it('puts favourite tabs on top in their order, moves and removes them, and tells the server', async () => {
  window.history.replaceState(null, '', '/#/trade-capture/sell')
  const log = network({
    ...usual,
    'GET /favourite-tabs': { body: { tabs: ['Trade Capture / Sell', 'Trade Capture / Gone'] } },
    'PUT /favourite-tabs': ({ body }) => ({ body }),
  })
  const { user } = show(<Here />)
  const region = await screen.findByRole('region', { name: 'Favourites' })
  const names = () => [...region.querySelectorAll('a')].map((link) => link.textContent)
  expect(names()).toEqual(['Sell'])
  await user.click(screen.getByRole('button', { name: 'Favourite: Buy' }))
  expect(names()).toEqual(['Sell', 'Buy'])
  ;[...region.querySelectorAll('a')][1]?.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(names()).toEqual(['Buy', 'Sell'])
  expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    tabs: ['Trade Capture / Buy', 'Trade Capture / Sell', 'Trade Capture / Gone'],
  })
  const [star] = screen.getAllByRole('button', { name: 'Favourite: Buy', pressed: true })
  await user.click(star as HTMLElement)
  expect(names()).toEqual(['Sell'])
})
