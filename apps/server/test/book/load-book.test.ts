/** A small book taken along: corrections across a closing, lots, openings; and what is refused. */
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { lockBooks } from '../support/own-entity.ts'
import { bytesOf, exportedBook, load, rewritten, rowsOf, savedFile } from './book-file.ts'

const TODAY = '2026-11-23'
const LONG = 240_000
let there: Api
let file: string

async function done(api: Api, where: string, body: object): Promise<{ id: number; data: { id: number } }> {
  const answer = await api.call<{ id: number; data: { id: number } }>(where, { body })
  if (answer.status >= 300)
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Sales by first in first out and by named lots, trades that were corrected and deleted after their year was closed. */
async function fill({ api, bank, usual, bought }: Books): Promise<void> {
  const post = (path: string, body: object) => done(api, `POST ${path}`, body)
  await post('/portfolios', {
    portfolioId: 'PICK',
    portfolioName: 'Picked',
    portfolioType: 'Equity Portfolio',
    entity: 'Other Fund',
    fundManager: 'N',
    baseCurrency: 'LKR',
    status: 'Active',
  })
  for (const [portfolioId, costing_method] of Object.entries({ GROW: 'FIFO', HOLD: 'WAP', PICK: 'CHERRY' }))
    await post('/portfolio-costing-method', { portfolioId, costing_method })
  await post('/openings/HOLD/lots', {
    openingDate: '2025-06-02',
    rows: [
      {
        symbol: 'SAMP.N0000',
        quantity: 300,
        price: 61.3333,
        charges: 12.5,
        fairValue: 20000,
        tradeDate: '2024-03-04',
        reference: '=cmd()',
      },
      { symbol: 'COMB.X0000', quantity: 7, cost: 100, tradeDate: '2024-03-05' },
    ],
  })
  await done(api, 'PUT /openings/HOLD/balances', {
    openingDate: '2025-06-02',
    description: '\'Brought\' forward, "all"\nof it',
    lines: [{ account: '1010', debit: 5000, settlementAccount: bank }],
    differenceToCapital: true,
  })
  const open = {
    symbol: 'JKH.N0000',
    quantity: 10,
    price: 20,
    fees: 2.24,
    tradeDate: '2025-05-29',
    settlementDate: '2025-06-03',
    settlementAccount: bank,
  }
  const dividend = {
    kind: 'dividend',
    symbol: 'SAMP.N0000',
    shares: 300,
    ratePerShare: 1.5,
    exDate: '2025-05-28',
    paymentDate: null,
    taxRate: 15,
  }
  const items = [dividend, { kind: 'buy', ...open }, { kind: 'sell', ...open, quantity: 5 }]
  await done(api, 'PUT /openings/HOLD/open-items', { openingDate: '2025-06-02', items: items.slice(1) })
  const taken = (await done(api, 'PUT /openings/HOLD/open-items', {
    openingDate: '2025-06-02',
    items: [
      ...items.slice(0, 2),
      { kind: 'application', symbol: 'COMB.X0000', amount: 150, paidOn: '2025-05-20', price: 15 },
    ],
    replaces: 1,
  })) as unknown as {
    items: { standing: { action: number; trade: number } }[]
  }
  await post(`/corporate-actions/${taken.items[0]?.standing.action}/receive`, {
    date: '2025-06-20',
    amount: 200,
    settlementAccount: bank,
    reference: null,
  })
  await post('/settlements/confirm', {
    items: [{ tradeId: taken.items[1]?.standing.trade, date: '2025-06-04', amount: 202.24 }],
  })
  await post(`/corporate-actions/${taken.items[2]?.standing.action}/allot`, {
    portfolioId: 'HOLD',
    allotted: 4,
    date: '2025-06-10',
    settlementAccount: bank,
  })
  const past = { tradeDate: '2025-10-01', settlementDate: '2025-10-03' }
  const first = await bought({
    ...past,
    contractNumber: 'P-1',
    quantity: 1000,
    description: '=1+1',
    tradeTime: '14:00',
  })
  const second = await bought({
    ...past,
    contractNumber: 'P-2',
    quantity: 500,
    price: 10.1234,
    description: "'quoted",
    tradeTime: '09:31:07',
  })
  const sell = (more: object) =>
    post('/trade-summary/save-sell-transaction', {
      ...usual,
      price: undefined,
      soldPrice: 12,
      quantity: 600,
      tradeDate: '2025-10-02',
      settlementDate: '2025-10-06',
      contractNumber: 'S-1',
      ...more,
    })
  await sell({})
  const picked = await bought({ ...past, portfolioId: 'PICK', contractNumber: 'K-1', quantity: 100 })
  const other = await bought({
    ...past,
    portfolioId: 'PICK',
    contractNumber: 'K-2',
    quantity: 100,
    price: 11,
  })
  const sold = await sell({
    portfolioId: 'PICK',
    contractNumber: 'S-2',
    quantity: 120,
    allocations: [
      { buyTransactionId: other.id, allocatedQuantity: 90 },
      { buyTransactionId: picked.id, allocatedQuantity: 30 },
    ],
  })
  const gone = await bought({ ...past, contractNumber: 'P-3', quantity: 10 })
  const entry = (debit: number) => ({
    date: '2025-12-01',
    description: '+fees',
    lines: [
      { account_code: '6950', debit },
      { account_code: '3000', credit: debit },
    ],
  })
  await post('/chart-of-accounts', { account_code: '6950', account_name: 'Office', active_status: 'Yes' })
  const rent = await post('/journal-entries', entry(11))
  await post('/journal-entries', entry(13.5))
  const entities = await api.database.query<{ id: number }>(
    "SELECT id FROM entities WHERE name = 'Test Fund'",
  )
  const entity = entities[0]?.id ?? 0
  await post(`/entities/${entity}/close`, { year_end: '2026-03-31' })
  expect((await lockBooks(api, entity, '2026-03-31', 'Year-end')).status).toBe(201)
  // Dated into the locked year: booked on the first open day.
  const fees = { feeSource: 'contract', brokerage: 1, cse: 2, cds: 3, clearing: 4, sec: 5, stl: 6 }
  const { id: _id, ...sent } = { ...usual, ...past, id: 0 }
  const charged = Object.fromEntries(
    Object.entries(fees).map(([name, value]) => [
      { cse: 'cseFees', cds: 'cdsFees', clearing: 'clearingFees' }[name] ?? name,
      value,
    ]),
  )
  await done(api, `PUT /transaction-entries/buy/${first.id}?openPeriod=1`, {
    ...sent,
    ...charged,
    contractNumber: 'P-1',
    quantity: 1000,
    price: 9.5,
    reason: 'Mistyped',
  })
  await done(api, `PUT /transaction-entries/buy/${second.id}?openPeriod=1`, {
    ...sent,
    contractNumber: 'P-2',
    quantity: 450,
    price: 10.1234,
    tradeTime: '09:32',
  })
  const removed = await api.call(`DELETE /transaction-entries/buy/${gone.id}?openPeriod=1&reason=Twice`)
  expect(removed.status).toBe(200)
  await post(`/journal-entries/${rent.data.id}/reverse`, { date: '2026-05-04', reason: 'Not ours' })
  await post('/settlements/confirm', {
    items: [{ tradeId: picked.id, date: '2025-10-06', reference: 'R-1' }],
  })
  await post('/settlements/reschedule', {
    items: [{ tradeId: other.id, date: '2026-11-24', note: 'Agreed' }],
  })
  await post('/settlements/confirm', { items: [{ tradeId: sold.id, date: '2025-10-06', reference: 'R-2' }] })
  await chosenAgain(api)
  await done(api, `PUT /portfolios/${entity === 0 ? '' : 'PICK'}`, { status: 'Closed' })
}

/** Rights that were reversed: what was elected and allotted is kept, or taken out, or was dropped as reversals once did. */
async function chosenAgain(api: Api): Promise<void> {
  const rights = async (exRightsDate: string) => {
    const { id } = await done(api, 'POST /corporate-actions', {
      kind: 'rights',
      securityCode: 'JKH.N0000',
      portfolioId: 'GROW',
      rightsRatioFrom: 1,
      rightsRatioTo: 5,
      offerPrice: 15,
      announcementDate: exRightsDate,
      exRightsDate,
      recordDate: exRightsDate,
      subscriptionStart: exRightsDate,
      subscriptionEnd: '2026-07-15',
    })
    const path = `/corporate-actions/${id}`
    await done(api, `POST ${path}/process`, {})
    await done(api, `PUT ${path}/elections`, {
      elections: [{ portfolioId: 'GROW', subscribe: 20, date: '2026-07-14' }],
    })
    await done(api, `POST ${path}/allot`, {
      portfolioId: 'GROW',
      allotted: 15,
      date: '2026-07-16',
      refundDate: '2026-07-20',
    })
    await done(api, `POST ${path}/reverse`, { reason: 'Typed wrongly' })
    return { id, path }
  }
  const stored = await rights('2026-07-01')
  await done(api, `POST ${stored.path}/process`, {})
  const out = await rights('2026-07-02')
  await done(api, `POST ${out.path}/take-out`, { portfolios: 'all', reason: 'Of another fund' })
  await done(api, `POST ${out.path}/process`, {})
  const dropped = await rights('2026-07-03')
  await api.database.query('UPDATE corporate_actions SET turn = turn + 1 WHERE id = $1', [dropped.id])
  await done(api, `POST ${dropped.path}/process`, {})
}

beforeAll(async () => {
  there = await startApi({ today: TODAY, edition: 'premium' })
  await fill(await startBooks(there))
  file = await exportedBook(there)
}, LONG)

const empty = () => startApi({ today: TODAY, edition: 'standard' })

describe('a book', () => {
  test(
    'with trades corrected after their year was closed comes to the same, and is the same file again',
    async () => {
      const here = await empty()
      await load(here, file)
      expect(await verifyBooks(here.database)).toEqual([])
      expect(await rowsOf(await exportedBook(here))).toEqual(await rowsOf(file))
      const texts = `SELECT t.deal_number, v.version, v.trade_time, v.description, v.fee_source, v.brokerage, v.price, v.reason FROM trades t JOIN trade_versions v ON v.trade_id = t.id ORDER BY 1, 2`
      expect(await here.database.query(texts)).toEqual(await there.database.query(texts))
    },
    LONG,
  )

  test(
    'loads from its CSV files alone, text that looks like a formula with it',
    async () => {
      const sheets = await rewritten(file, (name, text) => (name.startsWith('json/') ? null : text))
      const csv = await rewritten(file, (name, text) => (name === 'csv/trades.csv' ? text : null)).catch(
        String,
      )
      expect(csv).toContain('book.zip')
      const here = await empty()
      await load(here, sheets)
      expect(await rowsOf(await exportedBook(here))).toEqual(await rowsOf(file))
    },
    LONG,
  )

  test(
    'checks a date that was still to come on the day on which it was said',
    async () => {
      const later = await rewritten(file, (name, text) => {
        if (name === 'book.json')
          return text.replace(/("exported_at": ?)"[^"]+"/, '$1"2027-06-01T04:00:00.000Z"')
        if (!name.startsWith('json/')) return text
        // Whenever this runs: all that comes before was recorded on the day of the server.
        const then = text.replaceAll(/("recorded_at":)"20[^"]+"/g, `$1"${TODAY}T04:00:00.000Z"`)
        if (name !== 'json/settlements.json') return then
        const lines = then
          .split('\n')
          .map((line) =>
            line.includes('R-2')
              ? line.replace(/("recorded_at":)"[^"]+"/, '$1"2027-05-03T04:00:00.000Z"')
              : line,
          )
        expect(lines.filter((line) => line.includes('2027-05-03'))).toHaveLength(1)
        return lines.join('\n')
      })
      const here = await empty()
      await load(here, later)
      const { settlements = [] } = await rowsOf(file)
      expect(settlements).toHaveLength(4)
      expect((await rowsOf(await exportedBook(here)))['settlements']).toEqual(settlements)
    },
    LONG,
  )

  test(
    'has no act after its end: where the day of the server stood still, that day is the last',
    async () => {
      const still = await rewritten(file, (name, text) =>
        name.startsWith('json/')
          ? text.replaceAll(/("recorded_at":)"20[^"]+"/g, '$1"2031-01-06T04:00:00.000Z"')
          : text,
      )
      const here = await empty()
      await load(here, still)
      expect((await rowsOf(await exportedBook(here)))['settlements']).toEqual(
        (await rowsOf(file))['settlements'],
      )
    },
    LONG,
  )

  test('is exported by who may, and sees all portfolios', async () => {
    const route = 'POST /book/exports'
    const [grow] = await there.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const member = await personWith(there, { roles: ['Dealer'] } as never)
    expect((await there.call(route, { body: {}, token: member.token })).status).toBe(403)
    const part = await personWith(there, { roles: ['Accountant'], sees: [grow?.id ?? 0] } as never)
    expect((await there.call(route, { body: {}, token: part.token })).status).toBe(403)
    expect((await there.call(`${route}?dryRun=1`, { body: {} })).body).toMatchObject({ dryRun: true })
  })
})

/** Nothing is ever kept in it: each file is refused. */
let refusing: Api | undefined
/** The message at the loading of a changed file; nothing is kept of it. */
async function said(path: string): Promise<string> {
  refusing ??= await empty()
  const here = refusing
  const message = await load(here, path).then(
    () => 'loaded',
    (error: unknown) => String(error),
  )
  const [stored] = await here.database.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM trades) + (SELECT count(*) FROM portfolios) AS count',
  )
  expect(stored?.count).toBe(0)
  return message
}
const changed = (of: string, change: (text: string) => string) =>
  rewritten(file, (name, text) => (name === of ? change(text) : text))

describe('a file is refused', () => {
  test('where the installation holds anything, naming what', async () => {
    const message = await load(there, file).catch(String)
    expect(message).toMatch(
      /empty installation only. This one has 11 trades, \d+ journal entries, 5 corporate actions, 3 portfolios\./,
    )
  })

  test(
    'where it is cut off, damaged, of another kind or of a later format',
    async () => {
      const bytes = await bytesOf(file)
      expect(await said(await savedFile(bytes.subarray(0, bytes.length - 100)))).toContain(
        'not a whole zip file',
      )
      const holed = Buffer.from(bytes)
      holed.fill(0, 2_000, 2_100)
      expect(await said(await savedFile(holed))).toMatch(/damaged/)
      expect(await said(await savedFile(Buffer.from('no zip')))).toContain('is no book')
      expect(
        await said(await changed('book.json', (text) => text.replace('"version": 1', '"version": 2'))),
      ).toContain('version 2')
      expect(
        await said(await rewritten(file, (name, text) => (name === 'book.json' ? null : text))),
      ).toContain('it has no book.json')
    },
    LONG,
  )

  test(
    'where a row is missing, cannot be read or names what is not there, by section and row',
    async () => {
      const lines = (change: (rows: string[]) => string[]) => (text: string) =>
        change(text.split('\n')).join('\n')
      expect(
        await said(
          await changed(
            'json/trades.json',
            lines((rows) => rows.toSpliced(1, 1)),
          ),
        ),
      ).toMatch(/trades|settlements/)
      expect(
        await said(
          await changed('json/trades.json', (text) => text.replace('"quantity":1000', '"quantity":1000.5')),
        ),
      ).toBe('BookFault: trades, row 1: quantity must be a whole number.')
      expect(
        await said(
          await changed('json/trades.json', (text) =>
            text.replace('"portfolio":"GROW"', '"portfolio":"NONE"'),
          ),
        ),
      ).toBe('BookFault: trades, row 1: There is no portfolio NONE.')
      expect(
        await said(await changed('json/journal_entries.json', (text) => text.replace('13.50', '13.60'))),
      ).toMatch(/journal_entries, row 2: .*differ/i)
    },
    LONG,
  )

  test(
    'where the books come to something else than it says, naming it',
    async () => {
      const message = await said(
        await changed('json/trial_balance.json', (text) =>
          text.replace(/"balance":"[^"]+"/, '"balance":"1.23"'),
        ),
      )
      expect(message).toContain('The books do not come to what the file says. Nothing was kept.')
      expect(message).toMatch(
        /trial_balance, row 1: the file says account .* balance 1\.23; the books have account/,
      )
      expect(
        await said(
          await changed('json/trades.json', (text) => text.replace('"quantity":450', '"quantity":451')),
        ),
      ).toMatch(/trades, row|positions/)
    },
    LONG,
  )
})
