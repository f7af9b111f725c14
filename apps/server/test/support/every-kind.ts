/** The demo book, and one record of each other kind that an installation can hold: no table of the books is empty. */

import { demoToday, loadDemo } from '../../../../tools/demo/load.ts'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, startApi } from './api.ts'
import { fillApprovals } from './approvals.ts'
import { fillCds } from './cds.ts'
import { fillActions } from './corporate-actions.ts'
import { fillCustodian } from './custodian.ts'
import { fillDocuments } from './documents.ts'
import { exchangeStub } from './exchange-stub.ts'
import { personWith } from './identity.ts'
import { fillLimits } from './limits.ts'
import { fillOrders, setTargets } from './orders.ts'
import { fillOutside } from './outside-ledgers.ts'
import { lockBooks } from './own-entity.ts'

type Body = Record<string, unknown>

/** Posts and answers the body. @throws where it is refused. */
async function post<T = { id: number; data: { id: number } }>(
  api: Api,
  path: string,
  body: object,
): Promise<T> {
  const answer = await api.call<T>(`POST ${path}`, { body })
  if (answer.status < 300) return answer.body
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

const entry = (date: string, amount: number, more: Body = {}, bank?: number) => ({
  date,
  description: 'Booked',
  lines: [
    { account_code: '1010', debit: amount, settlementAccount: bank, ...more },
    { account_code: '3000', credit: amount, ...more },
  ],
})

async function portfolio(api: Api): Promise<{
  entity: number
  first: number
  buy: (date: string, contract: string, more?: Body) => Promise<{ id: number }>
}> {
  const [account] = await api.database.query<{ id: number }>('SELECT min(id) AS id FROM settlement_accounts')
  const [company] = await api.database.query<{ name: string; symbol: string }>(
    "SELECT name, symbol FROM equities WHERE symbol LIKE 'JKH%'",
  )
  await post(api, '/portfolios', {
    portfolioId: 'KEPT',
    portfolioName: 'Kept apart',
    portfolioType: 'Equity Portfolio',
    entity: 'Kept Trust',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
    accountingTreatment: 'FVTPL',
    status: 'Active',
  })
  const [entity] = await api.database.query<{ id: number }>(
    "SELECT id FROM entities WHERE name = 'Kept Trust'",
  )
  const buy = (date: string, contract: string, more: Body = {}) =>
    post<{ id: number }>(api, '/trade-summary/save-buy-transaction', {
      companyName: company?.name,
      symbol: company?.symbol,
      portfolioId: 'KEPT',
      quantity: 100,
      price: 20.5,
      contractNumber: contract,
      brokerName: 'Asia Securities (Pvt) Ltd',
      tradeDate: date,
      settlementDate: date,
      settlementAccount: account?.id,
      costOfFunds: 10,
      ...more,
    })
  const { id: first } = await buy('2026-02-10', 'K-1')
  const opened = await api.call('PUT /openings/KEPT/open-items', {
    body: {
      openingDate: '2026-02-02',
      items: [
        {
          kind: 'dividend',
          symbol: company?.symbol,
          shares: 1000,
          ratePerShare: 3.25,
          exDate: '2026-01-20',
          paymentDate: '2026-02-16',
          taxRate: 15,
        },
      ],
      replaces: null,
    },
  })
  if (opened.status >= 300) throw new Error(`open items answered ${JSON.stringify(opened.body)}`)
  const { id: broker } = await post(api, '/brokers', {
    name: 'Paid by file',
    bank_name: 'Sampath Bank PLC',
    branch_name: 'Colombo 01',
    account_number: '0012',
    swift_code: 'BSAMLKLX',
  })
  await buy(demoToday, 'K-4', {
    settlementDate: '2026-11-23',
    brokerName: 'Paid by file',
    generatePayment: 'Yes',
  })
  await post(api, '/payments/export', { portfolioId: 'KEPT' })
  const row = {
    side: 'buy',
    symbol: company?.symbol,
    tradeDate: '2026-02-11',
    quantity: 5,
    price: 9,
    contractNumber: 'K-2',
  }
  await post(api, '/trade-batches', {
    source: 'import',
    defaults: { portfolioId: 'KEPT', brokerName: 'Some broker', settlementAccount: account?.id },
    rows: [row, { ...row, contractNumber: 'K-3' }],
  })
  await post(api, `/brokers/${broker}/names`, { name: 'SOME  broker' })
  await post(api, '/broker-reports/statement/comparisons', {
    broker: 'Paid by file',
    startDate: '2026-02-01',
    endDate: '2026-02-28',
    lines: [{ date: '2026-02-11', debit: 91.01 }],
  })
  return { entity: entity?.id ?? 0, first, buy }
}

async function announce(api: Api): Promise<void> {
  const clock = await api.call('PUT /announcement-feed', { body: { byClock: true } })
  const { id } = await post(api, '/announcements', {
    title: 'Tab\tand \\N and “quotes”',
    category: 'Dividend',
    company: 'John Keells Holdings PLC',
    date: '2026-06-01',
    content: 'One line\nand another',
  })
  await post(api, '/attachments', {
    owner_kind: 'announcement',
    owner_id: id,
    file_name: 'notice.txt',
    data: Buffer.from('Notice').toString('base64'),
  })
  const other = { title: 'Taken back', category: 'News', date: '2026-06-02' }
  const { id: second } = await post(api, '/announcements', other)
  const gone = await api.call(`DELETE /announcements/${second}`)
  if (clock.status !== 200 || gone.status !== 200)
    throw new Error(`announcements answered ${JSON.stringify([clock.body, gone.body])}`)
}

async function journal(api: Api): Promise<void> {
  const { data: rent } = await post(api, '/journal-entries', entry('2026-06-01', 100))
  await post(api, '/journal-entries/recurring', {
    entry_id: rent.id,
    unit: 'month',
    first_date: '2026-12-31',
  })
  const { data: changed } = await post(api, '/journal-entries', entry('2026-06-02', 10))
  const answer = await api.call<Body>(`PUT /journal-entries/${changed.id}`, {
    body: { ...entry('2026-06-02', 11), status: 'Posted', version: 1 },
  })
  if (answer.status !== 200) throw new Error(`a change answered ${JSON.stringify(answer.body)}`)
  await post(api, '/journal-entries', { ...entry('2026-06-03', 12), status: 'Draft' })
  await post(api, '/attachments', {
    owner_kind: 'journal-entry',
    owner_id: rent.id,
    file_name: 'note of ශ්‍රී ලංකා.txt',
    data: Buffer.from('tab\t, backslash \\, line\r\nend \\. and \\N').toString('base64'),
  })
}

async function suspense(api: Api): Promise<void> {
  const item = async (side: 'debit' | 'credit') => {
    const { data } = await post(api, '/journal-entries', {
      date: '2026-06-05',
      description: 'Not identified',
      account_code: '1010',
      [side]: 30,
    })
    return { entry_id: data.id, line_no: 2 }
  }
  const items = [await item('debit'), await item('credit')]
  const { data } = await post(api, '/suspense-items/clear', { items })
  await post(api, `/suspense-clearings/${data.id}/undo`, { reason: 'Not the same' })
  // The open items go on as items of another account.
  await post(api, '/chart-of-accounts', {
    account_code: '2950',
    account_name: 'Unidentified',
    active_status: 'Yes',
  })
  const moved = await api.call('PUT /gl-mappings', {
    body: { role: 'suspense', portfolioId: null, account_code: '2950', move_balance: true },
  })
  if (moved.status !== 200) throw new Error(`the mapping of Suspense answered ${moved.status}`)
}

async function reconcile(api: Api): Promise<void> {
  const { id: bank } = await post(api, '/accounts', {
    payment_method: 'Bank Transfer',
    account_number: '990011',
    account_name: 'Tab\tand \\N and “quotes”',
    bank_name: 'People’s Bank',
    branch_name: 'Fort',
  })
  await post(api, '/journal-entries', entry('2026-06-03', 500, { reference: 'D-1' }, bank))
  await post(api, '/journal-entries', entry('2026-06-20', 70, {}, bank))
  const june = await post<{ reconciliation: { id: number } }>(api, '/account-reconciliation', {
    accountCode: '1010',
    settlementAccount: bank,
    period: '2026-06',
  })
  const { id } = june.reconciliation
  await post(api, `/account-reconciliation/${id}/statements`, {
    lines: [
      { date: '2026-06-05', debit: 500, description: 'Deposit', reference: 'D-1' },
      { date: '2026-06-30', credit: 15.5, description: 'Fee' },
    ],
    openingBalance: 0,
    closingBalance: 484.5,
    format: 'csv',
    fileName: 'june.csv',
    mapping: { columns: { date: 'Date', amount: 'Amount' } },
  })
  await post(api, `/account-reconciliation/${id}/auto-match`, {})
  const { version } = (await api.call<{ version: number }>(`GET /account-reconciliation/${id}`)).body
  await post(api, '/account-reconciliation/save', { id, version })
  await post(api, '/journal-entries?changeReconciled=1', entry('2026-06-10', 4, {}, bank))
  const july = await post<{ reconciliation: { id: number } }>(api, '/account-reconciliation', {
    accountCode: '1010',
    settlementAccount: bank,
    period: '2026-07',
  })
  await post(api, `/account-reconciliation/${july.reconciliation.id}/statements`, {
    lines: [{ date: '2026-07-25', debit: 70, description: 'Late' }],
  })
  await post(api, `/account-reconciliation/${july.reconciliation.id}/auto-match`, {})
}

/** A server with such a book; `buy` records one more purchase of the portfolio KEPT. */
export async function startEveryKind(): Promise<{
  api: Api
  buy: (date: string, contract: string) => Promise<unknown>
}> {
  const exchange = await exchangeStub()
  const settings = { PRICE_FEED_URL: exchange.url }
  const api = await startApi({ signedUp: false, today: demoToday, settings })
  await loadDemo({ ...api, settings: readSettings({}), log: () => undefined }, { buys: 200 })
  const { token } = await post<{ token: string }>(api, '/auth/login', {
    email: 'demo@example.lk',
    password: 'demo-book',
  })
  Object.assign(api, { token })
  await post(api, '/price-feed', {})
  await post(api, '/announcement-feed', {})
  await exchange.close()
  const clock = await api.call('PUT /price-feed', { body: { byClock: true } })
  if (clock.status !== 200) throw new Error(`the feed answered ${JSON.stringify(clock.body)}`)
  await announce(api)
  const { entity, first, buy } = await portfolio(api)
  const [jkh] = await api.database.query<{ symbol: string }>(
    "SELECT symbol FROM equities WHERE symbol LIKE 'JKH%'",
  )
  const cds = { portfolio: 'KEPT', number: '2001', trade: first, symbol: jkh?.symbol ?? '' }
  await fillCds(api, { ...cds, date: '2026-02-11' })
  await post(api, '/portfolio-costing-method', { portfolioId: 'KEPT', costing_method: 'WAP' })
  await fillActions(api, {
    portfolio: 'KEPT',
    symbol: jkh?.symbol ?? '',
    ex: '2026-03-03',
    paid: '2026-03-04',
    last: '2026-03-06',
  })
  // A trade of the day that the document does not have.
  await buy('2026-03-09', 'K-5', { settlementDate: '2026-03-11', brokerName: 'Asha Securities' })
  const { id: safe } = await buy('2026-03-06', 'K-6', {
    settlementDate: '2026-03-10',
    brokerName: 'Asha Securities',
  })
  await fillCustodian(api, {
    portfolio: 'KEPT',
    account: 'KEPT01',
    trade: safe,
    symbol: jkh?.symbol ?? '',
    quantity: 1,
    date: '2026-03-10',
  })
  await fillDocuments(api, {
    portfolio: 'KEPT',
    account: 1,
    broker: 'Asha Securities',
    contract: '70001',
    days: ['2026-03-09', '2026-03-11'],
  })
  await post(api, '/report-schedules', {
    report: 'trade-blotter',
    portfolioId: 'KEPT',
    format: 'xlsx',
    every: 'month-end',
    time: '16:30',
  })
  await post(api, '/saved-views', { list: 'transactions', name: 'Kept' })
  await api.call('PUT /favourite-tabs', { body: { tabs: ['general-ledger'] } })
  await post(api, '/fee-reliefs', { effectiveFrom: '2026-01-01', source: 'A circular' })
  await post(api, '/risk-free-rates', { effectiveFrom: '2026-01-01', rate: 8.25, source: 'A tender' })
  await post(api, '/price-tolerances', { effectiveFrom: '2026-01-01', alertFrom: 3, askedFrom: 10 })
  const { id: line } = await post(api, '/fix-sessions', {
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
  await post(api, `/fix-sessions/${line}/start`, {})
  await api.call(`PUT /fix-sessions/${line}/forming`, {
    body: { time: '15:30', waitsForTradeFile: true, isOn: true },
  })
  const bytes = Buffer.from('8=FIX.4.4|9=5|35=0|10=000|')
  await api.database.query(
    `INSERT INTO fix_messages (session_id, day, numbering, direction, number, type, is_execution, raw) VALUES ($1, '2026-06-15', 1, 'in', 1, '0', false, $2)`,
    [line, bytes],
  )
  await api.database.query(
    `INSERT INTO fix_forming_days (session_id, day, at, executions) VALUES ($1, '2026-06-15', now(), 0)`,
    [line],
  )
  await journal(api)
  await suspense(api)
  await reconcile(api)
  const { id: run } = await post(api, '/mark-to-market/runs', { date: '2026-03-31', portfolioId: 'KEPT' })
  await post(api, `/mark-to-market/runs/${run}/reverse`, { reason: 'Of another day' })
  await post(api, `/entities/${entity}/close`, { year_end: '2026-03-31' })
  const locked = await lockBooks(api, entity, '2026-03-31', 'Year-end')
  if (locked.status !== 201) throw new Error(`the lock answered ${locked.status}`)
  const [stored] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'KEPT'",
  )
  await personWith(api, { sees: [stored?.id ?? 0] })
  await recalculateDue(api.database, demoToday)
  const recorded = await api.call('PUT /index-values/ASPI', {
    body: { rows: [{ date: '2026-06-01', value: 19_400 }] },
  })
  const weighted = await api.call('PUT /index-values/ASPI/weights', {
    body: { effectiveFrom: '2026-06-01', weights: [{ sector: 'Other', weight: 100 }] },
  })
  if (Math.max(recorded.status, weighted.status) >= 300)
    throw new Error(`an index answered ${JSON.stringify([recorded.body, weighted.body])}`)
  await post(api, '/prices/2026-06-01/sign-off', {})
  const [unpriced] = await api.database.query<{ symbol: string }>(
    'SELECT symbol FROM equities e WHERE NOT EXISTS (SELECT FROM prices p WHERE p.equity_id = e.id) ORDER BY id LIMIT 1',
  )
  await post(api, '/prices/at-cost', { symbols: [unpriced?.symbol ?? ''] })
  await post(api, '/mark-to-market/runs', { date: demoToday, portfolioId: 'KEPT' })
  await fillOrders(
    api,
    { portfolio: 'KEPT', symbol: jkh?.symbol ?? '', broker: 'Paid by file' },
    async (contract) => ((await buy(demoToday, contract)) as { id: number }).id,
  )
  await fillOutside(api, 'KEPT', demoToday)
  await fillLimits(api, 'KEPT', jkh?.symbol ?? '')
  await reviewLimits(api.database, demoToday)
  // A cause for the next review.
  await post(api, '/limits/issued-shares', {
    symbol: jkh?.symbol ?? '',
    from: demoToday,
    quantity: 1_000_000_001,
    source: 'Notice of the exchange',
  })
  await setTargets(api, 'KEPT', jkh?.symbol ?? '')
  await fillApprovals(api, demoToday)
  // Of one day the values are behind, and the run is stale.
  await buy(demoToday, 'K-5')
  return { api, buy }
}
