/**
 * What follows from a write is done for the books: a person whose portfolios are a list leaves, write by write of the contract, the books
 * that an administrator leaves. Beside his portfolio stands another one, in the same account at the depository and at the same bank.
 */
import { allRoutes } from '@em/contract/registry'
import { isRight, rightOf } from '@em/contract/rights'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { afterFile } from '../support/after-file.ts'
import { type Api, startApi } from '../support/api.ts'
import { PORTFOLIO } from '../support/books.ts'
import { tradeFile } from '../support/documents.ts'
import { personWith } from '../support/identity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-15'
type Body = Record<string, unknown>
/** Ids by the names that steps give them; `:name` in a path or body is filled with one. */
type Named = Record<string, number>

const JKH = { companyName: 'John Keells Holdings PLC', symbol: 'JKH.N0000' }
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
interface Write {
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
const WRITES: readonly Write[] = [
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

/** Writes that are not tried here, by what they write. */
const UNTRIED: Readonly<Record<string, readonly string[]>> = {
  'registers that every portfolio follows: who may write them is asked elsewhere': [
    'equities',
    'settlement-accounts',
    'brokers',
    'broker-names',
    'holidays',
    'fee-tariffs',
    'fee-reliefs',
    'cost-of-funds',
    'limits',
  ],
  'rows of the portfolio, draft, file or person alone, of which nothing follows': [
    'portfolios',
    'strategies',
    'costing-methods',
    'recurring',
    'attachments',
    'orders',
    'rebalancing',
    'report-schedules',
    'identity',
    'jobs',
    'exports',
    'notifications',
    'payments.export',
    'batches.see',
    'cds-comparisons.explain',
    'broker-reports.keep-comparison',
  ],
  'a reconciliation that he sees, on whose account nothing of another portfolio stands': ['reconciliation'],
}

let api: Api
let token: string
let rewind: () => Promise<void>
let named: Named
let contents: () => Promise<Record<string, readonly string[]>>

const filled = (value: unknown, ids: Named): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(/"?:([a-z]+\d?)\b"?/g, (whole, name: string) =>
      ids[name] === undefined ? whole : String(ids[name]),
    ),
  )
const send = async (
  { where, body, as }: Omit<Write, 'name'>,
  ids: Named,
  who = api.token,
): Promise<number> => {
  const [method, path] = where.split(' ', 2) as [string, string]
  const to = path.replace(/:([a-z]+\d?)\b/g, (_, name: string) => String(ids[name]))
  const answer = await api.call<{ id?: number; data?: { id: number } }>(`${method} ${to}`, {
    token: who,
    ...(body !== undefined && { body: filled(body, ids) }),
  })
  if (answer.status >= 300)
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  if (as !== undefined) ids[as] = answer.body.data?.id ?? answer.body.id ?? 0
  return answer.status
}

/** The neighbour, the accounts that both use, and what every holder is given. */
async function fill(): Promise<Named> {
  const ids: Named = {}
  const post = (where: string, body: Body, as?: string) =>
    send({ where, body, ...(as !== undefined && { as }) }, ids)
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

/** Who did it and when: of each run its own. */
const VOLATILE = "'^(recorded|created|updated|uploaded|changed|matched|undone)_(at|by)$'"
const OF_RUN = `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t))
  WHERE key !~ ${VOLATILE} AND NOT (key = 'cause_id' AND to_jsonb(t) ->> 'cause_kind' = 'person'))`
const NOT_BOOKS = ['audit', 'sessions', 'jobs', 'job_inputs', 'write_probe', 'idempotency_keys']

async function reading(): Promise<typeof contents> {
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  afterFile(() => client.end())
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'em' AND tablename <> ALL ($1) ORDER BY 1",
    [NOT_BOOKS],
  )
  const text = tables
    .map(
      ({ name }) => `SELECT '${name}' AS name, array(
         SELECT ${OF_RUN}::text FROM em.${name} t ORDER BY 1) AS held`,
    )
    .join(' UNION ALL ')
  return async () => {
    const { rows } = await client.query<{ name: string; held: string[] }>(text)
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
  }
}

beforeAll(async () => {
  api = await startApi({ today: TODAY, edition: 'premium' })
  named = await fill()
  token = (await personWith(api, { sees: [named['mine'] ?? 0] })).token
  rewind = await rewindable(api)
  contents = await reading()
})

/** Does the writes; answers what the books hold in the end. */
async function done(who: string): Promise<Record<string, readonly string[]>> {
  await rewind()
  const ids = { ...named }
  for (const one of WRITES) {
    if (one.name === 'openings.change-lot') {
      const [lot] = await api.database.query<{ id: number }>(
        "SELECT max(id) AS id FROM trades WHERE side = 'opening'",
      )
      ids['lot'] = lot?.id ?? 0
    }
    await send(one, ids, who)
  }
  expect(await verifyBooks(api.database)).toEqual([])
  return contents()
}

test('every write of the contract: the same books', async () => {
  const byAll = await done(api.token)
  const byPerson = await done(token)
  const other = Object.entries(byAll).flatMap(([table, rows]) => {
    const his = byPerson[table] ?? []
    const [lacking, instead] = [
      rows.filter((one) => !his.includes(one)),
      his.filter((one) => !rows.includes(one)),
    ]
    return lacking.length + instead.length === 0 ? [] : [{ table, lacking, instead }]
  })
  expect(other).toEqual([])
})

test('a new name of a security is everybody’s: who sees some portfolios does not give it', async () => {
  await rewind()
  const body = {
    kind: 'identity',
    securityCode: JKH.symbol,
    portfolioId: 'MINE',
    newName: 'Keells',
    effectiveDate: '2026-06-12',
  }
  const refused = await api.call<{ code: string }>('POST /corporate-actions', { body, token })
  expect([refused.status, refused.body.code]).toEqual([403, 'rights.scope'])
  const { body: made } = await api.call<{ id: number }>('POST /corporate-actions', { body })
  const processed = await api.call<{ code: string }>(`POST /corporate-actions/${made.id}/process`, {
    body: {},
    token,
  })
  expect([processed.status, processed.body.code]).toEqual([403, 'rights.outside'])
})

test('a write of the contract is tried, or said not to be', () => {
  const writes = allRoutes.filter(
    ({ needs, scope }) =>
      scope !== 'all' && needs !== 'public' && (!isRight(needs) || rightOf(needs).changes),
  )
  const said = [...WRITES.map(({ name }) => name), ...Object.values(UNTRIED).flat()]
  const isSaid = (name: string) => said.some((one) => one === name || name.startsWith(`${one}.`))
  expect(writes.map(({ name }) => name).filter((name) => !isSaid(name))).toEqual([])
})
