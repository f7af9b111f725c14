/** After a change of name a past date shows the name and symbol of that date, wherever it is shown. */
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import type { ValuationRunDetail } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

const OLD = ['JKH.N0000', 'John Keells Holdings PLC'] as const
const NEW = ['KEEL.N0000', 'Keells PLC'] as const
let api: Api
let books: Books
let of: OneHolding
let renamed: number
const action = async (form: object) => {
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: { securityCode: OLD[0], ...form },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const done = await api.call<Refused>(`POST /corporate-actions/${made.body.id}/process`, { body: {} })
  expect([done.status, done.body.message]).toEqual([200, undefined])
  return made.body.id
}
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
  of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 100, 20)
  await action({
    kind: 'dividend',
    portfolioId: of.portfolioId,
    announcementDate: '2026-02-20',
    exDividendDate: '2026-03-05',
    paymentDate: '2026-03-20',
    dividendRate: 1,
  })
  await of.sell('2026-03-09', 10, 25)
  await of.sell('2026-03-17', 10, 26)
  await recordPrices(api, '2026-03-12', { 'JKH.N0000': 24 })
  await recordPrices(api, '2026-03-18', { 'JKH.N0000': 27 })
  // Effective on 16 March, recorded on 25 March: known as such from its effective date.
  renamed = await action({
    kind: 'identity',
    newSecurityCode: NEW[0],
    newName: NEW[1],
    effectiveDate: '2026-03-16',
  })
})

const id = () => of.portfolioId
const span = (from: string, to: string, [start, end]: readonly [string, string] = ['startDate', 'endDate']) =>
  `portfolio=${id()}&portfolioId=${id()}&${start}=${from}&${end}=${to}`
const FROM_TO: readonly [string, string] = ['from', 'to']
/** Calls that show the days until 12 March, and those from 16 March on. */
const SHOWN: readonly (readonly [what: string, before: () => string, after: () => string])[] = [
  [
    'positions',
    () => `GET /transaction-entries/portfolio/${id()}/positions?asOf=2026-03-12`,
    () => `GET /transaction-entries/portfolio/${id()}/positions?asOf=2026-03-16`,
  ],
  [
    'positions of all',
    () => 'GET /transaction-entries/positions?asOf=2026-03-12',
    () => 'GET /transaction-entries/positions?asOf=2026-03-16',
  ],
  [
    'statement of investments',
    () => `GET /reports/statement-of-investments?portfolio=${id()}&asOf=2026-03-12`,
    () => `GET /reports/statement-of-investments?portfolio=${id()}&asOf=2026-03-18`,
  ],
  [
    'movement schedule',
    () => `GET /reports/investment-movements?${span('2026-03-01', '2026-03-12')}`,
    () => `GET /reports/investment-movements?${span('2026-03-16', '2026-03-18')}`,
  ],
  [
    'cost against market',
    () => `GET /reports/cost-and-market?threshold=0&portfolio=${id()}&asOf=2026-03-12`,
    () => `GET /reports/cost-and-market?threshold=0&portfolio=${id()}&asOf=2026-03-18`,
  ],
  [
    'schedule of realized gains',
    () => `GET /realized-pnl/schedule?${span('2026-03-01', '2026-03-12')}`,
    () => `GET /realized-pnl/schedule?${span('2026-03-16', '2026-03-25')}`,
  ],
  [
    'tax schedule',
    () => `GET /realized-pnl/tax-schedule?${span('2026-03-01', '2026-03-12')}`,
    () => `GET /realized-pnl/tax-schedule?${span('2026-03-16', '2026-03-25')}`,
  ],
  [
    'realized trades',
    () => `GET /realized-pnl/trade-history?${span('2026-03-01', '2026-03-12')}`,
    () => `GET /realized-pnl/trade-history?${span('2026-03-16', '2026-03-25')}`,
  ],
  [
    'trades',
    () => `GET /trades?${span('2026-02-01', '2026-03-12', FROM_TO)}`,
    () => `GET /trades?${span('2026-03-16', '2026-03-25', FROM_TO)}`,
  ],
  [
    'realized gains by security',
    () => `GET /realized-pnl/complete-data?${span('2026-03-01', '2026-03-12')}`,
    () => `GET /realized-pnl/complete-data?${span('2026-03-16', '2026-03-25')}`,
  ],
  [
    'contract notes',
    () => `GET /broker-reports/contract-notes?${span('2026-02-01', '2026-03-12')}`,
    () => `GET /broker-reports/contract-notes?${span('2026-03-16', '2026-03-25')}`,
  ],
  [
    'confirmations',
    () => `GET /trade-confirmations?portfolioId=${id()}&date=2026-03-09`,
    () => `GET /trade-confirmations?portfolioId=${id()}&date=2026-03-17`,
  ],
]

test.each(SHOWN)('%s', async (_, before, after) => {
  const symbolsIn = async (call: string) => {
    const { status, body } = await api.call<object>(call)
    expect([call, status]).toEqual([call, 200])
    const text = JSON.stringify(body)
    return [text.includes(OLD[0]), text.includes(NEW[0])]
  }
  expect(await symbolsIn(before())).toEqual([true, false])
  expect(await symbolsIn(after())).toEqual([false, true])
})

test('the company too, in positions and trades', async () => {
  const at = async (day: string) => {
    const { body } = await api.call<{ symbol: string; companyName: string }[]>(
      `GET /transaction-entries/portfolio/${id()}/positions?asOf=${day}`,
    )
    return body.map(({ symbol, companyName }) => [symbol, companyName])
  }
  expect(await at('2026-03-15')).toEqual([OLD])
  expect(await at('2026-03-16')).toEqual([NEW])
  const { body } = await api.call<{ symbol: string; company_name: string; trade_date: string }[]>(
    `GET /trades?portfolioId=${id()}&sort=trade_date`,
  )
  expect(body.map((row) => [row.trade_date, row.symbol, row.company_name])).toEqual([
    ['2026-02-10', ...OLD],
    ['2026-03-09', ...OLD],
    ['2026-03-17', ...NEW],
  ])
})

test('runs of mark-to-market, events by their XD, ledger lines by their day', async () => {
  const linesOn = async (date: string) => {
    const { body: run } = await api.call<ValuationRunDetail>('POST /mark-to-market/runs', {
      body: { date, portfolioId: id() },
    })
    const { body } = await api.call<{ symbol: string }[]>(`GET /mark-to-market/runs/${run.id}/lines`)
    return body.map(({ symbol }) => symbol)
  }
  expect(await linesOn('2026-03-12')).toEqual([OLD[0]])
  expect(await linesOn('2026-03-18')).toEqual([NEW[0]])
  const { body: events } = await api.call<{ kind: string; securityCode: string }[]>(
    `GET /corporate-action-reports/events?portfolioId=${id()}`,
  )
  expect(events.filter(({ kind }) => kind === 'dividend').map(({ securityCode }) => securityCode)).toEqual([
    OLD[0],
  ])
  const { body: certificates } = await api.call<{ rows: { securityCode: string }[] }>(
    `GET /corporate-action-reports/tax-certificates?portfolioId=${id()}`,
  )
  expect(certificates.rows.map(({ securityCode }) => securityCode)).toEqual([OLD[0]])
  const { body: ledger } = await api.call<{ symbol: string | null; date: string }[]>(
    `GET /general-ledger?portfolioId=${id()}&account_code=1100`,
  )
  expect(Object.fromEntries(ledger.map(({ date: day, symbol }) => [day, symbol]))).toEqual({
    '2026-02-10': OLD[0],
    '2026-03-09': OLD[0],
    '2026-03-17': NEW[0],
  })
})

test('of two changes each has its days; taken back, the name is what it was', async () => {
  const again = await api.call<CorporateActionDetail>('POST /corporate-actions', {
    body: {
      kind: 'identity',
      securityCode: NEW[0],
      newSecurityCode: 'KEELL.N0000',
      effectiveDate: '2026-03-20',
    },
  })
  await api.call(`POST /corporate-actions/${again.body.id}/process`, { body: {} })
  const at = async (asOf: string) =>
    (
      await api.call<{ symbol: string }[]>(
        `GET /transaction-entries/portfolio/${id()}/positions?asOf=${asOf}`,
      )
    ).body.map(({ symbol }) => symbol)
  expect([await at('2026-03-12'), await at('2026-03-19'), await at('2026-03-20')]).toEqual([
    [OLD[0]],
    [NEW[0]],
    ['KEELL.N0000'],
  ])
  for (const one of [again.body.id, renamed])
    await api.call(`POST /corporate-actions/${one}/reverse`, { body: { reason: 'Not yet' } })
  expect([await at('2026-03-12'), await at('2026-03-25')]).toEqual([[OLD[0]], [OLD[0]]])
  expect(await verifyBooks(api.database)).toEqual([])
})
