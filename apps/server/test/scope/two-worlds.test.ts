/**
 * Records outside a user's portfolios do not exist for him: on books that hold more, every read of the contract answers him the same
 * as it answers an administrator on books with his portfolios alone.
 */

import { isRight, rightOf } from '@em/contract/identity/rights'
import type { Route } from '@em/contract/kit/route'
import { allRoutes } from '@em/contract/registry'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { fillCds } from '../support/cds.ts'
import { fillActions } from '../support/corporate-actions.ts'
import { fillCustodian } from '../support/custodian.ts'
import { fillDocuments, tradeFile } from '../support/documents.ts'
import { exported, exportLedger, sheetOf } from '../support/exports.ts'
import { fingerprints } from '../support/fingerprints.ts'
import { personWith } from '../support/identity.ts'
import { fillLimits } from '../support/limits.ts'
import { fillOrders, setTargets } from '../support/orders.ts'
import { fillOutside } from '../support/outside-ledgers.ts'
import { recordPrices } from '../support/prices.ts'

const TODAY = '2026-06-15'
type Body = Record<string, unknown>

async function post(api: Api, where: string, body: Body = {}): Promise<Body> {
  const answer = await api.call<Body>(where, { body })
  if (answer.status < 300) return answer.body
  throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Records that every user may see: two securities, banks, a broker. */
async function registers(api: Api): Promise<void> {
  await post(api, 'POST /equities', { name: 'John Keells Holdings PLC', symbol: 'JKH.N0000' })
  await post(api, 'POST /equities', { name: 'Sampath Bank PLC', symbol: 'SAMP.N0000' })
  for (const [name, number] of [
    ['Of the first', '1'],
    ['Of the others', '2'],
  ]) {
    await post(api, 'POST /accounts', {
      payment_method: 'Bank Transfer',
      account_name: name,
      account_number: number,
      bank_name: 'Commercial Bank',
      branch_name: 'Colombo 3',
      settles: 'by hand',
    })
  }
  await post(api, 'POST /brokers', {
    name: 'Asha Securities',
    bank_name: 'Sampath Bank PLC',
    branch_name: 'Colombo 01',
    account_number: '0012',
    swift_code: 'BSAMLKLX',
  })
  await post(api, 'POST /fee-reliefs', { effectiveFrom: '2026-01-01', source: 'A circular' })
  await post(api, 'POST /fix-sessions', {
    name: 'Drop copy',
    broker: 'Asha Securities',
    beginString: 'FIX.4.4',
    sender: 'EM',
    target: 'BROKER',
    host: 'localhost',
    port: 9880,
    heartbeat: 30,
    days: 'Every day',
    resetTime: '06:00',
  })
  await post(api, 'POST /risk-free-rates', { effectiveFrom: '2026-01-01', rate: 8.25 })
  await post(api, 'POST /price-tolerances', { effectiveFrom: '2026-01-01', alertFrom: 3, askedFrom: 10 })
  await post(api, 'POST /cost-of-funds', { effectiveDate: '2025-01-01', costOfFunds: 12, taxRate: 30 })
}

/** An announcement of a security that is held, with the second file of the books: everybody's. */
async function announce(api: Api): Promise<void> {
  const { id } = await post(api, 'POST /announcements', {
    title: 'Interim dividend',
    category: 'Dividend',
    company: 'JOHN KEELLS HOLDINGS PLC',
    date: '2026-06-12',
  })
  await post(api, 'POST /attachments', {
    owner_kind: 'announcement',
    owner_id: id,
    file_name: 'notice.txt',
    data: 'Tm90ZQ==',
  })
}

/** One of everything that a portfolio can hold. `name` is part of each of its texts. */
async function portfolio(api: Api, name: string, account: number): Promise<void> {
  const code = name.toUpperCase()
  await post(api, 'POST /portfolios', {
    portfolioId: code,
    portfolioName: name,
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: `Manager of ${name}`,
    baseCurrency: 'LKR',
  })
  await post(api, 'POST /portfolio-costing-method', { portfolioId: code, costing_method: 'WAP' })
  await post(api, 'POST /portfolio-strategy', {
    portfolioId: code,
    strategy_id: `S-${code}`,
    strategy_type: 'Trading',
    entity_business_unit: 'Finance',
  })
  const money = (date: string, amount: number, more: Body = {}) => ({
    date,
    description: `Capital of ${name}`,
    reference: `R-${code}`,
    lines: [
      { account_code: '1010', debit: amount, portfolioId: code, settlementAccount: account },
      { account_code: '3000', credit: amount, portfolioId: code },
    ],
    ...more,
  })
  const { data: entry } = (await post(api, 'POST /journal-entries', money('2026-06-01', 1_000_000))) as {
    data: Body
  }
  await post(api, 'POST /journal-entries', money('2026-06-02', 5, { status: 'Draft' }))
  await post(api, 'POST /journal-entries', {
    date: '2026-06-03',
    description: `Unknown of ${name}`,
    account_code: '6300',
    debit: 10.5,
    portfolioId: code,
  })
  await post(api, 'POST /attachments', {
    owner_kind: 'journal-entry',
    owner_id: entry['id'],
    file_name: `note of ${name}.txt`,
    data: 'Tm90ZQ==',
  })
  const unknown = async (side: 'debit' | 'credit') => {
    const body = { date: '2026-06-03', description: `Item of ${name}`, account_code: '6300', [side]: 3 }
    const { data } = (await post(api, 'POST /journal-entries', { ...body, portfolioId: code })) as {
      data: Body
    }
    return { entry_id: data['id'], line_no: 2 }
  }
  await post(api, 'POST /suspense-items/clear', { items: [await unknown('debit'), await unknown('credit')] })
  const trade = (contract: string, more: Body = {}) => ({
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: code,
    quantity: 1000,
    price: 20.5,
    contractNumber: `${code}-${contract}`,
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-08',
    settlementDate: '2026-06-10',
    settlementAccount: account,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
    ...more,
  })
  const bought = await post(api, 'POST /trade-summary/save-buy-transaction', trade('1'))
  await post(
    api,
    'POST /trade-summary/save-buy-transaction',
    trade('2', { generatePayment: 'Yes', settlementDate: '2026-06-16' }),
  )
  await post(
    api,
    'POST /trade-summary/save-sell-transaction',
    trade('3', { quantity: 300, price: 22, tradeDate: '2026-06-12', settlementDate: '2026-06-16' }),
  )
  await post(api, 'POST /settlements/confirm', {
    items: [
      {
        tradeId: bought['id'],
        date: '2026-06-12',
        amount: 100,
        reference: `C-${code}`,
        nextDate: '2026-06-18',
      },
    ],
  })
  const { id: run } = await post(api, 'POST /mark-to-market/runs', { date: '2026-06-11', portfolioId: code })
  await post(api, `POST /mark-to-market/runs/${String(run)}/reverse`, { reason: `Not of ${name}` })
  // The import that follows makes it stale.
  await post(api, 'POST /mark-to-market/runs', { date: '2026-06-12', portfolioId: code })
  await post(api, 'POST /trade-batches', {
    source: 'import',
    defaults: { portfolioId: code, brokerName: 'Asha Securities', settlementAccount: account },
    rows: [
      {
        side: 'buy',
        symbol: 'SAMP.N0000',
        tradeDate: '2026-06-09',
        quantity: 10,
        price: 70,
        contractNumber: `${code}-4`,
      },
    ],
  })
  await post(api, 'POST /payments/export', { portfolioId: code })
  await post(api, 'POST /journal-entries/recurring', {
    entry_id: entry['id'],
    unit: 'month',
    first_date: '2026-06-30',
  })
  const { data: fee } = (await post(api, 'POST /journal-entries', {
    date: '2026-06-09',
    description: `Fee of ${name}`,
    lines: linesOf(code, account),
  })) as { data: Body }
  await post(api, `PUT /journal-entries/${String(fee['id'])}`, {
    date: '2026-06-09',
    description: `Another fee of ${name}`,
    lines: linesOf(code, account),
  })
  const { reconciliation } = (await post(api, 'POST /account-reconciliation', {
    accountCode: '1010',
    settlementAccount: account,
    period: '2026-06',
  })) as { reconciliation: { id: number } }
  await post(api, `POST /account-reconciliation/${reconciliation.id}/statements`, {
    lines: [
      { date: '2026-06-01', debit: 1_000_000, description: `Deposit of ${name}`, reference: `R-${code}` },
    ],
    openingBalance: 0,
    closingBalance: 1_000_000,
    format: 'csv',
    fileName: `${name}.csv`,
  })
  await post(api, `POST /account-reconciliation/${reconciliation.id}/auto-match`)
  const cds = { portfolio: code, number: String(account), trade: Number(bought['id']), symbol: 'SAMP.N0000' }
  await fillCds(api, { ...cds, date: '2026-06-15' })
  await fillCustodian(api, {
    portfolio: code,
    account: `${code}01`,
    trade: Number(bought['id']),
    symbol: 'JKH.N0000',
    quantity: 1_000,
    date: '2026-06-12',
  })
  await fillOrders(api, { portfolio: code, symbol: 'JKH.N0000', broker: 'Asha Securities' }, async () => {
    const made = await post(
      api,
      'POST /trade-summary/save-buy-transaction',
      trade('7', { tradeDate: TODAY, settlementDate: '2026-06-17' }),
    )
    return made['id'] as number
  })
  await fillLimits(api, code, 'JKH.N0000')
  await fillOutside(api, code, TODAY)
  await setTargets(api, code, 'JKH.N0000')
  await fillDocuments(api, {
    portfolio: code,
    account,
    broker: 'Asha Securities',
    contract: `7000${account}`,
    // Another trade of the day is missing from it.
    days: ['2026-06-08', '2026-06-10'],
  })
  await fillActions(api, {
    portfolio: code,
    symbol: 'JKH.N0000',
    ex: '2026-06-11',
    paid: '2026-06-15',
    last: '2026-06-15',
  })
  await post(api, `PUT /openings/${code}/open-items`, {
    openingDate: '2026-05-29',
    items: [
      { kind: 'application', symbol: 'JKH.N0000', amount: 150, paidOn: '2026-05-20', price: 15 },
      {
        kind: 'sell',
        symbol: 'JKH.N0000',
        quantity: 3,
        price: 20,
        fees: 1,
        tradeDate: '2026-05-27',
        settlementDate: '2026-06-01',
        settlementAccount: account,
      },
    ],
    replaces: null,
  })
}

/** A time of the clock differs from world to world. */
const TIMES =
  /"requestId":"[^"]*"|"\d{4}-\d\d-\d\dT[\d:.]+Z"|BUY-\d{8}-\d{6}(-\d+)?|SELL-\d{8}-\d{6}(-\d+)?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^"]*/g
const withoutTimes = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body).replace(TIMES, (found) =>
      found.startsWith('"requestId') ? '"requestId":1' : found.startsWith('"') ? '"time"' : 'time',
    ),
  ) as unknown

let alone: Api
let among: Api
let token: string
beforeAll(async () => {
  alone = await startApi({ today: TODAY, edition: 'premium' })
  among = await startApi({ today: TODAY, edition: 'premium' })
  for (const api of [alone, among]) {
    await registers(api)
    await recordPrices(api, '2026-06-12', { 'JKH.N0000': 21.5, 'COMB.N0000': 100 })
    await portfolio(api, 'Mine', 1)
    await announce(api)
  }
  await portfolio(among, 'Theirs', 2)
  const [mine] = await among.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'MINE'",
  )
  token = (await personWith(among, { sees: [mine?.id ?? 0] })).token
  // As many people in both.
  await alone.signUp()
  for (const api of [alone, among]) {
    await recalculateDue(api.database, TODAY)
    await reviewLimits(api.database, TODAY)
    await api.database.query(
      'INSERT INTO daily_value_marks (portfolio_id, from_day) SELECT id, $1::date FROM portfolios',
      [TODAY],
    )
    await api.database.query(
      "INSERT INTO limit_marks (field, portfolio_id, becomes) SELECT 'rule set', id, 'FUND' FROM portfolios",
    )
  }
})

const JKH = { portfolioId: 'MINE', portfolio: 'MINE', company: 'JKH.N0000', symbol: 'JKH.N0000' }
const OWNER = { owner_kind: 'journal-entry', owner_id: 1 }
const TEXT = Buffer.from('Date,Amount\n2026-06-01,5\n').toString('base64')

/** What a read sends in addition to the period, by the route's name. `idOf` finds the record for its `:id`. */
const ASKED: Readonly<Record<string, { query?: Body; body?: Body; params?: Body }>> = {
  // The beginning of every deal number.
  search: { query: { q: 'BUY-2' } },
  'sale-proposals.sale': { body: { ...JKH, shares: 5, price: 25 } },
  'sale-proposals.average': { body: { ...JKH, average: 19, price: 18 } },
  'sale-proposals.cash': { body: { ...JKH, net: 50 } },
  'rebalancing.propose': { body: JKH },
  'trade-documents.extract-pdf-text': {
    body: { file: { fileName: 'a.txt', data: tradeFile('70009', 'ABC-1-LI/00') } },
  },
  'broker-reports.confirmations': { query: { portfolioId: 'MINE' } },
  'broker-reports.statement': { query: { broker: 'Asha Securities' } },
  'broker-reports.compare': {
    body: {
      startDate: '2026-06-01',
      endDate: TODAY,
      broker: 'Asha Securities',
      lines: [{ date: '2026-06-10', debit: 1 }],
    },
  },
  'portfolios.by-name': { params: { name: 'Mine' } },
  'equities.check-symbol': { params: { symbol: 'JKH.N0000' } },
  'cds.events': { query: JKH },
  'trade-documents.client-versions': { params: { account: 'ABC-70001-LI/00' } },
  'gl-mappings.versions': { params: { role: 'cash', portfolio: 'all', bank: 0 } },
  'settlement-accounts.by-method': { params: { method: 'Bank Transfer' } },
  'cost-of-funds.active-at': { params: { date: TODAY } },
  'trades.calculate-buy': { body: { ...JKH, quantity: 10, price: 20, costOfFunds: 8 } },
  'trades.settlement-date': { query: { tradeDate: TODAY } },
  'sells.calculate': { body: { ...JKH, quantity: 10, soldPrice: 25, costOfFunds: 8 } },
  'sells.fifo': { query: { ...JKH, quantity: 5 } },
  'sells.detailed-fifo': { query: { ...JKH, quantity: 5 } },
  'batches.calculate-bulk-buy': { body: { ...JKH, quantity: 5, grossValue: 100 } },
  'batches.read-file': { body: { name: 'a.csv', fileName: 'a.csv', data: TEXT } },
  'holdings.companies': { query: JKH },
  'holdings.total-quantity': { query: JKH },
  'holdings.wap': { query: JKH },
  'holdings.buy-lots': { query: JKH },
  'holdings.holders': { query: JKH },
  'periods.checks': { query: { through: '2026-05-31' } },
  'attachments.list': { query: OWNER },
  'trial-balance.account': { params: { code: '1100' } },
  'reconciliation.transactions': { query: { accountCode: '1010' } },
  'reconciliation.read-statement': { body: { name: 'a.csv', fileName: 'a.csv', data: TEXT } },
  'ledger.export': { body: { format: 'csv' } },
  'report-files.trade-blotter': { body: { from: '2026-01-01', to: TODAY, format: 'csv' } },
  'report-files.daily-holdings': { body: { asOf: TODAY, format: 'csv' } },
  'index-values.list': { params: { code: 'ASPI' } },
  'index-values.weights': { params: { code: 'ASPI' } },
  'announcements.file': { params: { id: 1, file: 2 } },
  'accounting-exports.tie': {
    body: { fileName: 'a.csv', data: Buffer.from('Account,Balance\n1010,5').toString('base64') },
  },
  'limits.one': { params: { code: 'ONE-MINE' } },
  'limits.report': { query: { from: '2026-06-01', to: TODAY } },
  'limits.what-if': {
    body: { acts: [{ kind: 'buy', portfolioId: 'MINE', symbol: 'JKH.N0000', quantity: 5, price: 20 }] },
  },
  'report-files.fees-and-levies': { body: { month: TODAY.slice(0, 7), format: 'csv' } },
  'report-files.limits': { body: { from: '2026-06-01', to: TODAY, format: 'csv' } },
  'orders.split': { query: { dealt: 500 } },
  'prices.sheet': { params: { date: TODAY } },
  'valuations.day': { query: { date: '2026-06-12' } },
  'trade-summary.company': { params: { company: 'JKH.N0000' } },
  'prices.read-file': { body: { fileName: 'a.csv', data: TEXT } },
  'security.page': { params: { symbol: 'JKH.N0000' } },
  'security.prices': { params: { symbol: 'JKH.N0000' } },
}

/** The table whose records a path names by `:id`, by how the path begins; the first record of it is the person's own. */
const TABLES: readonly (readonly [path: RegExp, table: string])[] = [
  [/^\/(trades|settlements|cds-events|transaction-entries\/(buy|sell)|opening-lots)\//, 'trades'],
  [/^\/journal-entries\/recurring\//, 'journal_recurring'],
  [/^\/journal-entries\//, 'journal_entries'],
  [/^\/trade-batches\//, 'batches'],
  [/^\/attachments\//, 'attachments'],
  [/^\/account-reconciliation\//, 'reconciliations'],
  [/^\/suspense-clearings\//, 'suspense_clearings'],
  [/^\/portfolio-strategy\//, 'strategies'],
  [/^\/mark-to-market\/runs\//, 'valuation_runs'],
  [/^\/cds-accounts\//, 'cds_accounts'],
  [/^\/cds-comparisons\//, 'cds_statements'],
  [/^\/trade-documents\//, 'trade_documents'],
  [/^\/custodian-messages\//, 'custodian_files'],
  [/^\/safekeeping-accounts\//, 'safekeeping_accounts'],
  [/^\/orders\//, 'orders'],
  [/^\/accounting-targets\//, 'accounting_targets'],
  [/^\/accounting-exports\//, 'accounting_batches'],
]
const firstIds: Record<string, number> = {}
const lastIds: Record<string, number> = {}
/** 1 for what everybody sees: it is there in both. */
const idIn = (ids: Record<string, number>, path: string) =>
  ids[TABLES.find(([of]) => of.test(path))?.[1] ?? ''] ?? 1

beforeAll(async () => {
  for (const [, table] of TABLES) {
    const [ids] = await among.database.query<{ first: number | null; last: number | null }>(
      `SELECT min(id) AS first, max(id) AS last FROM ${table}`,
    )
    if (ids?.first == null || ids.last == null) continue
    firstIds[table] = ids.first
    lastIds[table] = ids.last
  }
})

/** All that a route is asked, about the records that the person may see, or about those outside. */
function asked(route: Route, ids: Record<string, number>, code: string) {
  const { query, body, params } = ASKED[route.name] ?? {}
  const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [
    name,
    name === 'portfolio' ? code : idIn(ids, route.path),
  ])
  return {
    query: { startDate: '2026-01-01', endDate: TODAY, ...query },
    params: { ...Object.fromEntries(named), ...params },
    ...(route.method === 'POST' && { body: body ?? { portfolioId: code } }),
  }
}

const isRead = ({ needs, scope, method, name }: Route) =>
  scope !== 'all' &&
  (name === 'notifications' || name === 'search' || (isRight(needs) && !rightOf(needs).changes)) &&
  (method === 'GET' || method === 'POST')
const reads = allRoutes.filter(isRead)
const TOTAL = 'x-total-count'

/** The kinds of acts that are shown in scope; `settlement` only those of one deal, `corporate-action` only those of one portfolio. */
const ACTS_IN_SCOPE = new Set([
  'portfolios',
  'trade',
  'strategies',
  'journal-entry',
  'recurring-entry',
  'suspense-clearing',
  'reconciliation',
  'order',
  'valuation-run',
  'cds-pledge',
])

/** Deal numbers in a file are longer where two deals were recorded in one second. */
const comparable = (route: Route, body: unknown) => {
  // A file is compared by its lines, below.
  if (route.name === 'realized.export-excel') return null
  // The acts of who sees all are those on common registers and of the installation, too.
  if (route.name === 'audit.list')
    return withoutTimes(
      (body as readonly Body[])
        .filter(({ entity }) => ACTS_IN_SCOPE.has(String(entity)))
        .map((act) => ({ ...act, request: 'one' })),
    )
  if (route.name === 'audit.export' || route.name === 'audit.acts') return null
  // The person's own newest trade: the two recorded different ones. Its scope: trades/start-values.test.ts.
  if (route.name === 'trades.start-values') return null
  // Every user may choose a settlement account. The answer shows that others use it, because then it cannot be changed.
  if (route.tag === 'Settlement accounts' && Array.isArray(body))
    return withoutTimes(body.map((account: Body) => ({ ...account, usedElsewhere: 'by others' })))
  // A check of the books is of all portfolios: who sees some of them is not asked for one.
  // Accounts, people and tabs are not of portfolios.
  if (route.name === 'search')
    return withoutTimes((body as readonly Body[]).filter(({ kind }) => kind === 'trade'))
  if (route.name === 'notifications')
    return withoutTimes((body as readonly Body[]).filter(({ id }) => id !== 'books-check'))
  return route.load === 'export' ? withoutTimes({ ...(body as Body), bytes: 0 }) : withoutTimes(body)
}

describe('a person whose portfolios are a list reads, as if there were no other', () => {
  test.each(reads.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, route) => {
      const sent = asked(route, firstIds, 'MINE')
      const [whole, part] = [await alone.call(route, sent), await among.call(route, { ...sent, token })]
      expect({ status: part.status, total: part.headers[TOTAL], body: comparable(route, part.body) }).toEqual(
        {
          status: whole.status,
          total: whole.headers[TOTAL],
          body: comparable(route, whole.body),
        },
      )
      // A refused read would compare nothing.
      expect([whole.status, whole.body]).toEqual([route.status, whole.body])
      expect(JSON.stringify(part.body)).not.toMatch(/theirs/i)
    },
  )

  test.each(['csv', 'xlsx'])('the lines of an exported file (%s)', async (format) => {
    const [whole, part] = [await exported(alone, { format }), await exported(among, { format }, token)]
    const lines = async ({ bytes }: { bytes: Buffer }) =>
      format === 'csv' ? bytes.toString().split('\r\n') : (await sheetOf(bytes)).rows
    expect(withoutTimes(await lines(part))).toEqual(withoutTimes(await lines(whole)))
    expect(part.made.rows).toBe(whole.made.rows)
    expect(JSON.stringify(await lines(part))).not.toMatch(/theirs/i)
    expect((await exportLedger(among, { portfolioId: 'THEIRS' }, token)).status).toBe(404)
  })

  test('the lines of a workbook of realized gains', async () => {
    const lines = async (api: Api, sent: { portfolioId?: string }, who: string) => {
      const url = '/api/realized-pnl/export-excel'
      const headers = { authorization: `Bearer ${who}` }
      const answer = await api.app.inject({
        method: 'POST',
        url,
        headers,
        query: { timeRange: 'All', ...sent },
      })
      return answer.statusCode === 200 ? (await sheetOf(answer.rawPayload)).rows : answer.statusCode
    }
    const part = await lines(among, {}, token)
    expect(withoutTimes(part)).toEqual(withoutTimes(await lines(alone, {}, alone.token)))
    expect(JSON.stringify(part)).not.toMatch(/theirs/i)
    expect(JSON.stringify(part)).toContain('SELL')
    expect(await lines(among, { portfolioId: 'THEIRS' }, token)).toBe(404)
  })

  test.each(
    reads
      .filter(({ path, name }) => path.includes('/:id') && name !== 'batches.progress')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('nothing of a record outside: %s', async (_, route) => {
    const there = await among.call(route, asked(route, lastIds, 'THEIRS'))
    if (there.status !== route.status || !TABLES.some(([of]) => of.test(route.path))) return
    const answer = await among.call(route, { ...asked(route, lastIds, 'THEIRS'), token })
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'record.missing' }])
  })
})

/** Tables that a refused write, or the server on its own, may change. */
const NOT_BOOKS = ['audit', 'sessions', 'jobs', 'job_inputs', 'write_probe']

/** Writes that name something of the others, each right for who may do it. */
const OF_THEIRS: [where: string, body?: Body][] = [
  ['POST /trade-summary/save-buy-transaction', tradeOf('THEIRS', 2, '9')],
  [
    'POST /trade-summary/save-sell-transaction',
    tradeOf('THEIRS', 2, '9', { quantity: 5, tradeDate: TODAY, settlementDate: '2026-06-17' }),
  ],
  ['PUT /transaction-entries/buy/:bought', tradeOf('THEIRS', 2, '1', { price: 21, reason: 'Typed wrongly' })],
  ['DELETE /transaction-entries/sell/:sold'],
  [
    'POST /orders',
    { portfolioId: 'THEIRS', symbol: 'JKH.N0000', side: 'buy', quantity: 5, validUntil: '2026-06-16' },
  ],
  ['POST /orders/:ordered/cancel', { version: 1 }],
  ['POST /limits/breaches/:breached/notes', { note: 'Not mine' }],
  ['PUT /accounting-targets/:outside', { name: 'Mine now', version: 1 }],
  ['PUT /accounting-targets/:outside/mapping', { rows: [], version: 2 }],
  ['POST /accounting-exports/:exported/replace'],
  ['POST /accounting-exports/:exported/acknowledge', { reference: 'Mine' }],
  [
    'PUT /portfolios/THEIRS/targets',
    {
      version: 1,
      cashTarget: 5,
      minimumTrade: 0,
      cashMinimum: 0,
      lines: [{ symbol: 'JKH.N0000', weight: 95, band: 0, lotSize: 1 }],
    },
  ],
  ['POST /settlements/confirm', { items: [{ tradeId: ':bought', date: '2026-06-12' }] }],
  ['POST /custodian-messages/:held/accept', { lines: [2] }],
  ['POST /settlements/fail', { items: [{ tradeId: ':later', date: '2026-06-15', note: 'No cover' }] }],
  ['DELETE /trade-batches/:batch'],
  ['PUT /cds-events/account', { ids: [':bought'], account: null }],
  ['POST /journal-entries', { date: '2026-06-09', description: 'Fee', lines: linesOf('THEIRS', 2) }],
  [
    'POST /journal-entries',
    { date: '2026-06-09', description: 'Of no portfolio', lines: linesOf(undefined, 1) },
  ],
  [
    'POST /journal-entries',
    { date: '2026-06-09', description: 'Of no portfolio', status: 'Draft', lines: linesOf(undefined, 1) },
  ],
  [
    'PUT /journal-entries/:entry',
    { date: '2026-06-09', description: 'Changed', lines: linesOf('THEIRS', 2) },
  ],
  ['POST /journal-entries/:entry/reverse', { date: '2026-06-14', reason: 'Entered twice' }],
  [
    'POST /attachments',
    { owner_kind: 'journal-entry', owner_id: ':entry', file_name: 'a.txt', data: 'Tm90ZQ==' },
  ],
  ['POST /attachments/:file/removal', { reason: 'The wrong file' }],
  [
    'POST /portfolio-strategy',
    { portfolioId: 'THEIRS', strategy_id: 'S9', strategy_type: 'Trading', entity_business_unit: 'Finance' },
  ],
  [
    'POST /account-reconciliation/:reconciliation/statements',
    { lines: [{ date: '2026-06-20', debit: 5, description: 'Five' }], format: 'csv' },
  ],
  ['POST /account-reconciliation', { accountCode: '1010', portfolioId: 'THEIRS', period: '2026-05' }],
  [
    'PUT /openings/THEIRS/balances',
    {
      openingDate: '2026-05-29',
      lines: [{ account: '1010', debit: 500 }],
      differenceToCapital: true,
      replaces: null,
    },
  ],
  [
    'PUT /openings/THEIRS/open-items',
    {
      openingDate: '2026-05-29',
      items: [{ kind: 'application', symbol: 'JKH.N0000', amount: 5, paidOn: '2025-12-30', price: 5 }],
      replaces: 1,
    },
  ],
  ['POST /mark-to-market/runs', { date: '2026-06-12', portfolioId: 'THEIRS' }],
  ['POST /mark-to-market/runs/:run/reverse', { reason: 'Not mine' }],
]

function tradeOf(code: string, account: number, contract: string, more: Body = {}): Body {
  return {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: code,
    quantity: 1000,
    price: 20.5,
    contractNumber: `${code}-${contract}`,
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-08',
    settlementDate: '2026-06-10',
    settlementAccount: account,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
    ...more,
  }
}
function linesOf(portfolioId: string | undefined, settlementAccount: number): Body[] {
  return [
    { account_code: '6300', debit: 5, portfolioId },
    { account_code: '1010', credit: 5, portfolioId, settlementAccount },
  ]
}

/** Rows of all portfolios together: for who sees all of them. */
const TOGETHER: Readonly<Record<string, string>> = {
  daily_values: 'WHERE portfolio_id <> 0',
  daily_sector_values: 'WHERE portfolio_id <> 0',
  daily_value_spans: 'WHERE portfolio_id <> 0',
}

/** Sums of which writers at the same time keep parts, in as many slots as there were such writers: parts of one key count once. */
const KEYS: Readonly<Record<string, string>> = {
  ledger_days: 'day, account_id, portfolio_id, settlement_account_id, transaction_type',
  ledger_months: 'month, account_id, portfolio_id, settlement_account_id, transaction_type',
  income_sums: 'account_id, portfolio_id, equity_id',
  settlement_months: 'month, standing, portfolio_id, settlement_account_id, broker_name, side',
}
const counted = (name: string) => (KEYS[name] === undefined ? '*' : `DISTINCT (${KEYS[name]})`)

describe('each table', () => {
  const rows = async (api: Api, sql: string) => {
    const client = new pg.Client({ ...api.fresh.application })
    await client.connect()
    try {
      await client.query(
        "SET search_path = em_scoped, em; SET equity_manager.scope = '{1}'; SET equity_manager.person = '1'",
      )
      return (await client.query<{ name: string; count: string }>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const VIEWS =
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'em_scoped'::regnamespace AND relname <> 'audit_in_scope' ORDER BY 1"
  const counts = async (api: Api, schema: string, names: readonly string[]) =>
    rows(
      api,
      names
        .map(
          (name) =>
            `SELECT '${name}' AS name, count(${counted(name)}) FROM ${schema}.${name} ${TOGETHER[name] ?? ''}`,
        )
        .join(' UNION ALL ')
        // Parallel workers may answer in any order.
        .concat(' ORDER BY 1'),
    )

  test('shows in scope exactly the rows of the books without the others, though there are more', async () => {
    const names = (await rows(among, VIEWS)).map(({ name }) => name)
    const held = await counts(alone, 'em', names)
    expect(await counts(among, 'em_scoped', names)).toEqual(held)
    const whole = await counts(among, 'em', names)
    const same = whole.filter(({ name, count }) => held.find((one) => one.name === name)?.count === count)
    expect(same.map(({ name }) => name)).toEqual(UNTRIED)
  })

  test('has a condition, or is named as everybody’s', async () => {
    const shown = await rows(
      among,
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'em_scoped'::regnamespace AND c.relname <> 'audit_in_scope'
          AND c.relname NOT IN (SELECT name FROM em.scope_conditions())`,
    )
    expect(shown).toEqual([])
  })
})
/** Tables of which these books hold nothing that differs. */
const UNTRIED: readonly string[] = [
  // A user with a list of portfolios keeps none; the checklist of an entity shows those of its portfolios.
  'broker_comparisons',
  // Everybody has their own: saved-views.test.ts.
  'favourite_tabs',
  // A user with a list of portfolios sees none: fix-sessions.
  'fix_forming',
  'fix_forming_days',
  'fix_messages',
  'gl_mappings',
  'reconciliation_changes',
  'reconciliation_days',
  'reconciliation_open_external',
  'reconciliation_open_ledger',
  // Everybody has his own: report-schedules.test.ts.
  'report_schedule_runs',
  'report_schedules',
  'saved_views',
  'suspense_moves',
  'trade_allocations',
]

describe('a person whose portfolios are a list changes', () => {
  const named: Record<string, number> = {}
  let contents: () => Promise<Record<string, string>>
  /** Fingerprints of the books before the first try: refused writes and previews leave them unchanged. */
  let before: Record<string, string>
  beforeAll(async () => {
    contents = await fingerprints(among, NOT_BOOKS)
    const [ids] = await among.database.query<Record<string, number>>(`
      SELECT (SELECT min(t.id) FROM trades t JOIN portfolios p ON p.id = t.portfolio_id WHERE p.portfolio_id = 'THEIRS' AND side = 'buy') AS bought,
             (SELECT min(t.id) + 1 FROM trades t JOIN portfolios p ON p.id = t.portfolio_id WHERE p.portfolio_id = 'THEIRS' AND side = 'buy') AS later,
             (SELECT min(t.id) FROM trades t JOIN portfolios p ON p.id = t.portfolio_id WHERE p.portfolio_id = 'THEIRS' AND side = 'sell') AS sold,
             (SELECT max(id) FROM batches) AS batch, (SELECT max(id) FROM attachments) AS file,
             (SELECT max(id) FROM accounting_targets) AS outside, (SELECT max(id) FROM accounting_batches) AS exported,
             (SELECT max(id) FROM orders) AS ordered, (SELECT max(id) FROM custodian_files) AS held, (SELECT max(id) FROM breaches) AS breached,
             (SELECT max(id) FROM reconciliations) AS reconciliation, (SELECT max(id) FROM valuation_runs) AS run,
             (SELECT max(id) FROM journal_entries WHERE description = 'Capital of Theirs') AS entry`)
    Object.assign(named, ids)
    before = await contents()
  })
  const filled = (text: string) =>
    text.replace(/"?:([a-z]+)"?/g, (whole, name: string) =>
      named[name] === undefined ? whole : String(named[name]),
    )
  const bodyOf = (body?: Body) =>
    body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) as Body }

  test.each(OF_THEIRS.map(([where, body]) => ({ where, body })))(
    'nothing of the others: $where $body',
    async ({ where, body }) => {
      const path = filled(where)
      const sent = bodyOf(body)
      const query = { dryRun: '1' }
      const right = await among.call<Body>(path, { ...sent, query })
      expect([right.status < 300, right.body]).toEqual([true, right.body])
      const answer = await among.call<Body>(path, { ...sent, token })
      expect(['404 record.missing', '403 rights.outside', '422 request.invalid']).toContain(
        `${answer.status} ${answer.body['code']}`,
      )
      expect(JSON.stringify(answer.body)).not.toMatch(/theirs(?!"? was not found|.{0,40}not)/i)
      const preview = await among.call<Body>(path, { ...sent, token, query })
      expect([preview.status, preview.body['code']]).toEqual([answer.status, answer.body['code']])
      expect(await contents()).toEqual(before)
    },
  )

  test('nothing of what is only seen: 403 says why, and nothing is written', async () => {
    const [both] = await among.database.query<{ ids: number[] }>(
      'SELECT array_agg(id ORDER BY id) AS ids FROM portfolios',
    )
    const ids = both?.ids ?? []
    const person = await personWith(among, { sees: ids, changes: ids.slice(0, 1) })
    const before = await contents()
    for (const [where, body] of OF_THEIRS) {
      const answer = await among.call<Body>(filled(where), { ...bodyOf(body), token: person.token })
      const isOfNoPortfolio = JSON.stringify(body ?? {}).includes('Of no portfolio')
      expect([where, answer.status, answer.body['code']]).toEqual([
        where,
        403,
        isOfNoPortfolio ? 'rights.outside' : 'rights.only-seen',
      ])
    }
    expect(await contents()).toEqual(before)
    const { body: list } = await among.call<{ portfolioId: string }[]>('GET /portfolios', {
      token: person.token,
    })
    expect(list.map(({ portfolioId }) => portfolioId).toSorted()).toEqual(['MINE', 'THEIRS'])
  })

  test('all of the own: recorded late, corrected, sold, deleted, posted, settled, imported', async () => {
    const as = async (where: string, body?: Body) => {
      const answer = await among.call<Body>(where, { token, ...(body !== undefined && { body }) })
      expect([where, answer.status < 300, answer.body]).toEqual([where, true, answer.body])
      return answer.body
    }
    const late = await as(
      'POST /trade-summary/save-buy-transaction',
      tradeOf('MINE', 1, '5', { tradeDate: '2026-06-01', settlementDate: '2026-06-03' }),
    )
    const sold = await as(
      'POST /trade-summary/save-sell-transaction',
      tradeOf('MINE', 1, '6', { quantity: 50, tradeDate: '2026-06-12', settlementDate: '2026-06-16' }),
    )
    await as(
      `PUT /transaction-entries/buy/${String(late['id'])}`,
      tradeOf('MINE', 1, '5', {
        tradeDate: '2026-06-01',
        settlementDate: '2026-06-03',
        price: 19,
        reason: 'Typed wrongly',
      }),
    )
    await as('POST /settlements/confirm', { items: [{ tradeId: late['id'], date: '2026-06-12' }] })
    await as(`DELETE /transaction-entries/sell/${String(sold['id'])}`)
    await as('POST /journal-entries', { date: '2026-06-09', description: 'Fee', lines: linesOf('MINE', 1) })
    await as('POST /trade-batches', {
      source: 'import',
      defaults: { portfolioId: 'MINE', brokerName: 'Asha Securities', settlementAccount: 1 },
      rows: Array.from({ length: 150 }, (_, at) => ({
        side: 'buy',
        symbol: 'SAMP.N0000',
        tradeDate: '2026-06-09',
        quantity: 10,
        price: 70,
        contractNumber: `M-${at}`,
      })),
    })
    expect(await verifyBooks(among.database)).toEqual([])
  })

  test('an import with a row outside is refused at that row', async () => {
    const row = { side: 'buy', symbol: 'SAMP.N0000', tradeDate: '2026-06-09', quantity: 10, price: 70 }
    const answer = await among.call<Body>('POST /trade-batches', {
      token,
      body: {
        source: 'import',
        defaults: { brokerName: 'Asha Securities', settlementAccount: 1 },
        rows: [
          { ...row, portfolioId: 'MINE', contractNumber: 'X-1' },
          { ...row, portfolioId: 'THEIRS', contractNumber: 'X-2' },
        ],
      },
    })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toMatch(/THEIRS/)
  })
})
