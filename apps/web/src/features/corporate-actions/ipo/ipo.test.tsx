import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { acted, entitlement, event, isSave, portfolioRecord, preview, receivable } from '../shared/testing.ts'
import AllocationSummaryScreen from './AllocationSummaryScreen.tsx'
import { applicationOf } from './applications.ts'
import IpoAllocationScreen from './IpoAllocationScreen.tsx'
import IpoEntryScreen from './IpoEntryScreen.tsx'
import RefundScreen from './RefundScreen.tsx'
import { summaryReport } from './summary-report.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/ipo/ipo-entry')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const application = event({
  id: 30,
  kind: 'ipo',
  state: 'entitled',
  title: 'IPO 1,000 at 15.00',
  securityCode: null,
  securityName: 'Lanka Solar PLC',
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  entitled_shares: 1_000,
  gross: 15_000,
  outstanding: 0,
  dates: { ...event().dates, ex: '2026-11-10' },
  form: { companyName: 'Lanka Solar PLC', pricePerShare: '15', totalInvestment: '15000' },
})
const applied = entitlement({
  shares_held: 0,
  entitled_shares: 1_000,
  gross: 15_000,
  tax: 0,
  net: 15_000,
  outstanding: 0,
})
const line = (account_code: string, account_name: string, debit: number, credit: number) => ({
  date: '2026-11-10',
  account_code,
  account_name,
  transaction_type: 'Investment Purchase',
  debit,
  credit,
})
const answers = {
  ...usual,
  'GET /portfolios': { body: [portfolioRecord('GROWTH', 'Growth Fund')] },
  'GET /portfolios/active': { body: [portfolioRecord('GROWTH', 'Growth Fund')] },
  'GET /accounts': { body: [{ id: 7, account_name: 'Trading', account_number: '1', bank_name: 'BOC' }] },
  'GET /equities': { body: [{ id: 5, symbol: 'LSOL.N0000', name: 'Lanka Solar PLC', isActive: true }] },
  'GET /corporate-actions': { body: [application], headers: { 'X-Total-Count': '1' } },
  'GET /corporate-actions/30': { body: application },
  'GET /corporate-actions/30/entitlements': { body: [applied], headers: { 'X-Total-Count': '1' } },
}

async function fillEntry(user: ReturnType<typeof show>['user']) {
  await user.type(screen.getByLabelText(/^Company Name/), 'Lanka Solar PLC')
  await user.type(screen.getByRole('textbox', { name: /^IPO Date/ }), '2026-11-05')
  await user.clear(screen.getByRole('textbox', { name: /^Applied Date/ }))
  await user.type(screen.getByRole('textbox', { name: /^Applied Date/ }), '2026-11-10')
  await user.type(screen.getByLabelText(/^Price per Share/), '15')
  await user.type(screen.getByLabelText(/^Total Investment/), '15,000')
  await user.click(screen.getByRole('combobox', { name: /^Portfolio/ }))
  await user.click(await screen.findByRole('option', { name: 'Growth Fund (GROWTH)' }))
  await user.click(screen.getByRole('combobox', { name: /^Payment Method/ }))
  await user.click(await screen.findByRole('option', { name: 'SLIPS' }))
}

describe('IPO Entry', () => {
  it('names the required fields that are empty', async () => {
    network(answers)
    const { user } = show(<IpoEntryScreen />)
    await user.click(await screen.findByRole('button', { name: 'Save Application' }))
    const alert = await screen.findByRole('alert', { name: 'Please fill in all required fields:' })
    expect(
      within(alert)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Company Name is required',
      'Portfolio is required',
      'IPO Date is required',
      'Price per Share is required',
      'Total Investment is required',
      'Payment Method is required',
    ])
  })

  it('shows the shares applied for and what is posted, records it and processes it', async () => {
    const log = network({
      ...answers,
      'POST /corporate-actions': acted(
        preview({
          kind: 'ipo',
          postings: [
            line('1220', 'IPO Application Money', 15_000, 0),
            line('1010', 'Cash at Bank', 0, 15_000),
          ],
        }),
        event({ ...application, state: 'announced' }),
      ),
      'POST /corporate-actions/30/process': { body: application },
    })
    const { user } = show(<IpoEntryScreen />)
    await fillEntry(user)
    expect(screen.getByRole('status', { name: /^Applied Quantity/ }).textContent).toBe('1,000')
    expect(await screen.findByText('1220 IPO Application Money')).toBeTruthy()
    await user.dblClick(screen.getByRole('button', { name: 'Save Application' }))
    expect(await screen.findByText('Application for Lanka Solar PLC saved.')).toBeTruthy()
    const saved = log.filter(isSave)
    expect(saved.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/corporate-actions',
      'POST /api/corporate-actions/30/process',
    ])
    expect(saved[0]?.body).toEqual({
      kind: 'ipo',
      companyName: 'Lanka Solar PLC',
      portfolio: 'GROWTH',
      ipoDate: '2026-11-05',
      appliedDate: '2026-11-10',
      pricePerShare: '15',
      totalInvestment: '15000',
      paymentMethod: 'SLIPS',
    })
    expect(saved[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    // The form is ready for the next one.
    expect((screen.getByLabelText(/^Company Name/) as HTMLInputElement).value).toBe('')
  })

  it('starts from the newest application, says so, and is emptied by one key', async () => {
    const form = { portfolioId: 'GROWTH', paymentMethod: 'SLIPS', settlementAccount: 7 }
    const dated = { ...form, appliedDate: '2026-11-18', companyName: 'Lanka Solar PLC' }
    network({ ...answers, 'GET /corporate-actions/30': { body: { ...application, form: dated } } })
    const { user } = show(<IpoEntryScreen />)
    const valueOf = (name: RegExp) => (screen.getByRole('combobox', { name }) as HTMLInputElement).value
    await waitFor(() => expect(valueOf(/^Portfolio/)).toBe('Growth Fund (GROWTH)'))
    expect([valueOf(/^Payment Method/), valueOf(/^Settlement Account/)]).toEqual(['SLIPS', 'Trading 1, BOC'])
    expect(screen.getAllByText(/As in your last IPO application/)).toHaveLength(4)
    // Recorded today, so its date too; its company is of that application alone.
    expect(screen.getByRole('textbox', { name: /^Applied Date/ })).toHaveProperty('value', '2026-11-18')
    expect(screen.getByLabelText(/^Company Name/)).toHaveProperty('value', '')
    // Chosen again, a kept account stays chosen.
    await user.click(screen.getByRole('combobox', { name: /^Settlement Account/ }))
    await user.click(await screen.findByRole('option', { name: 'Trading 1, BOC' }))
    expect(valueOf(/^Settlement Account/)).toBe('Trading 1, BOC')
    screen.getByRole('combobox', { name: /^Portfolio/ }).focus()
    await user.keyboard('{Delete}')
    expect(valueOf(/^Portfolio/)).toBe('')
  })

  it('shows the application where it is recorded and not in the books', async () => {
    const recorded = event({ ...application, state: 'announced' })
    const log = network({
      ...answers,
      'GET /corporate-actions/30': { body: recorded },
      'POST /corporate-actions': acted(preview({ kind: 'ipo' }), recorded),
      'POST /corporate-actions/30/process': {
        status: 422,
        body: {
          error: 'Unprocessable',
          code: 'action.account-needed',
          message: 'Choose a settlement account.',
        },
      },
    })
    const { user } = show(<IpoEntryScreen />)
    await fillEntry(user)
    await user.click(screen.getByRole('button', { name: 'Save Application' }))
    expect(await screen.findByText(/Choose a settlement account/)).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: /^IPO 1,000 at 15.00/ })).toBeTruthy()
    expect(log.filter(isSave)).toHaveLength(2)
  })

  it('refuses money that pays for no share, and says what pays for no whole one', async () => {
    network(answers)
    const { user } = show(<IpoEntryScreen />)
    await user.type(await screen.findByLabelText(/^Price per Share/), '15')
    await user.type(screen.getByLabelText(/^Total Investment/), '100')
    expect(screen.getByText('LKR 10.00 pays for no whole share.')).toBeTruthy()
    await user.clear(screen.getByLabelText(/^Total Investment/))
    await user.type(screen.getByLabelText(/^Total Investment/), '10')
    await user.click(screen.getByRole('button', { name: 'Save Application' }))
    expect(
      (await screen.findAllByText(/The total investment is less than one share/)).length,
    ).toBeGreaterThan(0)
  })
})

describe('IPO Allocation', () => {
  it('calculates the refund and records what was allotted, with the security that is new', async () => {
    window.history.replaceState(null, '', '/#/ipo/ipo-allocation')
    const log = network({
      ...answers,
      'POST /corporate-actions/30/allot': acted(
        preview({ kind: 'ipo', postings: [line('1100', 'Investment in Equity Securities', 6_000, 0)] }),
        event({ ...application, outstanding: 9_000 }),
      ),
    })
    const { user } = show(<IpoAllocationScreen />)
    await user.click(await screen.findByLabelText(/^Application/))
    await user.click(await screen.findByRole('option', { name: /Lanka Solar PLC/ }))
    await user.type(await screen.findByLabelText(/^Allocated Quantity/), '1,001')
    await user.click(screen.getByRole('button', { name: 'Save Allocation' }))
    expect((await screen.findAllByText(/Only 1,000 were applied for/)).length).toBeGreaterThan(0)
    await user.clear(screen.getByLabelText(/^Allocated Quantity/))
    await user.type(screen.getByLabelText(/^Allocated Quantity/), '400')
    expect(screen.getByRole('status', { name: /^Refund Amount/ }).textContent).toBe('9,000.00')
    await user.click(screen.getByLabelText(/^Security/))
    await user.click(await screen.findByRole('option', { name: /LSOL.N0000/ }))
    expect(await screen.findByText('1100 Investment in Equity Securities')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Refund Received' }))
    await user.click(await screen.findByRole('option', { name: 'Yes' }))
    await user.click(screen.getByRole('combobox', { name: 'Bank Account' }))
    await user.click(await screen.findByRole('option', { name: /^Trading/ }))
    await user.click(screen.getByRole('button', { name: 'Save Allocation' }))
    expect(await screen.findByText('Allocation of Lanka Solar PLC saved for Growth Fund.')).toBeTruthy()
    expect(log.filter(isSave).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/corporate-actions/30/allot',
        {
          portfolioId: 'GROWTH',
          allotted: '400',
          date: '2026-11-20',
          securityCode: 'LSOL.N0000',
          refundDate: '2026-11-20',
          settlementAccount: '7',
        },
      ],
    ])
    expect(window.location.hash).not.toContain('application')
  })

  it('says of an application that is allotted, or not in the books, that it is', async () => {
    window.history.replaceState(null, '', '/#/ipo/ipo-allocation?application=30')
    network({
      ...answers,
      'GET /corporate-actions/30': { body: { ...application, state: 'processed' } },
      'GET /corporate-actions/30/entitlements': {
        body: [{ ...applied, allotted: 400, outstanding: 9_000 }],
        headers: { 'X-Total-Count': '1' },
      },
    })
    const { unmount } = show(<IpoAllocationScreen />)
    expect(await screen.findByText(/400 shares were allotted already/)).toBeTruthy()
    unmount()
    network({ ...answers, 'GET /corporate-actions/30': { body: { ...application, state: 'announced' } } })
    show(<IpoAllocationScreen />)
    expect(await screen.findByText(/not in the books yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save Allocation' })).toBeNull()
  })
})

describe('Refund Processing', () => {
  it('lists refunds of applications alone, by age, and confirms one', async () => {
    window.history.replaceState(null, '', '/#/ipo/refund-processing')
    const refund = receivable({
      action: 30,
      kind: 'ipo',
      title: 'IPO 1,000 at 15.00',
      securityName: 'Lanka Solar PLC',
      role: 'ipo-application',
      expected: 9_000,
      outstanding: 9_000,
    })
    const allotted = { ...applied, allotted: 400, outstanding: 9_000 }
    const log = network({
      ...answers,
      'GET /corporate-action-reports/receivables': { body: [receivable(), refund] },
      'GET /corporate-actions/30/entitlements': { body: [allotted], headers: { 'X-Total-Count': '1' } },
      'POST /corporate-actions/30/receive': acted(preview({ kind: 'ipo' }), application),
    })
    const { user } = show(<RefundScreen />)
    expect(await screen.findByText('Lanka Solar PLC')).toBeTruthy()
    expect(screen.queryByText('John Keells Holdings PLC')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Confirm receipt of Lanka Solar PLC, Growth Fund' }))
    const dialog = await screen.findByRole('dialog', { name: /^Confirm receipt/ })
    const confirm = within(dialog).getByRole('button', { name: 'Confirm Receipt' })
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(log.filter(isSave).map(({ body }) => body)).toMatchObject([
      { portfolioId: 'GROWTH', amount: '9000' },
    ])
  })
})

describe('Allocation Summary', () => {
  const allotted = { ...application, state: 'processed' as const }
  const done = { ...applied, allotted: 400, received: 4_000, outstanding: 5_000 }

  it('shows by portfolio what was applied for, allotted and refunded', async () => {
    window.history.replaceState(null, '', '/#/ipo/allocation-summary')
    const second = { ...application, id: 31, securityName: 'Ceylon Ports PLC', state: 'announced' as const }
    network({
      ...answers,
      'GET /corporate-actions': { body: [allotted, second], headers: { 'X-Total-Count': '2' } },
      'GET /corporate-actions/30/entitlements': { body: [done] },
      'GET /corporate-actions/31/entitlements': { body: [applied] },
    })
    show(<AllocationSummaryScreen />)
    expect(await screen.findByText('Refund outstanding')).toBeTruthy()
    expect(screen.getByText('Not in the books')).toBeTruthy()
    // An application that is not in the books counts in no card.
    expect(screen.getByText('Application money (LKR)').parentElement?.textContent).toContain('15,000.00')
    expect(screen.getByText('Refunds outstanding (LKR)').parentElement?.textContent).toContain('5,000.00')
  })

  it('is exported with the sum of each issue and of all', () => {
    const rows = [
      applicationOf(allotted, done),
      applicationOf({ ...application, id: 32 }, { ...applied, portfolioName: 'Income Fund' }),
      applicationOf(
        { ...application, id: 33, securityName: 'Ceylon Ports PLC', state: 'processed' },
        { ...done, outstanding: 0, received: 9_000 },
      ),
    ]
    expect(rows.map(({ state }) => state)).toEqual(['refund', 'applied', 'done'])
    const report = summaryReport(rows, { search: '', portfolio: '', by: 'N. Perera', isWhole: true })
    const sums = report.tables[0]?.rows.filter(({ level }) => level !== 'row').map(({ cells }) => cells)
    expect(sums).toEqual([
      [
        'Total Ceylon Ports PLC',
        undefined,
        undefined,
        undefined,
        '1000',
        '400',
        '15000',
        '9000',
        '9000',
        '0',
      ],
      [
        'Total Lanka Solar PLC',
        undefined,
        undefined,
        undefined,
        '2000',
        '400',
        '30000',
        '9000',
        '4000',
        '5000',
      ],
      ['Total', undefined, undefined, undefined, '3000', '800', '45000', '18000', '13000', '5000'],
    ])
  })
})
