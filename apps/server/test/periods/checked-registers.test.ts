/** The points of a lock's checklist that other registers and screens lead to: actions, certificates, statements, limits, price sheets. */

import { notifications } from '@em/contract/dashboard/notifications'
import { limits } from '@em/contract/limits/limits'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type CheckedEntity, checkedEntity, THROUGH } from '../support/checked-entity.ts'
import { personWith } from '../support/identity.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let made = 0
let of: CheckedEntity
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-18' })
  books = await startBooks(api)
})
beforeEach(async () => {
  made += 1
  of = await checkedEntity(books, made)
})

const post = async <Body = { id: number }>(path: string, body: object = {}): Promise<Body> => {
  const answer = await api.call<Body>(`POST ${path}`, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

test('corporate actions: those whose day has come by the day, until they are processed; their money once it is late', async () => {
  await of.buy({ tradeDate: '2026-04-02', settlementDate: '2026-04-06', contractNumber: 'E-1' })
  const dividend = await post('/corporate-actions', {
    kind: 'dividend',
    securityCode: 'JKH.N0000',
    portfolioId: of.portfolio,
    announcementDate: '2026-04-10',
    exDividendDate: '2026-04-29',
    recordDate: '2026-04-30',
    dividendRate: 2,
  })
  expect(await of.point('events')).toMatchObject({ state: 'open', count: 1 })
  expect((await of.point('events'))?.message).toMatch(
    /^1 corporate action whose day came by 29 May 2026 is not processed: Dividend/,
  )
  expect(await of.point('events', '2026-04-29')).toMatchObject({ state: 'open' })
  expect(await of.point('events', '2026-04-28')).toMatchObject({ state: 'clear' })
  await post(`/corporate-actions/${dividend.id}/process`)
  expect(await of.point('events')).toMatchObject({ state: 'clear' })
  // 100 x 2.00 less 15 %, paid on a day to be notified: its age counts from XD.
  expect(await of.point('receivables')).toMatchObject({ state: 'clear' })
  expect(await of.point('receivables', '2026-05-30')).toMatchObject({ state: 'open', count: 1, amount: 170 })
  await post(`/corporate-actions/${dividend.id}/receive`, {
    date: '2026-06-16',
    amount: 170,
    reference: 'D',
  })
  expect(await of.point('receivables', '2026-05-30')).toMatchObject({ state: 'clear' })
})

test('certificates of tax: of dividends paid by the day, until they are recorded; the bell after 30 days', async () => {
  await of.buy({ tradeDate: '2026-04-02', settlementDate: '2026-04-06', contractNumber: 'T-1' })
  const dividend = await post('/corporate-actions', {
    kind: 'dividend',
    securityCode: 'JKH.N0000',
    portfolioId: of.portfolio,
    announcementDate: '2026-04-10',
    exDividendDate: '2026-04-22',
    recordDate: '2026-04-23',
    paymentDate: '2026-05-05',
    dividendRate: 2,
  })
  await post(`/corporate-actions/${dividend.id}/process`)
  expect(await of.point('certificates', '2026-05-04')).toMatchObject({ state: 'clear', count: 0 })
  // 100 x 2.00 at 15 %.
  expect(await of.point('certificates', '2026-05-05')).toMatchObject({ state: 'open', count: 1, amount: 30 })
  expect((await of.point('certificates'))?.message).toMatch(
    /^1 certificate of LKR 30\.00 of tax withheld by 29 May 2026 is missing: Dividend/,
  )
  const bell = async () => (await api.ask(notifications)).find(({ id }) => id === 'certificates')
  expect(await bell()).toMatchObject({ title: '1 tax certificate is missing for over 30 days' })
  const certificate = (body: object) =>
    api.call(`PUT /corporate-action-reports/tax-certificates/${dividend.id}`, {
      body: { portfolioId: of.portfolio, ...body },
    })
  await certificate({ number: 'WHT-1', receivedOn: '2026-06-01' })
  expect(await of.point('certificates')).toMatchObject({ state: 'open', count: 1 })
  expect(await of.point('certificates', '2026-06-01')).toMatchObject({ state: 'clear' })
  expect(await bell()).toBeUndefined()
  await certificate({ number: null })
  expect(await of.point('certificates', '2026-06-01')).toMatchObject({ state: 'open' })
})

test('CDS statements: an account without one of the last month, then its breaks, until they are explained', async () => {
  await of.buy({ contractNumber: 'S-1' })
  const holder = {
    participant: 'ABC',
    account_number: `77${of.number}`,
    category: 'LC',
    holder_name: 'Checked',
  }
  const account = await post('/cds-accounts', holder)
  await api.call(`PUT /cds-accounts/${account.id}/portfolios`, {
    body: { portfolios: [{ portfolio: of.portfolio }] },
  })
  expect((await of.point('cds'))?.message).toBe(
    `1 CDS account has no statement of the 31 days to 29 May 2026: ABC-77${of.number}-LC/00.`,
  )
  const comparison = await post('/cds-comparisons', {
    fileName: 'cds.csv',
    data: Buffer.from(`Account,Symbol,Balance\nABC-77${of.number}-LC/00,JKH.N0000,90\n`).toString('base64'),
    statementDate: '2026-05-27',
  })
  expect((await of.point('cds'))?.message).toBe(
    `1 CDS account has breaks without an explanation: ABC-77${of.number}-LC/00 1.`,
  )
  const bell = async () => (await api.ask(notifications)).find(({ id }) => id === 'cds-breaks')?.detail
  expect(await bell()).toBe(
    `ABC-77${of.number}-LC/00: the statement and the books differ, and no note explains it.`,
  )
  expect((await of.point('cds', '2026-05-26'))?.message).toMatch(/^1 CDS account has no statement/)
  await post(`/cds-comparisons/${comparison.id}/notes`, {
    account: account.id,
    symbol: 'JKH.N0000',
    note: 'Asked the broker',
  })
  expect(await of.point('cds')).toMatchObject({ state: 'clear' })
  expect(await bell()).toBeUndefined()
})

test('statements of brokers, of whom one was ever compared', async () => {
  const broker = `Broker of ${of.portfolio}`
  await post('/brokers', { name: broker })
  await of.buy({ brokerName: broker, tradeDate: '2026-05-20', settlementDate: '2026-05-22' })
  expect(await of.point('broker-statements')).toMatchObject({ state: 'clear' })
  // 100 at 100.00 with fees of 112.00; the broker says a rupee more.
  const keep = (debit: number) =>
    post('/broker-reports/statement/comparisons', {
      broker,
      portfolio: of.portfolio,
      startDate: '2026-05-01',
      endDate: '2026-05-21',
      lines: [{ date: '2026-05-20', debit }],
      statedClosing: debit,
    })
  await keep(10_113)
  expect((await of.point('broker-statements'))?.message).toBe(
    `1 broker’s statement differs from the ledger: ${broker} 2.`,
  )
  const bell = async () => (await api.ask(notifications)).find(({ id }) => id === 'broker-statements')?.title
  expect(await bell()).toBe('1 broker’s statement differs')
  await keep(10_112)
  expect(await of.point('broker-statements')).toMatchObject({ state: 'clear' })
  expect(await bell()).toBeUndefined()
  expect((await of.point('broker-statements', '2026-05-18'))?.message).toBe(
    `1 broker has no statement that was compared within the 31 days to 18 May 2026: ${broker}.`,
  )
})

test('breaches of limits that are open at the end of the day, unless another person allows them', async () => {
  await of.buy({})
  const today = '2026-06-18'
  const limit = (code: string, scope: object) =>
    ask(api, limits.create, {
      body: {
        code: `${code}-${of.number}`,
        name: code,
        kind: 'position',
        measure: 'shares',
        subject: { type: 'security', id: 'JKH.N0000' },
        scope,
        bound: 50,
        unit: 'shares',
        hardness: 'soft',
        effectiveFrom: '2026-06-01',
      } as never,
    })
  await limit('OWN', { type: 'portfolio', id: of.portfolio })
  await limit('ENTITY', { type: 'entity', id: `Checked ${of.number} Ltd` })
  expect(await of.point('breaches', THROUGH)).toMatchObject({ state: 'clear' })
  expect(await of.point('breaches', today)).toMatchObject({
    state: 'open',
    count: 2,
    message: `2 breaches of limits are open on 18 Jun 2026: OWN-${of.number} JKH.N0000, ENTITY-${of.number} JKH.N0000.`,
  })
  const other = (await api.ask(periods.list)).find(({ name }) => name === 'Test Fund')
  const ofOther = await ask(api, periods.checks, {
    params: { id: other?.id ?? 0 },
    query: { through: today },
  })
  expect(ofOther.find(({ what }) => what === 'breaches')).toMatchObject({ state: 'clear' })
  const { token } = await personWith(api, { roles: ['Approver'] })
  const override = (id: number) =>
    api.call(limits.override, {
      params: { id },
      body: { level: 100, until: today, reason: 'Sold tomorrow' },
      token,
    } as never)
  const [second, first] = await ask(api, limits.breaches, { query: {} })
  const allowed = (code: string) => `${code}-${of.number} JKH.N0000 up to 100 shares until 18 Jun 2026`
  await override(first?.id ?? 0)
  expect((await of.point('breaches', today))?.message).toBe(
    `1 breach of a limit is open on 18 Jun 2026: ENTITY-${of.number} JKH.N0000. Overridden: ${allowed('OWN')}.`,
  )
  await override(second?.id ?? 0)
  expect(await of.point('breaches', today)).toMatchObject({
    state: 'clear',
    message: `No limit is exceeded on 18 Jun 2026 without an override. Overridden: ${allowed('OWN')}, ${allowed('ENTITY')}.`,
  })
  // A breach beyond the level of its override is open again.
  await of.buy({ contractNumber: 'MORE', quantity: 1 })
  await reviewLimits(api.database, today)
  expect(await of.point('breaches', today)).toMatchObject({
    state: 'open',
    count: 2,
    message: `2 breaches of limits are open on 18 Jun 2026: OWN-${of.number} JKH.N0000 (beyond its override up to 100 shares until 18 Jun 2026), ENTITY-${of.number} JKH.N0000 (beyond its override up to 100 shares until 18 Jun 2026).`,
  })
})

test('the last price sheet by the day, where sheets are signed off', async () => {
  await recordPrices(api, '2026-05-28', { 'JKH.N0000': 100 })
  expect(await of.point('price-sheet')).toMatchObject({ state: 'clear' })
  await recordPrices(api, '2026-05-14', { 'JKH.N0000': 99 })
  await post('/prices/2026-05-14/sign-off')
  expect((await of.point('price-sheet'))?.message).toBe(
    'The price sheet of 28 May 2026, the last one by 29 May 2026, is not signed off.',
  )
  expect(await of.point('price-sheet', '2026-05-15')).toMatchObject({ state: 'clear' })
  await post('/prices/2026-05-28/sign-off')
  expect(await of.point('price-sheet')).toMatchObject({ state: 'clear' })
})
