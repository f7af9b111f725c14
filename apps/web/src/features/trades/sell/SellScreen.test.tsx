import type { SellCalculation } from '@em/contract/trades/sells'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, type network } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { choose, company, field, isPreview, press, tradeServer, type User } from '../form/testing.ts'
import SellScreen from './SellScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/trade-capture/sell')
})
afterEach(closeSession)

const lot = { deal_number: 'BUY-1', trade_date: '2026-11-02', settlement_date: '2026-11-04', price: 10 }
const calculation: SellCalculation = {
  grossValue: 1200,
  brokerage: 7.68,
  cseFees: 1.01,
  cdsFees: 0.14,
  clearingFees: 0.14,
  sec: 0.86,
  stl: 3.6,
  totalFees: 13.43,
  netValue: 1186.57,
  stepUp: null,
  moneyGenerationCost: 6.21,
  sale: {
    boughtPrice: 10,
    costOut: 1000,
    chargesOut: 11.2,
    capitalGain: 200,
    holdingDays: 21,
    moneyGenerationCost: 6.21,
    profitLoss: 193.79,
    afterCostResult: 169.16,
    totalShares: 100,
    lots: [{ ...lot, buyTransactionId: 1, contract_number: 'B-1', quantity: 100, cost: 1000 }],
  },
  refusal: null,
}
const { sale, refusal: _refusal, ...figures } = calculation
const held = { quantity: 100, cost: 1000, charges: 11.2 }
const preview = {
  dryRun: true,
  figures,
  sale,
  position: { before: held, after: { quantity: 0, cost: 0, charges: 0 } },
  postings: [],
  consequences: {
    affectedSales: 1,
    affectedEntitlements: 0,
    entitlements: [],
    sales: [
      {
        id: 4,
        deal_number: 'SELL-LATER',
        trade_date: '2026-11-12',
        costBefore: 500,
        costAfter: 600,
        gainBefore: 100,
        gainAfter: 0,
      },
    ],
    gainsByMonth: [{ month: '2026-11', before: 100, after: 200, difference: 100 }],
    lotsRematched: 1,
  },
  warnings: [],
}
const SAVE = 'POST /trade-summary/save-sell-transaction'

/** The server with two portfolios, of which the first holds 100 shares of one company. */
function server(changes: Parameters<typeof network>[0] = {}) {
  return tradeServer('SELL', {
    'GET /portfolios/active': {
      body: [
        { id: 1, portfolioId: 'GRW', portfolioName: 'Growth Fund' },
        { id: 2, portfolioId: 'NEW', portfolioName: 'New Fund' },
      ],
    },
    'GET /portfolio-costing-method': { body: [{ portfolioId: 'GRW', costing_method: 'FIFO' }] },
    'GET /brokers': { body: [] },
    'GET /transaction-entries/settlement-date': {
      body: { trade_date: '2026-11-20', settlement_date: '2026-11-25' },
    },
    'GET /transaction-entries/companies': {
      body: [{ company_name: 'John Keells Holdings PLC', symbol: 'JKH.N0000', quantity: 100 }],
    },
    'GET /transaction-entries/total-quantity': {
      body: { total_quantity: 100, sellable_quantity: 100, not_listed: [] },
    },
    'GET /transaction-entries/buy-lots': {
      body: [
        {
          ...lot,
          id: 1,
          contract_number: 'B-1',
          quantity: 100,
          remaining_quantity: 100,
          remaining_cost: 1000,
        },
      ],
    },
    'GET /transaction-entries/portfolio/GRW/positions': {
      body: [{ symbol: 'JKH.N0000', marketPrice: 12.5, lastPriceUpdate: '2026-11-19' }],
    },
    'POST /trade-summary/calculate-sell-transaction': { body: calculation },
    [SAVE]: (asked) =>
      isPreview(asked)
        ? { body: preview }
        : { status: 201, body: { deal_number: 'SELL-1', valuation_method: 'FIFO' } },
    ...changes,
  })
}

const output = (name: string) => screen.getByRole('status', { name }).textContent

async function pick(user: User) {
  await screen.findByText('SELL-1', { selector: 'output' })
  await choose(user, /^Portfolio Name/, /Growth Fund/)
  await user.click(await company())
  await user.click(await screen.findByRole('option', { name: /JKH/ }))
}

async function fill(user: User) {
  await pick(user)
  await waitFor(() => expect(output('Total Shares')).toBe('100'))
  await user.type(await field(/^Quantity/), '100')
  await user.type(await field(/^Sold Price/), '12')
  await user.type(await field(/^Contract Number/), 'S-1')
  await user.type(await field(/^Broker Name/), 'Asia Securities')
  await choose(user, /^Payment Method/, /Cheque/)
  await user.type(await screen.findByLabelText('Search'), '{Enter}')
  await screen.findByText('Change Account')
}

describe('Sell Transaction Entry', () => {
  it('asks for the portfolio before the company', async () => {
    server()
    const { user } = show(<SellScreen />)
    await user.click(await company())
    expect(await screen.findByText('Portfolio name is required')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes the method from the portfolio; another portfolio clears the company', async () => {
    server()
    const { user } = show(<SellScreen />)
    await pick(user)
    expect((await field(/^Valuation Method/)).value).toBe('FIFO (First-In First-Out)')
    expect((await field(/^Ticker Symbol/)).value).toBe('JKH.N0000')
    await waitFor(() => expect(output('Closing Price')).toBe('12.5000'))
    expect(output('Buy Dates')).toBe('02 Nov 2026')
    await choose(user, /^Portfolio Name/, /New Fund/)
    expect(await screen.findByText(/No costing method assigned to this portfolio\./)).toBeTruthy()
    expect((await field(/^Ticker Symbol/)).value).toBe('')
    expect(output('Buy Dates')).toBe('–')
  })

  it('assigns a missing costing method in place, by the rule of the edition', async () => {
    const methods = [{ portfolioId: 'GRW', costing_method: 'FIFO' }]
    const log = server({
      'GET /portfolio-costing-method': () => ({ body: [...methods] }),
      'POST /portfolio-costing-method': ({ body }) => {
        methods.push(body as (typeof methods)[number])
        return { status: 201, body }
      },
    })
    const { user } = show(<SellScreen />)
    await screen.findByText('SELL-1', { selector: 'output' })
    await choose(user, /^Portfolio Name/, /New Fund/)
    await press(user, 'Assign a method')
    const asked = await screen.findByRole('dialog', { name: 'Costing method of New Fund' })
    await user.click(within(asked).getByLabelText(/^FIFO/))
    const premium = await screen.findByRole('dialog', { name: 'Premium Feature' })
    await user.click(within(premium).getByRole('button', { name: 'Maybe Later' }))
    await user.click(within(asked).getByLabelText(/^Weighted Average Price/))
    await user.click(within(asked).getByRole('button', { name: 'Save Costing Method' }))
    await waitFor(async () =>
      expect((await field(/^Valuation Method/)).value).toBe('Weighted Average Price (WAP)'),
    )
    expect(screen.queryByText(/No costing method assigned/)).toBeNull()
    await waitFor(async () => expect(document.activeElement).toBe(await company()))
    const sent = log.filter(({ method, path }) => method === 'POST' && path.endsWith('costing-method'))
    expect(sent.map(({ body }) => body)).toEqual([{ portfolioId: 'NEW', costing_method: 'WAP' }])
  })

  it('blocks keys that are no digits or ask for more than is held, and limits a paste to it', async () => {
    server()
    const { user } = show(<SellScreen />)
    await pick(user)
    await waitFor(() => expect(output('Total Shares')).toBe('100'))
    const quantity = await field(/^Quantity/)
    await user.type(quantity, '0-6e.7')
    expect(quantity.value).toBe('67')
    await user.type(quantity, '1')
    expect(quantity.value).toBe('67')
    expect(screen.getByText('At most the 100 shares held')).toBeTruthy()
    expect(output('Remaining Shares')).toBe('33')
    await user.clear(quantity)
    await user.paste('2,500')
    expect(quantity.value).toBe('100')
  })

  it('says what could not be loaded', async () => {
    server({
      'GET /transaction-entries/buy-lots': { status: 422, body: { message: 'No.' } },
      'GET /transaction-entries/total-quantity': { status: 422, body: { message: 'No.' } },
    })
    const { user } = show(<SellScreen />)
    await pick(user)
    expect(await screen.findByText('Error loading dates')).toBeTruthy()
    expect(await screen.findByText('Failed to fetch total quantity')).toBeTruthy()
  })

  it('shows at the quantity why the chain would refuse the sale', async () => {
    const refusal = 'The holding would be negative on 21 Nov 2026.'
    server({
      'POST /trade-summary/calculate-sell-transaction': { body: { ...calculation, sale: null, refusal } },
    })
    const { user } = show(<SellScreen />)
    await fill(user)
    expect(await screen.findByText(refusal)).toBeTruthy()
  })

  it('shows what would change, records once, says so, and starts anew', async () => {
    const asked = server()
    const { user } = show(<SellScreen />)
    await fill(user)
    await waitFor(() => expect(output('Capital Gain')).toBe('+200.00'))
    await press(user, 'Record Transaction')
    const review = await screen.findByRole('dialog', { name: 'Transaction Authorization' })
    expect(within(review).getByText('What would change')).toBeTruthy()
    expect(within(review).getByText('SELL-LATER')).toBeTruthy()
    expect(within(review).getByText('Nov 2026')).toBeTruthy()
    await user.dblClick(within(review).getByRole('button', { name: 'Authorize' }))
    expect(await screen.findByText('Transaction recorded successfully!', { exact: false })).toBeTruthy()
    const saves = asked.filter((one) => one.path.includes('save-sell') && !isPreview(one))
    expect(saves).toHaveLength(1)
    expect(saves[0]?.body).toMatchObject({
      symbol: 'JKH.N0000',
      portfolioId: 'GRW',
      quantity: '100',
      soldPrice: '12',
      valuationMethod: 'FIFO',
      settlementAccount: '5',
      preview: { grossValue: 1200, netValue: 1186.57 },
    })
    expect(saves[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    await waitFor(async () => expect((await field(/^Quantity/)).value).toBe(''))
  })

  it("keeps what was typed when a save fails, with the server's sentence", async () => {
    server({
      [SAVE]: {
        status: 422,
        body: {
          code: 'lots.insufficient',
          message: 'The holding would be negative on 20 Nov 2026.',
          details: [{ field: 'quantity', message: 'The holding would be negative on 20 Nov 2026.' }],
        },
      },
    })
    const { user } = show(<SellScreen />)
    await fill(user)
    await press(user, 'Record Transaction')
    await screen.findByText(
      'Failed to save sell transaction. Please try again. The holding would be negative on 20 Nov 2026.',
    )
    expect((await field(/^Contract Number/)).value).toBe('S-1')
    expect((await field(/^Quantity/)).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('Submitted Sell Transactions', () => {
  it('says what would be here while there is nothing', async () => {
    window.history.replaceState(null, '', '/#/trade-capture/sell?view=transactions')
    server({ 'GET /portfolios': { body: [] }, 'GET /trade-summary/sell-transactions': { body: [] } })
    const { user } = show(<SellScreen />)
    expect(await screen.findByText('No sell transactions submitted yet.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to Entry Form' }))
    expect(await screen.findByRole('heading', { name: 'Sell Transaction Entry' })).toBeTruthy()
  })
})

it('the average of a sale is explained by the opening lots too', async () => {
  const row = { side: 'buy', settlement_date: '2026-11-04', quantity: 60, price: 10, gross_value: 600 }
  const buy = { ...row, id: 1, trade_date: '2026-11-02' }
  const opening = { ...row, id: 2, side: 'opening', trade_date: '2025-03-03', quantity: 40, gross_value: 200 }
  server({
    'GET /portfolio-costing-method': { body: [{ portfolioId: 'GRW', costing_method: 'WAP' }] },
    'GET /transaction-entries/wap': { body: { wap: 8, totalQty: 100 } },
    'GET /trades': (asked) => ({ body: asked.path.includes('side=opening') ? [opening] : [buy] }),
  })
  const { user } = show(<SellScreen />)
  await pick(user)
  await press(user, 'View Details')
  const table = await screen.findByRole('region', { name: 'Buy transactions' })
  const rows = within(table)
    .getAllByRole('row')
    .map((one) => one.textContent)
  expect(rows[1]).toMatch(/03 Mar 2025.*Opening lot.*40.*200\.00.*25\.0%/)
  expect(rows[2]).toMatch(/02 Nov 2026.*60.*600\.00.*75\.0%/)
})
