import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatDate } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, type network } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { choose, company, FIGURES, field, isPreview, press, tradeServer, type User } from '../form/testing.ts'
import BuyScreen from './BuyScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

const holding = { quantity: 0, cost: 0, charges: 0 }
const preview = {
  dryRun: true,
  figures: FIGURES,
  position: { before: holding, after: { quantity: 100_000, cost: 1_000_000, charges: 11_200 } },
  postings: [
    {
      date: '2026-11-20',
      account_code: '1100',
      account_name: 'Investment in Equity Securities',
      debit: 1_000_000,
      credit: 0,
      transaction_type: 'Investment Purchase',
    },
  ],
  warnings: [],
}
const SETTLES: Record<string, string> = { '2026-11-19': '2026-11-23', '2026-11-20': '2026-11-25' }
const SAVE = 'POST /trade-summary/save-buy-transaction'

/** The server with one company, portfolio and account; deal numbers count up. */
function server(changes: Parameters<typeof network>[0] = {}) {
  return tradeServer('BUY', {
    'GET /equities/active': {
      body: [
        { id: 1, name: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.N0000' },
        { id: 2, name: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.X0000' },
      ],
    },
    'GET /portfolios/active': { body: [{ id: 1, portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /brokers': { body: [{ id: 1, name: 'Asia Securities', isActive: true }] },
    'GET /transaction-entries/settlement-date': ({ path }) => {
      const date = path.split('=')[1] ?? ''
      const settles = SETTLES[date]
      return settles === undefined
        ? { status: 422, body: { message: `${formatDate(date)} is a Sunday. Please select a business day.` } }
        : { body: { trade_date: date, settlement_date: settles } }
    },
    'GET /accounts/by-payment-method/Cash': { body: [] },
    'POST /trade-summary/calculate-buy-transaction': { body: FIGURES },
    [SAVE]: (asked) =>
      isPreview(asked)
        ? { body: preview }
        : { status: 201, body: { deal_number: (asked.body as { dealNumber: string }).dealNumber } },
    ...changes,
  })
}

const set = async (user: User, name: RegExp, text: string) => {
  const input = await field(name)
  await user.clear(input)
  await user.type(input, text)
}

async function fill(user: User) {
  await screen.findByText('BUY-1', { selector: 'output' })
  await user.click(await company())
  await user.type(await screen.findByLabelText('Search'), 'comb{ArrowDown}{Enter}')
  await choose(user, /^Portfolio/, /Growth Fund/)
  await set(user, /^Quantity/, '100,000')
  await set(user, /^Price/, '10')
  await set(user, /^Contract Number/, 'CN-1')
  await set(user, /^Broker Name/, 'Asia Securities')
  await choose(user, /^Payment Method/, /Cheque/)
  await user.type(await screen.findByLabelText('Search'), '{Enter}')
  await screen.findByText('Change Account')
}

describe('Buy Transaction Entry', () => {
  it('after Broker, Enter visits Trade Date and Settlement Date and takes what is typed there', async () => {
    server()
    const { user } = show(<BuyScreen />)
    await screen.findByText('BUY-1', { selector: 'output' })
    await waitFor(async () => expect((await field(/^Settlement Date/)).value).toBe('2026-11-25'))
    await user.type(await field(/^Broker Name/), 'Asia{Enter}')
    expect(document.activeElement).toBe(await field(/^Trade Date/))
    await user.keyboard('2026-11-19{Enter}')
    expect(document.activeElement).toBe(await field(/^Settlement Date/))
    await waitFor(async () => expect((await field(/^Settlement Date/)).value).toBe('2026-11-23'))
    await user.keyboard('24/11/2026{Enter}')
    expect((await field(/^Trade Date/)).value).toBe('2026-11-19')
    expect((await field(/^Settlement Date/)).value).toBe('2026-11-24')
    expect(document.activeElement).toBe(await screen.findByLabelText(/^Description/))
    await user.keyboard('{Enter}')
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Description/)).value).toBe('')
    expect(document.activeElement).not.toBe(screen.getByLabelText(/^Description/))
  })

  it('a default that arrives late leaves the typed dates alone', async () => {
    let answer: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    server({
      'GET /transaction-entries/deal-number': async () => {
        await late
        return {
          body: { deal_number: 'BUY-1', trade_date: '2026-11-20', settlement_date: '2026-11-25' },
        }
      },
    })
    const { user } = show(<BuyScreen />)
    await user.type(await field(/^Settlement Date/), '2026-11-30')
    await user.type(await field(/^Trade Date/), '19/11/2026')
    answer()
    await screen.findByText('BUY-1', { selector: 'output' })
    await user.tab()
    expect((await field(/^Trade Date/)).value).toBe('2026-11-19')
    expect((await field(/^Settlement Date/)).value).toBe('2026-11-30')
  })

  it('begins with the security that a link names, which the address then forgets', async () => {
    window.history.replaceState(null, '', '/#/trade-capture/buy?symbol=COMB.X0000')
    server()
    show(<BuyScreen />)
    const symbol = await field(/^Symbol/)
    await waitFor(() => expect(symbol.value).toBe('COMB.X0000'))
    expect(window.location.hash).toBe('#/trade-capture/buy')
  })

  it('lists what is missing and focuses the first of it', async () => {
    server()
    const { user } = show(<BuyScreen />)
    await screen.findByText('BUY-1', { selector: 'output' })
    await press(user, 'Save Transaction')
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('Please fill in all required fields:')
    expect(
      within(summary)
        .getAllByRole('button')
        .map((link) => link.textContent),
    ).toEqual([
      'Company Name is required',
      'Symbol is required',
      'Portfolio is required',
      'Quantity is required',
      'Price is required',
      'Contract Number is required',
      'Broker Name is required',
      'Payment Method: Settlement Account is required',
    ])
    expect(document.activeElement).toBe(await company())
  })

  it('moves the settlement date with the trade date until it is typed, and names a closed day', async () => {
    server()
    const { user } = show(<BuyScreen />)
    await waitFor(async () => expect((await field(/^Settlement Date/)).value).toBe('2026-11-25'))
    await set(user, /^Trade Date/, '2026-11-19')
    await waitFor(async () => expect((await field(/^Settlement Date/)).value).toBe('2026-11-23'))
    await set(user, /^Settlement Date/, '2026-11-30')
    await set(user, /^Trade Date/, '2026-11-15')
    await screen.findByText('15 Nov 2026 is a Sunday. Please select a business day.')
    await set(user, /^Trade Date/, '2026-11-20')
    await press(user, 'Use 25 Nov 2026, calculated from the trade date')
    expect((await field(/^Settlement Date/)).value).toBe('2026-11-25')
  })

  it('keeps no payment method without an account of it', async () => {
    server()
    const { user } = show(<BuyScreen />)
    await choose(user, /^Payment Method/, /Cash/)
    expect(await screen.findByText(/Please configure accounts in/)).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(async () => expect((await field(/^Payment Method/)).value).toBe(''))
    await choose(user, /^Payment Method/, /Cheque/)
    await user.click(await screen.findByRole('option', { name: /Cheque account/ }))
    expect((await field(/^Payment Method/)).value).toBe('Cheque')
    await press(user, 'Change Account')
    expect((await field(/^Payment Method/)).value).toBe('')
    expect(screen.queryByText('Cheque account')).toBeNull()
  })

  it('clears the money generation cost with the cost of funds', async () => {
    server()
    const { user } = show(<BuyScreen />)
    await waitFor(async () => expect((await field(/^Cost of Funds/)).value).toBe('9.10'))
    await set(user, /^Quantity/, '100000')
    await set(user, /^Price/, '10')
    expect(await screen.findByText('252.11')).toBeTruthy()
    await user.clear(await field(/^Cost of Funds/))
    await waitFor(() => expect(screen.queryByText('252.11')).toBeNull())
  })

  it('records once, however often Authorize is pressed, and starts anew', async () => {
    const asked = server()
    const { user } = show(<BuyScreen />)
    await fill(user)
    await press(user, 'Save Transaction')
    const review = await screen.findByRole('dialog', { name: 'Transaction Authorization' })
    expect(within(review).getByText('COMB.X0000')).toBeTruthy()
    expect(within(review).getByText('1100 Investment in Equity Securities')).toBeTruthy()
    await user.dblClick(within(review).getByRole('button', { name: 'Authorize' }))
    expect(within(review).getByRole('button', { name: 'Authorizing...' })).toBeTruthy()
    expect(await screen.findByText('BUY-2', { selector: 'output' })).toBeTruthy()
    const saves = asked.filter((one) => one.path.includes('save-buy') && !isPreview(one))
    expect(saves).toHaveLength(1)
    expect(saves[0]?.body).toMatchObject({
      symbol: 'COMB.X0000',
      portfolioId: 'GRW',
      quantity: '100000',
      settlementAccount: '5',
      dealNumber: 'BUY-1',
      preview: { grossValue: 1_000_000, netValue: 1_011_200 },
    })
    expect(saves[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    await waitFor(async () => expect((await field(/^Quantity/)).value).toBe(''))
    expect((await field(/^Settlement Date/)).value).toBe('2026-11-25')
  })

  it('a price that is unusual has to be ticked as checked before it can be authorized', async () => {
    const warning = 'The price 10.00 is more than 10 % from the last trade of 20 Nov 2026, 100.00.'
    const asked = server({
      [SAVE]: (one) =>
        isPreview(one)
          ? { body: { ...preview, warnings: [warning], checkPrice: true } }
          : { status: 201, body: { deal_number: 'BUY-1' } },
    })
    const { user } = show(<BuyScreen />)
    await fill(user)
    await press(user, 'Save Transaction')
    const review = await screen.findByRole('dialog', { name: 'Transaction Authorization' })
    expect(within(review).getByText(warning)).toBeTruthy()
    const authorize = within(review).getByRole<HTMLButtonElement>('button', { name: 'Authorize' })
    expect(authorize.disabled).toBe(true)
    await user.click(within(review).getByLabelText('I have checked the price'))
    expect(authorize.disabled).toBe(false)
    await user.click(authorize)
    await screen.findByText('BUY-2', { selector: 'output' })
    expect(asked.filter((one) => one.path.includes('save-buy') && !isPreview(one))).toHaveLength(1)
  })

  it('loses nothing when a save fails, and tries again under the same key', async () => {
    let failing = true
    const asked = server({
      [SAVE]: (one) => {
        if (isPreview(one)) return { body: preview }
        return failing ? 'unreachable' : { status: 201, body: { deal_number: 'BUY-1' } }
      },
    })
    const { user } = show(<BuyScreen />)
    await fill(user)
    await press(user, 'Save Transaction')
    await press(user, 'Authorize')
    await screen.findByText('Failed to save transaction: Network error. Please try again.')
    expect((await field(/^Contract Number/)).value).toBe('CN-1')
    failing = false
    await press(user, 'Save Transaction')
    await press(user, 'Authorize')
    await screen.findByText('BUY-2', { selector: 'output' })
    const saves = asked.filter((one) => one.path.includes('save-buy') && !isPreview(one))
    expect(saves).toHaveLength(2)
    expect(saves[1]?.headers.get('Idempotency-Key')).toBe(saves[0]?.headers.get('Idempotency-Key'))
    expect(saves[1]?.body).toEqual(saves[0]?.body)
  })

  it('shows changed figures and asks again', async () => {
    let now = FIGURES
    const asked = server({
      [SAVE]: (one) => {
        if (isPreview(one)) return { body: { ...preview, figures: now } }
        const seen = (one.body as { preview: { netValue: number } }).preview.netValue
        if (seen === 1_012_000) return { status: 201, body: { deal_number: 'BUY-1' } }
        now = { ...FIGURES, netValue: 1_012_000 }
        return { status: 409, body: { code: 'preview.stale', message: 'The figures have changed.' } }
      },
    })
    const { user } = show(<BuyScreen />)
    await fill(user)
    await press(user, 'Save Transaction')
    await press(user, 'Authorize')
    await screen.findByText(/Please check them and authorize again/)
    expect(screen.getAllByText('1,012,000.00').length).toBeGreaterThan(0)
    await press(user, 'Authorize')
    await screen.findByText('BUY-2', { selector: 'output' })
    expect(asked.filter((one) => one.path.includes('save-buy') && !isPreview(one))).toHaveLength(2)
  })

  it("puts the server's refusal at its field before anything is authorized", async () => {
    server({
      [SAVE]: {
        status: 422,
        body: {
          code: 'equity.inactive',
          message: 'COMB.X0000 is inactive and cannot be bought.',
          details: [{ field: 'symbol', message: 'COMB.X0000 is inactive and cannot be bought.' }],
        },
      },
    })
    const { user } = show(<BuyScreen />)
    await fill(user)
    await press(user, 'Save Transaction')
    await screen.findByText('Failed to save transaction: COMB.X0000 is inactive and cannot be bought.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await field(/^Symbol/)).getAttribute('aria-invalid')).toBe('true')
  })

  it('offers an unsaved buy again', async () => {
    server()
    const first = show(<BuyScreen />)
    await set(first.user, /^Contract Number/, 'CN-77')
    first.unmount()
    const { user } = show(<BuyScreen />)
    await press(user, 'Restore')
    expect((await field(/^Contract Number/)).value).toBe('CN-77')
  })
})
