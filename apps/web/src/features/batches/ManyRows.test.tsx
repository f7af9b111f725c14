import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { ManyRows } from './ManyRows.tsx'

beforeEach(() => {
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  openSession({ token: 't', user: nadeesha, kept: true })
  network({ ...usual, 'GET /portfolios/active': { body: [] }, 'GET /accounts': { body: [] } })
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const symbol = () => screen.findByLabelText<HTMLInputElement>('Symbol, row 1')

it('rows that were typed are offered again after the page was left, until they are cleared', async () => {
  const first = show(<ManyRows source="bulk-buy" />)
  await first.user.type(await symbol(), 'JKH.N0000')
  first.unmount()

  const second = show(<ManyRows source="bulk-buy" />)
  expect(await screen.findByText(/An unsaved table of rows from .* was kept/)).toBeDefined()
  expect((await symbol()).value).toBe('')
  await second.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect((await symbol()).value).toBe('JKH.N0000')

  await second.user.click(screen.getByRole('button', { name: 'Reset' }))
  const asked = await screen.findByRole('dialog', { name: 'Clear the table?' })
  await second.user.click([...asked.querySelectorAll('button')].find((one) => one.textContent === 'Reset')!)
  await expect.poll(async () => (await symbol()).value).toBe('')
  second.unmount()

  show(<ManyRows source="bulk-buy" />)
  await symbol()
  expect(screen.queryByText(/was kept/)).toBeNull()
})
