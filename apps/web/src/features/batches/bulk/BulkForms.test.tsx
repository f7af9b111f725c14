import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import BulkBuyScreen from './BulkBuyScreen.tsx'
import BulkSellScreen from './BulkSellScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const figures = {
  price: 20,
  grossValue: 20000,
  brokerage: 128,
  cseFees: 16.8,
  cdsFees: 4.8,
  clearingFees: 4,
  sec: 14.4,
  stl: 60,
  totalFees: 228,
  netValue: 20228,
  stepUp: null,
  moneyGenerationCost: 5.0432,
}
const lot = (id: number, contract: string, remaining: number) => ({
  id,
  deal_number: `BUY-${id}`,
  contract_number: contract,
  trade_date: `2026-11-0${id}`,
  settlement_date: `2026-11-0${id + 2}`,
  price: 10,
  quantity: remaining,
  remaining_quantity: remaining,
  remaining_cost: remaining * 10,
})
const sale = {
  boughtPrice: 10,
  costOut: 1000,
  chargesOut: 11.2,
  capitalGain: 200,
  holdingDays: 21,
  moneyGenerationCost: 6.21,
  profitLoss: 193.79,
  afterCostResult: 169.16,
  totalShares: 150,
  lots: [],
}
const account = {
  id: 5,
  account_name: 'Cheque account',
  account_number: '77001122',
  bank_name: 'Sampath Bank',
  branch_name: 'Nugegoda',
  swift_code: 'BSAMLKLX',
  iban: 'LK00 1234',
}
const SAVE_BUY = 'POST /trade-summary/save-bulk-buy-transaction'
const SAVE_SELL = 'POST /trade-summary/save-bulk-sell-transaction'

/** One portfolio that picks its lots by hand and holds two of one company. */
function server(changes: Parameters<typeof network>[0] = {}) {
  const dates = { trade_date: '2026-11-20', settlement_date: '2026-11-25' }
  return network({
    ...usual,
    'GET /portfolios/active': { body: [{ id: 1, portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /portfolio-costing-method': { body: [{ portfolioId: 'GRW', costing_method: 'CHERRY' }] },
    'GET /brokers': { body: [] },
    'GET /equities/active': { body: [{ id: 3, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC' }] },
    'GET /transaction-entries/deal-number': { body: { deal_number: 'DEAL-1', ...dates } },
    'GET /transaction-entries/settlement-date': { body: dates },
    'GET /cost-of-funds': ({ path }) => ({
      body: path.endsWith('asOf=2026-11-20') ? [{ after_tax_cost_of_funds: 9.1 }] : [],
    }),
    'GET /transaction-entries/companies': {
      body: [{ company_name: 'John Keells Holdings PLC', symbol: 'JKH.N0000', quantity: 150 }],
    },
    'GET /transaction-entries/total-quantity': {
      body: { total_quantity: 150, sellable_quantity: 150, not_listed: [] },
    },
    'GET /transaction-entries/buy-lots': { body: [lot(1, 'B-1', 100), lot(2, 'B-2', 50)] },
    'GET /transaction-entries/portfolio/GRW/positions': { body: [] },
    'GET /accounts/by-payment-method/Cheque': { body: [account] },
    'POST /trade-summary/calculate-bulk-buy-transaction': { body: figures },
    'POST /trade-summary/calculate-sell-transaction': { body: { ...figures, sale, refusal: null } },
    [SAVE_BUY]: { status: 201, body: { deal_number: 'BULK-BUY-1', warnings: [] } },
    [SAVE_SELL]: { status: 201, body: { deal_number: 'SELL-1', warnings: [] } },
    ...changes,
  })
}

type User = ReturnType<typeof show>['user']
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const choose = async (user: User, name: RegExp, option: RegExp) => {
  await user.click(await field(name))
  await user.click(await screen.findByRole('option', { name: option }))
}
const company = async (user: User) => {
  await user.click(await screen.findByLabelText(/^Company Name/, { selector: 'button' }))
  await user.click(await screen.findByRole('option', { name: /JKH/ }))
}
const payByCheque = async (user: User) => {
  await choose(user, /^Payment Method/, /Cheque/)
  await user.click(await screen.findByRole('option', { name: /77001122/ }))
}
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
const sent = (log: readonly Asked[], call: string) =>
  log.filter((asked) => `${asked.method} ${asked.path.replace('/api', '')}` === call)

describe('Bulk Buy Entry', () => {
  it('starts from the newest trade, and says so', async () => {
    const newest = {
      last_deal: 'BUY-7',
      portfolio: { portfolioId: 'GRW', portfolio: 'Growth Fund' },
      broker_name: 'Asha Securities',
      account: { ...account, payment_method: 'Cheque' },
      cost_of_funds: null,
      trade_date: null,
      settlement_date: null,
    }
    server({ 'GET /transaction-entries/start-values': { body: newest } })
    show(<BulkBuyScreen />)
    await waitFor(async () => expect((await field(/^Broker Name/)).value).toBe('Asha Securities'))
    expect((await field(/^Portfolio/)).value).toContain('Growth Fund')
    expect((await field(/^Payment Method/)).value).toBe('Cheque')
    expect(screen.getAllByText('As in your last trade').length).toBeGreaterThanOrEqual(2)
  })

  it('states gross and quantity, shows the price that follows, and sends no computed figure', async () => {
    const log = server()
    const { user } = show(<BulkBuyScreen />)
    await screen.findByText('BULK-DEAL-1', { selector: 'output' })
    await company(user)
    await choose(user, /^Portfolio/, /Growth Fund/)
    await user.type(await field(/^Quantity/), '1000')
    await user.type(await field(/^Gross Value/), '20,000')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: /^Price/ }).textContent).toContain('20.0000'),
    )
    expect(screen.getByRole('status', { name: /^Net Value/ }).textContent).toContain('20,228.0000')
    await user.type(await field(/^Contract Number/), 'CN-1')
    await user.type(await field(/^Broker Name/), 'Asha Securities')
    await payByCheque(user)
    await press(user, 'Submit Bulk Buy Transaction')
    expect(await screen.findByText('Bulk Buy Transaction submitted successfully!')).toBeTruthy()
    const [saved] = sent(log, SAVE_BUY)
    expect(saved?.body).toMatchObject({
      quantity: '1000',
      grossValue: expect.stringMatching(/^20,?000$/),
      contractNumber: 'CN-1',
    })
    expect(Object.keys(saved?.body as object)).not.toContain('price')
    await waitFor(async () => expect((await field(/^Gross Value/)).value).toBe(''))
  })

  it('asks whether a price that is far from the exchange was checked, and saves after the tick alone', async () => {
    const warning = 'The price 20.00 is more than 10 % from the last trade of 20 Nov 2026, 200.00.'
    const log = server({
      [SAVE_BUY]: ({ path }) =>
        path.includes('dryRun')
          ? { body: { dryRun: true, warnings: [warning], checkPrice: true } }
          : { status: 201, body: { deal_number: 'BULK-BUY-1', warnings: [] } },
    })
    const { user } = show(<BulkBuyScreen />)
    await company(user)
    await choose(user, /^Portfolio/, /Growth Fund/)
    await user.type(await field(/^Quantity/), '1000')
    await user.type(await field(/^Gross Value/), '20,000')
    await user.type(await field(/^Contract Number/), 'CN-1')
    await user.type(await field(/^Broker Name/), 'Asha Securities')
    await payByCheque(user)
    await press(user, 'Submit Bulk Buy Transaction')
    expect(await screen.findByText(warning)).toBeTruthy()
    await press(user, 'Cancel')
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
    expect((await field(/^Contract Number/)).value).toBe('CN-1')
    await press(user, 'Submit Bulk Buy Transaction')
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await user.click(screen.getByLabelText('I have checked the price'))
    expect(sent(log, SAVE_BUY)).toEqual([])
    await user.click(save)
    expect(await screen.findByText('Bulk Buy Transaction submitted successfully!')).toBeTruthy()
    expect(sent(log, SAVE_BUY)).toHaveLength(1)
  })

  it('names what is missing and sends nothing; a refusal keeps what was typed', async () => {
    const refused = { status: 409, body: { success: false, code: 'x', message: 'The day is locked.' } }
    const log = server({ [SAVE_BUY]: refused })
    const { user } = show(<BulkBuyScreen />)
    await press(user, 'Submit Bulk Buy Transaction')
    expect(await screen.findByText('Please fill in all required fields:')).toBeTruthy()
    expect(sent(log, SAVE_BUY)).toEqual([])
    await company(user)
    await choose(user, /^Portfolio/, /Growth Fund/)
    await user.type(await field(/^Quantity/), '10')
    await user.type(await field(/^Gross Value/), '200')
    await user.type(await field(/^Contract Number/), 'CN-1')
    await user.type(await field(/^Broker Name/), 'Asha Securities')
    await payByCheque(user)
    await press(user, 'Submit Bulk Buy Transaction')
    expect(await screen.findByText('Failed to save bulk buy transaction: The day is locked.')).toBeTruthy()
    expect((await field(/^Contract Number/)).value).toBe('CN-1')
  })
})

describe('Bulk Sell Entry', () => {
  const fill = async (user: User) => {
    await choose(user, /^Portfolio/, /Growth Fund/)
    await company(user)
    await waitFor(() =>
      expect(screen.getByRole('status', { name: /^Available Shares/ }).textContent).toContain('150'),
    )
    await user.type(await field(/^Quantity/), '120')
    await user.type(await field(/^Selling Price/), '12.00')
    await payByCheque(user)
  }

  it('takes a cherry-picked sale from several buys', async () => {
    const log = server()
    const { user } = show(<BulkSellScreen />)
    await fill(user)
    await user.type(await field(/^Shares to sell of B-1/), '90')
    await press(user, 'Submit Bulk Sell Transactions')
    expect(
      (await screen.findAllByText('Total allocated (90) must match sell quantity (120)')).length,
    ).toBeGreaterThan(0)
    expect(sent(log, SAVE_SELL)).toEqual([])
    await user.type(await field(/^Shares to sell of B-2/), '30')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: /^Capital Gain/ }).textContent).toContain('200.00'),
    )
    await press(user, 'Submit Bulk Sell Transactions')
    expect(await screen.findByText('Bulk sell transactions recorded successfully!')).toBeTruthy()
    expect(sent(log, SAVE_SELL)[0]?.body).toMatchObject({
      quantity: '120',
      allocations: [
        { buyTransactionId: 1, allocatedQuantity: 90 },
        { buyTransactionId: 2, allocatedQuantity: 30 },
      ],
    })
  })

  it('proposes the oldest first and takes no more than a buy has left', async () => {
    server()
    const { user } = show(<BulkSellScreen />)
    await fill(user)
    await press(user, 'Oldest first')
    expect((await field(/^Shares to sell of B-1/)).value).toBe('100')
    expect((await field(/^Shares to sell of B-2/)).value).toBe('20')
    await user.type(await field(/^Shares to sell of B-2/), '999')
    expect(Number((await field(/^Shares to sell of B-2/)).value)).toBeLessThanOrEqual(50)
  })

  it('without cherry picking lists the buys with what the sale takes of each; the cost of funds is only read', async () => {
    const { boughtPrice: _, ...rest } = sale
    const taken = { ...lot(1, 'B-1', 100), buyTransactionId: 1, quantity: 100, cost: 1000 }
    server({
      'GET /portfolio-costing-method': { body: [{ portfolioId: 'GRW', costing_method: 'FIFO' }] },
      'POST /trade-summary/calculate-sell-transaction': {
        body: { ...figures, sale: { ...rest, boughtPrice: 10, lots: [taken] }, refusal: null },
      },
    })
    const { user } = show(<BulkSellScreen />)
    await fill(user)
    const table = await screen.findByRole('region', { name: 'Related buys' })
    await waitFor(() => expect(table.textContent).toMatch(/B-1.*10\.0000.*100.*100/))
    expect(table.textContent).toContain('B-2')
    expect(screen.getByRole('status', { name: /^Cost of Funds/ }).textContent).toContain('9.10')
    expect(screen.getByRole('status', { name: /^Money Generation Cost/ }).textContent).toContain('6.21')
    expect(screen.getByText('SWIFT BSAMLKLX, IBAN LK00 1234')).toBeTruthy()
  })

  it('says at the portfolio why the company cannot be chosen yet', async () => {
    server()
    const { user } = show(<BulkSellScreen />)
    await user.click(await screen.findByLabelText(/^Company Name/, { selector: 'button' }))
    expect(
      await screen.findByText('Choose the portfolio first: only companies that it holds can be sold.'),
    ).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
