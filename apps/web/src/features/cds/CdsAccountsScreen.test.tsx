import type { CdsHolding } from '@em/contract/cds/cds'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CdsAccountsScreen from './CdsAccountsScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const account = {
  id: 1,
  account: 'ABC-1001-LC/00',
  participant: 'ABC',
  account_number: '1001',
  category: 'LC',
  joint_number: '00',
  holder_name: 'Test Fund',
  joint_holders: null,
  portfolios: 'GROW',
  isActive: true,
  notes: null,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const second = { ...account, id: 2, account: 'ABC-1002-LC/00', account_number: '1002' }
const holding: CdsHolding = {
  portfolioId: 'GROW',
  portfolioName: 'Growth Fund',
  equity_id: 3,
  symbol: 'JKH.N0000',
  company_name: 'John Keells Holdings PLC',
  quantity: 1_300,
  unsettled_buys: 300,
  unsettled_sales: 0,
  settled: 1_000,
  pledged: 200,
  free: 800,
}
const portfolio = (portfolioId: string, portfolioName: string) => ({
  id: 1,
  portfolioId,
  portfolioName,
  status: 'Active',
})
const books = {
  ...usual,
  'GET /cds-accounts': { body: [account, second] },
  'GET /cds-accounts/portfolios-without': { body: [{ portfolioId: 'HOLD', portfolioName: 'Holding Fund' }] },
  'GET /cds-accounts/1/holdings': { body: { account: account.account, date: '2026-11-20', rows: [holding] } },
  'GET /cds-accounts/1/portfolios': {
    body: [{ portfolioId: 'GROW', portfolioName: 'Growth Fund', isMain: true, mainFrom: null }],
  },
  'GET /cds-pledges': { body: [] },
  'GET /portfolios': { body: [portfolio('GROW', 'Growth Fund'), portfolio('HOLD', 'Holding Fund')] },
  'GET /equities': { body: [{ id: 3, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC' }] },
}
const open = (query: string, more: Parameters<typeof network>[0] = {}) => {
  window.history.replaceState(null, '', `/#/master-data-management/cds-accounts${query}`)
  const asked = network({ ...books, ...more })
  return { asked, ...show(<CdsAccountsScreen />) }
}

it('shows the portfolios without an account, and of the chosen account what has settled, is pledged and is free', async () => {
  open('?account=1')
  expect(await screen.findByText(/Without a CDS account: Holding Fund/)).toBeTruthy()
  const grid = await screen.findByRole('grid', { name: /Holdings of ABC-1001-LC\/00/ })
  for (const shown of ['1,300', '1,000', '300', '200', '800'])
    expect(await within(grid).findByText(shown)).toBeTruthy()
  expect(await screen.findByText('No pledges')).toBeTruthy()
})

it('sets the portfolios that an account serves, with the day since when it is the main one', async () => {
  const { asked, user } = open('', { 'PUT /cds-accounts/1/portfolios': { body: [] } })
  await user.click(await screen.findByRole('button', { name: 'Portfolios ABC-1001-LC/00' }))
  const dialog = await screen.findByRole('dialog', { name: 'Portfolios of ABC-1001-LC/00' })
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Holding Fund' }))
  await user.click(within(dialog).getByRole('checkbox', { name: 'Main account of Holding Fund' }))
  const since = within(dialog).getByRole('textbox', { name: 'Main account of Holding Fund since' })
  await user.type(since, '31/02/2026')
  await user.click(within(dialog).getByRole('button', { name: 'Save portfolios' }))
  expect(await within(dialog).findByText('The date of HOLD is not a date.')).toBeTruthy()
  await user.clear(since)
  await user.type(since, '01/11/2026')
  await user.click(within(dialog).getByRole('button', { name: 'Save portfolios' }))
  expect(await screen.findByText('The portfolios of ABC-1001-LC/00 were saved.')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    portfolios: [
      { portfolio: 'GROW', main: true },
      { portfolio: 'HOLD', main: true, mainFrom: '2026-11-01' },
    ],
  })
})

it('places trades in another account of the portfolio, or a part of one', async () => {
  const event = (id: number, quantity: number) => ({
    id,
    kind: 'buy',
    deal_number: `BUY-${id}`,
    date: '2026-11-02',
    quantity,
    account_id: 1,
    account: account.account,
    placed_quantity: null,
    isPlaced: false,
  })
  const { asked, user } = open('?account=1', {
    'GET /cds-events': { body: [event(8, 500), event(7, 800)] },
    'PUT /cds-events/account': { body: { placed: 1 } },
    'GET /cds-events/7/versions': {
      body: [
        {
          number: 1,
          recorded_at: '2026-05-12T05:00:00Z',
          recorded_by: 'Nadeesha Perera',
          action: 'Placed',
          act_id: 9,
          effective_from: null,
          changes: [{ field: 'quantity', label: 'Shares placed', before: null, after: 300 }],
        },
      ],
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Trades of JKH.N0000 in Growth Fund' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Choose BUY-8' }))
  await user.click(within(dialog).getByRole('combobox', { name: 'Place in' }))
  await user.click(await screen.findByRole('option', { name: 'ABC-1002-LC/00, Test Fund' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'Shares' }), '200')
  await user.click(within(dialog).getByRole('button', { name: 'Place 1 trade' }))
  expect(await screen.findByText('1 trade placed.')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    ids: [8],
    account: 2,
    quantity: '200',
  })
  await user.click(within(dialog).getByRole('button', { name: 'History of the placement of BUY-7' }))
  const history = await screen.findByRole('dialog', { name: 'History of the placement of BUY-7' })
  expect(await within(history).findByText('Shares placed')).toBeTruthy()
  expect(within(history).getByText('300')).toBeTruthy()
})
