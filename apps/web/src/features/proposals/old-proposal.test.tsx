import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { CashModal } from './CashModal.tsx'
import { SaleProposalModal } from './SaleProposalModal.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const CTRL_S = '{Control>}s{/Control}'
const CTRL_ENTER = '{Control>}{Enter}{/Control}'
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const symbol = 'JKH.N0000'
const days = { tradeDate: '2026-11-20', settlementDate: '2026-11-25' }
const figures = { quantity: 50, grossValue: 1000, totalFees: 11.2, netValue: 988.8, capitalGain: 500 }

it('the sales that raise cash make no orders once another amount is wanted', async () => {
  const row = { symbol, company_name: 'John Keells Holdings PLC', held: 150, price: 20, ...figures }
  const log = network({
    ...usual,
    [`POST ${saleProposals.cash.path}`]: {
      body: { ...days, part: 33.33, rows: [row], netValue: 988.8, capitalGain: 500, leftOut: [] },
    },
  })
  const asked = () =>
    log
      .filter(({ path }) => path.endsWith(saleProposals.cash.path))
      .map(({ body }) => body as { net: string })
  const { user } = show(<CashModal portfolioId="GROWTH" onClose={() => undefined} />)
  const cash = await screen.findByLabelText(/^Cash Wanted/)
  await user.type(cash, '900')
  await user.click(await button('Find the Sales'))
  expect((await button('Make 1 Order')).disabled).toBe(false)

  await user.type(cash, '1')
  expect((await button('Make 1 Order')).disabled).toBe(true)
  expect(screen.getByText(/Find the sales again/)).toBeTruthy()
  await user.click(screen.getByText(/of every holding/))
  await user.keyboard(CTRL_S)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(cash)
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  await vi.waitFor(async () => expect((await button('Make 1 Order')).disabled).toBe(false))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('a proposed sale is not used once its question was changed', async () => {
  const row = {
    goal: 'FIFO',
    isOfMethod: true,
    ...figures,
    costOut: 500,
    chargesOut: 5,
    holdingDays: 21,
    moneyGenerationCost: 6.21,
    profitLoss: 493.79,
    afterCostResult: 469.16,
    left: { quantity: 100, cost: 1000, unrealised: 900 },
    allocations: [],
  }
  network({
    ...usual,
    'GET /portfolios': { body: [] },
    [`POST ${saleProposals.sale.path}`]: {
      body: {
        portfolioId: 'GROWTH',
        portfolioName: 'Growth Fund',
        symbol,
        company_name: 'John Keells Holdings PLC',
        method: 'FIFO',
        ...days,
        price: 20,
        priceDate: null,
        costOfFunds: null,
        held: 150,
        sellable: 150,
        quantity: 50,
        booked: 'FIFO',
        rows: [row],
        lots: [],
        breakEven: null,
      },
    },
  })
  const onUse = vi.fn()
  const { user } = show(
    <SaleProposalModal of={{ portfolioId: 'GROWTH', symbol }} onClose={() => undefined} onUse={onUse} />,
  )
  const shares = await screen.findByLabelText(/^Shares to sell/)
  await user.type(shares, '50')
  await user.click(await button('Compare'))
  expect((await button('Make an Order')).disabled).toBe(false)
  await user.type(shares, '0')
  expect((await button('Make an Order')).disabled).toBe(true)
  expect((await button('Use in Sell')).disabled).toBe(true)
  await user.keyboard(CTRL_ENTER)
  await vi.waitFor(async () => expect((await button('Make an Order')).disabled).toBe(false))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(await button('Use in Sell'))
  expect(onUse).toHaveBeenCalledTimes(1)
})
