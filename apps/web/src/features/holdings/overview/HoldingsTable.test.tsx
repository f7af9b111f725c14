import { holdings } from '@em/contract/holdings/holdings'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'

beforeEach(() => {
  // The page has no layout here: a grid needs a height to draw rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(() => {
  closeSession()
  vi.restoreAllMocks()
})

const holding = {
  symbol: 'JKH.N0000',
  companyName: 'John Keells Holdings PLC',
  quantity: 300,
  avgPrice: 10,
  currentPrice: 12,
  marketValue: 3_600,
  cost: 3_000,
  pnl: 600,
  pnlPercentage: 20,
  today: { change: 30, percent: 0.8403 },
  totalReturn: {
    realizedGain: 100,
    fractions: 0,
    unrealizedGain: 600,
    dividends: 50,
    fees: 20,
    sellingFees: 10,
    withheldTax: 7.5,
    writtenOff: 0,
    financing: 0,
    heldFinancing: 0,
    total: 712.5,
  },
  weight: 100,
  sector: 'Other',
  unpriced: false,
  derived: false,
}
const lot = {
  id: 5,
  deal_number: 'BUY-1',
  contract_number: 'CN-7',
  trade_date: '2026-11-02',
  settlement_date: '2026-11-04',
  price: 10,
  quantity: 200,
  remaining_quantity: 200,
  remaining_cost: 2_000,
  remaining_charges: 22.4,
}
const holder = {
  portfolioId: 'GRW',
  portfolioName: 'Growth Fund',
  costing_method: 'FIFO',
  quantity: 200,
  costValue: 2_000,
  charges: 22.4,
}

it('a row’s menu opens its total return, each part with its screen', async () => {
  network(usual)
  const { user } = show(<HoldingsTable holdings={[holding]} portfolioId="GRW" />)
  await user.click(await screen.findByRole('button', { name: /Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show total return' }))
  const dialog = await screen.findByRole('dialog', { name: 'Total return of JKH.N0000' })
  expect(
    within(dialog)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'PartAmount',
    'Realized capital gain100.00',
    'Unrealized capital gain600.00',
    'Dividends50.00',
    'Fees paid−20.00',
    'Fees of selling what is held−10.00',
    'Withheld tax−7.50',
    'Total return+712.50',
  ])
  await user.click(within(dialog).getByRole('link', { name: 'Dividends' }))
  expect(window.location.hash).toBe(
    '#/accounting-entries/general-ledger?portfolio=GRW&symbol=JKH.N0000&account_code=4200&transaction_type=-Closing',
  )
})

it('on a phone a line opens the parts of its total return, and from there its lots', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') })
  try {
    network({ ...usual, [`GET ${holdings.buyLots.path}`]: { body: [lot] } })
    const { user } = show(<HoldingsTable holdings={[holding]} portfolioId="GRW" />)
    await user.click(await screen.findByRole('button', { name: /JKH.N0000/ }))
    const sheet = await screen.findByRole('dialog', { name: 'JKH.N0000' })
    const parts = within(sheet).getByRole('region', { name: 'Total return of JKH.N0000' })
    expect(within(parts).getByRole('link', { name: 'Withheld tax' }).getAttribute('href')).toContain(
      'portfolio=GRW&symbol=JKH.N0000&account_code=6200',
    )
    expect(parts.textContent).toContain('Total return+712.50')
    await user.click(within(sheet).getByRole('button', { name: 'Lots' }))
    expect(await screen.findByRole('dialog', { name: 'Lots of JKH.N0000' })).toBeTruthy()
  } finally {
    window.matchMedia = wide
  }
})

it('a row of all portfolios opens who holds it, and that opens the lots with their charges', async () => {
  const log = network({
    ...usual,
    [`GET ${holdings.holders.path}`]: { body: [holder] },
    [`GET ${holdings.buyLots.path}`]: { body: [lot] },
  })
  const { user } = show(<HoldingsTable holdings={[holding]} portfolioId={null} />)
  await user.click(await screen.findByText('John Keells Holdings PLC'))
  const holders = await screen.findByRole('dialog', { name: 'JKH.N0000 by portfolio' })
  await user.click(await within(holders).findByText('Growth Fund'))
  const lots = await screen.findByRole('dialog', { name: 'Lots of JKH.N0000' })
  expect(await within(lots).findByText('CN-7')).toBeTruthy()
  expect(within(lots).getAllByText('22.40').length).toBeGreaterThan(0)
  expect(log.find(({ path }) => path.includes('buy-lots'))?.path).toContain('portfolioId=GRW')
})

it('a row of one portfolio opens its lots at once', async () => {
  const log = network({
    ...usual,
    'GET /portfolio-costing-method': { body: [{ portfolioId: 'GRW', costing_method: 'WAP' }] },
    [`GET ${holdings.buyLots.path}`]: { body: [lot] },
  })
  const { user } = show(<HoldingsTable holdings={[holding]} portfolioId="GRW" />)
  await user.click(await screen.findByText('John Keells Holdings PLC'))
  const lots = await screen.findByRole('dialog', { name: 'Lots of JKH.N0000' })
  expect(await within(lots).findByText('CN-7')).toBeTruthy()
  expect(within(lots).getByText(/sells at the average price/)).toBeTruthy()
  expect(log.some(({ path }) => path.includes('holders'))).toBe(false)
})

it('rights without a price of their own say that theirs is derived', async () => {
  network(usual)
  const right = { ...holding, symbol: 'JKH.R0000', companyName: 'Rights', currentPrice: 10, derived: true }
  show(<HoldingsTable holdings={[holding, right]} portfolioId={null} />)
  const row = (await screen.findByText('JKH.R0000')).closest('tr')
  expect(within(row as HTMLElement).getByText('derived').parentElement?.title).toBe(
    'Share less subscription price',
  )
  expect(screen.getAllByText('derived')).toHaveLength(1)
})
