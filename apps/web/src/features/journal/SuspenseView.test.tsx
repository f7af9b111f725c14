import type { SuspenseClearing, SuspenseItem } from '@em/contract/suspense/suspense'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import JournalScreen from './JournalScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

const item = (entry_id: number, open: number, more: Partial<SuspenseItem> = {}): SuspenseItem => ({
  entry_id,
  line_no: 2,
  date: '2026-11-03',
  since: '2026-11-03',
  age_days: 17,
  description: `Item ${entry_id}`,
  reference: null,
  account_code: '2900',
  portfolioId: 'GRW',
  portfolioName: 'Growth Fund',
  debit: Math.max(open, 0),
  credit: Math.max(-open, 0),
  open_debit: Math.max(open, 0),
  open_credit: Math.max(-open, 0),
  ...more,
})
const items = [item(1, 300), item(2, -250, { date: '2026-11-04' }), item(3, 80)]
const clearing: SuspenseClearing = {
  id: 9,
  recorded_at: '2026-11-19T05:00:00.000Z',
  recorded_by: 'Nadeesha Perera',
  entry_id: null,
  amount: 250,
  items: [
    { ...item(1, 300), cleared: 250 },
    { ...item(2, -250), cleared: 250 },
  ],
  undone_at: null,
  undone_by: null,
  reason: null,
  reversed: false,
}

function server(more: Parameters<typeof network>[0] = {}): Asked[] {
  return network({
    ...usual,
    'GET /journal-entries': { body: { success: true, data: [] }, headers: { 'X-Total-Count': '0' } },
    'GET /journal-entries/summary': {
      body: { success: true, data: { draft: 0, posted: 0, pending: 0, cancelled: 0, due: 0 } },
    },
    'GET /suspense-items': ({ path }) => {
      const keys = new URL(path, 'http://localhost').searchParams.get('items')?.split(',')
      const body = items.filter((one) => keys?.includes(`${one.entry_id}.${one.line_no}`) ?? true)
      return { body, headers: { 'X-Total-Count': String(body.length) } }
    },
    'GET /suspense-items/summary': {
      body: { count: 3, debits: 380, credits: 250, oldest_date: '2026-11-03', oldest_days: 17 },
    },
    'GET /suspense-clearings': { body: [clearing], headers: { 'X-Total-Count': '1' } },
    'GET /general-ledger/portfolios': { body: [{ portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /portfolios': { body: [{ id: 1, portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /accounts': { body: [] },
    'GET /entities': { body: [] },
    'GET /journal-entries/accounts/list': { body: { success: true, data: [] } },
    'POST /suspense-items/clear': ({ path }) => ({
      status: 201,
      body: {
        success: true,
        dryRun: path.includes('dryRun'),
        data: { id: 9, amount: 250, items: [item(1, 50), item(2, 0)] },
      },
    }),
    ...more,
  })
}
const at = (query: string) =>
  window.history.replaceState(null, '', `/#/accounting-entries/journal-entries${query}`)
const grid = async () => {
  const found = within(await screen.findByRole('grid', { name: 'Suspense items' }))
  await found.findByText('Item 1')
  return found
}

describe('suspense items', () => {
  it('are listed with their age and sides, filtered by portfolio and age', async () => {
    at('?view=suspense&portfolio=GRW&age=30')
    const asked = server()
    show(<JournalScreen />)
    await grid()
    expect(await screen.findByText('17 days')).toBeDefined()
    const list = asked.find(({ path }) => path.startsWith('/api/suspense-items?'))
    expect(list?.path).toContain('minAge=30')
    expect(list?.path).toContain('portfolioId=GRW')
  })

  it('are cleared together after a preview of what stays open', async () => {
    at('?view=suspense')
    const asked = server()
    const { user } = show(<JournalScreen />)
    const list = await grid()
    await user.click(list.getByRole('checkbox', { name: /^Select entry 1,/ }))
    await user.click(list.getByRole('checkbox', { name: /^Select entry 3,/ }))
    const button = screen.getByRole('button', { name: 'Clear together' })
    expect(button).toHaveProperty('disabled', true)
    await user.click(list.getByRole('checkbox', { name: /^Select entry 3,/ }))
    await user.click(list.getByRole('checkbox', { name: /^Select entry 2,/ }))
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear together' }))
    expect(await dialog.findByText(/What the other side does not cover stays open/)).toBeDefined()
    // Blank: as much as the other side takes.
    expect(dialog.getByLabelText('Clear of entry 1').getAttribute('placeholder')).toBe('250.00')
    expect(dialog.getByLabelText('Clear of entry 2').getAttribute('placeholder')).toBe('250.00')
    await user.type(dialog.getByLabelText('Clear of entry 1'), '120.5')
    await user.click(dialog.getByRole('button', { name: 'Clear together' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = asked.filter(({ method, path }) => method === 'POST' && !path.includes('dryRun'))
    expect(sent.map(({ body }) => body)).toEqual([
      {
        items: [
          { entry_id: 1, line_no: 2, amount: '120.50' },
          { entry_id: 2, line_no: 2, amount: null },
        ],
      },
    ])
  })

  it('of two portfolios are not cleared together, and it says why', async () => {
    at('?view=suspense')
    const other = item(4, -80, { portfolioId: 'INC', portfolioName: 'Income Fund' })
    server({ 'GET /suspense-items': { body: [items[0], other], headers: { 'X-Total-Count': '2' } } })
    const { user } = show(<JournalScreen />)
    const list = await grid()
    await user.click(list.getByRole('checkbox', { name: /^Select entry 1,/ }))
    await user.click(list.getByRole('checkbox', { name: /^Select entry 4,/ }))
    expect(screen.getByRole('button', { name: 'Clear together' })).toHaveProperty('disabled', true)
    expect(screen.getByText(/The items belong to different portfolios/)).toBeDefined()
  })

  it('that are open no more leave the selection', async () => {
    at('?view=suspense')
    // Another user has cleared item 2 and a part of item 1.
    server({
      'GET /suspense-items': ({ path }) =>
        path.includes('items=')
          ? { body: [item(1, 50)], headers: { 'X-Total-Count': '1' } }
          : { body: items, headers: { 'X-Total-Count': '3' } },
    })
    const { user } = show(<JournalScreen />)
    const list = await grid()
    await user.click(list.getByRole('checkbox', { name: /^Select entry 2,/ }))
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
    await user.click(list.getByRole('checkbox', { name: /^Select entry 1,/ }))
    await waitFor(() =>
      expect(screen.getByText('1 selected').parentElement?.textContent).toMatch(/debits LKR\s50\.00/),
    )
  })

  it('go to the form of an entry that clears them', async () => {
    at('?view=suspense&clear=1.2')
    server({ 'GET /suspense-items': { body: [item(1, 300)], headers: { 'X-Total-Count': '1' } } })
    show(<JournalScreen />)
    const form = within(await screen.findByRole('dialog', { name: 'Clear suspense items' }))
    expect(await form.findByDisplayValue('Clears entry 1')).toBeDefined()
    expect(form.getByLabelText('Credit of line 1')).toHaveProperty('value', '300.00')
    expect(form.getByLabelText('Debit of line 2')).toHaveProperty('value', '300.00')
  })

  it('are exported as CSV', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:1')
    URL.revokeObjectURL = vi.fn()
    at('?view=suspense')
    server()
    const { user } = show(<JournalScreen />)
    await grid()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledOnce())
    const blob = vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as Blob
    const text = await blob.text()
    expect(text).toContain('Open debit (LKR)')
    expect(text).toContain('2026-11-03,17,1,Item 1,,Growth Fund,300.00,,300.00')
  })

  it('that were cleared are undone with a reason', async () => {
    at('?view=cleared')
    const asked = server({
      'POST /suspense-clearings/9/undo': { status: 201, body: { success: true, data: clearing } },
    })
    const { user } = show(<JournalScreen />)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo the clearing' }))
    await user.type(dialog.getByLabelText('Reason'), 'Wrong receipt')
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Wrong receipt' }),
    )
  })
})
