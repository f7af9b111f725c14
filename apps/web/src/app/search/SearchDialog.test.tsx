import type { Found } from '@em/contract/search/search'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { App } from '../App.tsx'

const trade: Found = {
  kind: 'trade',
  id: '5',
  title: 'Buy 1,000 JKH.N0000',
  detail: 'ASEC/26/0101 · Growth Fund',
  amount: 10_280.57,
  date: '2026-06-08',
  tab: 'integration-and-automation/custodian-integration?message=5',
}

/** The server answers when it is let. */
function slowServer(answer: readonly Found[] = [trade]) {
  const waiting: (() => void)[] = []
  const asked = network({
    ...usual,
    'GET /search': () => new Promise((resolve) => waiting.push(() => resolve({ body: answer }))),
  })
  return { asked, answer: () => waiting.splice(0).forEach((go) => go()) }
}
const field = () => screen.findByPlaceholderText('Search or go to')

beforeEach(() => {
  window.history.replaceState(null, '', '/#/integration-and-automation/broker-feed-fix-integration')
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(closeSession)

describe('the search', () => {
  it('loses no key while it opens, and waits for the answer that Enter is for', async () => {
    const server = slowServer()
    const { user } = show(<App />)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}10,28')
    const input = (await field()) as HTMLInputElement
    await waitFor(() => expect(input.value).toBe('10,28'))
    await user.keyboard('0.57{Enter}')
    expect(input.value).toBe('10,280.57')
    expect(window.location.hash).not.toContain('message')
    await waitFor(() => expect(server.asked.some(({ path }) => path.endsWith('q=10%2C280.57'))).toBe(true))
    server.answer()
    await waitFor(() => expect(window.location.hash).toBe(`#/${trade.tab}`))
    expect(screen.queryByPlaceholderText('Search or go to')).toBeNull()
  })

  it('shows what was found by kind, with amount and day, and opens the row that arrows reach', async () => {
    const other = {
      ...trade,
      kind: 'portfolio',
      id: 'P',
      title: 'P Pension Fund',
      amount: null,
      date: null,
    } as const
    const server = slowServer([{ ...other, tab: 'dashboard/dashboard?x=1' }, trade])
    const { user } = show(<App />)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'p')
    await waitFor(() => expect(server.asked.some(({ path }) => path.endsWith('/search?q=p'))).toBe(true))
    server.answer()
    const trades = await screen.findByRole('group', { name: 'Trades' })
    expect(within(trades).getByText('10,280.57')).toBeTruthy()
    expect(within(trades).getByText('08 Jun 2026')).toBeTruthy()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(window.location.hash).toBe(`#/${trade.tab}`)
    // What was opened is proposed first the next time.
    await user.keyboard('{Control>}k{/Control}')
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(within(recent).getByText(trade.title)).toBeTruthy()
  })

  it('still finds tabs where the books cannot be searched', async () => {
    network({ ...usual, 'GET /search': { status: 500 } })
    const { user } = show(<App />)
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'custodian int')
    expect(await screen.findByText(/could not be searched/)).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(window.location.hash).toBe('#/integration-and-automation/custodian-integration')
  })
})
