import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { openTabOf } from '../../links/tabs.ts'
import { nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { App } from '../App.tsx'
import { SHORTCUTS } from './shortcuts.ts'

const HERE = '#/integration-and-automation/broker-feed-fix-integration'
beforeEach(() => {
  network(usual)
  window.history.replaceState(null, '', `/${HERE}`)
})
afterEach(closeSession)

async function open(user = nadeesha) {
  openSession({ token: 't', user, kept: true })
  const shown = show(<App />)
  await screen.findByRole('heading', { level: 1 })
  return shown.user
}

describe('shortcuts', () => {
  it('are each of their own, and lead to a tab', () => {
    expect(new Set(SHORTCUTS.map(({ keys }) => keys.join(' '))).size).toBe(SHORTCUTS.length)
    for (const { address, tab } of SHORTCUTS) {
      expect(openTabOf(`#/${address}`)).toMatchObject({ kind: 'tab', tab: { id: tab } })
    }
  })

  it('go to a tab by two keys, and not from within a field', async () => {
    const user = await open()
    await user.click(screen.getByLabelText('Find a tab'))
    await user.keyboard('gt')
    expect(window.location.hash).toBe(HERE)
    ;(document.activeElement as HTMLElement).blur()
    await user.keyboard('gx')
    await user.keyboard('t')
    expect(window.location.hash).toBe(HERE)
    await user.keyboard('gt')
    expect(window.location.hash).toBe('#/trade-capture/transactions')
  })

  it('are listed at ?, those alone that the person may use', async () => {
    const user = await open(withRole('Auditor'))
    await user.keyboard('nb')
    expect(window.location.hash).toBe(HERE)
    await user.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(list).getByText('Search everything')).toBeTruthy()
    expect(within(list).getByText('Transactions')).toBeTruthy()
    expect(within(list).queryByText('g then d')).toBeTruthy()
    expect(within(list).queryByText('n then b')).toBeNull()
  })
})
