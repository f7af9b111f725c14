/**
 * Every write of the books, one after the other, on books that are made for them: two portfolios that share an account at the depository and
 * a bank account.
 */
import type { Api } from './api.ts'
import { PORTFOLIO } from './books.ts'
import { custodianFile, unknownIsin } from './custodian.ts'
import { tradeFile } from './documents.ts'
import { recordPrices } from './prices.ts'

export const TODAY = '2026-06-15'
export type Body = Record<string, unknown>
/** Ids by the names that steps give them; `:name` in a path or body is filled with one. */
export type Named = Record<string, number>

export const JKH = { companyName: 'John Keells Holdings PLC', symbol: 'JKH.N0000' }
const trade = (portfolioId: string, contractNumber: string, more: Body = {}): Body => ({
  ...JKH,
  portfolioId,
  quantity: 1_000,
  price: 20,
  contractNumber,
  brokerName: 'Asha Securities',
  tradeDate: '2026-05-04',
  settlementDate: '2026-05-06',
  settlementAccount: ':bank',
  ...more,
})
const sale = (contractNumber: string, more: Body = {}) =>
  trade('MINE', contractNumber, {
    quantity: 10,
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
    ...more,
  })
const entry = (portfolioId: string, more: Body = {}): Body => ({
  date: '2026-06-09',
  description: 'Fee',
  lines: [
    { account_code: '6300', debit: 5, portfolioId },
    { account_code: '1010', credit: 5, portfolioId, settlementAccount: ':bank' },
  ],
  ...more,
})
const unknown = (side: 'debit' | 'credit'): Body => ({
  date: '2026-06-03',
  description: 'Unknown',
  account_code: '6300',
  [side]: 3,
  portfolioId: 'MINE',
})
const dividend = (more: Body = {}): Body => ({
  kind: 'dividend',
  securityCode: 'JKH.N0000',
  portfolioId: 'MINE',
  announcementDate: '2026-06-02',
  exDividendDate: '2026-06-04',
  recordDate: '2026-06-05',
  paymentDate: '2026-06-10',
  dividendRate: 1,
  ...more,
})
const OFFER = {
  kind: 'tender',
  securityCode: 'JKH.N0000',
  portfolioId: 'MINE',
  offerPrice: 22,
  announcementDate: '2026-06-02',
  acceptanceDate: '2026-06-11',
  effectiveDate: '2026-06-12',
}
const IMPORT = {
  source: 'import',
  defaults: { portfolioId: 'MINE', brokerName: 'Asha Securities', settlementAccount: ':bank' },
}
const row = (contractNumber: string, quantity: number) => ({
  side: 'buy',
  symbol: 'JKH.N0000',
  tradeDate: '2026-05-05',
  settlementDate: '2026-05-07',
  quantity,
  price: 20,
  contractNumber,
})

/** One write: the route's name, what is sent, and what its answer's id is called from then on. */
export interface Write {
  readonly name: string
  readonly where: string
  readonly body?: Body
  readonly as?: string
}
const write = (name: string, where: string, body?: Body, as?: string): Write => ({
  name,
  where,
  ...(body !== undefined && { body }),
  ...(as !== undefined && { as }),
})

/** One after the other. Where there is a choice, a write is one that something follows from. */
export const WRITES: readonly Write[] = [
  // Each moves what the neighbour gets of the bonus.
  write(
    'trades.save-buy',
    'POST /trade-summary/save-buy-transaction',
    trade('MINE', 'L-1', { quantity: 3 }),
    'late',
  ),
  write('trades.enter-buy', 'POST /transaction-entries/buy', trade('MINE', 'L-2', { quantity: 2 }), 'other'),
  write('changes.change-buy', 'PUT /transaction-entries/buy/:late', {
    ...trade('MINE', 'L-1', { quantity: 4 }),
    reason: 'Typed wrongly',
  }),
  write('changes.remove-buy', 'DELETE /transaction-entries/buy/:other'),
  write('batches.save-bulk-buy', 'POST /trade-summary/save-bulk-buy-transaction', {
    ...trade('MINE', 'L-3', { quantity: 5 }),
    grossValue: 100,
  }),
  write(
    'batches.record',
    'POST /trade-batches',
    { ...IMPORT, rows: [row('L-4', 6), row('L-5', 1)] },
    'batch',
  ),
  write('batches.undo', 'DELETE /trade-batches/:batch'),
  write('openings.record-lots', 'POST /openings/MINE/lots', {
    openingDate: '2026-01-02',
    rows: [{ symbol: 'JKH.N0000', quantity: 7, cost: 70, tradeDate: '2025-12-01' }],
  }),
  write('openings.change-lot', 'PUT /opening-lots/:lot', {
    quantity: 9,
    cost: 90,
    tradeDate: '2025-12-01',
  }),
  write('openings.remove-lot', 'DELETE /opening-lots/:lot'),
  // Shares of before in the shared account: what the neighbour was entitled to is counted with them.
  write('open-items.save', 'PUT /openings/MINE/open-items', {
    openingDate: '2026-01-02',
    items: [
      {
        kind: 'buy',
        symbol: 'JKH.N0000',
        quantity: 7,
        price: 10,
        fees: 1,
        tradeDate: '2025-12-30',
        settlementDate: '2026-01-05',
        settlementAccount: ':bank',
      },
      {
        kind: 'dividend',
        symbol: 'JKH.N0000',
        shares: 7,
        ratePerShare: 1,
        exDate: '2025-12-22',
        paymentDate: '2026-01-12',
        taxRate: 15,
        settlementAccount: ':bank',
      },
    ],
    replaces: null,
  }),
  write('openings.save-balances', 'PUT /openings/MINE/balances', {
    openingDate: '2026-01-02',
    lines: [{ account: '1010', debit: 50, settlementAccount: ':bank' }],
    differenceToCapital: true,
  }),
  write('openings.remove-balances', 'DELETE /openings/MINE/balances'),
  write('cds.place', 'PUT /cds-events/account', { ids: [':late'], account: ':own', quantity: null }),
  // Its bank line is matched in the reconciliation of the whole account, which he does not see: it was paid.
  write('changes.change-buy', 'PUT /transaction-entries/buy/:first', {
    ...trade('MINE', 'M-1', { price: 19 }),
    reason: 'Typed wrongly',
  }),
  // Shown by a bank line there: proposed; the confirmation is then reopened, the match taken apart.
  write('settlements.confirm', 'POST /settlements/confirm', {
    items: [{ tradeId: ':second', date: '2026-05-08' }],
  }),
  write('custodian-messages.accept', 'POST /custodian-messages/:held/accept', { lines: [1] }),
  write('custodian-messages.explain', 'POST /custodian-messages/:held/notes', {
    account: ':vault',
    symbol: unknownIsin('MINE01'),
    note: 'Asked the bank',
  }),
  write('settlements.reopen', 'POST /settlements/reopen', {
    items: [{ tradeId: ':first' }],
    matches: 'unmatch',
  }),
  write('settlements.fail', 'POST /settlements/fail', {
    items: [{ tradeId: ':due', date: TODAY, note: 'No cover' }],
  }),
  write('settlements.reschedule', 'POST /settlements/reschedule', {
    items: [{ tradeId: ':due', date: '2026-06-18', note: 'No cover' }],
  }),
  write('sells.save', 'POST /trade-summary/save-sell-transaction', sale('S-1'), 'sold'),
  write('sells.enter', 'POST /transaction-entries/sell', sale('S-2', { soldPrice: 22 }), 'sold2'),
  write('changes.change-sell', 'PUT /transaction-entries/sell/:sold', {
    ...sale('S-1', { soldPrice: 23 }),
    reason: 'Typed wrongly',
  }),
  write('changes.remove-sell', 'DELETE /transaction-entries/sell/:sold2'),
  write('sells.enter-with-allocations', 'POST /transaction-entries/sell-with-allocations', {
    sellTransaction: sale('S-3', { soldPrice: 22 }),
  }),
  write('batches.save-bulk-sell', 'POST /trade-summary/save-bulk-sell-transaction', {
    ...sale('S-4', { soldPrice: 22 }),
    grossValue: 220,
  }),
  write('settlements.confirm-due', 'POST /settlements/confirm-due', { upTo: TODAY, portfolioId: 'MINE' }),
  // Of the rights that every holder has, his part; the rest of all has lapsed by then.
  write('corporate-actions.elect', 'PUT /corporate-actions/:rights/elections', {
    elections: [{ portfolioId: 'MINE', subscribe: 10, date: '2026-06-12' }],
  }),
  write('corporate-actions.allot', 'POST /corporate-actions/:rights/allot', {
    portfolioId: 'MINE',
    allotted: 8,
    date: '2026-06-15',
    refundDate: '2026-06-15',
  }),
  write('corporate-actions.create', 'POST /corporate-actions', OFFER, 'offer'),
  write('corporate-actions.elect', 'PUT /corporate-actions/:offer/elections', {
    elections: [{ portfolioId: 'MINE', sell: 5, date: '2026-06-10' }],
  }),
  write('corporate-actions.take-out', 'POST /corporate-actions/:offer/take-out', {
    portfolios: 'all',
    reason: 'Not offered',
  }),
  write('corporate-actions.create', 'POST /corporate-actions', dividend(), 'dividend'),
  write('corporate-actions.change', 'PUT /corporate-actions/:dividend', dividend({ dividendRate: 2 })),
  write('corporate-actions.process', 'POST /corporate-actions/:dividend/process', {}),
  write('corporate-actions.receive', 'POST /corporate-actions/:dividend/receive', {
    date: '2026-06-10',
    amount: 100,
  }),
  write('corporate-actions.write-off', 'POST /corporate-actions/:dividend/write-off', {
    date: '2026-06-11',
    reason: 'Lost',
  }),
  write('corporate-actions.create', 'POST /corporate-actions', dividend({ dividendRate: 3 }), 'again'),
  write('corporate-actions.process', 'POST /corporate-actions/:again/process', {}),
  write('corporate-actions.receive-many', 'POST /corporate-actions/receipts', {
    receipts: [{ action: ':again', portfolioId: 'MINE', date: '2026-06-11' }],
  }),
  write('action-reports.save-certificate', 'PUT /corporate-action-reports/tax-certificates/:dividend', {
    portfolioId: 'MINE',
    number: 'T-1',
    receivedOn: '2026-06-12',
  }),
  write('corporate-actions.reverse', 'POST /corporate-actions/:dividend/reverse', { reason: 'Called off' }),
  write('corporate-actions.cancel', 'POST /corporate-actions/:dividend/cancel', {}),
  write('valuations.run', 'POST /mark-to-market/runs', { date: '2026-06-12', portfolioId: 'MINE' }, 'run'),
  write('valuations.reverse', 'POST /mark-to-market/runs/:run/reverse', { reason: 'Again' }),
  write('journal.create', 'POST /journal-entries', entry('MINE'), 'entry'),
  write(
    'journal.change',
    'PUT /journal-entries/:entry',
    entry('MINE', { description: 'Changed' }),
    'changed',
  ),
  write('journal.reverse', 'POST /journal-entries/:changed/reverse', { reason: 'Twice' }),
  write('journal.create', 'POST /journal-entries', unknown('debit'), 'lost'),
  write('journal.create', 'POST /journal-entries', unknown('credit'), 'found'),
  write(
    'suspense.clear',
    'POST /suspense-items/clear',
    {
      items: [
        { entry_id: ':lost', line_no: 2 },
        { entry_id: ':found', line_no: 2 },
      ],
    },
    'clearing',
  ),
  write('suspense.undo', 'POST /suspense-clearings/:clearing/undo', { reason: 'Not the same' }),
  write('journal.create', 'POST /journal-entries', entry('MINE', { status: 'Draft' }), 'draft'),
  write('journal.post-drafts', 'POST /journal-entries/post', { ids: [':draft'] }),
  write(
    'trade-documents.upload',
    'POST /trade-documents',
    {
      file: { fileName: 'a.txt', data: tradeFile('70001', 'ABC-9-LI/00', ['2026-05-11', '2026-05-13']) },
    },
    'document',
  ),
  write('trade-documents.record', 'POST /trade-documents/:document/record', {
    portfolioId: 'MINE',
    brokerName: 'Asha Securities',
    settlementAccount: ':bank',
  }),
  write('trade-documents.undo', 'POST /trade-documents/:document/undo', {}),
  write(
    'trade-documents.upload',
    'POST /trade-documents',
    { file: { fileName: 'b.txt', data: tradeFile('70002', 'ABC-9-LI/00', ['2026-05-11', '2026-05-13']) } },
    'unused',
  ),
  write('trade-documents.remove', 'DELETE /trade-documents/:unused'),
  write(
    'cds.pledge',
    'POST /cds-pledges',
    {
      account: ':shared',
      portfolio: 'MINE',
      symbol: 'JKH.N0000',
      quantity: 5,
      pledgedOn: '2026-06-10',
      pledgee: 'Bank',
    },
    'pledge',
  ),
  write('cds.release', 'POST /cds-pledges/:pledge/release', { releasedOn: '2026-06-11' }),
]

const filled = (value: unknown, ids: Named): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(/"?:([a-z]+\d?)\b"?/g, (whole, name: string) =>
      ids[name] === undefined ? whole : String(ids[name]),
    ),
  )
/** How one is sent: the method and path, and the body with its names filled in. */
export function addressed({ where, body }: Omit<Write, 'name'>, ids: Named): { to: string; body?: unknown } {
  const [method, path] = where.split(' ', 2) as [string, string]
  const to = `${method} ${path.replace(/:([a-z]+\d?)\b/g, (_, name: string) => String(ids[name]))}`
  return body === undefined ? { to } : { to, body: filled(body, ids) }
}

/** The id that an answer gives, under the name of the write. */
export const named = (answer: unknown): number => {
  const { id, data } = answer as { id?: number; data?: { id: number } }
  return data?.id ?? id ?? 0
}

/** Sends one; its answer must not be a refusal. */
export async function send(
  api: Api,
  write: Omit<Write, 'name'>,
  ids: Named,
  who = api.token,
): Promise<number> {
  const { to, body } = addressed(write, ids)
  const answer = await api.call(to, { token: who, ...(body !== undefined && { body }) })
  if (answer.status >= 300)
    throw new Error(`${write.where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  if (write.as !== undefined) ids[write.as] = named(answer.body)
  return answer.status
}

/** Before `openings.change-lot`: the lot that the step before recorded. */
export async function lotOf(api: Api): Promise<number> {
  const [lot] = await api.database.query<{ id: number }>(
    "SELECT max(id) AS id FROM trades WHERE side = 'opening'",
  )
  return lot?.id ?? 0
}

/** The neighbour, the accounts that both use, and what every holder is given. */
export async function fill(api: Api): Promise<Named> {
  const ids: Named = {}
  const post = (where: string, body: Body, as?: string) =>
    send(api, { where, body, ...(as !== undefined && { as }) }, ids)
  await post('POST /equities', { name: JKH.companyName, symbol: JKH.symbol })
  await post(
    'POST /accounts',
    {
      payment_method: 'Bank Transfer',
      account_name: 'Of both',
      account_number: '1',
      bank_name: 'Commercial Bank',
      branch_name: 'Colombo 3',
    },
    'bank',
  )
  await recordPrices(api, '2026-06-12', { 'JKH.N0000': 21.5 })
  for (const code of ['THEIRS', 'MINE']) {
    await post(
      'POST /portfolios',
      { ...PORTFOLIO, portfolioId: code, portfolioName: code },
      code.toLowerCase(),
    )
    await post('POST /portfolio-costing-method', { portfolioId: code, costing_method: 'WAP' })
    const cds = { participant: 'ABC', account_number: code.length, category: 'LC', holder_name: code }
    await post(
      'POST /cds-accounts',
      { ...cds, account_number: String(code.length) },
      code === 'MINE' ? 'own' : 'shared',
    )
  }
  await post('PUT /cds-accounts/:shared/portfolios', {
    portfolios: ['THEIRS', 'MINE'].map((portfolio) => ({ portfolio, main: true })),
  })
  await post('PUT /cds-accounts/:own/portfolios', { portfolios: [{ portfolio: 'MINE', main: false }] })
  await post('POST /transaction-entries/buy', trade('THEIRS', 'T-1', { quantity: 1_003 }))
  await post('POST /transaction-entries/buy', trade('MINE', 'M-1'), 'first')
  await post(
    'POST /transaction-entries/buy',
    trade('MINE', 'M-2', { quantity: 1, settlementDate: '2026-05-08' }),
    'second',
  )
  await post(
    'POST /transaction-entries/buy',
    trade('MINE', 'M-3', { tradeDate: '2026-06-12', settlementDate: TODAY }),
    'due',
  )
  await post(
    'POST /transaction-entries/buy',
    trade('MINE', 'M-4', { quantity: 7, settlementDate: '2026-05-08' }),
    'safe',
  )
  await post(
    'POST /safekeeping-accounts',
    { account: 'MINE01', custodian: 'Bank', portfolios: 'MINE' },
    'vault',
  )
  const safe = {
    account: 'MINE01',
    trade: ids['safe'] ?? 0,
    symbol: JKH.symbol,
    quantity: 7,
    date: '2026-05-08',
  }
  await post('POST /custodian-messages', { file: { fileName: 'a.fin', data: custodianFile(safe) } }, 'held')
  const bonus = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-06-01', allotmentDate: '2026-06-03' }
  await post('POST /corporate-actions', { securityCode: JKH.symbol, ...bonus }, 'bonus')
  await post('POST /corporate-actions/:bonus/process', {})
  await post(
    'POST /corporate-actions',
    {
      kind: 'rights',
      securityCode: JKH.symbol,
      rightsRatioFrom: 1,
      rightsRatioTo: 5,
      offerPrice: 15,
      announcementDate: '2026-06-02',
      exRightsDate: '2026-06-03',
      recordDate: '2026-06-04',
      subscriptionStart: '2026-06-05',
      subscriptionEnd: '2026-06-12',
    },
    'rights',
  )
  // As on a day before its last one: nothing has lapsed.
  api.clock.set('2026-06-11')
  await post('POST /corporate-actions/:rights/process', {})
  api.clock.set(TODAY)
  const cash = await api.database.query<{ amount: string }>(
    `SELECT v.net AS amount FROM trades t JOIN trade_versions v ON v.trade_id = t.id WHERE t.id = ANY ($1) ORDER BY t.id`,
    [[ids['first'], ids['second']]],
  )
  const body = { accountCode: '1010', settlementAccount: ids['bank'], period: '2026-05' }
  const made = await api.call<{ reconciliation: { id: number } }>('POST /account-reconciliation', { body })
  ids['reconciliation'] = made.body.reconciliation.id
  const [paid, shown] = cash.map(({ amount }) => Number(amount))
  await post('POST /account-reconciliation/:reconciliation/statements', {
    lines: [{ date: '2026-05-06', credit: paid, description: 'M-1', reference: 'M-1' }],
    format: 'csv',
  })
  await post('POST /account-reconciliation/:reconciliation/auto-match', {})
  await post('POST /account-reconciliation/:reconciliation/statements', {
    lines: [{ date: '2026-05-08', credit: shown, description: 'Another' }],
    format: 'csv',
  })
  return ids
}
