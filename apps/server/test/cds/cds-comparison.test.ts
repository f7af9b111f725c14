/** Statements of the Central Depository: read, compared with what was held on their day, compared again, explained. */

import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { type CdsComparisonDetail, cdsComparisons } from '@em/contract/cds/cds-comparison'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { auditOf, personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let main: number
let other: number

const DAY = '2026-06-16'
const MAIN = 'ABC-1001-LC/00'
const OTHER = 'ABC-1002-LC/00'
const HEADER = 'CDS Account,Symbol,Balance,Pledged'

const account = async (account_number: string, portfolios: string[]) => {
  const { id } = await ask(api, cdsAccounts.routes.create, {
    body: { participant: 'ABC', account_number, category: 'LC', holder_name: 'Test Fund' },
  })
  await ask(api, cds.setPortfolios, {
    params: { id },
    body: { portfolios: portfolios.map((portfolio) => ({ portfolio })) },
  })
  return id
}
const file = (lines: readonly string[] | Uint8Array, more: object = {}) => ({
  fileName: 'cds.csv',
  data: Buffer.from(lines instanceof Uint8Array ? lines : lines.join('\n')).toString('base64'),
  ...more,
})
const read = (lines: readonly string[] | Uint8Array, more: object = {}) =>
  ask(api, cdsComparisons.read, { body: file(lines, more) })
const compare = (lines: readonly string[] | Uint8Array, more: object = {}, query: object = {}) =>
  api.call<CdsComparisonDetail & Refused>(cdsComparisons.record, {
    body: file(lines, { statementDate: DAY, ...more }),
    query,
  })
const causes = ({ rows }: CdsComparisonDetail) =>
  rows.map(({ account: of, symbol, difference, cause }) => [of, symbol, difference, cause])

let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-18' })
  books = await startBooks(api)
  main = await account('1001', ['GROW', 'HOLD'])
  other = await account('1002', ['GROW'])
  await books.bought({ tradeDate: '2026-06-10', settlementDate: '2026-06-12', quantity: 1_000 })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

describe('a file', () => {
  test('is read by the names of its columns, with its day and account above the table', async () => {
    const lines = [
      'Central Depository Systems',
      `Account: ABC-0001001-LC/00 Test Fund`,
      'Statement as at 16/06/2026',
      '',
      'Security,Company,Total Balance,Free Balance,Pledged Qty',
      'JKH.N0000,John Keells,"1,000",900,100',
      'comb.n0000,Commercial Bank,-,50,',
      'Total,,,,',
    ]
    expect(await read(lines)).toMatchObject({
      kind: 'csv',
      columns: {
        account: null,
        symbol: 'Security',
        balance: 'Total Balance',
        free: 'Free Balance',
        pledged: 'Pledged Qty',
      },
      missing: [],
      statementDate: DAY,
      rows: 2,
      problems: [],
      sample: [
        { line: 6, account: MAIN, symbol: 'JKH.N0000', balance: 1_000, pledged: 100 },
        { line: 7, account: MAIN, symbol: 'COMB.N0000', balance: 50, pledged: 0 },
      ],
    })
  })

  test('whose columns have other names is read by those that a person chooses', async () => {
    const lines = ['Konto,Titel,Stück', `${MAIN},JKH.N0000,1000`]
    const first = await read(lines)
    expect([first.headers, first.missing, first.rows]).toEqual([
      ['Konto', 'Titel', 'Stück'],
      ['Symbol', 'Balance'],
      0,
    ])
    const columns = { account: 'Konto', symbol: 'Titel', balance: 'Stück' }
    expect(await read(lines, { columns })).toMatchObject({ missing: [], rows: 1, problems: [] })
    const refused = await compare(lines)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The file has no column for: Symbol, Balance. Please choose the columns.',
    ])
    expect((await compare(lines, { columns })).status).toBe(201)
  })

  test('names what is wrong by line and field, and nothing is saved', async () => {
    const lines = [
      HEADER,
      `${MAIN},JKH.N0000,1000,0`,
      `${MAIN},JKH.N0000,5,0`,
      'ABC-9999-LC/00,JKH.N0000,5,0',
      'no account,JKH.N0000,5,0',
      ',JKH.N0000,5,0',
      `${MAIN},,5,0`,
      `${MAIN},COMB.N0000,1.5,0`,
      `${MAIN},COMB.X0000,-5,0`,
      `${MAIN},SAMP.N0000,5,6`,
      `${MAIN},HNB.N0000,,`,
    ]
    const { problems, problemCount } = await read(lines)
    expect(problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
      '3 Symbol: This security of the account stands in line 2 already.',
      '4 CDS account: ABC-9999-LC/00 is not in CDS Accounts.',
      '5 CDS account: This is no CDS account like ABC-12345-LI/00.',
      '6 CDS account: There is no CDS account. Choose the account of the statement.',
      '7 Symbol: There is no security.',
      '8 Balance: Shares are whole.',
      '9 Balance: This is below zero.',
      '10 Pledged: More shares are pledged than there are.',
      '11 Balance: There is no balance.',
    ])
    expect(problemCount).toBe(9)
    const refused = await compare(lines)
    expect([refused.status, refused.body.code, refused.body.details?.[0]]).toEqual([
      422,
      'cds.rows',
      { field: 'Symbol', message: 'Line 3: This security of the account stands in line 2 already.' },
    ])
    expect(await api.database.query('SELECT count(*)::int AS count FROM cds_statements')).toEqual([
      { count: 0 },
    ])
  })

  test('may be a workbook, and may name one account for all lines', async () => {
    const rows = [
      ['Symbol', 'Quantity', 'As at'],
      ['JKH.N0000', 1000, DAY],
    ]
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['CDS']] },
        { name: 'Holdings', rows },
      ],
    })
    const done = await compare(bytes, { account: main, statementDate: null })
    expect([done.status, done.body.statement_date]).toEqual([201, DAY])
    expect(causes(done.body)).toEqual([[MAIN, 'JKH.N0000', 0, null]])
  })

  test.each([
    ['a day to come', [HEADER, `${MAIN},JKH.N0000,1,0`], { statementDate: '2026-06-19' }, 422, 'cds.future'],
    ['no day', [HEADER, `${MAIN},JKH.N0000,1,0`], { statementDate: null }, 400, 'cds.date-missing'],
    ['another day', ['As at 2026-06-15', HEADER, `${MAIN},JKH.N0000,1,0`], {}, 422, 'cds.other-day'],
    ['no table', ['nothing,here', '1,2'], {}, 422, 'cds.columns'],
    ['a header alone', [HEADER], {}, 422, 'file.unreadable'],
    ['a picture', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]), {}, 415, 'file.kind'],
  ])('with %s is refused', async (_, lines, more, status, code) => {
    const answer = await compare(lines, more)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('a comparison', () => {
  test('holds settled shares against the statement, unsettled trades apart, and names the cause of each break', async () => {
    await books.bought({
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      quantity: 300,
      contractNumber: 'C-2',
    })
    const combank = { companyName: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.N0000' }
    const samp = { companyName: 'Sampath Bank PLC', symbol: 'SAMP.N0000' }
    await books.bought({
      ...combank,
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      quantity: 70,
      contractNumber: 'C-3',
    })
    await books.bought({
      ...samp,
      portfolioId: 'HOLD',
      tradeDate: '2026-06-11',
      settlementDate: '2026-06-15',
      quantity: 25,
      contractNumber: 'C-4',
    })
    await ask(api, cds.pledge, {
      body: {
        account: main,
        portfolio: 'GROW',
        symbol: 'JKH.N0000',
        quantity: 40,
        pledgedOn: '2026-06-12',
        pledgee: 'A bank',
      },
    })
    const done = await compare([
      HEADER,
      `${MAIN},JKH.N0000,1000,40`,
      `${MAIN},COMB.N0000,70,0`,
      `${MAIN},NEW.N0000,5,0`,
      `${OTHER},COMB.X0000,9,0`,
    ])
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({
      statement_date: DAY,
      file_name: 'cds.csv',
      version: 1,
      accounts: 2,
      lines: 5,
      agreed: 1,
      breaks: 4,
      explained: 0,
      uploaded_by: 'Nimal Perera',
    })
    expect(causes(done.body)).toEqual([
      [MAIN, 'COMB.N0000', 70, 'unsettled-buy'],
      [MAIN, 'JKH.N0000', 0, null],
      [MAIN, 'NEW.N0000', 5, 'unknown-security'],
      [MAIN, 'SAMP.N0000', -25, 'not-yet-credited'],
      [OTHER, 'COMB.X0000', 9, 'missing-buy'],
    ])
    expect(done.body.rows[1]).toMatchObject({
      company_name: 'John Keells Holdings PLC',
      held: 1_300,
      unsettled_buys: 300,
      settled: 1_000,
      pledged: 40,
      stated_pledged: 40,
      trades: [
        {
          side: 'buy',
          quantity: 300,
          trade_date: '2026-06-15',
          settlement_date: '2026-06-17',
          isUnsettled: true,
          isCause: false,
        },
      ],
    })
    expect(done.body.rows[0]?.trades).toMatchObject([{ quantity: 70, isCause: true }])
    expect(done.body.rows[3]).toMatchObject({
      balance: null,
      trades: [{ isUnsettled: false, isCause: true }],
    })
  })

  test('finds shares in the other account of the portfolio, until the trade is placed there', async () => {
    const lines = [HEADER, `${MAIN},JKH.N0000,497,0`, `${OTHER},JKH.N0000,503,0`]
    const done = await compare(lines)
    expect(causes(done.body)).toEqual([
      [MAIN, 'JKH.N0000', -503, 'other-account'],
      [OTHER, 'JKH.N0000', 503, 'other-account'],
    ])
    expect(done.body.rows[0]?.other_account).toBe(OTHER)
    const [event] = await ask(api, cds.events, { query: { portfolio: 'GROW', symbol: 'JKH.N0000' } })
    await ask(api, cds.place, { body: { ids: [event?.id ?? 0], account: other, quantity: 503 } })
    const again = await api.call<CdsComparisonDetail>(cdsComparisons.again, {
      params: { id: done.body.id },
      query: {},
    })
    expect([again.status, again.body.version, again.body.breaks]).toEqual([201, 2, 0])
    // Each version stays as it was found.
    const first = await ask(api, cdsComparisons.get, { params: { id: done.body.id }, query: { version: 1 } })
    expect([first.breaks, causes(first)]).toEqual([2, causes(done.body)])
  })

  test('is the same for the same file, however often it is sent, and another for another day or other columns', async () => {
    const lines = [HEADER, `${MAIN},JKH.N0000,1000,0`]
    const [first, second] = await Promise.all([compare(lines), compare(lines)])
    expect([first.status, second.status].toSorted()).toEqual([200, 201])
    expect(second.body.id).toBe(first.body.id)
    const third = await compare(lines, { fileName: 'renamed.csv' })
    expect([third.status, third.body.id, third.body.sha256]).toEqual([200, first.body.id, first.body.sha256])
    expect((await compare(lines, { statementDate: '2026-06-15' })).status).toBe(201)
    const columns = { account: 'CDS Account', symbol: 'Symbol', balance: 'Balance' }
    expect((await compare(lines, { columns })).status).toBe(201)
    const list = await ask(api, cdsComparisons.list, { query: {} })
    expect(list.map(({ statement_date }) => statement_date)).toEqual([DAY, DAY, '2026-06-15'])
    const again = await api.call<CdsComparisonDetail>(cdsComparisons.again, {
      params: { id: first.body.id },
      query: {},
    })
    expect([again.status, again.body.version]).toEqual([200, 1])
  })

  test('a bonus between XD and its listing is not yet credited (vectors 5.8)', async () => {
    await books.bought({
      portfolioId: 'HOLD',
      tradeDate: '2026-06-10',
      settlementDate: '2026-06-12',
      quantity: 3,
      contractNumber: 'C-2',
    })
    const bonus = {
      kind: 'bonus',
      securityCode: 'JKH.N0000',
      ratioFrom: 1,
      ratioTo: 4,
      exDate: DAY,
      allotmentDate: '2026-06-25',
    }
    const made = await api.call<{ id: number }>('POST /corporate-actions', { body: bonus })
    const done = await api.call(`POST /corporate-actions/${made.body.id}/process`, { body: {} })
    expect([made.status, done.status]).toEqual([201, 200])
    const { body } = await compare([HEADER, `${MAIN},JKH.N0000,1003,0`])
    expect(body.rows).toMatchObject([
      { held: 1_253, settled: 1_253, difference: -250, cause: 'awaited', awaited: 'bonus' },
    ])
    expect(body.breaks).toBe(1)
  })

  test('a preview keeps nothing', async () => {
    const seen = await compare([HEADER, `${MAIN},JKH.N0000,900,0`], {}, { dryRun: '1' })
    expect(causes(seen.body)).toEqual([[MAIN, 'JKH.N0000', -100, 'missing-sale']])
    expect(await ask(api, cdsComparisons.list, { query: {} })).toEqual([])
  })

  test('a break is explained with a note that stays when it is compared again; an agreed line is not', async () => {
    const { body } = await compare([HEADER, `${MAIN},JKH.N0000,900,0`, `${MAIN},COMB.N0000,5,0`])
    const explain = (symbol: string, note: string, more: object = {}) =>
      api.call<Refused>(cdsComparisons.explain, {
        params: { id: body.id },
        body: { account: main, symbol, note, ...more },
      })
    expect((await explain('JKH.N0000', 'Sold by the broker, note to come')).status).toBe(201)
    expect((await explain('JKH.N0000', 'Sale of 100 on 12 June')).body).toMatchObject({
      text: 'Sale of 100 on 12 June',
      by: 'Nimal Perera',
    })
    expect((await explain('SAMP.N0000', 'Why')).body.code).toBe('cds.no-break')
    await books.bought({
      tradeDate: '2026-06-16',
      settlementDate: '2026-06-18',
      quantity: 1,
      contractNumber: 'C-9',
    })
    const again = await api.call<CdsComparisonDetail>(cdsComparisons.again, {
      params: { id: body.id },
      query: {},
    })
    expect(again.body).toMatchObject({ version: 2, breaks: 2, explained: 1 })
    expect(again.body.rows.map(({ symbol, note }) => [symbol, note?.text])).toEqual([
      ['COMB.N0000', undefined],
      ['JKH.N0000', 'Sale of 100 on 12 June'],
    ])
    expect(await auditOf(api, 'cds-comparisons.explain')).toHaveLength(2)
  })
})

test('the lines of a statement and of a comparison cannot be changed', async () => {
  await compare([HEADER, `${MAIN},JKH.N0000,900,0`])
  for (const table of ['cds_statements', 'cds_statement_lines', 'cds_comparisons', 'cds_comparison_lines']) {
    await expect(api.database.query(`DELETE FROM ${table}`)).rejects.toThrow()
  }
})

test('a user who sees only some portfolios sees comparisons of accounts that are wholly his, and uploads none', async () => {
  const mixed = await compare([HEADER, `${MAIN},JKH.N0000,1000,0`])
  const own = await compare([HEADER, `${OTHER},JKH.N0000,1,0`])
  const [grow] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const { token } = await personWith(api, { sees: [grow?.id ?? 0] })
  const list = await api.call<CdsComparisonDetail[]>(cdsComparisons.list, { query: {}, token })
  expect(list.body.map(({ id }) => id)).toEqual([own.body.id])
  const get = (id: number) => api.call(cdsComparisons.get, { params: { id }, query: {}, token })
  expect([(await get(own.body.id)).status, (await get(mixed.body.id)).status]).toEqual([200, 404])
  const sent = await api.call<Refused>(cdsComparisons.record, { body: file([HEADER]), query: {}, token })
  expect(sent.body.code).toBe('rights.scope')
})
