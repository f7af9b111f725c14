/** Open items of an opening on 1 Apr 2026, worked by hand to the cent: their entries, their settlement, and their removal. */
import { actionReports } from '@em/contract/corporate-actions/action-reports'
import type { OpenItemsDetail } from '@em/contract/openings/open-items'
import { openItems } from '@em/contract/openings/open-items'
import { payments } from '@em/contract/settlements/payments'
import { daysBetween } from '@em/core/values/dates'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fundAccounts, loadFunds } from '../../src/features/value-history/ledger-facts.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart, lockBooks } from '../support/own-entity.ts'
import { reportAfter } from '../support/tampering.ts'

const OPENING = '2026-04-01'
let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-04-09' })
  books = await startBooks(api)
})
beforeEach(() => api.clock.set('2026-04-09'))

type Body = OpenItemsDetail &
  Refused & {
    postings: { account_code: string; debit: number; credit: number; date: string }[]
    kept: number
    added: number
    removed: number
  }
const put = (
  of: OneHolding,
  items: object[],
  more: { replaces?: number | null; withPayments?: boolean; openingDate?: string } = {},
  dryRun = false,
  openPeriod = false,
) =>
  api.call<Body>(openItems.save, {
    params: { portfolio: of.portfolioId },
    query: { ...(dryRun && { dryRun: '1' as const }), ...(openPeriod && { openPeriod: '1' }) },
    body: { openingDate: OPENING, items, ...more },
  })
const items = (of: OneHolding) => api.ask(openItems.get, { params: { portfolio: of.portfolioId } })
const send = (where: string, body: object) => api.call<Refused & { id: number }>(where, { body })

/** Debits less credits of each day, by account. */
async function ledger(of: OneHolding): Promise<Record<string, Record<string, number>>> {
  const rows = await api.database.query<{ day: string; code: string; amount: string }>(
    `SELECT l.entry_date AS day, a.account_code AS code, sum(l.debit - l.credit) AS amount FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE l.portfolio_id = $1 GROUP BY 1, 2 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1, 2`,
    [of.id],
  )
  const days: Record<string, Record<string, number>> = {}
  for (const { day, code, amount } of rows) days[day] = { ...days[day], [code]: Number(amount) }
  return days
}
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

const dividend = () => ({
  kind: 'dividend',
  symbol: 'COMB.N0000',
  shares: 1000,
  ratePerShare: 3.25,
  exDate: '2026-03-25',
  paymentDate: '2026-04-10',
  taxRate: 15,
  settlementAccount: books.bank,
})
const buy = () => ({
  kind: 'buy',
  symbol: 'JKH.N0000',
  quantity: 500,
  price: 20,
  fees: 112,
  tradeDate: '2026-03-30',
  settlementDate: '2026-04-02',
  broker: 'Asia Securities (Pvt) Ltd',
  settlementAccount: books.bank,
})
const sell = () => ({ ...buy(), kind: 'sell', quantity: 100, price: 30, fees: 33.6 })
const application = () => ({
  kind: 'application',
  symbol: 'SAMP.N0000',
  amount: 15_000,
  paidOn: '2026-03-20',
  price: 15,
  settlementAccount: books.bank,
})

test('a dividend is posted against Capital, is received, and its certificate is recorded', async () => {
  const of = await oneHolding(books, 'WAP')
  const preview = await put(of, [dividend()], {}, true)
  expect(preview.body).toMatchObject({ dryRun: true, kept: 0, added: 1, removed: 0 })
  expect(
    preview.body.postings.map(({ date, account_code, debit, credit }) => [date, account_code, debit, credit]),
  ).toEqual([
    ['2026-04-01', '1210', 2762.5, 0],
    ['2026-04-01', '3000', 0, 2762.5],
    ['2026-04-10', '1010', 2762.5, 0],
    ['2026-04-10', '1210', 0, 2762.5],
  ])
  expect((await items(of)).items).toEqual([])

  const saved = await put(of, [dividend()])
  expect(saved.status).toBe(200)
  expect(await ledger(of)).toEqual({
    '2026-04-01': { '1210': 2762.5, '3000': -2762.5 },
    '2026-04-10': { '1010': 2762.5, '1210': -2762.5 },
  })
  expect(saved.body).toMatchObject({ openingDate: OPENING, version: 1 })
  const [item] = saved.body.items
  expect(item).toMatchObject({ ...dividend(), company_name: 'Commercial Bank of Ceylon PLC' })
  expect(item?.standing).toMatchObject({
    amount: 2762.5,
    gross: 3250,
    tax: 487.5,
    since: '2026-03-25',
    age: 15,
    due: '2026-04-10',
    late: null,
    state: 'Expected',
    done: 0,
    outstanding: 2762.5,
    certificate: null,
    lacks_certificate: true,
    recorded: null,
  })
  await clean(of)

  api.clock.set('2026-04-13')
  expect((await items(of)).items[0]?.standing).toMatchObject({ state: 'Received (assumed)', outstanding: 0 })
  const action = item?.standing.action
  // A payment received two days late is recorded as a fact; the assumed payment is reversed.
  expect(
    (
      await send(`POST /corporate-actions/${action}/receive`, {
        date: '2026-04-12',
        amount: 2762.5,
        reference: 'D-1',
      })
    ).status,
  ).toBe(201)
  expect(await ledger(of)).toEqual({
    '2026-04-01': { '1210': 2762.5, '3000': -2762.5 },
    '2026-04-12': { '1010': 2762.5, '1210': -2762.5 },
  })
  expect(
    (
      await api.call(`PUT /corporate-action-reports/tax-certificates/${action}`, {
        body: { portfolioId: of.portfolioId, number: 'T-1', receivedOn: '2026-04-13' },
      })
    ).status,
  ).toBe(200)
  expect((await items(of)).items[0]?.standing).toMatchObject({
    state: 'Received',
    done: 2762.5,
    lacks_certificate: false,
    certificate: { number: 'T-1', received_on: '2026-04-13' },
    recorded: '2,762.50 was received until 12 Apr 2026; the certificate T-1 came',
  })
  // The tax was withheld of income of before: the certificate is listed, and 6200 has nothing of it.
  const listed = await api.ask(actionReports.certificates, { query: { portfolioId: of.portfolioId } })
  expect(listed).toMatchObject({ tax: 0, taken_on: 487.5, ledger: 0, difference: 0, missing: 0 })
  expect(listed.rows).toMatchObject([{ gross: 3250, rate: 15, tax: 487.5, number: 'T-1', is_taken_on: true }])
  await clean(of)

  const dropped = await put(of, [], { replaces: 1 })
  expect(dropped).toMatchObject({ status: 409, body: { code: 'opening.item-recorded' } })
  expect(dropped.body.message).toContain('2,762.50 was received until 12 Apr 2026')
  expect((await put(of, [dividend()], { replaces: 1 })).body).toMatchObject({
    version: 2,
    items: [{ standing: { action, state: 'Received' } }],
  })
  expect((await put(of, [], { replaces: 2, withPayments: true })).body).toMatchObject({
    version: 3,
    items: [],
    openingDate: null,
  })
  expect(await ledger(of)).toEqual({})
  await clean(of)
})

test('a dividend whose payment is to be notified is open until it comes, and ages from its XD', async () => {
  const of = await oneHolding(books, 'WAP')
  const saved = await put(of, [{ ...dividend(), paymentDate: null }])
  expect(await ledger(of)).toEqual({ '2026-04-01': { '1210': 2762.5, '3000': -2762.5 } })
  expect(saved.body.items[0]?.standing).toMatchObject({
    state: 'To be notified',
    due: null,
    outstanding: 2762.5,
  })
  api.clock.set('2026-06-15')
  const [row] = await api.ask(actionReports.receivables, { query: { portfolioId: of.portfolioId } })
  expect(row).toMatchObject({ days: 82, band: '61-90', outstanding: 2762.5, role: 'dividend-receivable' })
  expect((await items(of)).items[0]?.standing).toMatchObject({ age: 82, outstanding: 2762.5 })
  await clean(of)
})

test.each([
  ['FVTPL', { '1100': 10_000, '3000': 112, '2100': -10_112 }],
  ['FVOCI', { '1100': 10_000, '1105': 112, '2100': -10_112 }],
])(
  '%s: a purchase of before the opening has its lot, and its payment is due in the books',
  async (treatment, opened) => {
    const of = await oneHolding(books, 'WAP', treatment)
    api.clock.set('2026-04-01')
    const saved = await put(of, [buy()])
    expect(saved.status).toBe(200)
    expect(await ledger(of)).toEqual({
      '2026-04-01': opened,
      '2026-04-02': { '1010': -10_112, '2100': 10_112 },
    })
    const lots = await api.database.query(
      `SELECT l.quantity, l.cost, l.charges, l.trade_date, l.settlement_date, l.opened_on FROM lots l JOIN chains c ON c.id = l.chain_id WHERE c.portfolio_id = $1`,
      [of.id],
    )
    expect(lots).toEqual([
      {
        quantity: 500,
        cost: '10000.00',
        charges: '112.00',
        trade_date: '2026-03-30',
        settlement_date: '2026-04-02',
        opened_on: '2026-04-01',
      },
    ])
    expect(saved.body.items[0]?.standing).toMatchObject({
      state: 'Pending',
      amount: 10_112,
      outstanding: 10_112,
      since: '2026-03-30',
      age: 2,
      due: '2026-04-02',
    })
    await clean(of)

    api.clock.set('2026-04-06')
    const trade = saved.body.items[0]?.standing.trade
    const confirmed = await send('POST /settlements/confirm', {
      items: [{ tradeId: trade, date: '2026-04-06', amount: 10_112, reference: 'P-1' }],
    })
    expect(confirmed.status).toBe(201)
    expect(await ledger(of)).toEqual({
      '2026-04-01': opened,
      '2026-04-06': { '1010': -10_112, '2100': 10_112 },
    })
    expect((await items(of)).items[0]?.standing).toMatchObject({
      state: 'Settled',
      outstanding: 0,
      recorded: '10,112.00 was settled on 06 Apr 2026',
    })
    expect(await put(of, [], { replaces: 1, withPayments: true })).toMatchObject({
      status: 409,
      body: { code: 'opening.item-settled' },
    })
    // Sold for 12,000.00: the gain is that over the cost of the lot.
    const sold = await of.sell('2026-04-06', 500, 24)
    expect(sold).toMatchObject({ status_: 201 })
    await clean(of)
  },
)

test('a sale of before is money to come, without shares', async () => {
  const of = await oneHolding(books, 'WAP')
  api.clock.set('2026-04-01')
  const saved = await put(of, [sell()])
  expect(saved.status).toBe(200)
  expect(await ledger(of)).toEqual({
    '2026-04-01': { '1200': 2966.4, '3000': -2966.4 },
    '2026-04-02': { '1010': 2966.4, '1200': -2966.4 },
  })
  expect(await of.position()).toBeUndefined()
  expect(saved.body.items[0]?.standing).toMatchObject({ state: 'Pending', amount: 2966.4, gross: 3000 })
  await clean(of)
  expect((await put(of, [], { replaces: 1 })).status).toBe(200)
  expect(await ledger(of)).toEqual({})
  await clean(of)
})

test('money applied with is allotted, and the rest comes back', async () => {
  const of = await oneHolding(books, 'WAP')
  const saved = await put(of, [application()])
  expect(await ledger(of)).toEqual({ '2026-04-01': { '1220': 15_000, '3000': -15_000 } })
  expect(saved.body.items[0]?.standing).toMatchObject({
    state: 'Awaiting allotment',
    amount: 15_000,
    outstanding: 15_000,
    age: 20,
    since: '2026-03-20',
  })
  await clean(of)
  const action = saved.body.items[0]?.standing.action
  const allotted = await send(`POST /corporate-actions/${action}/allot`, {
    portfolioId: of.portfolioId,
    allotted: 400,
    date: '2026-04-07',
    refundDate: '2026-04-08',
    settlementAccount: books.bank,
  })
  expect(allotted.status).toBe(201)
  expect(await ledger(of)).toEqual({
    '2026-04-01': { '1220': 15_000, '3000': -15_000 },
    '2026-04-07': { '1100': 6_000, '1220': -6_000 },
    '2026-04-08': { '1010': 9_000, '1220': -9_000 },
  })
  expect((await items(of)).items[0]?.standing).toMatchObject({ state: 'Refunded', outstanding: 0 })
  await clean(of)
})

test('an application without its price waits for it: only all of it can come back', async () => {
  const of = await oneHolding(books, 'WAP')
  const { price: _, ...priceless } = application()
  const saved = await put(of, [priceless])
  const action = saved.body.items[0]?.standing.action
  const allot = (allotted: number) =>
    send(`POST /corporate-actions/${action}/allot`, {
      portfolioId: of.portfolioId,
      allotted,
      date: '2026-04-07',
      refundDate: '2026-04-08',
      settlementAccount: books.bank,
    })
  expect(await allot(10)).toMatchObject({ status: 422, body: { code: 'action.taken-on-price' } })
  expect((await allot(0)).status).toBe(201)
  expect(await ledger(of)).toEqual({
    '2026-04-01': { '1220': 15_000, '3000': -15_000 },
    '2026-04-08': { '1010': 15_000, '1220': -15_000 },
  })
  await clean(of)
})

test('a list replaces the one before: what is the same stays, what goes is reversed', async () => {
  const of = await oneHolding(books, 'WAP')
  const first = await put(of, [dividend(), buy(), sell(), application()])
  expect(first.status).toBe(200)
  const [one, two] = first.body.items
  expect(await put(of, [dividend()])).toMatchObject({ status: 409, body: { code: 'record.stale' } })
  const preview = await put(
    of,
    [{ ...dividend(), shares: 2000 }, buy(), application()],
    { replaces: 1 },
    true,
  )
  expect(preview.body).toMatchObject({ kept: 2, added: 1, removed: 2 })
  const second = await put(of, [{ ...dividend(), shares: 2000 }, buy(), application()], { replaces: 1 })
  expect(second.body).toMatchObject({ version: 2 })
  expect(second.body.items[0]?.standing.action).not.toBe(one?.standing.action)
  expect(second.body.items[1]?.standing.trade).toBe(two?.standing.trade)
  expect((await ledger(of))['2026-04-01']).toEqual({
    '1100': 10_000,
    '1210': 5525,
    '1220': 15_000,
    '2100': -10_112,
    '3000': -20_413,
  })
  await clean(of)
  // Each is changed where it was entered.
  const dividendId = second.body.items[0]?.standing.action
  for (const verb of ['reverse', 'cancel'])
    expect(
      await send(`POST /corporate-actions/${dividendId}/${verb}`, { reason: 'Typed twice' }),
    ).toMatchObject({ status: 409, body: { code: 'action.taken-on' } })
  expect(await of.remove('buy', two?.standing.trade as number)).toMatchObject({
    status_: 409,
    code: 'trade.open-item',
  })
  // All of it goes: the first day is free again.
  expect((await put(of, [], { replaces: 2 })).body).toMatchObject({ openingDate: null, items: [] })
  expect(await ledger(of)).toEqual({})
  await clean(of)
})

test('in a locked period they are refused, or posted on the first open day where that is accepted', async () => {
  const { of, entity } = await apart(books)
  await lockBooks(api, entity.id, '2026-04-05', 'Test')
  expect(await put(of, [dividend(), buy()])).toMatchObject({ status: 409, body: { code: 'period.locked' } })
  expect((await put(of, [dividend(), buy()], {}, false, true)).status).toBe(200)
  expect(await ledger(of)).toEqual({
    '2026-04-06': { '1010': -10_112, '1100': 10_000, '1210': 2762.5, '3000': -2650.5 },
    '2026-04-10': { '1010': 2762.5, '1210': -2762.5 },
  })
  await clean(of)
  // Their entries are dated in the open period, and so are the reversals.
  expect((await put(of, [], { replaces: 1 })).status).toBe(200)
  expect(await ledger(of)).toEqual({})
  await clean(of)
})

test('a payment goes into the file for the bank, and what is open is money that came, no return', async () => {
  const of = await oneHolding(books, 'WAP')
  api.clock.set('2026-04-01')
  await put(of, [{ ...buy(), generatePayment: 'Yes' }, dividend()])
  const listed = await api.ask(payments.list, { query: { portfolioId: of.portfolioId } })
  expect(listed).toMatchObject([{ symbol: 'JKH.N0000', amount: 10_112 }])
  const dayOf = (date: string) => daysBetween('1970-01-01', date)
  const before = '2026-03-31'
  const accounts = await fundAccounts(api.database, '2026-04-30')
  const funds = await loadFunds(
    api.database,
    [of.id],
    { before, until: '2026-04-30', accounts },
    dayOf(before),
  )
  const fund = funds.get(of.id)
  // Open items of the opening are flows of the owners: 2,762.50 to receive, 10,112.00 to pay.
  expect(fund?.owners).toEqual([{ day: dayOf(OPENING), came: 276_250n, went: 1_011_200n }])
  expect(fund?.actions.filter(({ money }) => money !== 0n)).toEqual([])
  // Taken back, nothing came and nothing went.
  expect((await put(of, [], { replaces: 1 })).status).toBe(200)
  const after = await loadFunds(
    api.database,
    [of.id],
    { before, until: '2026-04-30', accounts },
    dayOf(before),
  )
  expect(after.get(of.id)?.owners.filter(({ came, went }) => came !== 0n || went !== 0n)).toEqual([])
})

describe('verify finds', () => {
  const ITEM =
    '(SELECT max(i.trade_id) FROM open_items i JOIN trades t ON t.id = i.trade_id WHERE NOT t.is_deleted)'
  test.each([
    [
      'an event that was taken over on another day',
      `UPDATE corporate_actions SET taken_on = '2026-03-31' WHERE taken_on IS NOT NULL AND state <> 'cancelled'`,
      'open items',
    ],
    ['an item that is not the newest list’s', 'DELETE FROM open_items', 'open items'],
    [
      'a trade of another opening date',
      `UPDATE trade_versions SET opening_date = '2026-03-31' WHERE trade_id = ${ITEM}`,
      'open items',
    ],
    [
      'other fees in the ledger',
      `UPDATE journal_lines SET debit = debit * 2, credit = credit * 2 WHERE entry_id IN (SELECT id FROM journal_entries WHERE trade_id = ${ITEM} AND kind = 'opening')`,
      'ledger effects of trades',
    ],
  ])('%s', async (_, statement, check) => {
    const { differences } = await reportAfter(api, statement)
    expect(differences.map((one) => one.check)).toContain(check)
  })
})

test('a purchase whose settlement was reopened can go; one whose shares were sold cannot', async () => {
  const of = await oneHolding(books, 'FIFO')
  const saved = await put(of, [buy()])
  const trade = saved.body.items[0]?.standing.trade
  const paid = { items: [{ tradeId: trade, date: '2026-04-06', amount: 10_112 }] }
  expect((await send('POST /settlements/confirm', paid)).status).toBe(201)
  expect((await of.sell('2026-04-07', 100, 24)).status_).toBe(201)
  expect(
    (await send('POST /settlements/reopen', { items: [{ tradeId: trade, note: 'Not paid' }] })).status,
  ).toBe(201)
  expect((await items(of)).items[0]?.standing.recorded).toBeNull()
  expect(await put(of, [], { replaces: 1 })).toMatchObject({
    status: 422,
    body: { code: 'lots.insufficient' },
  })
  const [sale] = await of.sales()
  await of.remove('sell', Number(sale?.['id']))
  expect((await put(of, [], { replaces: 1 })).status).toBe(200)
  expect(await ledger(of)).toEqual({})
  await clean(of)
})

test('an item that cannot be recorded is refused with its number and field', async () => {
  const of = await oneHolding(books, 'WAP')
  const answer = await put(of, [
    { ...dividend(), exDate: OPENING },
    { ...dividend(), paymentDate: '2026-03-31', symbol: 'NONE.N0000' },
    { ...buy(), tradeDate: OPENING },
    { ...sell(), settlementDate: '2026-03-31', symbol: 'NONE.N0000' },
    { ...application(), paidOn: OPENING, settlementAccount: 999_999 },
  ])
  expect(answer).toMatchObject({ status: 422, body: { code: 'opening.items' } })
  expect(answer.body.details?.map(({ field }) => field)).toEqual([
    'items.0.exDate',
    'items.1.symbol',
    'items.1.paymentDate',
    'items.2.tradeDate',
    'items.3.symbol',
    'items.3.settlementDate',
    'items.4.settlementAccount',
    'items.4.paidOn',
  ])
  expect(await put(of, [dividend()], { openingDate: '2026-05-01' })).toMatchObject({
    status: 422,
    body: { code: 'trade.date-in-future' },
  })
})

test('balances of what is open are refused and name Open items; one opening date holds for all', async () => {
  const of = await oneHolding(books, 'WAP')
  const balances = (account: string, openingDate = OPENING) =>
    api.call<Refused>(`PUT /openings/${of.portfolioId}/balances`, {
      body: { openingDate, lines: [{ account, debit: 500 }], differenceToCapital: true, replaces: null },
    })
  for (const account of ['1200', '1210', '1220', '1230', '2100']) {
    const answer = await balances(account)
    expect(answer).toMatchObject({ status: 422, body: { code: 'journal.derived-account' } })
    expect(answer.body.message).toContain('Open items')
  }
  expect((await put(of, [dividend()])).status).toBe(200)
  expect(await balances('1010', '2026-04-02')).toMatchObject({
    status: 409,
    body: { code: 'opening.date-fixed' },
  })
  expect((await balances('1010')).status).toBe(200)
  expect(await put(of, [dividend()], { openingDate: '2026-03-31', replaces: 1 })).toMatchObject({
    status: 409,
    body: { code: 'opening.date-fixed' },
  })
  await clean(of)
})
