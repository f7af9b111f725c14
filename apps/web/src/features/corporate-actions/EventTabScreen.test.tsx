import type { CorporateAction } from '@em/contract/corporate-actions/corporate-actions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import EventTabScreen from './EventTabScreen.tsx'
import { entitlement, event } from './event/testing.ts'

const at = (address: string) => window.history.replaceState(null, '', `/#/${address}`)
beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const rowOf = (changes: Partial<CorporateAction>): CorporateAction => ({ ...event(), ...changes })
const processed = rowOf({ id: 8, state: 'processed', title: 'Dividend 1.00 a share', is_due: false })
const due = rowOf({ id: 5 })
const listed =
  (rows: readonly CorporateAction[]) =>
  ({ path }: Asked) => {
    const query = new URL(path, 'http://x').searchParams
    const found = rows.filter(({ state }) => (query.get('state') ?? state) === state)
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  }
const answers = {
  ...usual,
  'GET /accounts': {
    body: [{ id: 7, account_name: 'Trading', account_number: '1', bank_name: 'BOC', branch_name: 'Fort' }],
  },
  'GET /equities': {
    body: [
      { id: 1, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', isActive: true },
      { id: 2, symbol: 'COMB.N0000', name: 'Commercial Bank of Ceylon PLC', isActive: true },
    ],
  },
  'GET /portfolios': { body: [] },
  'GET /portfolios/active': { body: [{ id: 1, portfolioId: 'GROWTH', portfolioName: 'Growth Fund' }] },
  'GET /transaction-entries/holders': {
    body: [
      { portfolioId: 'GROWTH', quantity: 20_000 },
      { portfolioId: 'INCOME', quantity: 500 },
    ],
  },
  'GET /dividend-tax-rates': {
    body: [
      {
        id: 1,
        version: 1,
        effectiveFrom: '2023-01-01',
        entity: null,
        rate: 15,
        source: null,
        created_at: '',
        updated_at: '',
      },
    ],
  },
  'GET /transaction-entries/total-quantity': {
    body: { total_quantity: 20_000, sellable_quantity: 20_000, not_listed: [] },
  },
  'GET /corporate-actions': listed([processed, due]),
  'GET /corporate-actions/5': { body: event() },
  'GET /corporate-actions/5/entitlements': { body: [entitlement()], headers: { 'X-Total-Count': '1' } },
}
const pick = async (user: ReturnType<typeof show>['user'], label: string, text: string) => {
  const field = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) })
  await user.click(field)
  await user.type(field, `${text}{Enter}`)
}

describe('A tab of corporate actions', () => {
  it('lists what is due first, with its hint, and asks for the kinds of its tab', async () => {
    at('mandatory-corporate-actions/dividends')
    const log = network(answers)
    show(<EventTabScreen />)
    expect(await screen.findByRole('heading', { name: 'Dividends' })).toBeTruthy()
    await screen.findByText('Due: process')
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '')
    const first = rows.findIndex((text) => text.includes('3.25'))
    const second = rows.findIndex((text) => text.includes('1.00 a share'))
    expect(first).toBeGreaterThan(-1)
    expect(second).toBeGreaterThan(first)
    expect(rows.filter((text) => text.includes('3.25'))).toHaveLength(1)
    expect(log.some(({ path }) => path.includes('kind=dividend%2Cscrip'))).toBe(true)
    expect(screen.getByRole('button', { name: 'New dividend' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New scrip dividend' })).toBeTruthy()
  })

  it('shows the money of dividends next to the shares of scrip dividends, and no shares where there are none', async () => {
    at('mandatory-corporate-actions/dividends')
    const scrip = rowOf({
      id: 9,
      kind: 'scrip',
      title: 'Scrip 12.5%',
      entitled_shares: 125,
      gross: 0,
      net: 0,
    })
    network({ ...answers, 'GET /corporate-actions': listed([processed, scrip]) })
    show(<EventTabScreen />)
    await screen.findByText('Scrip 12.5%')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent ?? '')
    const cells = (text: string) => screen.getByText(text).closest('tr, [role=row]')?.children ?? []
    const column = heads.findIndex((head) => head.includes('Entitled Shares'))
    expect(heads.some((head) => head.includes('Gross'))).toBe(true)
    expect(cells('Dividend 1.00 a share')[column]?.textContent).toBe('–none')
    expect(cells('Scrip 12.5%')[column]?.textContent).toBe('125')
  })

  it('says what to do next while it is empty, and offers no form to whom recording is not', async () => {
    at('corporate-actions/stock-split')
    network({ ...answers, 'GET /corporate-actions': listed([]) })
    const shown = show(<EventTabScreen />)
    expect(await screen.findByText('No stock splits yet')).toBeTruthy()
    expect(screen.getByText(/Record one with the button above/)).toBeTruthy()
    shown.unmount()
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    show(<EventTabScreen />)
    expect(await screen.findByText('No stock splits yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New stock split' })).toBeNull()
  })

  it('asks by its filters, and clears them', async () => {
    at('corporate-actions/dividend?state=cancelled')
    const log = network(answers)
    const { user } = show(<EventTabScreen />)
    expect(await screen.findByText('No dividends match the filters')).toBeTruthy()
    expect(log.some(({ path }) => path.includes('state=cancelled') && path.includes('kind=dividend'))).toBe(
      true,
    )
    await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement)
    expect(await screen.findByText('Due: process')).toBeTruthy()
  })

  it('names what is missing, marks it, and follows the shares held while a dividend is typed', async () => {
    at('corporate-actions/dividend')
    const log = network({
      ...answers,
      'POST /corporate-actions': { status: 201, body: event() },
    })
    const { user } = show(<EventTabScreen />)
    await user.click(await screen.findByRole('button', { name: 'New dividend' }))
    const form = await screen.findByRole('dialog', { name: 'New dividend' })
    await user.click(within(form).getByRole('button', { name: 'Save dividend' }))
    const alert = await within(form).findByRole('alert')
    expect(alert.textContent).toContain('Please fill in all required fields:')
    for (const name of [
      'Security Code',
      'Security Name',
      'Ex-Dividend Date',
      'Payment Date',
      'Dividend Rate',
    ])
      expect(alert.textContent).toContain(`${name} is required.`)
    await pick(user, 'Security Code', 'JKH')
    expect((within(form).getByLabelText(/^Security Name/) as HTMLInputElement).value).toBe(
      'John Keells Holdings PLC',
    )
    // Of all holders: what the books hold together.
    const held = within(form).getByLabelText(/^Shares Held/) as HTMLInputElement
    await waitFor(() => expect(held.value).toBe('20,500'))
    expect(within(form).getByText(/In the books of 2 portfolios at the close of 20 Nov 2026/)).toBeTruthy()
    await user.click(within(form).getByRole('combobox', { name: 'Portfolio' }))
    await user.click(await screen.findByRole('option', { name: 'Growth Fund (GROWTH)' }))
    await waitFor(() => expect(held.value).toBe('20,000'))
    await user.type(within(form).getByLabelText(/^Dividend Rate/), '3.25')
    expect(within(form).getByRole('status', { name: 'Dividend Amount Payable' }).textContent).toBe(
      '65,000.00',
    )
    for (const [label, day] of [
      ['Announcement Date', '2026-11-01'],
      ['Ex-Dividend Date', '2026-11-10'],
      ['Record Date', '2026-11-11'],
      ['Payment Date', '2026-11-18'],
    ])
      await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${label}`) }), day ?? '')
    await user.dblClick(within(form).getByRole('button', { name: 'Save dividend' }))
    expect(await screen.findByText(/^Announced: Dividend 3.25 a share/)).toBeTruthy()
    // The event opens: what each portfolio is entitled to.
    expect(await screen.findByRole('dialog', { name: /^Dividend 3.25 a share/ })).toBeTruthy()
    const posts = log.filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.body).toEqual({
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      securityName: 'John Keells Holdings PLC',
      portfolio: 'GROWTH',
      dividendType: 'Cash',
      dividendRate: '3.25',
      sharesHeld: '20000',
      announcementDate: '2026-11-01',
      exDividendDate: '2026-11-10',
      recordDate: '2026-11-11',
      paymentDate: '2026-11-18',
      datesToBeNotified: false,
      recoveryOfCost: false,
    })
    // The shares are those of the close before the day.
    expect(log.some(({ path }) => path.includes('asOf=2026-11-09'))).toBe(true)
  })

  it('begins with what an announcement says, and forgets it with the form', async () => {
    at('corporate-actions/dividend?new=dividend&announcement=9')
    const notice = {
      id: 9,
      version: 1,
      title: 'First interim dividend',
      kind: 'CASH DIVIDEND',
      date: '2026-11-02',
      summary: 'Rs. 0.50 per share',
      content: 'XD: 10.Nov.2026\nRecord date: 11.Nov.2026\nPayment date: 18.Nov.2026',
      securities: [{ symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', held: true }],
    }
    const log = network({
      ...answers,
      'GET /announcements/9': { body: notice },
      'POST /corporate-actions': { status: 201, body: event() },
    })
    const { user } = show(<EventTabScreen />)
    expect(await screen.findByText(/^Filled in from “First interim dividend” of 02 Nov 2026/)).toBeTruthy()
    const form = screen.getByRole('dialog', { name: 'New dividend' })
    const held = within(form).getByLabelText(/^Shares Held/) as HTMLInputElement
    await waitFor(() => expect(held.value).toBe('20,500'))
    expect(
      // The payment date once it has come, by the clock of the machine that runs the test; else XD.
      within(form).getByText(/^Leave blank for the rate in force on (10|18) Nov 2026, 15 %\./),
    ).toBeTruthy()
    expect((within(form).getByLabelText(/^Tax Rate/) as HTMLInputElement).placeholder).toBe('15')
    await user.click(within(form).getByRole('button', { name: 'Save dividend' }))
    expect(await screen.findByText(/^Announced: Dividend 3.25 a share/)).toBeTruthy()
    expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      securityName: 'John Keells Holdings PLC',
      announcementDate: '2026-11-02',
      exDividendDate: '2026-11-10',
      recordDate: '2026-11-11',
      paymentDate: '2026-11-18',
      dividendRate: '0.50',
    })
    expect(window.location.hash).not.toContain('announcement')
  })

  it('keeps a draft of less, and what was typed over a reload', async () => {
    at('corporate-actions/dividend?new=dividend')
    const log = network({
      ...answers,
      'POST /corporate-actions': { status: 201, body: event({ state: 'draft' }) },
    })
    const first = show(<EventTabScreen />)
    await pick(first.user, 'Security Code', 'COMB')
    await first.user.type(screen.getByLabelText(/^Dividend Rate/), '2')
    first.unmount()
    const { user } = show(<EventTabScreen />)
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    expect((screen.getByLabelText(/^Dividend Rate/) as HTMLInputElement).value).toBe('2')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Announcement Date is required.')
    expect(screen.getByRole('alert').textContent).not.toContain('Payment Date')
    await user.type(screen.getByRole('textbox', { name: /^Announcement Date/ }), '2026-11-01')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    expect(await screen.findByText(/^Draft saved/)).toBeTruthy()
    expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({
      draft: true,
      securityCode: 'COMB.N0000',
    })
  })
})
