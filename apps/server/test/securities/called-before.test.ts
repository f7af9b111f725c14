/** The former symbol of a security is understood wherever a symbol is entered; by the day where two securities had it. */
import type { AnnouncementDetail } from '@em/contract/announcements/announcements'
import type { CorporateAction } from '@em/contract/corporate-actions/corporate-actions'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'
import { uploadSummary } from '../support/upload.ts'

const [OLD, NEW] = ['OLDE.N0000', 'NEWE.N0000']
const [OLD_NAME, NEW_NAME] = ['Old Exports PLC', 'New Exports PLC']
const THEN = { symbol: OLD, companyName: OLD_NAME }
const RENAMED_ON = '2026-07-01'
/** A day before it, and one after. */
const [BEFORE, AFTER] = ['2026-06-15', '2026-07-15']

let api: Api
let books: Books
let rewind: () => Promise<void>
let renaming: number
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-07-20' })
  books = await startBooks(api)
  await made('POST /equities', { symbol: OLD, name: OLD_NAME, isin: 'LK0092N00003' })
  of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-10', 1_000, 20, THEN)
  renaming = await rename(OLD, { newSecurityCode: NEW, newName: NEW_NAME, newIsin: 'LK0421N00000' })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Body {
  readonly id: number
  readonly code?: string
  readonly message?: string
  readonly [name: string]: unknown
}
const call = async (where: string, body?: object, query?: Record<string, string | number>) =>
  api.call<Body>(where, { ...(body && { body }), ...(query && { query }) })
async function made(where: string, body: object): Promise<Body> {
  const answer = await call(where, body)
  if (answer.status < 300) return answer.body
  throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
async function rename(securityCode: string, to: object, effectiveDate = RENAMED_ON): Promise<number> {
  const { id } = await made('POST /corporate-actions', {
    kind: 'identity',
    securityCode,
    effectiveDate,
    ...to,
  })
  await made(`POST /corporate-actions/${id}/process`, {})
  return id
}
const takeBack = (id: number) => made(`POST /corporate-actions/${id}/reverse`, { reason: 'Not official' })
const base64 = (text: string) => Buffer.from(text).toString('base64')

const ROW = {
  side: 'buy',
  portfolioId: '',
  brokerName: 'Some broker',
  quantity: 10,
  price: 20,
  settlementDate: AFTER,
  contractNumber: 'SHEET-1',
}
const sheet = (word: object, tradeDate: string) => ({
  source: 'import',
  rows: [
    {
      ...ROW,
      portfolioId: of.portfolioId,
      settlementAccount: String(books.bank),
      tradeDate,
      settlementDate: tradeDate,
      ...word,
    },
  ],
})
const symbolsHeld = async () => {
  const { body } = await api.call<{ symbol: string }[]>(
    `GET /transaction-entries/portfolio/${of.portfolioId}/positions`,
  )
  return body.map(({ symbol }) => symbol)
}
const quantity = async () => Number((await of.position())?.['quantity'])
const symbolOf = async (equityId: number | null | undefined) => {
  const [row] = await api.database.query<{ symbol: string }>('SELECT symbol FROM equities WHERE id = $1', [
    equityId ?? null,
  ])
  return row?.symbol
}
const list = async (where: string, query: Record<string, string | number>) =>
  (await api.call<Record<string, unknown>[]>(where, { query })).body
const priceOf = async (day: string) => {
  const [row] = await api.database.query<{ equity_id: number | null }>(
    'SELECT equity_id FROM prices WHERE trade_date = $1 AND symbol = $2',
    [day, OLD],
  )
  return symbolOf(row?.equity_id)
}
const documentOf = async (word: string, contractNumber: string) => {
  const line = fill({ symbol: word, contractNumber, clientAccount: 'ABC-77-LI/00' })
  return made('POST /trade-documents', { file: { fileName: 'fills.txt', data: base64(tradeFileOf([line])) } })
}
const recordDocument = (id: number) =>
  made(`POST /trade-documents/${id}/record`, {
    portfolioId: of.portfolioId,
    brokerName: 'Some broker',
    settlementAccount: books.bank,
  })
const linesOf = (id: number) => list(`GET /trade-documents/${id}/lines`, {})
const SUMMARY = 'Company Name,Symbol,Share Volume,Trade Volume,Previous Close,Open,High,Low,Last Trade\n'

/** Every door that takes a symbol: what it took the old one for. */
const DOORS: [string, () => Promise<unknown>][] = [
  ['a buy', async () => (await of.buy(BEFORE, 10, 20, THEN))['symbol']],
  ['a buy after the day', async () => (await of.buy(AFTER, 10, 20, THEN))['symbol']],
  [
    'a buy by old symbol and new name',
    async () => (await of.buy(BEFORE, 10, 20, { symbol: OLD, companyName: NEW_NAME }))['symbol'],
  ],
  ['a sell', async () => (await of.sell(AFTER, 10, 20, THEN))['symbol']],
  [
    'the figures of a sell',
    async () => {
      const terms = {
        quantity: 10,
        soldPrice: 20,
        tradeDate: AFTER,
        portfolioId: of.portfolioId,
        symbol: OLD,
      }
      const { body } = await call('POST /trade-summary/calculate-sell-transaction', terms)
      return body['sale'] == null ? body : NEW
    },
  ],
  [
    'a bulk buy',
    async () => {
      const terms = {
        companyName: OLD_NAME,
        symbol: OLD,
        portfolioId: of.portfolioId,
        quantity: 10,
        grossValue: 200,
      }
      const { body } = await call('POST /trade-summary/save-bulk-buy-transaction', {
        ...terms,
        tradeDate: BEFORE,
        settlementDate: BEFORE,
        contractNumber: 'BULK',
        brokerName: 'Some broker',
        settlementAccount: books.bank,
      })
      return (body['data'] as Body | undefined)?.['symbol'] ?? body['symbol'] ?? body
    },
  ],
  ['rows by symbol', async () => rowsTaken(sheet({ symbol: OLD }, BEFORE))],
  ['rows by symbol without its class', async () => rowsTaken(sheet({ symbol: 'OLDE' }, BEFORE))],
  ['rows by name', async () => rowsTaken(sheet({ companyName: OLD_NAME }, AFTER))],
  ['rows by a name cut short', async () => rowsTaken(sheet({ companyName: 'Old Exports' }, AFTER))],
  [
    'a start from a sheet',
    async () => {
      const { body } = await call('POST /trade-batches/start?dryRun=1', {
        fileName: 'old.xlsx',
        portfolio: {
          portfolioId: 'START',
          portfolioName: 'Of the start',
          portfolioType: 'Equity Portfolio',
          entity: 'Test Fund',
          fundManager: 'Me',
          baseCurrency: 'LKR',
        },
        costing_method: 'WAP',
        account: {
          payment_method: 'Bank Transfer',
          account_name: 'Of the start',
          account_number: 'START',
          bank_name: 'My bank',
          branch_name: 'Colombo',
        },
        newEquities: [OLD],
        fields: ['tradeDate', 'side', 'companyName', 'quantity', 'price'],
        rows: [[BEFORE, 'B', OLD, '10', '20']],
      })
      const { companies, equities } = body as unknown as { companies: Body[]; equities: Body[] }
      return equities?.length === 0 ? companies[0]?.['symbol'] : body
    },
  ],
  [
    'a document of a broker',
    async () => {
      const { id } = await documentOf(OLD, '70001')
      await recordDocument(id)
      return (await quantity()) === 2_000 ? NEW : 'another'
    },
  ],
  [
    'opening lots',
    async () => {
      const own = await oneHolding(books, 'FIFO')
      const answer = await call(`POST /openings/${own.portfolioId}/lots`, {
        openingDate: '2026-07-10',
        rows: [{ symbol: OLD, quantity: 5, cost: 100, tradeDate: '2026-06-01' }],
      })
      return (await own.position())?.['symbol'] ?? answer.body
    },
  ],
  [
    'prices that are typed',
    async () => {
      const answer = await call('PUT /prices/2026-06-15', { rows: [{ symbol: OLD, last_trade: 21 }] })
      const [row] = await list('GET /trade-summary', { tradeDate: '2026-06-15' })
      return row?.['symbol'] ?? answer.body
    },
  ],
  [
    'prices by an old name',
    async () => {
      const answer = await call('PUT /prices/2026-06-15', { rows: [{ symbol: OLD_NAME, last_trade: 21 }] })
      const [row] = await list('GET /trade-summary', { tradeDate: '2026-06-15' })
      return row?.['symbol'] ?? answer.body
    },
  ],
  [
    'a trade summary',
    async () => {
      await uploadSummary(api, `${SUMMARY}OLD EXPORTS PLC,${OLD},10,1,20,20,21,20,20.5\n`, {
        tradeDate: AFTER,
      })
      return priceOf(AFTER)
    },
  ],
  [
    'the prices of a company',
    async () => {
      await made('PUT /prices/2026-06-15', { rows: [{ symbol: NEW, last_trade: 21 }] }).catch(() => undefined)
      const { body } = await api.call<{ symbol: string }[]>(`GET /trade-summary/company/${OLD}`)
      return body[0]?.symbol
    },
  ],
  ['a statement of the depository, by symbol', async () => compared(OLD)],
  ['a statement of the depository, by ISIN', async () => compared('LK0092N00003')],
  [
    'a pledge',
    async () => {
      const account = await cdsAccount()
      const { symbol } = await made('POST /cds-pledges', {
        account,
        symbol: OLD,
        quantity: 1,
        pledgedOn: BEFORE,
        pledgee: 'Bank',
      })
      return symbol
    },
  ],
  [
    'the events of a CDS account',
    async () =>
      (await list('GET /cds-events', { portfolio: of.portfolioId, symbol: OLD })).length > 0 ? NEW : 'none',
  ],
  ['an announcement by symbol', async () => announced({ symbol: OLD, company: OLD_NAME }, BEFORE)],
  ['an announcement by name', async () => announced({ company: OLD_NAME }, BEFORE)],
  [
    'a corporate action',
    async () => {
      const { securityCode } = await made('POST /corporate-actions', DIVIDEND)
      return securityCode
    },
  ],
  [
    'the shares that a merger gives',
    async () => {
      const { id } = await made('POST /corporate-actions', {
        kind: 'merger',
        securityCode: 'JKH.N0000',
        newSecurityCode: OLD,
        ratioFrom: 1,
        ratioTo: 1,
        effectiveDate: BEFORE,
      })
      const [row] = await api.database.query<{ id: number }>(
        'SELECT new_equity_id AS id FROM corporate_actions WHERE id = $1',
        [id],
      )
      return symbolOf(row?.id)
    },
  ],
  [
    'the list of events',
    async () => (await list('GET /corporate-actions', { securityCode: OLD }))[0]?.['securityCode'],
  ],
  [
    'a search of events',
    async () => (await list('GET /corporate-actions', { search: OLD }))[0]?.['securityCode'],
  ],
  [
    'the list of buys',
    async () => (await list('GET /transaction-entries/buy-all', { symbol: OLD }))[0]?.['symbol'],
  ],
  [
    'a search of buys',
    async () => (await list('GET /transaction-entries/buy-all', { search: OLD }))[0]?.['symbol'],
  ],
  ['a search of Equity Master', async () => (await list('GET /equities', { search: OLD }))[0]?.['symbol']],
  ['the page of a security', async () => (await call(`GET /securities/${OLD}`)).body['symbol']],
  [
    'holders',
    async () => ((await list('GET /transaction-entries/holders', { symbol: OLD })).length > 0 ? NEW : 'none'),
  ],
]

/** Lists that show what the security was called on the day: the trades are of before the rename. */
const OF_THE_DAY: typeof DOORS = [
  ['the list of trades', async () => (await list('GET /trades', { symbol: OLD }))[0]?.['symbol']],
  ['a search of trades', async () => (await list('GET /trades', { search: 'old exports' }))[0]?.['symbol']],
  [
    'a search of settlements',
    async () => (await list('GET /settlements', { search: OLD, status: 'assumed' }))[0]?.['symbol'],
  ],
  ['a search of the ledger', async () => (await list('GET /general-ledger', { search: OLD }))[0]?.['symbol']],
]

const DIVIDEND = {
  kind: 'dividend',
  securityCode: OLD,
  announcementDate: '2026-06-01',
  exDividendDate: BEFORE,
  recordDate: '2026-06-16',
  paymentDate: '2026-07-03',
  dividendRate: 1,
}
async function rowsTaken(body: object): Promise<unknown> {
  const before = await quantity()
  const answer = await call('POST /trade-batches', body)
  if (answer.status !== 201) return answer.body
  return (await quantity()) === before + 10 && (await symbolsHeld()).length === 1 ? NEW : 'another'
}
async function cdsAccount(): Promise<number> {
  const { id } = await made('POST /cds-accounts', {
    participant: 'ABC',
    account_number: '77',
    category: 'LC',
    holder_name: 'Holder',
  })
  await made(`PUT /cds-accounts/${id}/portfolios`, { portfolios: [{ portfolio: of.portfolioId }] }).catch(
    () => undefined,
  )
  await api.call(`PUT /cds-accounts/${id}/portfolios`, {
    body: { portfolios: [{ portfolio: of.portfolioId }] },
  })
  return id
}
async function compared(word: string): Promise<unknown> {
  await cdsAccount()
  const { id } = await made('POST /cds-comparisons', {
    fileName: 'balances.csv',
    data: base64(`Account,Symbol,Balance\nABC-77-LC/00,${word},1000\n`),
    statementDate: '2026-06-30',
  })
  const [row] = await api.database.query<{ equity_id: number | null }>(
    `SELECT l.equity_id FROM cds_comparison_lines l JOIN cds_comparisons c ON c.id = l.comparison_id WHERE c.statement_id = $1`,
    [id],
  )
  return symbolOf(row?.equity_id)
}
async function announced(named: object, date: string): Promise<unknown> {
  const { id } = await made('POST /announcements', {
    date,
    category: 'Dividend',
    title: 'Interim dividend',
    ...named,
  })
  const { body } = await api.call<AnnouncementDetail>(`GET /announcements/${id}`)
  return body.securities[0]?.symbol ?? body
}

describe('the old symbol after a rename', () => {
  test.each(DOORS)('%s takes it', async (_, run) => {
    expect(await run()).toBe(NEW)
  })
  test.each(OF_THE_DAY)('%s takes it, and shows the name of the day', async (_, run) => {
    expect(await run()).toBe(OLD)
  })

  test('the screens say what it was called, and until when', async () => {
    const [row] = await list('GET /equities', { search: NEW })
    expect(row?.['formerly']).toBe(`before 01 Jul 2026 ${OLD} (${OLD_NAME})`)
    const { body } = await call(`GET /securities/${NEW}`)
    expect(body['earlier']).toEqual([{ symbol: OLD, until: RENAMED_ON }])
  })

  test('a document of its time is recorded once, before and after', async () => {
    await takeBack(renaming)
    const { id } = await documentOf(OLD, '70002')
    await recordDocument(id)
    await rename(OLD, { newSecurityCode: NEW })
    expect((await linesOf(id)).map((line) => line['state'])).toEqual(['recorded'])
  })

  test('a symbol that it never had officially is not known after the change was reversed', async () => {
    await takeBack(renaming)
    expect((await of.buy(AFTER, 10, 20, THEN))['symbol']).toBe(OLD)
    expect(await of.buy(AFTER, 10, 20, { symbol: NEW, companyName: NEW_NAME })).toMatchObject({
      status_: 404,
    })
    expect(await rowsTaken(sheet({ symbol: NEW }, AFTER))).toMatchObject({
      code: expect.any(String) as string,
    })
    await uploadSummary(api, `${SUMMARY}NEW EXPORTS PLC,${NEW},10,1,20,20,21,20,20.5\n`, { tradeDate: AFTER })
    expect(await list('GET /trade-summary/unknown', {})).toMatchObject([{ symbol: NEW }])
    expect((await list('GET /equities', { search: OLD }))[0]?.['formerly']).toBeNull()
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

describe('an old symbol that another company has by now', () => {
  const OTHER_NAME = 'Olden Estates PLC'
  beforeEach(async () => {
    await made('POST /equities', { symbol: OLD, name: OTHER_NAME })
  })
  const taken = async (word: object, day: string) => {
    const answer = await call('POST /trade-batches?dryRun=1', sheet(word, day))
    expect(answer.status).toBe(200)
    await made('POST /trade-batches', sheet(word, day))
    return symbolOf((await newest()).equity_id)
  }
  const newest = async () => {
    const [row] = await api.database.query<{ equity_id: number }>(
      'SELECT equity_id FROM trades ORDER BY id DESC LIMIT 1',
    )
    return row as { equity_id: number }
  }

  test('means by the day who had it', async () => {
    expect(await taken({ symbol: OLD }, '2026-06-30')).toBe(NEW)
    expect(await taken({ symbol: OLD, contractNumber: 'SHEET-2' }, RENAMED_ON)).toBe(OLD)
    expect((await of.buy('2026-06-30', 10, 20, { symbol: OLD, companyName: OLD }))['symbol']).toBe(NEW)
    expect((await of.buy(RENAMED_ON, 10, 20, { symbol: OLD, companyName: OLD }))['symbol']).toBe(OLD)
  })

  test('the name says which, whatever the day', async () => {
    expect((await of.buy(BEFORE, 10, 20, { symbol: OLD, companyName: OTHER_NAME }))['company_name']).toBe(
      OTHER_NAME,
    )
    expect((await of.buy(AFTER, 10, 20, THEN))['symbol']).toBe(NEW)
    expect(
      await of.buy(AFTER, 10, 20, { symbol: OLD, companyName: 'John Keells Holdings PLC' }),
    ).toMatchObject({
      status_: 422,
      code: 'equity.symbol-mismatch',
    })
    expect(await taken({ symbol: OLD, companyName: NEW_NAME }, AFTER)).toBe(NEW)
  })

  test('a list without a day is that of who has it', async () => {
    expect(await list('GET /trades', { symbol: OLD })).toEqual([])
    expect((await call(`GET /securities/${OLD}`)).body['companyName']).toBe(OTHER_NAME)
  })

  test('each has the prices of its days, and its own where a file names both', async () => {
    await uploadSummary(
      api,
      `${SUMMARY}NEW EXPORTS PLC,${NEW},10,1,20,20,21,20,20.5\nOLDEN ESTATES PLC,${OLD},10,1,5,5,5,5,5\n`,
      { tradeDate: AFTER },
    )
    await uploadSummary(api, `${SUMMARY}OLD EXPORTS PLC,${OLD},10,1,20,20,21,20,20.5\n`, {
      tradeDate: BEFORE,
    })
    expect([await priceOf(BEFORE), await priceOf(AFTER)]).toEqual([NEW, OLD])
  })

  test('a notice concerns who was called so on its day', async () => {
    expect(await announced({ symbol: OLD }, BEFORE)).toBe(NEW)
    expect(await announced({ symbol: OLD }, AFTER)).toBe(OLD)
  })
})

test('a former symbol of two securities, which none has now, is ambiguous without a day and decided with one', async () => {
  await made('POST /equities', { symbol: OLD, name: 'Olden Estates PLC' })
  await rename(OLD, { newSecurityCode: 'ESTA.N0000' }, '2026-07-10')
  expect(await call(`GET /securities/${OLD}`)).toMatchObject({
    status: 422,
    body: { code: 'symbol.ambiguous', message: expect.stringContaining(`ESTA.N0000, ${NEW}`) as string },
  })
  const bought = async (day: string) =>
    (await of.buy(day, 10, 20, { symbol: OLD, companyName: OLD }))['symbol']
  expect([await bought('2026-06-30'), await bought('2026-07-02'), await bought(AFTER)]).toEqual([
    NEW,
    'ESTA.N0000',
    'ESTA.N0000',
  ])
})

test('a file that names a security by both symbols keeps one price of the day', async () => {
  const file = `${SUMMARY}OLD EXPORTS PLC,${OLD},10,1,20,20,21,20,19\nNEW EXPORTS PLC,${NEW},10,1,20,20,21,20,20.5\n`
  expect((await uploadSummary(api, file, { tradeDate: AFTER })).status).toBe(201)
  const rows = await api.database.query<{ symbol: string }>(
    'SELECT symbol FROM prices WHERE equity_id IS NOT NULL AND trade_date = $1',
    [AFTER],
  )
  expect(rows).toEqual([{ symbol: NEW }])
})

test('an event that is announced by the old symbol is one of the security', async () => {
  const { id } = await made('POST /corporate-actions', DIVIDEND)
  await made(`POST /corporate-actions/${id}/process`, {})
  const { body } = await api.call<CorporateAction>(`GET /corporate-actions/${id}`)
  expect(body).toMatchObject({ securityCode: NEW, gross: 1_000 })
})

test('a change whose old symbol another company has by now is not taken back', async () => {
  await made('POST /equities', { symbol: OLD, name: 'Olden Estates PLC' })
  expect(await call(`POST /corporate-actions/${renaming}/reverse`, { reason: 'Wrong' })).toMatchObject({
    status: 409,
    body: { code: 'action.symbol-taken', message: expect.stringContaining('Olden Estates PLC') as string },
  })
})

/** One change of a story: a security gets a symbol that is free, or its last change is taken back. */
interface Change {
  readonly security: number
  readonly symbol: number
  readonly back: boolean
}
const SYMBOLS = ['AAA.N0000', 'BBB.N0000', 'CCC.N0000', 'DDD.N0000', 'EEE.N0000']
const dayOf = (index: number) => `2025-01-${String(10 + index).padStart(2, '0')}`
class RolledBack extends Error {}

test('by the day a symbol means the one security that had it, else that had it last or gets it next; never two', async () => {
  const changes = fc.array(
    fc.record<Change>({ security: fc.nat(2), symbol: fc.nat(4), back: fc.boolean() }),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(changes, async (story) => {
      const run = api.database.transaction(async (tx) => {
        const ids: number[] = []
        for (const symbol of SYMBOLS.slice(0, 3)) {
          const [row] = await tx.query<{ id: number }>(
            'INSERT INTO equities (name, symbol, market, country, currency) VALUES ($1, $1, $2, $2, $3) RETURNING id',
            [symbol, 'CSE', 'LKR'],
          )
          ids.push(row?.id ?? 0)
        }
        // In force, in the order of their days: who is called what from when on.
        const facts: { security: number; from: number; to: number; place: number; action: number }[] = []
        const now = [0, 1, 2]
        for (const [index, { security, symbol, back }] of story.entries()) {
          const last = facts.findLast((one) => one.security === security)
          if (back) {
            if (last === undefined || now.includes(last.from)) continue
            await tx.query("UPDATE corporate_actions SET state = 'announced' WHERE id = $1", [last.action])
            facts.splice(facts.indexOf(last), 1)
            now[security] = last.from
          } else {
            if (now.includes(symbol)) continue
            const from = now[security] ?? 0
            const [action] = await tx.query<{ id: number }>(
              `INSERT INTO corporate_actions (kind, state, title, equity_id, security_name, ex_date, recorded_by)
               VALUES ('identity', 'processed', 'x', $1, 'x', $2, 1) RETURNING id`,
              [ids[security], dayOf(index)],
            )
            await tx.query(
              `INSERT INTO action_versions (act_id, action_id, version, form, recorded_by) VALUES (1, $1, 1, $2, 1)`,
              [action?.id, JSON.stringify({ newSecurityCode: SYMBOLS[symbol] })],
            )
            await tx.query(
              `INSERT INTO action_steps (act_id, action_id, what, detail, recorded_by) VALUES (1, $1, 'was', $2, 1)`,
              [action?.id, JSON.stringify({ symbol: SYMBOLS[from], name: SYMBOLS[security], isin: null })],
            )
            facts.push({ security, from, to: symbol, place: index, action: action?.id ?? 0 })
            now[security] = symbol
          }
          await tx.query('UPDATE equities SET symbol = $2 WHERE id = $1', [
            ids[security],
            SYMBOLS[now[security] ?? 0],
          ])
        }
        const rows = await tx.query<{ symbol: string; place: number; ids: number[] }>(
          `SELECT s.symbol, d.place, coalesce(array_agg(m.equity_id) FILTER (WHERE m.by_symbol), '{}') AS ids
             FROM unnest($1::text[]) AS s (symbol) CROSS JOIN unnest($2::date[]) WITH ORDINALITY AS d (day, place)
             LEFT JOIN LATERAL securities_meant(s.symbol, d.day) m ON m.place = 1 GROUP BY 1, 2`,
          [SYMBOLS, Array.from({ length: 10 }, (_, index) => dayOf(index))],
        )
        for (const { symbol, place, ids: found } of rows) {
          const code = SYMBOLS.indexOf(symbol)
          const called = (security: number) => {
            const until = facts.filter((one) => one.security === security && one.place <= Number(place) - 1)
            return until.at(-1)?.to ?? security
          }
          // A change that was taken back late may leave a day on which two had it: the one that lost it first is meant.
          const holders = [0, 1, 2].filter((security) => called(security) === code)
          const lostAfter = (security: number) =>
            facts.find((one) => one.security === security && one.place > Number(place) - 1)?.place ?? 99
          const [holder] = holders.toSorted((a, b) => lostAfter(a) - lostAfter(b))
          const last = facts.findLast((one) => one.from === code && one.place <= Number(place) - 1)
          const next = facts.find((one) => one.to === code && one.place > Number(place) - 1)
          const meant = holder ?? last?.security ?? next?.security
          expect([symbol, place, found]).toEqual([symbol, place, meant === undefined ? [] : [ids[meant]]])
        }
        throw new RolledBack()
      })
      await expect(run).rejects.toThrow(RolledBack)
    }),
    { numRuns: 40 },
  )
})
