import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { acted, event, isSave, portfolioRecord, preview } from '../shared/testing.ts'
import TransfersScreen from './TransfersScreen.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/portfolio-transfers/transfers')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const moved = event({
  id: 40,
  kind: 'transfer',
  title: 'Transfer of 150 to Income Fund',
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
})
const standing = (quantity: number, cost: number) => ({ quantity, cost, charges: 0 })
const previewed = preview({
  kind: 'transfer',
  positions: [
    {
      portfolioId: 'GROWTH',
      portfolioName: 'Growth Fund',
      symbol: 'JKH.N0000',
      before: standing(300, 3_600),
      after: standing(150, 1_800),
    },
    {
      portfolioId: 'INC',
      portfolioName: 'Income Fund',
      symbol: 'JKH.N0000',
      before: standing(0, 0),
      after: standing(150, 1_800),
    },
  ],
  postings: [
    {
      date: '2026-11-20',
      account_code: '1300',
      account_name: 'Inter-portfolio Clearing',
      transaction_type: 'Journal Entry',
      debit: 1_800,
      credit: 0,
    },
  ],
})
const lot = (id: number, remaining_quantity: number) => ({
  id,
  deal_number: `BUY-${id}`,
  contract_number: null,
  remaining_quantity,
  remaining_cost: 0,
  remaining_charges: 0,
  trade_date: '2026-01-05',
  settlement_date: '2026-01-07',
  price: 12,
})
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /portfolios/active': {
    body: [
      portfolioRecord('GROWTH', 'Growth Fund'),
      portfolioRecord('INC', 'Income Fund', 'finance '),
      portfolioRecord('OTHERS', 'Marketing Fund', 'Marketing'),
    ],
  },
  'GET /portfolio-costing-method': { body: [{ portfolioId: 'GROWTH', costing_method: 'WAP' }] },
  'GET /transaction-entries/companies': {
    body: [{ company_name: 'John Keells Holdings PLC', symbol: 'JKH.N0000', quantity: 300 }],
  },
  'GET /transaction-entries/buy-lots': { body: [lot(1, 100), lot(2, 200)] },
  'GET /corporate-actions': { body: [moved], headers: { 'X-Total-Count': '1' } },
  'GET /corporate-actions/40': { body: moved },
  'POST /corporate-actions': acted(previewed, event({ ...moved, state: 'announced' })),
  'POST /corporate-actions/40/process': { body: moved },
}

async function choose(user: ReturnType<typeof show>['user'], label: RegExp, option: RegExp) {
  await user.click(
    await screen.findByRole(label.source.includes('Security') ? 'textbox' : 'combobox', { name: label }),
  )
  await user.click(await screen.findByRole('option', { name: option }))
}
async function fillIn(user: ReturnType<typeof show>['user'], to: RegExp) {
  await user.click(await screen.findByRole('button', { name: 'New Transfer' }))
  await screen.findByRole('dialog', { name: 'New portfolio transfer' })
  await choose(user, /^From Portfolio/, /^Growth Fund/)
  await choose(user, /^To Portfolio/, to)
  await choose(user, /^Security/, /JKH.N0000/)
  await user.type(screen.getByLabelText(/^Quantity/), '150')
}

describe('Portfolio Transfers', () => {
  it('within one entity asks for no price, shows what it does to both portfolios, and records it once', async () => {
    const log = network(answers)
    const { user } = show(<TransfersScreen />)
    await fillIn(user, /^Income Fund/)
    const dialog = screen.getByRole('dialog', { name: 'New portfolio transfer' })
    expect(within(dialog).getByText('At cost')).toBeTruthy()
    expect(screen.queryByText('Lots')).toBeNull()
    const held = await within(dialog).findByRole('region', { name: 'Holdings before and after' })
    expect(within(held).getAllByText('1,800.00')).toHaveLength(2)
    expect(within(dialog).getByText('1300 Inter-portfolio Clearing')).toBeTruthy()
    await user.dblClick(within(dialog).getByRole('button', { name: 'Save Transfer' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(log.filter(isSave).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/corporate-actions',
        {
          kind: 'transfer',
          portfolio: 'GROWTH',
          toPortfolio: 'INC',
          securityCode: 'JKH.N0000',
          quantity: '150',
          transferDate: '2026-11-20',
        },
      ],
      ['/api/corporate-actions/40/process', {}],
    ])
  })

  it('starts from the newest transfer: its portfolios, and its date where it was recorded today', async () => {
    const form = { portfolioId: 'GROWTH', toPortfolio: 'INC', transferDate: '2026-11-18', quantity: 150 }
    network({
      ...answers,
      'GET /corporate-actions': ({ path }) =>
        path.includes('mine=today') ? { body: [] } : { body: [moved], headers: { 'X-Total-Count': '1' } },
      'GET /corporate-actions/40': { body: { ...moved, form } },
    })
    const { user } = show(<TransfersScreen />)
    await user.click(await screen.findByRole('button', { name: 'New Transfer' }))
    const dialog = await screen.findByRole('dialog', { name: 'New portfolio transfer' })
    const field = (name: RegExp) => within(dialog).getByRole('combobox', { name })
    await waitFor(() => expect(field(/^From Portfolio/)).toHaveProperty('value', 'Growth Fund (GROWTH)'))
    expect(field(/^To Portfolio/)).toHaveProperty('value', 'Income Fund (INC)')
    expect(within(dialog).getAllByText('As in your last portfolio transfer')).toHaveLength(2)
    expect(within(dialog).getByRole('textbox', { name: /^Transfer Date/ })).toHaveProperty(
      'value',
      '2026-11-20',
    )
    expect(within(dialog).getByLabelText(/^Quantity/)).toHaveProperty('value', '')
    // Nothing was typed: closing asks nothing.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('between entities needs a price, and never more shares than are held', async () => {
    const log = network(answers)
    const { user } = show(<TransfersScreen />)
    await fillIn(user, /^Marketing Fund/)
    await user.clear(screen.getByLabelText(/^Quantity/))
    await user.type(screen.getByLabelText(/^Quantity/), '301')
    await user.click(screen.getByRole('button', { name: 'Save Transfer' }))
    expect((await screen.findAllByText(/Only 300 are held on that date/)).length).toBeGreaterThan(0)
    expect((await screen.findAllByText('Price is required')).length).toBeGreaterThan(0)
    await user.clear(screen.getByLabelText(/^Quantity/))
    await user.type(screen.getByLabelText(/^Quantity/), '300')
    await user.type(screen.getByLabelText(/^Price/), '25')
    await user.click(screen.getByRole('button', { name: 'Save Transfer' }))
    await waitFor(() => expect(log.filter(isSave)).toHaveLength(2))
    expect(log.filter(isSave)[0]?.body).toMatchObject({ toPortfolio: 'OTHERS', transferPrice: '25' })
  })

  it('from a portfolio by cherry picking needs lots that make up the quantity', async () => {
    const log = network({
      ...answers,
      'GET /portfolio-costing-method': { body: [{ portfolioId: 'GROWTH', costing_method: 'CHERRY' }] },
    })
    const { user } = show(<TransfersScreen />)
    await fillIn(user, /^Income Fund/)
    await user.type(await screen.findByLabelText('Shares to move of BUY-2'), '40')
    expect(screen.getByText('The lots come to 40 shares, the quantity is 150.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save Transfer' }))
    expect(log.filter(isSave)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Oldest first' }))
    await user.click(screen.getByRole('button', { name: 'Save Transfer' }))
    await waitFor(() => expect(log.filter(isSave)).toHaveLength(2))
    expect(log.filter(isSave)[0]?.body).toMatchObject({
      allocations: [
        { buyTransactionId: 1, allocatedQuantity: 100 },
        { buyTransactionId: 2, allocatedQuantity: 50 },
      ],
    })
  })

  it('keeps what was typed where the server refuses it', async () => {
    network({
      ...answers,
      'POST /corporate-actions': {
        status: 422,
        body: {
          error: 'Unprocessable',
          code: 'action.transfer-treatment',
          message:
            'Growth Fund is kept at FVTPL and Income Fund at FVOCI. Shares cannot be moved between them.',
        },
      },
    })
    const { user } = show(<TransfersScreen />)
    await fillIn(user, /^Income Fund/)
    await user.click(screen.getByRole('button', { name: 'Save Transfer' }))
    expect((await screen.findAllByText(/Shares cannot be moved between them/)).length).toBeGreaterThan(0)
    expect((screen.getByLabelText(/^Quantity/) as HTMLInputElement).value).toBe('150')
  })

  it('is reversed from its row, with a reason', async () => {
    const log = network({
      ...answers,
      'POST /corporate-actions/40/reverse': acted(previewed, event({ ...moved, state: 'announced' })),
    })
    const { user } = show(<TransfersScreen />)
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reverse' }))
    const dialog = await screen.findByRole('dialog', { name: /^Reverse Transfer of 150/ })
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Wrong portfolio')
    const reverse = within(dialog).getByRole('button', { name: 'Reverse' })
    await waitFor(() => expect(reverse).toHaveProperty('disabled', false))
    await user.click(reverse)
    await waitFor(() => expect(log.filter(isSave)).toHaveLength(1))
    expect(log.filter(isSave)[0]?.body).toEqual({ reason: 'Wrong portfolio' })
  })

  it('offers an auditor the list alone', async () => {
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    network(answers)
    const { user } = show(<TransfersScreen />)
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
    expect(await screen.findByRole('menuitem', { name: 'Show transfer' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Reverse' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New Transfer' })).toBeNull()
  })
})
