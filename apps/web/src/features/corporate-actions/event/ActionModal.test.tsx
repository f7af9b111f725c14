import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { ActionModal } from './ActionModal.tsx'
import { entitlement, event, previewOf, rightsIssue } from './testing.ts'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(() => {
  cleanup()
  closeSession()
})

const accounts = [
  { id: 7, account_name: 'Trading', account_number: '1', bank_name: 'BOC', branch_name: 'Fort' },
]
const answers = {
  ...usual,
  'GET /accounts': { body: accounts },
  'GET /equities': {
    body: [{ id: 1, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', isActive: true }],
  },
  'GET /portfolios/active': { body: [] },
  'GET /transaction-entries/holders': { body: [{ portfolioId: 'GROWTH', quantity: 20_000 }] },
  'GET /corporate-actions/5': { body: event() },
  'GET /corporate-actions/5/entitlements': { body: [entitlement()], headers: { 'X-Total-Count': '1' } },
}
const isPreview = ({ path }: Asked) => path.includes('dryRun')
const writes = (log: Asked[]) => log.filter((asked) => asked.method !== 'GET' && !isPreview(asked))
const open = () => show(<ActionModal id={5} onClose={() => undefined} />)
const dialog = (name: RegExp) => screen.findByRole('dialog', { name })

describe('A corporate action', () => {
  it('shows its terms, entitlements and history, and offers what its state allows', async () => {
    network({ ...answers, 'GET /corporate-actions/5': { body: event({ warnings: ['Look at this.'] }) } })
    open()
    const shown = await dialog(/^Dividend 3.25 a share/)
    expect(await within(shown).findByText('Growth Fund')).toBeTruthy()
    expect(within(shown).getByText('Due to be processed')).toBeTruthy()
    expect(within(shown).getByText('Look at this.')).toBeTruthy()
    expect(within(shown).getByText('Announced', { selector: 'strong' })).toBeTruthy()
    for (const name of ['Edit…', 'Cancel event…', 'Process…'])
      expect(within(shown).getByRole('button', { name })).toBeTruthy()
    for (const name of ['Reverse…', 'Elections…', 'Confirm Receipt…', 'Write Off…'])
      expect(within(shown).queryByRole('button', { name })).toBeNull()
  })

  it('offers nothing to whom recording is not', async () => {
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    network(answers)
    open()
    const shown = await dialog(/^Dividend/)
    expect(within(shown).queryByRole('button', { name: 'Process…' })).toBeNull()
    expect(within(shown).getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
  })

  it('is processed once, after it was shown what that does', async () => {
    const log = network({
      ...answers,
      'POST /corporate-actions/5/process': (asked) =>
        isPreview(asked)
          ? { body: previewOf({ warnings: ['A trade is not settled.'] }) }
          : { status: 201, body: event({ state: 'entitled', outstanding: 55_250 }) },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Process…' }))
    const asks = await dialog(/^Process Dividend/)
    const go = within(asks).getByRole('button', { name: 'Process' })
    expect(go.hasAttribute('disabled')).toBe(true)
    expect(await within(asks).findByText('1210 Dividend Receivable')).toBeTruthy()
    expect(within(asks).getByText('A trade is not settled.')).toBeTruthy()
    await user.dblClick(go)
    expect(await screen.findByText(/Dividend 3.25 a share JKH.N0000 is processed\./)).toBeTruthy()
    const sent = writes(log)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /^Process Dividend/ })).toBeNull()
  })

  it('is looked at before its day, and not processed', async () => {
    const early = event({ is_due: false, dates: { ...event().dates, ex: '2026-12-01' } })
    network({
      ...answers,
      'GET /corporate-actions/5': { body: early },
      'POST /corporate-actions/5/process': { body: previewOf() },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Process…' }))
    const asks = await dialog(/^Process Dividend/)
    expect(await within(asks).findByText('4200 Dividend Income')).toBeTruthy()
    expect(within(asks).getByText(/It can be processed from 01 Dec 2026 on/)).toBeTruthy()
    expect(within(asks).getByRole('button', { name: 'Process' }).hasAttribute('disabled')).toBe(true)
  })

  it('of the past is elected with the day on which that was done, and before it nothing is looked at', async () => {
    const past = rightsIssue({ state: 'processed', dates: { ...rightsIssue().dates, last: '2026-11-18' } })
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: past },
      'GET /corporate-actions/5/entitlements': {
        body: [entitlement({ entitled_shares: 401 })],
        headers: { 'X-Total-Count': '1' },
      },
      'PUT /corporate-actions/5/elections': (asked) => ({ body: isPreview(asked) ? previewOf() : past }),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Elections…' }))
    const asks = await dialog(/^Elections/)
    expect(within(asks).getByText(/The last day was 18 Nov 2026/)).toBeTruthy()
    await user.type(await within(asks).findByLabelText('Subscribe, Growth Fund'), '200')
    expect(within(asks).getByText('Enter the day on which it was elected, by 18 Nov 2026.')).toBeTruthy()
    const save = within(asks).getByRole('button', { name: /^Save elections/ })
    expect([save.hasAttribute('disabled'), log.filter(isPreview)]).toEqual([true, []])
    await user.type(within(asks).getByRole('textbox', { name: /^Paid on/ }), '2026-11-17')
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    await user.click(save)
    await waitFor(() => expect(writes(log)).toHaveLength(1))
    expect(writes(log)[0]?.body).toMatchObject({ elections: [{ subscribe: 200, date: '2026-11-17' }] })
  })

  it('of a buy-back names the lots that a portfolio by cherry picking gives, of those held before it', async () => {
    const buyback = event({
      kind: 'buyback',
      title: 'Buy-back 1 of 8 at 80.00',
      dates: { ...event().dates, ex: '2026-11-16', last: null },
    })
    const lot = (id: number, left: number, price: number) => ({
      id,
      deal_number: `BUY-${id}`,
      contract_number: `C${id}`,
      trade_date: '2026-02-10',
      settlement_date: '2026-02-12',
      quantity: left,
      remaining_quantity: left,
      price,
      remaining_cost: left * price,
      remaining_charges: 0,
      opened_on: null,
      source: 'trade',
    })
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: buyback },
      'GET /corporate-actions/5/entitlements': {
        body: [entitlement({ shares_held: 1003, entitled_shares: 125, picks_lots: true })],
        headers: { 'X-Total-Count': '1' },
      },
      'GET /transaction-entries/buy-lots': { body: [lot(7, 400, 50), lot(8, 603, 80)] },
      'PUT /corporate-actions/5/elections': (asked) => ({ body: isPreview(asked) ? previewOf() : buyback }),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Elections…' }))
    const asks = await dialog(/^Elections/)
    await user.type(await within(asks).findByLabelText('Sell back, Growth Fund'), '125')
    expect(
      within(asks).getAllByText('The lots come to 0 of 125 shares: name them below.').length,
    ).toBeGreaterThan(0)
    const save = within(asks).getByRole('button', { name: /^Save elections/ })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.type(await within(asks).findByLabelText('Shares to sell of C8'), '100')
    await user.type(within(asks).getByLabelText('Shares to sell of C7'), '25')
    expect(log.find(({ path }) => path.includes('buy-lots'))?.path).toContain('asOf=2026-11-15')
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    await user.click(save)
    await waitFor(() => expect(writes(log)).toHaveLength(1))
    expect(writes(log)[0]?.body).toMatchObject({
      elections: [
        {
          sell: 125,
          allocations: [
            { buyTransactionId: 7, allocatedQuantity: 25 },
            { buyTransactionId: 8, allocatedQuantity: 100 },
          ],
        },
      ],
    })
  })

  it('that was reversed keeps its elections, which are taken out of all or one portfolio, with a reason', async () => {
    const reversed = rightsIssue({ state: 'announced', recorded_choices: 1 })
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: reversed },
      'GET /corporate-actions/5/entitlements': {
        body: [entitlement({ entitled_shares: 401, subscribed: 200 })],
        headers: { 'X-Total-Count': '1' },
      },
      'POST /corporate-actions/5/take-out': (asked) =>
        isPreview(asked)
          ? { body: previewOf() }
          : { status: 201, body: { ...reversed, recorded_choices: 0 } },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Take Out…' }))
    const asks = await dialog(/^Take out/)
    await user.type(within(asks).getByLabelText(/^Reason/), 'Another fund')
    const go = within(asks).getByRole('button', { name: 'Take Out' })
    await waitFor(() => expect(go.hasAttribute('disabled')).toBe(false))
    await user.click(go)
    await waitFor(() => expect(writes(log)).toHaveLength(1))
    expect(writes(log)[0]?.body).toEqual({ portfolios: 'all', reason: 'Another fund' })
  })

  it('is reversed with a reason, and a refusal stays in sight with its reason typed', async () => {
    let refused = true
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: event({ state: 'processed' }) },
      'POST /corporate-actions/5/reverse': (asked) => {
        if (isPreview(asked)) return { body: previewOf() }
        if (!refused) return { status: 201, body: event() }
        refused = false
        return { status: 422, body: { error: 'No', code: 'action.needed', message: 'Delete sale 9 first.' } }
      },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Reverse…' }))
    const asks = await dialog(/^Reverse Dividend/)
    expect(await within(asks).findByText('4200 Dividend Income')).toBeTruthy()
    const go = within(asks).getByRole('button', { name: 'Reverse' })
    await user.click(go)
    expect((await within(asks).findAllByText('Reason is required.')).length).toBeGreaterThan(0)
    expect(writes(log)).toHaveLength(0)
    await user.type(within(asks).getByLabelText(/^Reason/), 'Rescinded')
    await user.click(go)
    expect(await within(asks).findByText('Delete sale 9 first.')).toBeTruthy()
    await user.click(go)
    expect(await screen.findByText(/is reversed\./)).toBeTruthy()
    expect(writes(log).at(-1)?.body).toEqual({ reason: 'Rescinded' })
    // Typing a reason asks for no other preview.
    expect(log.filter((asked) => asked.method === 'POST' && isPreview(asked))).toHaveLength(1)
  })

  it('takes elections of each portfolio within its entitlement, shown before they are saved', async () => {
    const rows = [
      entitlement({ entitled_shares: 401, gross: 0, tax: 0, net: 0, outstanding: 0 }),
      entitlement({ portfolioId: 'INCOME', portfolioName: 'Income', entitled_shares: 100 }),
    ]
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: rightsIssue() },
      'GET /corporate-actions/5/entitlements': { body: rows, headers: { 'X-Total-Count': '2' } },
      'PUT /corporate-actions/5/elections': (asked) =>
        isPreview(asked) ? { body: previewOf({ kind: 'rights' }) } : { body: rightsIssue() },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Elections…' }))
    const asks = await dialog(/^Elections: Rights/)
    expect(within(asks).getByText(/Until 10 Dec 2026/)).toBeTruthy()
    const cell = (name: string) => within(asks).getByRole('textbox', { name })
    await user.type(cell('Subscribe, Growth Fund'), '200')
    await user.type(cell('Sell, Growth Fund'), '202')
    expect(within(asks).getByText('More than the entitlement.')).toBeTruthy()
    const save = () => within(asks).getByRole('button', { name: /^Save elections/ })
    expect(save().hasAttribute('disabled')).toBe(true)
    await user.clear(cell('Sell, Growth Fund'))
    await user.type(cell('Sell, Growth Fund'), '150')
    await user.type(cell('Additional, Growth Fund'), '40')
    const foot = within(asks).getByRole('rowheader', { name: '2 portfolios' }).closest('tr')
    expect(foot?.textContent).toContain('501')
    expect(foot?.textContent).toContain('151')
    await waitFor(() => expect(save().hasAttribute('disabled')).toBe(false))
    await user.click(save())
    expect(await screen.findByText(/Elections of 1 portfolio saved/)).toBeTruthy()
    expect(writes(log).at(-1)?.body).toEqual({
      elections: [
        {
          portfolioId: 'GROWTH',
          subscribe: 200,
          sell: 150,
          lapse: 0,
          additional: 40,
          date: null,
          settlementAccount: null,
          allocations: null,
          unnamedLots: null,
        },
      ],
    })
  })

  it('allots what was elected a moment ago, never what was read before', async () => {
    const rows = [entitlement({ entitled_shares: 401, gross: 0, tax: 0, net: 0, outstanding: 0 })]
    network({
      ...answers,
      'GET /corporate-actions/5': { body: rightsIssue() },
      'GET /corporate-actions/5/entitlements': () => ({ body: rows, headers: { 'X-Total-Count': '1' } }),
      'PUT /corporate-actions/5/elections': (asked) => {
        if (isPreview(asked)) return { body: previewOf({ kind: 'rights' }) }
        rows[0] = entitlement({ ...rows[0], subscribed: 200, additional: 40 })
        return { body: rightsIssue() }
      },
      'POST /corporate-actions/5/allot': { body: previewOf({ kind: 'rights' }) },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Elections…' }))
    const asks = await dialog(/^Elections: Rights/)
    await user.type(within(asks).getByRole('textbox', { name: 'Subscribe, Growth Fund' }), '200')
    const save = () => within(asks).getByRole('button', { name: /^Save elections/ })
    await waitFor(() => expect(save().hasAttribute('disabled')).toBe(false))
    await user.click(save())
    await screen.findByText(/Elections of 1 portfolio saved/)
    await user.click(screen.getByRole('button', { name: 'Allot…' }))
    const allots = await dialog(/^Allot: Rights/)
    const typed = within(allots).getByLabelText(/^Allocated Quantity/) as HTMLInputElement
    expect(typed.value).toBe('240')
  })

  it('confirms what came in of one portfolio, beginning with what is outstanding', async () => {
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: event({ state: 'entitled', outstanding: 55_250 }) },
      'POST /corporate-actions/5/receive': (asked) =>
        isPreview(asked) ? { body: previewOf() } : { status: 201, body: event({ state: 'processed' }) },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Confirm Receipt…' }))
    const asks = await dialog(/^Confirm receipt/)
    const amount = within(asks).getByLabelText(/^Amount/) as HTMLInputElement
    expect(amount.value).toBe('55,250')
    await user.clear(amount)
    await user.type(amount, '55,000.00')
    await user.type(within(asks).getByLabelText('Bank reference'), 'CEFT 9')
    const go = within(asks).getByRole('button', { name: 'Confirm Receipt' })
    await waitFor(() => expect(go.hasAttribute('disabled')).toBe(false))
    await user.click(go)
    expect(await screen.findByText(/is confirmed as received\./)).toBeTruthy()
    expect(writes(log).at(-1)?.body).toEqual({
      portfolioId: 'GROWTH',
      date: '2026-11-18',
      amount: '55000.00',
      settlementAccount: '',
      reference: 'CEFT 9',
    })
  })

  it('is edited; where another user was faster, what was typed is laid over the present values', async () => {
    const sent = { ...event().form, securityName: null }
    const fresh = event({ version: 2, form: { ...sent, paymentDate: '2026-11-25' } })
    let reads = 0
    const log = network({
      ...answers,
      'GET /corporate-actions/5': () => ({ body: reads++ === 0 ? event({ form: sent }) : fresh }),
      'PUT /corporate-actions/5': ({ body }) =>
        (body as { version: number }).version === 1
          ? {
              status: 409,
              body: { error: 'Conflict', code: 'action.stale', message: 'It was changed meanwhile.' },
            }
          : { body: fresh },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const asks = await dialog(/^Edit Dividend/)
    // Sent without it: the books know the name.
    const named = within(asks).getByLabelText(/^Security Name/) as HTMLInputElement
    expect(named.value).toBe('John Keells Holdings PLC')
    const rate = within(asks).getByLabelText(/^Dividend Rate/)
    await user.clear(rate)
    await user.type(rate, '3.50')
    const save = within(asks).getByRole('button', { name: 'Save change' })
    await user.click(save)
    expect(await within(asks).findByText('It was changed meanwhile.')).toBeTruthy()
    await user.click(within(asks).getByRole('button', { name: 'Reload' }))
    expect(await within(asks).findByText(/your changes kept: Dividend Rate/)).toBeTruthy()
    expect((within(asks).getByRole('textbox', { name: /^Payment Date/ }) as HTMLInputElement).value).toBe(
      '2026-11-25',
    )
    await user.click(within(asks).getByRole('button', { name: 'Save change' }))
    expect(await screen.findByText(/Dividend 3.25 a share JKH.N0000 saved\./)).toBeTruthy()
    expect(writes(log).at(-1)?.body).toMatchObject({ dividendRate: '3.50', version: 2, kind: 'dividend' })
  })

  it('in the books shows what a change posts before it is saved', async () => {
    const log = network({
      ...answers,
      'GET /corporate-actions/5': { body: event({ state: 'processed' }) },
      'PUT /corporate-actions/5': (asked) =>
        isPreview(asked) ? { body: previewOf() } : { body: event({ state: 'processed', version: 2 }) },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const asks = await dialog(/^Edit Dividend/)
    await user.click(within(asks).getByRole('button', { name: 'Show what would change' }))
    expect(await within(asks).findByText('4200 Dividend Income')).toBeTruthy()
    expect(writes(log)).toHaveLength(0)
    await user.click(within(asks).getByRole('button', { name: 'Save change' }))
    await waitFor(() => expect(writes(log)).toHaveLength(1))
  })
})
