/** In which order the trades of one submission are recorded: by the time of dealing, and newest first turned round. */
import { readFileSync } from 'node:fs'
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { reportFiles } from '@em/contract/reports/report-files'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSheet } from '../../src/sheets/sheet-reading.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { download } from '../support/exports.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-07-31' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'HOLD', costing_method: 'FIFO' } })
  await api.call('POST /equities', { body: { symbol: 'TIM.N0000', name: 'Tim PLC' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Answered {
  readonly [field: string]: unknown
  readonly id: number
  readonly code?: string
  readonly gain?: number
  readonly errors?: readonly { row: number; field: string }[]
  readonly details?: readonly { field: string; message: string }[]
}
interface Sale {
  readonly contract_number: string
  readonly capital_gain: number
  readonly trade_time: string | null
}

const caseNamed = (name: string) => readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url))
const FIELDS = ['tradeDate', 'side', 'symbol', 'quantity', 'price', 'contractNumber', 'tradeTime']
const submit = (rows: readonly unknown[], query = '', more: object = {}) =>
  api.call<Answered>(`POST /trade-batches${query}`, {
    body: {
      source: 'import',
      defaults: { portfolioId: 'GROW', brokerName: 'Some broker', settlementAccount: books.bank },
      fields: FIELDS,
      rows,
      ...more,
    },
  })
const sales = async (): Promise<Sale[]> =>
  (await api.call<Sale[]>('GET /trade-summary/sell-transactions')).body
const gains = async () => (await sales()).map((sale) => sale.capital_gain)
const lots = async () =>
  api.database.query(
    `SELECT l.trade_date, l.quantity, l.cost, v.contract_number FROM lots l JOIN trades t ON t.id = l.event_id
       JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ORDER BY v.contract_number`,
  )
const recordedOrder = async () =>
  (
    await api.database.query<{ contract_number: string }>(
      'SELECT v.contract_number FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ORDER BY t.id',
    )
  ).map((row) => row.contract_number)
/** The Trade Blotter of a day, as CSV. */
async function blotter(day: string): Promise<string> {
  const { body } = await api.call<{ id: number }>(reportFiles.tradeBlotter, {
    body: { from: day, to: day, format: 'csv' } as never,
  })
  return (await download(api, body.id)).bytes.toString()
}
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

/** Bought on the 2nd at 10.00; on the 3rd bought at 20.00 and sold at 25.00. */
const [C1, C2, C3] = [
  ['2026-06-02', 'Buy', 'JKH.N0000', 100, 10, 'C1'],
  ['2026-06-03', 'Buy', 'JKH.N0000', 100, 20, 'C2'],
  ['2026-06-03', 'Sell', 'JKH.N0000', 100, 25, 'C3'],
] as const
const at = (row: readonly unknown[], time: string | null) => [...row, time]

describe('rows whose dates all descend', () => {
  test('of the file "newest first" are recorded from the last to the first: the gain is 1,000.00', async () => {
    const reading = await readSheet(caseNamed('trades-newest-first.csv'), 'trades-newest-first.csv', null)
    const fields = reading.columns.map(({ field }) => field)
    const preview = await submit(reading.rows, '?dryRun=1', { fields })
    expect(preview.body).toMatchObject({ ok: true, gain: 1_000, reordered: true })
    expect((await submit(reading.rows, '', { fields })).status).toBe(201)
    expect(await gains()).toEqual([1_000])
    expect(await recordedOrder()).toEqual(['C1', 'C2', 'C3'])
    await clean()
  })
  test('stay as listed where one date ascends, or where there is one date alone', async () => {
    const later = ['2026-06-04', 'Buy', 'JKH.N0000', 1, 10, 'C4']
    expect((await submit([C3, C2, C1, later], '?dryRun=1')).body).toMatchObject({
      gain: 1_500,
      reordered: false,
    })
    await submit([C1])
    expect((await submit([C3, C2], '?dryRun=1')).body).toMatchObject({ gain: 1_500 })
  })
  test('are looked at as sent, also where some of them are skipped', async () => {
    await submit([C1])
    expect((await submit([C3, C2, C1], '?dryRun=1', { duplicates: 'skip' })).body).toMatchObject({
      skipped: 1,
      gain: 1_000,
    })
  })
  test('are named by their numbers as sent', async () => {
    const short = ['2026-06-03', 'Sell', 'JKH.N0000', 500, 25, 'C9']
    const refused = await submit([C3, C2, C1, ['2026-06-01', 'Sell', 'JKH.N0000', 5, 25, 'C0']])
    expect(refused.body.details).toMatchObject([{ field: 'rows.4.quantity' }])
    const preview = await submit([short, C2, C1], '?dryRun=1')
    expect(preview.body.errors).toMatchObject([{ row: 1, field: 'quantity' }])
  })
  test('of a start from a sheet are turned round, too', async () => {
    const start = (query: string) =>
      api.call<Answered>(`POST /trade-batches/start${query}`, {
        body: {
          fileName: 'old trades.csv',
          portfolio: {
            portfolioId: 'START',
            portfolioName: 'My start',
            portfolioType: 'Equity Portfolio',
            entity: 'My company',
            fundManager: 'Me',
            baseCurrency: 'LKR',
            accountingTreatment: 'FVTPL',
          },
          account: {
            payment_method: 'Bank Transfer',
            account_name: 'Account of the start',
            account_number: '9001',
            bank_name: 'My bank',
            branch_name: 'Colombo',
          },
          fields: FIELDS.slice(0, 6),
          rows: [C3, C2, C1],
        },
      })
    expect((await start('?dryRun=1')).body).toMatchObject({ ok: true, gain: 1_000 })
    expect((await start('')).status).toBe(201)
    expect(await gains()).toEqual([1_000])
  })
})

describe('times of dealing', () => {
  test('order the trades of one portfolio, security and day, and are kept', async () => {
    await submit([at(C1, null)])
    const rows = [at(C3, '13:00'), at(C2, '10:00:05')]
    expect((await submit(rows, '?dryRun=1')).body).toMatchObject({ ok: true, gain: 1_000 })
    expect((await submit(rows)).status).toBe(201)
    expect(await sales()).toMatchObject([{ capital_gain: 1_000, trade_time: '13:00:00' }])
    expect(await recordedOrder()).toEqual(['C1', 'C2', 'C3'])
    const book = (await api.call<Sale[]>('GET /trades?sort=created_at')).body
    expect(book.map((trade) => trade.trade_time)).toEqual([null, '10:00:05', '13:00:00'])
    expect(await blotter('2026-06-02')).not.toContain('Trade Time')
    const lines = (await blotter('2026-06-03')).split('\r\n')
    expect(lines[0]).toContain(',Trade Date,Trade Time,Type,')
    expect(lines[2]).toContain(',2026-06-03,13:00:00,Sell,')
    await clean()
  })
  test('decide only where all trades of the security and day have one', async () => {
    const rows = [at(C1, '11:00'), at(C3, '13:00'), at(C2, null)]
    expect((await submit(rows, '?dryRun=1')).body).toMatchObject({ gain: 1_500 })
    const other = ['2026-06-03', 'Buy', 'SAMP.N0000', 10, 5, 'S1', null]
    expect(
      (await submit([at(C1, null), at(C3, '13:00'), other, at(C2, '10:00')], '?dryRun=1')).body,
    ).toMatchObject({ gain: 1_000 })
  })
  test('go before the direction of the list', async () => {
    const rows = [at(C2, '10:00'), at(C3, '13:00'), at(C1, '09:45')]
    expect((await submit(rows, '?dryRun=1')).body).toMatchObject({ gain: 1_000 })
  })
  test('that are none are a fault of the row', async () => {
    const preview = await submit([at(C1, '25:00'), at(C2, 'noon')], '?dryRun=1')
    expect(preview.body.errors).toMatchObject([
      { row: 1, field: 'tradeTime', error: 'Must be a time like 09:30 or 09:30:15.' },
      { row: 2, field: 'tradeTime' },
    ])
  })

  const DAY = [
    ['2026-06-03', 'Buy', 'JKH.N0000', 300, 10, 'D1', '09:30:00'],
    ['2026-06-03', 'Sell', 'JKH.N0000', 100, 12, 'D2', '09:45:10'],
    ['2026-06-03', 'Buy', 'JKH.N0000', 100, 20, 'D3', '09:45:11'],
    ['2026-06-03', 'Sell', 'JKH.N0000', 150, 25, 'D4', '12:00:00'],
    ['2026-06-02', 'Buy', 'JKH.N0000', 70, 9, 'D5', '14:29:59'],
    ['2026-06-03', 'Sell', 'JKH.N0000', 33, 11, 'D6', '14:29:59'],
  ]
  test.each(['GROW', 'HOLD'])(
    'leave the same lots and gains in whatever order the rows of %s come',
    async (portfolioId) => {
      const defaults = { portfolioId, brokerName: 'Some broker', settlementAccount: books.bank }
      const found = new Set<string>()
      for (let round = 0; round < 8; round += 1) {
        const rows = shuffled(DAY, round)
        expect((await submit(rows, '', { defaults })).status).toBe(201)
        const gained = (await sales())
          .toSorted((a, b) => a.contract_number.localeCompare(b.contract_number))
          .map((sale) => sale.capital_gain)
        found.add(JSON.stringify([gained, await lots()]))
        await rewind()
      }
      expect(found.size).toBe(1)
    },
  )
})
/** The same in another order each turn. */
function shuffled<T>(all: readonly T[], round: number): T[] {
  const left = [...all]
  let number = round + 1
  return all.map(() => {
    number = (number * 48_271) % 2_147_483_647
    return left.splice(number % left.length, 1)[0] as T
  })
}

describe('a document of a broker', () => {
  const upload = async (data: Buffer | string) => {
    const file = { fileName: 'trades.txt', data: Buffer.from(data as string, 'latin1').toString('base64') }
    return (await ask(api, tradeDocuments.upload, { body: { file } })) as { id: number }
  }
  const record = async (id: number, query: object = {}) => {
    const body = {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
    }
    const answer = await api.call<DocumentRecorded>(tradeDocuments.record, {
      params: { id },
      body: body as never,
      query: query as never,
    })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const TIM = ['2026-07-03', 'Buy', 'TIM.N0000', 100, 10, 'T1']

  test('that lists its sale before the earlier buy is recorded by the times of its fills: the gain is 1,000.00', async () => {
    await submit([TIM])
    const { id } = await upload(caseNamed('ats-file-sale-listed-before-the-earlier-buy.txt'))
    expect(await record(id, { dryRun: '1' })).toMatchObject({ recorded: 2, gain: 1_000 })
    await record(id)
    expect(await sales()).toMatchObject([{ capital_gain: 1_000, trade_time: '13:00:00' }])
    await clean()
  })
  test('whose days all descend is recorded from its last line to its first', async () => {
    const of = (line: number, side: 'buy' | 'sell', day: string, price: bigint) =>
      fill({
        line,
        side,
        price,
        quantity: 100n,
        tradeTime: null,
        contractNumber: `8000${line}`,
        tradeDate: `2026-07-${day}`,
        settlementDate: '2026-07-10',
      })
    const { id } = await upload(
      tradeFileOf([
        of(1, 'sell', '07', 250_000n),
        of(2, 'buy', '07', 200_000n),
        of(3, 'buy', '06', 100_000n),
      ]),
    )
    expect(await record(id, { dryRun: '1' })).toMatchObject({ recorded: 3, gain: 1_000 })
    await record(id)
    expect(await gains()).toEqual([1_000])
  })
})

describe('the time of a single trade', () => {
  test('is kept, stays where a change leaves it out, changes and empties; the trade keeps its place', async () => {
    const bought = await books.bought({ tradeTime: '09:31' })
    expect(bought).toMatchObject({ trade_time: '09:31:00' })
    const change = async (more: object) =>
      (
        await api.call<Answered>(`PUT /transaction-entries/buy/${bought.id}`, {
          body: { ...books.usual, ...more },
        })
      ).body['trade_time']
    expect(await change({ description: 'Noted' })).toBe('09:31:00')
    expect(await change({ trade_time: '14:05:06' })).toBe('14:05:06')
    expect(await change({ tradeTime: '' })).toBeNull()
    const one = await api.call<{ versions: { trade_time: string | null }[] }>(`GET /trades/${bought.id}`)
    expect(one.body.versions.map((version) => version.trade_time)).toEqual([
      '09:31:00',
      '09:31:00',
      '14:05:06',
      null,
    ])
    const refused = await books.buy({ tradeTime: '9.30' })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'tradeTime' }] } })
  })
})
