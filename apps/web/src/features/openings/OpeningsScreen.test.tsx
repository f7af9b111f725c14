import { openings } from '@em/contract/openings/openings'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import OpeningsScreen from './OpeningsScreen.tsx'

const at = (query: string) =>
  window.history.replaceState(null, '', `/#/accounting-entries/opening-balances${query}`)
beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const portfolio = {
  id: 1,
  portfolioId: 'GROWTH',
  portfolio: 'Growth Fund',
  accountingTreatment: 'FVTPL',
  openingDate: null,
  lots: 0,
  quantity: 0,
  cost: 0,
  charges: 0,
  hasBalances: false,
  openItems: 0,
  capital: 0,
}
const empty = { ...portfolio, positions: [], balances: null }
const othersBalances = {
  entryId: 77,
  date: '2026-04-01',
  reference: null,
  description: 'By another user',
  recorded_at: '2026-11-20T04:00:00.000Z',
  recorded_by: 'B. Silva',
  lines: [],
}
const report = {
  dryRun: true,
  ok: true,
  rows: 1,
  failed: 0,
  errors: [],
  warnings: [],
  cost: 1500,
  charges: 0,
  entries: 1,
  postings: [
    { account_code: '1100', account_name: 'Investment in Equity Securities', debit: 1500, credit: 0 },
    { account_code: '3000', account_name: 'Capital', debit: 0, credit: 1500 },
  ],
  positions: [],
  consequences: {
    affectedSales: 0,
    sales: [],
    gainsByMonth: [],
    lotsRematched: 0,
    affectedEntitlements: 0,
    entitlements: [],
  },
}
const noItems = {
  portfolioId: 'GROWTH',
  portfolio: 'Growth Fund',
  openingDate: null,
  version: null,
  recorded_by: null,
  recorded_at: null,
  items: [],
}
const received = {
  kind: 'dividend',
  symbol: 'COMB.N0000',
  company_name: 'Commercial Bank of Ceylon PLC',
  shares: 1000,
  ratePerShare: 3.25,
  exDate: '2026-03-25',
  paymentDate: '2026-04-10',
  taxRate: 15,
  settlementAccount: 7,
  standing: {
    amount: 2762.5,
    gross: 3250,
    tax: 487.5,
    since: '2026-03-25',
    age: 240,
    due: '2026-04-10',
    late: null,
    state: 'Received',
    done: 2762.5,
    outstanding: 0,
    action: 5,
    trade: null,
    reference: 'CA-5',
    certificate: null,
    lacks_certificate: true,
    recorded: '2,762.50 was received until 12 Apr 2026',
  },
}
const books = {
  ...usual,
  [`GET ${openings.list.path}`]: { body: [portfolio] },
  'GET /openings/GROWTH': { body: empty },
  'GET /openings/GROWTH/open-items': { body: noItems },
  'GET /accounts': { body: [{ id: 7, account_name: 'Trading', account_number: '1', bank_name: 'BOC' }] },
  'GET /journal-entries/accounts/list': {
    body: {
      success: true,
      data: [
        { account_code: '1100', account_name: 'Investment in Equity Securities', description: null },
        { account_code: '2110', account_name: 'Accrued Cost of Funds', description: null },
      ],
    },
  },
}

describe('Opening Balances', () => {
  it('shows what was open, and takes nothing that was received back unasked', async () => {
    at('?portfolio=GROWTH&view=items')
    const said = 'Dividend COMB.N0000 of 25 Mar 2026: 2,762.50 was received. Send it unchanged, or confirm.'
    const asked = network({
      ...books,
      'GET /openings/GROWTH/open-items': {
        body: { ...noItems, openingDate: '2026-04-01', version: 3, items: [received] },
      },
      'PUT /openings/GROWTH/open-items': ({ path, body }) =>
        path.includes('dryRun')
          ? { body: { dryRun: true, kept: 0, added: 1, removed: 1, warnings: [], postings: [] } }
          : (body as { withPayments: boolean }).withPayments
            ? { body: noItems }
            : { status: 409, body: { error: 'Conflict', code: 'opening.item-recorded', message: said } },
    })
    const { user } = show(<OpeningsScreen />)
    const shares = await screen.findByLabelText('Shares, row 1')
    expect((shares as HTMLInputElement).value).toBe('1000')
    const record = screen.getByRole('button', { name: 'Record Open Items' }) as HTMLButtonElement
    expect(record.disabled).toBe(true)
    await user.clear(shares)
    await user.type(shares, '2000')
    await user.click(screen.getByRole('button', { name: 'Check Open Items' }))
    expect(await screen.findByText(/1 item is recorded, 1 item is taken back/)).toBeTruthy()
    await user.click(record)
    expect(await screen.findByText(said)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Take Back' }))
    expect(await screen.findByText('Open items recorded.')).toBeTruthy()
    const puts = asked.filter(({ method, path }) => method === 'PUT' && !path.includes('dryRun'))
    expect(puts.map(({ body }) => body)).toMatchObject([
      {
        openingDate: '2026-04-01',
        replaces: 3,
        withPayments: false,
        items: [{ kind: 'dividend', shares: '2000' }],
      },
      { withPayments: true },
    ])
  })

  it('records lots only after they were checked as they are, with dates as they were read', async () => {
    at('?portfolio=GROWTH&view=lots')
    const asked = network({
      ...books,
      'POST /openings/GROWTH/lots': ({ path }) =>
        path.includes('dryRun') ? { body: report } : { status: 201, body: { id: 3 } },
    })
    const { user } = show(<OpeningsScreen />)
    const record = () => screen.getByRole('button', { name: 'Record Opening Lots' }) as HTMLButtonElement
    await user.type(await screen.findByRole('textbox', { name: /^Opening Date/ }), '2026-04-01')
    await user.type(screen.getByLabelText('Symbol, row 1'), 'JKH.N0000')
    await user.type(screen.getByLabelText('Bought On, row 1'), '31/12/2024')
    await user.type(screen.getByLabelText('Quantity, row 1'), '100')
    await user.type(screen.getByLabelText('Cost (LKR), row 1'), '1,500')
    expect(record().disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Check Lots' }))
    expect(await screen.findByText('3000 Capital')).toBeTruthy()
    expect(record().disabled).toBe(false)
    // The checked rows are no longer those that would be recorded.
    await user.type(screen.getByLabelText('Quantity, row 1'), '1000')
    expect(record().disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Check Lots' }))
    await waitFor(() => expect(record().disabled).toBe(false))
    // A double click is one click.
    await user.dblClick(record())
    expect(await screen.findByText('1 opening lot recorded.')).toBeTruthy()
    const posts = asked.filter(({ method }) => method === 'POST')
    expect(posts.filter(({ path }) => !path.includes('dryRun'))).toHaveLength(1)
    const sent = posts.at(-1)
    expect(sent?.path).toBe('/api/openings/GROWTH/lots')
    expect(sent?.body).toEqual({
      openingDate: '2026-04-01',
      fileName: null,
      rows: [{ symbol: 'JKH.N0000', tradeDate: '2024-12-31', quantity: '1000', cost: '1,500' }],
    })
    await waitFor(() => expect(window.location.hash).not.toContain('view=lots'))
  })

  it('offers what was typed after a reload: lots and balances, until they are discarded', async () => {
    at('?portfolio=GROWTH&view=lots')
    network(books)
    const { user, unmount } = show(<OpeningsScreen />)
    await user.type(await screen.findByRole('textbox', { name: /^Opening Date/ }), '2026-04-01')
    await user.type(screen.getByLabelText('Symbol, row 1'), 'JKH.N0000')
    unmount()
    const again = show(<OpeningsScreen />)
    expect(await screen.findByText(/An unsaved table of opening positions/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect((screen.getByLabelText('Symbol, row 1') as HTMLInputElement).value).toBe('JKH.N0000')
    expect((screen.getByRole('textbox', { name: /^Opening Date/ }) as HTMLInputElement).value).toBe(
      '2026-04-01',
    )
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    again.unmount()

    at('?portfolio=GROWTH')
    const debit = () => screen.getAllByLabelText('Debit (LKR)')[0] as HTMLInputElement
    const open = async () => {
      const shown = show(<OpeningsScreen />)
      await user.click(await screen.findByRole('button', { name: 'Enter Balances' }))
      await screen.findByRole('dialog')
      return shown
    }
    const entered = await open()
    await user.type(debit(), '5,000')
    entered.unmount()
    // Opening it discards nothing.
    const screenShown = await open()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screenShown.unmount()
    const found = await open()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(debit().value.replace(',', '')).toMatch(/^5000/)
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    found.unmount()
    await open()
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.includes('.draft.'))).toEqual([])
  })

  it('puts the difference of balances to Capital only when that is ticked for this very difference', async () => {
    at('?portfolio=GROWTH')
    let now: object = empty
    const asked = network({
      ...books,
      'GET /openings/GROWTH': () => ({ body: now }),
      'PUT /openings/GROWTH/balances': { body: empty },
    })
    const { user } = show(<OpeningsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Enter Balances' }))
    const dialog = await screen.findByRole('dialog')
    const within_ = within(dialog)
    const save = () => within_.getByRole('button', { name: 'Record Opening Balances' }) as HTMLButtonElement
    await user.type(within_.getByRole('textbox', { name: /^Opening Date/ }), '2026-04-01')
    await user.click(
      within_.getAllByRole('combobox', { name: 'Account or settlement account' })[0] as HTMLElement,
    )
    expect(screen.queryByRole('option', { name: /^1100/ })).toBeNull()
    await user.click(await screen.findByRole('option', { name: /^Cash: Trading/ }))
    await user.type(within_.getAllByLabelText('Debit (LKR)')[0] as HTMLElement, '5,000')
    expect(save().disabled).toBe(true)
    await user.click(within_.getByLabelText(/5,000.00 goes to Capital \(credit\)/))
    expect(save().disabled).toBe(false)
    await user.clear(within_.getAllByLabelText('Debit (LKR)')[0] as HTMLElement)
    await user.type(within_.getAllByLabelText('Debit (LKR)')[0] as HTMLElement, '6000')
    expect(save().disabled).toBe(true)
    await user.click(within_.getByLabelText(/goes to Capital \(credit\)/))
    // Another user records some meanwhile: they are not replaced, the server refuses.
    now = { ...empty, hasBalances: true, balances: othersBalances }
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText(/By another user/)
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      openingDate: '2026-04-01',
      differenceToCapital: true,
      replaces: null,
      lines: [{ account: null, settlementAccount: 7, credit: null }],
    })
  })
})
