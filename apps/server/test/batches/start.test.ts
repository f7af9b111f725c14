/** Start from a sheet: an empty installation becomes a portfolio in one write, or stays empty; the books are verified. */
import { roles } from '@em/contract/identity/identity'
import type { Right } from '@em/contract/identity/rights'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ edition: 'standard', today: '2026-06-30' })
})

interface Body {
  [name: string]: unknown
  readonly id: number
}
interface Fault {
  readonly row: number
  readonly field: string
  readonly error: string
}
const body = (code: string, rows: readonly unknown[], more: object = {}) => ({
  fileName: 'old trades.xlsx',
  portfolio: {
    portfolioId: code,
    portfolioName: `My ${code}`,
    portfolioType: 'Equity Portfolio',
    entity: 'My company',
    fundManager: 'Me',
    baseCurrency: 'LKR',
    accountingTreatment: 'FVTPL',
  },
  costing_method: 'WAP',
  account: {
    payment_method: 'Bank Transfer',
    account_name: `Account of ${code}`,
    account_number: code,
    bank_name: 'My bank',
    branch_name: 'Colombo',
  },
  fields: ['tradeDate', 'side', 'companyName', 'quantity', 'price'],
  rows,
  ...more,
})
const start = (code: string, rows: readonly unknown[], more: object = {}, query = '') =>
  api.call<Body>(`POST /trade-batches/start${query}`, { body: body(code, rows, more) })
const preview = (code: string, rows: readonly unknown[], more: object = {}) =>
  start(code, rows, more, '?dryRun=1')
const count = async (path: string) => (await api.call<unknown[]>(`GET ${path}`)).body.length
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

const ROWS = [
  ['2026-01-05', 'B', 'JKH', '1,000', 'Rs. 20.50'],
  ['2026-01-06', 'Buy', 'Sampath Bank PLC', '500', 'LKR 137.00'],
  ['2026-02-02', 'S', 'JKH.N0000', 400, 22],
]

describe('a start from a sheet', () => {
  test('is shown first, with what is made and the cash that the trades needed, and writes nothing', async () => {
    const { status, body: seen } = await preview('LOOK', ROWS)
    expect(status).toBe(200)
    expect(seen).toMatchObject({
      dryRun: true,
      ok: true,
      buys: 2,
      sells: 1,
      portfolio: { portfolioId: 'LOOK', isNew: true },
      account: { isNew: true },
      equities: [
        { symbol: 'JKH.N0000', isListed: true },
        { symbol: 'SAMP.N0000', isListed: true },
      ],
      companies: [
        { text: 'JKH', symbol: 'JKH.N0000', rows: 1 },
        { text: 'Sampath Bank PLC', symbol: 'SAMP.N0000', rows: 1 },
      ],
      unnamed: [],
      firstTrade: '2026-01-05',
    })
    // 20,500 and 68,500 with 1.12 % fees; the sale came later.
    expect(seen['cashNeeded']).toBe(89_996.8)
    expect([await count('/portfolios'), await count('/equities'), await count('/accounts')]).toEqual([
      0, 0, 0,
    ])
  })

  test('makes everything in one write, and one undo takes trades and opening cash back', async () => {
    const { status, body: done } = await start('ONE', ROWS, { openingCash: '89996.80' })
    expect(status).toBe(201)
    expect(done).toMatchObject({ successfulTransactions: 3, status: 'success', portfolio: 'My ONE' })
    const cash = async () => {
      const { body: opening } = await api.call<{ balances: { date: string } | null }>('GET /openings/ONE')
      return opening.balances?.date ?? null
    }
    expect(await cash()).toBe('2026-01-05')
    const rows = await api.database.query<{ action: string }>('SELECT action FROM audit ORDER BY id')
    const actions = rows.map((row) => row.action)
    for (const action of [
      'portfolios.create',
      'costing-methods.assign',
      'settlement-accounts.create',
      'equities.create',
      'openings.balances',
      'batches.record',
    ]) {
      expect(actions).toContain(action)
    }
    await clean()

    const undone = await api.call<Body>(`DELETE /trade-batches/${done.id}`)
    expect(undone.body).toMatchObject({ status: 'undone' })
    expect(await cash()).toBeNull()
    await clean()

    // The records that it made stay, and the next try uses them.
    const again = await preview('ONE', ROWS)
    expect(again.body).toMatchObject({
      ok: true,
      portfolio: { isNew: false },
      account: { isNew: false },
      equities: [],
    })
    const second = await start('ONE', ROWS, { openingCash: '89996.80' })
    expect(second.status).toBe(201)
    expect(await cash()).toBe('2026-01-05')
    await clean()
  })

  test('reports every row at fault in one preview, and leaves nothing behind when it is refused', async () => {
    const wrong = [
      ['2026-01-05', 'B', 'JKH', '1,000', '20.50'],
      ['2026-01-15', 'B', 'JKH', '100', '20.50'],
      ['2026-01-06', 'B', 'john keells', '10', '20.50'],
      ['2026-01-06', 'B', 'XYZ.N0000', '10', '20.50'],
      ['2026-01-07', 'S', 'JKH', '9,000', '21.00'],
      ['2026-01-08', 'B', 'JKH', '10', '205.00'],
      ['someday', 'B', 'JKH', 'ten', ''],
    ]
    const { body: seen } = await preview('BAD', wrong)
    const errors = (seen['errors'] as Fault[]).map(({ row, field }) => `${row} ${field}`)
    expect(errors).toEqual(
      expect.arrayContaining([
        '2 tradeDate',
        '3 companyName',
        '4 companyName',
        '7 tradeDate',
        '7 quantity',
        '7 price',
      ]),
    )
    expect(errors.some((error) => error.startsWith('5 '))).toBe(true)
    expect(seen).toMatchObject({
      ok: false,
      failed: 5,
      warnings: [{ row: 6, field: 'price', value: '205.0000' }],
      unnamed: [
        {
          text: 'john keells',
          canAdd: false,
          choices: [{ symbol: 'JKH.N0000' }, { symbol: 'JKL.N0000' }, { symbol: 'KHL.N0000' }],
        },
        { text: 'XYZ.N0000', canAdd: true, choices: [] },
      ],
    })
    const before = [await count('/portfolios'), await count('/equities'), await count('/accounts')]
    const refused = await start('BAD', wrong)
    expect(refused.status).toBe(422)
    expect(refused.body['code']).toBe('batch.rows')
    expect([await count('/portfolios'), await count('/equities'), await count('/accounts')]).toEqual(before)
    const history = await api.call<Body[]>('GET /trade-batches?status=failed&limit=1')
    expect(history.body[0]).toMatchObject({ failedTransactions: 5, fileName: 'old trades.xlsx' })
    await clean()
  })

  test('proposes the nearest three for a misspelt company, once for all its rows', async () => {
    const rows = [
      ['2026-01-05', 'B', 'Comercial Bank of Ceylon', '10', '5'],
      ['2026-01-06', 'B', 'Comercial Bank of Ceylon', '10', '5'],
      ['2026-01-06', 'B', 'LOLC Holding', '10', '5'],
    ]
    const { body: seen } = await preview('NEAR', rows)
    expect(seen['unnamed']).toMatchObject([
      {
        text: 'Comercial Bank of Ceylon',
        rows: 2,
        choices: [{ symbol: 'COMB.N0000' }, { symbol: 'COMB.X0000' }, {}],
      },
      {
        text: 'LOLC Holding',
        rows: 1,
        choices: expect.arrayContaining([{ symbol: 'LOLC.N0000', name: 'L O L C HOLDINGS PLC' }]),
      },
    ])
  })

  test('makes an equity that is on no list only when it is named', async () => {
    const rows = [['2026-01-05', 'B', 'XYZ.N0000', '10', '5']]
    expect((await start('LIST', rows)).status).toBe(422)
    const done = await start('LIST', rows, { newEquities: ['XYZ.N0000'] })
    expect(done.status).toBe(201)
    const { body: made } = await api.call<{ exists: boolean }>('GET /equities/check-symbol/XYZ.N0000')
    expect(made.exists).toBe(true)
  })

  test('leaves buys without contract and broker that can be corrected as they are', async () => {
    const { body: done } = await start('BLANK', ROWS)
    const { body: trades } = await api.call<Body[]>(`GET /trades?batch=${done.id}&side=buy&limit=1`)
    const [buy] = trades
    expect(buy).toMatchObject({ contract_number: null, broker_name: null })
    const { body: account } = await api.call<Body[]>('GET /accounts')
    const settlementAccount = account.find((one) => one['account_number'] === 'BLANK')?.id
    const corrected = await api.call<Body>(`PUT /transaction-entries/buy/${buy?.id}`, {
      body: {
        companyName: buy?.['company_name'],
        symbol: buy?.['symbol'],
        portfolioId: 'BLANK',
        quantity: 2_000,
        price: 20.5,
        tradeDate: buy?.['trade_date'],
        settlementDate: buy?.['settlement_date'],
        settlementAccount,
      },
    })
    expect(corrected.body).toMatchObject({ quantity: 2_000, contract_number: null })
    await clean()
  })

  test('asks about trades that are recorded already where neither names a contract, under any idempotency key', async () => {
    const send = (more: object = {}, query = '') =>
      api.call<Body>(`POST /trade-batches/start${query}`, {
        body: body('TWICE', ROWS, more),
        ...(query === '' && { headers: { 'Idempotency-Key': crypto.randomUUID() } }),
      })
    expect((await send()).status).toBe(201)
    const again = await send()
    expect([again.status, again.body['code'], again.body['details']]).toMatchObject([
      409,
      'batch.repeated',
      [{ field: 'rows.1.row' }, { field: 'rows.2.row' }, { field: 'rows.3.row' }],
    ])
    const seen = await send({}, '?dryRun=1')
    expect(seen.body).toMatchObject({ ok: false, undecided: 3, failed: 0 })
    expect(seen.body['duplicates']).toMatchObject([
      { row: 1, contractNumber: null, dealNumber: expect.stringMatching(/^BULK-BUY-/), decision: null },
      { row: 2, contractNumber: null, dealNumber: expect.stringMatching(/^BULK-BUY-/), decision: null },
      { row: 3, contractNumber: null, dealNumber: expect.stringMatching(/^BULK-SELL-/), decision: null },
    ])
    expect((await send({ duplicates: 'skip' })).body['code']).toBe('batch.all-skipped')
    const recorded = await send({ duplicates: 'keep' })
    expect([recorded.status, recorded.body['successfulTransactions']]).toEqual([201, 3])
    await clean()
  })

  test('asks about as many equal rows as equal trades are recorded, and about nothing within one sheet', async () => {
    const fill = ['2026-01-05', 'B', 'JKH', '100', '20.50']
    const first = await start('FILLS', [fill, fill])
    expect(first.status).toBe(201)
    const other = ['2026-01-05', 'B', 'JKH', '100', '20.60']
    const numbered = [...fill, 'C-1']
    const seen = await preview('FILLS', [other, numbered, fill, fill, fill], {
      fields: ['tradeDate', 'side', 'companyName', 'quantity', 'price', 'contractNumber'],
    })
    const repeats = seen.body['duplicates'] as { row: number; dealNumber: string }[]
    expect(repeats.map(({ row }) => row)).toEqual([3, 4])
    expect(new Set(repeats.map(({ dealNumber }) => dealNumber)).size).toBe(2)
    // One that was undone is no trade any more.
    expect((await api.call(`DELETE /trade-batches/${first.body.id}`)).status).toBe(200)
    expect((await preview('FILLS', [fill, fill])).body['duplicates']).toEqual([])
  })

  test('needs the right of each thing that it makes, and all portfolios', async () => {
    const refusals: string[] = []
    const sets: readonly Right[][] = [
      ['imports.run', 'trades.read'],
      ['imports.run', 'trades.read', 'portfolios.change'],
      ['imports.run', 'trades.read', 'portfolios.change', 'registers.change'],
    ]
    for (const rights of sets) {
      const name = `Starts with ${rights.length}`
      await api.ask(roles.set, { params: { name }, body: { rights, version: null } })
      const { token } = await personWith(api, { roles: [name] })
      const answer = await api.call<Body>('POST /trade-batches/start', {
        token,
        body: body(`R${rights.length}`, ROWS, { openingCash: 10 }),
      })
      refusals.push(`${answer.status} ${String(answer.body['message'])}`)
    }
    expect(refusals).toEqual([
      expect.stringContaining('Change portfolios and strategies'),
      expect.stringContaining('Change registers'),
      expect.stringContaining('Record opening positions'),
    ])
  })

  test('uses the method of the edition, and another portfolio under a name that is taken is refused', async () => {
    const premium = await start('FIFO', ROWS, { costing_method: 'FIFO' })
    expect(premium.status).toBe(403)
    const taken = await api.call<Body>('POST /trade-batches/start', {
      body: {
        ...body('TAKEN', ROWS),
        portfolio: { ...body('TAKEN', ROWS).portfolio, portfolioName: 'My ONE' },
      },
    })
    expect(taken.status).toBe(409)
  })
})

describe('a sheet of what is held', () => {
  const HELD = ['companyName', 'quantity', 'price']
  const held = (code: string, rows: readonly unknown[], more: object = {}, query = '') =>
    start(code, rows, { fields: HELD, rowsAre: 'holdings', ...more }, query)
  const ROWS_HELD = [
    ['JKH', '1,000', 'Rs. 20.50'],
    ['Sampath Bank PLC', '200', '390.00'],
  ]

  test('is shown first: at cost, on the last market day, with nothing written', async () => {
    const { status, body: seen } = await held('HELDLOOK', ROWS_HELD, {}, '?dryRun=1')
    expect([status, seen]).toMatchObject([
      200,
      { ok: true, rows: 2, buys: 0, chains: 2, bought: 98_500, cashNeeded: 0, firstTrade: '2026-06-30' },
    ])
    expect((await api.call('GET /openings/HELDLOOK')).status).toBe(404)
  })

  test('becomes opening lots against Capital, with the cash that is said, and one undo takes both back', async () => {
    const { status, body: done } = await held('HELD', ROWS_HELD, {
      openingCash: 1000,
      openingDate: '2026-06-26',
    })
    expect([status, done]).toMatchObject([
      201,
      { type: 'opening', successfulTransactions: 2, totalValue: 98_500, portfolio: 'My HELD' },
    ])
    const { body: positions } = await api.call<{ symbol: string; quantity: number; costValue: number }[]>(
      'GET /transaction-entries/portfolio/HELD/positions',
    )
    expect(
      positions.map(({ symbol, quantity, costValue }) => [symbol, quantity, costValue]).toSorted(),
    ).toEqual([
      ['JKH.N0000', 1000, 20_500],
      ['SAMP.N0000', 200, 78_000],
    ])
    await clean()
    expect((await api.call(`DELETE /trade-batches/${done.id}`)).status).toBe(200)
    expect((await api.call<{ balances: null }>('GET /openings/HELD')).body.balances).toBeNull()
    await clean()
  })

  test('a row at fault is named as its column is, and nothing is recorded', async () => {
    const { body: seen } = await held(
      'HELDBAD',
      [...ROWS_HELD, ['Unknown', 5, 1], ['JKH', 'x', 1]],
      {},
      '?dryRun=1',
    )
    expect(seen).toMatchObject({
      ok: false,
      failed: 2,
      errors: [
        { row: 3, field: 'companyName' },
        { row: 4, field: 'quantity' },
      ],
    })
    const refused = await held('HELDBAD', [...ROWS_HELD, ['Unknown', 5, 1]])
    expect([refused.status, refused.body['code']]).toEqual([422, 'batch.rows'])
    expect((await api.call('GET /openings/HELDBAD')).status).toBe(404)
  })
})
