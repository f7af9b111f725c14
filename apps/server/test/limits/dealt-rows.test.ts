/** Dealt trades are never held: rows and back-dated trades are judged before they are recorded, and open their breaches after. */
import { type BatchReport, batches } from '@em/contract/batches/batches'
import { limits } from '@em/contract/limits/limits'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { personWith } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

const row = (changes: object = {}) => ({
  side: 'buy',
  symbol: 'COMB.N0000',
  portfolioId: 'GROW',
  quantity: 1_000,
  price: 100,
  brokerName: 'Asia Securities (Pvt) Ltd',
  tradeDate: TODAY,
  settlementDate: '2026-06-22',
  settlementAccount: '7001',
  ...changes,
})
async function previewOf(rows: object[], token?: string): Promise<BatchReport> {
  const numbered = rows.map((one, index) => ({ contractNumber: `R-${index}`, ...one }))
  const { status, body } = await of.api.call<BatchReport>(batches.record, {
    query: { dryRun: '1' },
    body: { source: 'import', rows: numbered },
    ...(token !== undefined && { token }),
  } as never)
  expect([status, body.errors], JSON.stringify(body)).toEqual([200, []])
  return body
}
const rowsAndLimits = (report: BatchReport) => report.limits.map(({ row: at, value }) => [at, value])
const review = () => reviewLimits(of.api.database, of.api.clock.today())
const worth = (bound: number, changes: object = {}) =>
  of.written({
    code: 'WORTH',
    kind: 'position',
    measure: 'value',
    subject: { type: 'security', id: 'each' },
    unit: 'LKR',
    hardness: 'hard',
    bound,
    ...changes,
  })

test('rows are judged in their order, each after those before it', async () => {
  await worth(250_000, { subject: { type: 'security', id: 'COMB.N0000' } })
  // 100,000.00 are held: the second row exceeds the bound, the sale ends that, the fourth exceeds it again.
  const report = await previewOf([row(), row(), row({ side: 'sell' }), row({ quantity: 2_000 })])
  expect(rowsAndLimits(report)).toEqual([
    [2, 'WORTH'],
    [4, 'WORTH'],
  ])
  expect(report.limits[0]?.error).toBe(
    'COMB.N0000: worth LKR 300,000.00; One issuer asks for at most LKR 250,000.00.',
  )
  expect(report.ok).toBe(true)
  expect(rowsAndLimits(await previewOf([row()]))).toEqual([])
})

test('of the size of an act each row is looked at alone, of a day all of them together', async () => {
  const act = { kind: 'act', subject: { type: 'portfolio', id: 'all' }, unit: 'LKR' }
  await of.written({ ...act, code: 'ACT', measure: 'act-size', bound: 150_000 })
  await of.written({ ...act, code: 'DAY', measure: 'day-size', bound: 250_000 })
  const two = row({ quantity: 2_000 })
  expect(rowsAndLimits(await previewOf([two, row({ quantity: 1_600 }), row()]))).toEqual([
    [1, 'ACT'],
    [2, 'ACT'],
    [2, 'DAY'],
    [3, 'DAY'],
  ])
})

test('a row of an earlier day adds nothing to today, and is judged as an act of the last five market days', async () => {
  const act = { kind: 'act', subject: { type: 'portfolio', id: 'all' }, unit: 'LKR' }
  await of.written({ ...act, code: 'ACT', measure: 'act-size', bound: 50_000 })
  await of.written({ ...act, code: 'DAY', measure: 'day-size', bound: 50_000 })
  const dated = (tradeDate: string) => row({ tradeDate, settlementDate: '2026-06-17', price: 100 })
  expect(rowsAndLimits(await previewOf([dated('2026-06-12')]))).toEqual([[1, 'ACT']])
  expect(rowsAndLimits(await previewOf([dated('2026-06-01')]))).toEqual([])
})

test('a restriction forbids what was dealt in its span', async () => {
  await of.written({
    code: 'CLOSED',
    kind: 'restriction',
    measure: 'restricted',
    subject: { type: 'issuer', id: 'COMB' },
    bound: undefined,
    unit: 'none',
    side: 'buys',
    reason: 'Closed period of the issuer',
    hardness: 'hard',
    effectiveFrom: '2026-06-16',
  })
  const dated = (tradeDate: string) => row({ tradeDate, settlementDate: '2026-06-18' })
  expect(rowsAndLimits(await previewOf([dated('2026-06-15'), dated('2026-06-16')]))).toEqual([[2, 'CLOSED']])
})

test('a restriction forbids by the version in force on the day of the trade, also one that has ended', async () => {
  const restriction = {
    code: 'CLOSED',
    kind: 'restriction',
    measure: 'restricted',
    subject: { type: 'issuer', id: 'COMB' },
    bound: undefined,
    unit: 'none',
    side: 'buys',
    reason: 'Closed period of the issuer',
    hardness: 'hard',
    effectiveFrom: '2026-06-15',
  }
  await of.written(restriction)
  await review()
  const change = (version: number, more: object) =>
    of.api.call(limits.change, {
      params: { code: 'CLOSED' },
      body: { ...restriction, version, changeReason: 'As announced', ...more },
    } as never)
  const dated = (tradeDate: string) => row({ tradeDate, settlementDate: '2026-06-18' })
  const days = ['2026-06-12', '2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18'].map(dated)
  expect(rowsAndLimits(await previewOf(days))).toEqual([2, 3, 4, 5].map((at) => [at, 'CLOSED']))
  // From the 16th on sales alone are restricted, and from the 17th on nothing.
  const sales = await change(1, { side: 'sales', effectiveFrom: '2026-06-16' })
  expect(sales.status, JSON.stringify(sales.body)).toBe(200)
  expect(rowsAndLimits(await previewOf(days))).toEqual([[2, 'CLOSED']])
  await change(2, { side: 'both', effectiveFrom: '2026-06-16', effectiveTo: '2026-06-16' })
  expect(rowsAndLimits(await previewOf(days))).toEqual([
    [2, 'CLOSED'],
    [3, 'CLOSED'],
  ])
  expect(await of.whatIf()).toEqual([])
  expect(await of.whatIf({ tradeDate: '2026-06-16' })).toMatchObject([{ state: 'exceeded' }])
  await of.books.bought({
    symbol: 'COMB.N0000',
    companyName: 'Commercial Bank of Ceylon PLC',
    quantity: 10,
    price: 100,
    contractNumber: 'C-9',
    tradeDate: '2026-06-16',
    settlementDate: '2026-06-18',
  })
  expect(await review()).toEqual({ opened: 1, cured: 0 })
  expect(await of.breaches()).toMatchObject([{ limit: { code: 'CLOSED' }, kind: 'active', cause: 'trade' }])
})

test('exposure counts what is still to settle; what is due is late where it is confirmed by hand', async () => {
  await of.written({
    code: 'GROSS',
    kind: 'exposure',
    measure: 'exposure-gross',
    subject: { type: 'broker', id: 'each' },
    unit: 'LKR',
    bound: 50_000,
  })
  const past = { tradeDate: '2026-06-12', settlementDate: '2026-06-16' }
  expect(rowsAndLimits(await previewOf([row(past)]))).toEqual([])
  await of.api.call(`PUT /accounts/${of.books.bank}`, { body: { settles: 'by hand' } })
  expect(rowsAndLimits(await previewOf([row(past)]))).toEqual([[1, 'GROSS']])
})

test('the review of one trade knows whether its account settles by hand', async () => {
  await of.written({
    code: 'LATE',
    kind: 'exposure',
    measure: 'exposure-overdue',
    subject: { type: 'broker', id: 'each' },
    unit: 'LKR',
    bound: 50_000,
  })
  const past = { tradeDate: '2026-06-12', settlementDate: '2026-06-16', broker: 'Some broker' }
  const account = { settlementAccount: of.books.bank }
  const states = async (more: object) =>
    (await of.whatIf({ ...past, ...more }))
      .filter(({ subject }) => subject.id === past.broker)
      .map(({ state }) => state)
  expect(await states(account)).toEqual([])
  await of.api.call(`PUT /accounts/${of.books.bank}`, { body: { settles: 'by hand' } })
  expect(await states(account)).toEqual(['exceeded'])
  expect(await states({})).toEqual([])
})

test('of a limit of a wider scope a user learns no more than its state', async () => {
  await worth(150_000, { scope: { type: 'all' }, hardness: 'soft' })
  const { token } = await personWith(of.api, { roles: ['Dealer'], sees: [1] })
  const [one] = (await previewOf([row()], token)).limits
  expect([one?.row, one?.error]).toEqual([1, 'A limit of a wider scope is exceeded.'])
})

test('a trade of an earlier day opens an active breach of what is held and of its act, once', async () => {
  await worth(150_000, { subject: { type: 'security', id: 'COMB.N0000' } })
  await of.written({
    code: 'ACT',
    kind: 'act',
    measure: 'act-size',
    subject: { type: 'portfolio', id: 'all' },
    bound: 50_000,
    unit: 'LKR',
  })
  await review()
  await of.books.bought({
    symbol: 'COMB.N0000',
    companyName: 'Commercial Bank of Ceylon PLC',
    quantity: 1_000,
    price: 100,
    contractNumber: 'C-7',
    tradeDate: '2026-06-16',
    settlementDate: '2026-06-18',
  })
  expect(await review()).toEqual({ opened: 2, cured: 0 })
  expect((await of.breaches()).map(({ limit, kind, cause }) => [limit.code, kind, cause])).toEqual([
    ['WORTH', 'active', 'trade'],
    ['ACT', 'active', 'trade'],
  ])
  expect(await review()).toEqual({ opened: 0, cured: 0 })
})

test('a what-if knows the day of the dealing', async () => {
  await of.written({
    code: 'DAY',
    kind: 'act',
    measure: 'day-size',
    subject: { type: 'portfolio', id: 'all' },
    bound: 50_000,
    unit: 'LKR',
  })
  expect(await of.whatIf()).toMatchObject([{ state: 'exceeded', turn: 'worse' }])
  expect(await of.whatIf({ tradeDate: '2026-06-16' })).toMatchObject([{ state: 'within', turn: 'equal' }])
})
