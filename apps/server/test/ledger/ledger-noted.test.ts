/** Quantity, price, contract number and broker of the trade behind a ledger line: shown, searched, sorted by, exported. */
import { LEDGER_SORTS, type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { type Entity, periods } from '@em/contract/periods/periods'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokerHits, searchHits } from '../../src/features/ledger/ledger.search.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { exported, sheetOf } from '../support/exports.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const linesOf = (query: object): Promise<LedgerEntry[]> => ask(api, ledger.list, { query })
const ofPortfolio = (of: OneHolding, more: object = {}) => linesOf({ portfolioId: of.portfolioId, ...more })
const NOTES = ['quantity', 'price', 'contract_number', 'broker_name'] as const
/** Kind and notes of each entry, oldest first. All lines of an entry must have the same notes. */
function notesByEntry(lines: readonly LedgerEntry[]) {
  const entries = new Map<number, string>()
  for (const line of lines.toReversed()) {
    const notes = JSON.stringify([line.kind, ...NOTES.map((name) => line[name])])
    expect(entries.get(line.entry_id) ?? notes).toBe(notes)
    entries.set(line.entry_id, notes)
  }
  return [...entries].sort(([a], [b]) => a - b).map(([, notes]) => JSON.parse(notes) as unknown[])
}

describe('a line shows', () => {
  test('the quantity, price, contract number and broker of its trade', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 6332, 288.17, { contractNumber: 'ASHA/1', brokerName: 'Asha Securities' })
    await of.sell('2026-06-03', 500, 300, { contractNumber: 'ASHA/2', brokerName: 'Nation Lanka' })
    expect(notesByEntry(await ofPortfolio(of))).toEqual([
      ['trade', 6332, 288.17, 'ASHA/1', 'Asha Securities'],
      ['settlement', 6332, 288.17, 'ASHA/1', 'Asha Securities'],
      ['trade', 500, 300, 'ASHA/2', 'Nation Lanka'],
      ['settlement', 500, 300, 'ASHA/2', 'Nation Lanka'],
    ])
  })

  test('those of the version that caused it: a reversal those of what it takes back', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await of.buy('2026-06-01', 100, 10, { contractNumber: 'FIRST', brokerName: 'One' })
    const second = { tradeDate: '2026-06-01', contractNumber: 'SECOND', brokerName: 'Two' }
    expect(await of.change('buy', id, { ...second, quantity: 120, price: 11 })).toMatchObject({
      status_: 200,
    })
    expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
    const [first, then] = [
      [100, 10, 'FIRST', 'One'],
      [120, 11, 'SECOND', 'Two'],
    ] as const
    expect(notesByEntry(await ofPortfolio(of))).toEqual([
      ['trade', ...first],
      ['settlement', ...first],
      ['correction', ...first],
      ['correction', ...first],
      ['trade', ...then],
      ['settlement', ...then],
      ['correction', ...then],
      ['correction', ...then],
    ])
    const found = async (search: string) =>
      (await ofPortfolio(of, { search })).map(({ contract_number: number }) => number)
    expect(new Set(await found('first'))).toEqual(new Set(['FIRST']))
    expect(new Set(await found('seco'))).toEqual(new Set(['SECOND']))
  })

  test('the sale whose cost another trade moved, and who recorded what when', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-08', 100, 20)
    await of.sell('2026-06-09', 50, 30, { contractNumber: 'MOVED' })
    await of.buy('2026-06-02', 100, 10)
    const [difference] = (await ofPortfolio(of)).filter(({ kind }) => kind === 'correction')
    expect(difference).toMatchObject({ quantity: 50, price: 30, contract_number: 'MOVED', reversal_of: null })
    expect(difference?.recorded_by).toBe('Nimal Perera')
    expect(Date.parse(difference?.recorded_at ?? '')).not.toBeNaN()
  })

  test('the trades of a submission of many rows, of its undoing and of a bulk form', async () => {
    const of = await oneHolding(books, 'FIFO')
    const row = (side: string, day: string, quantity: number, contractNumber: string) => ({
      side,
      symbol: 'JKH.N0000',
      tradeDate: `2026-06-${day}`,
      quantity,
      price: 12.5,
      contractNumber,
    })
    const done = await api.call<{ id: number }>('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: { portfolioId: of.portfolioId, brokerName: 'Bulk broker', settlementAccount: books.bank },
        rows: [row('buy', '01', 70, 'M-1'), row('sell', '02', 30, 'M-2')],
      },
    })
    expect(done.status).toBe(201)
    const expectedNotes = (contract: string, quantity: number, kind: string) => [
      kind,
      quantity,
      12.5,
      contract,
      'Bulk broker',
    ]
    const all = notesByEntry(await ofPortfolio(of)).map((one) => JSON.stringify(one))
    expect(all.toSorted()).toEqual(
      [
        expectedNotes('M-1', 70, 'trade'),
        expectedNotes('M-1', 70, 'settlement'),
        expectedNotes('M-2', 30, 'trade'),
        expectedNotes('M-2', 30, 'settlement'),
      ]
        .map((one) => JSON.stringify(one))
        .toSorted(),
    )
    expect((await api.call(`DELETE /trade-batches/${done.body.id}`)).status).toBe(200)
    const reversed = (await ofPortfolio(of)).filter(({ kind }) => kind === 'correction')
    expect(new Set(reversed.map((line) => `${line.contract_number} ${line.quantity}`))).toEqual(
      new Set(['M-1 70', 'M-2 30']),
    )
  })

  test('nothing where there is no trade', async () => {
    const lines = [
      { account_code: '1010', debit: 5 },
      { account_code: '3000', credit: 5 },
    ]
    const body = { date: '2026-06-01', description: 'No trade behind it', lines }
    expect((await api.call('POST /journal-entries', { body })).status).toBe(201)
    const [line] = await linesOf({ search: 'no trade behind' })
    expect(line).toMatchObject({ quantity: null, price: null, contract_number: null, broker_name: null })
    expect(line).toMatchObject({ kind: 'manual', reversal_of: null, belongs_to: '2026-06-01' })
  })

  test('the day that it belongs to where that day was locked, and what it reverses', async () => {
    const of = await oneHolding(books, 'WAP')
    const [portfolio] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    const entity = 'Locked fund'
    await api.call(`PUT /portfolios/${of.id}`, { body: { entity, version: portfolio?.version } })
    const early = await of.buy('2026-05-04', 100, 10)
    const { id } = (await api.ask(periods.list)).find((one: Entity) => one.name === entity) as Entity
    await lockBooks(api, id, '2026-05-31', 'Test')
    expect(await of.remove('buy', early.id, '?openPeriod=1')).toMatchObject({ status_: 200 })
    const lines = await ofPortfolio(of)
    const reversals = lines.filter(({ reversal_of: reversed }) => reversed !== null)
    expect(new Set(reversals.map((line) => `${line.date} ${line.belongs_to}`))).toEqual(
      new Set(['2026-06-01 2026-05-04']),
    )
    const originals = new Set(lines.filter(({ kind }) => kind !== 'correction').map((line) => line.entry_id))
    expect(new Set(reversals.map((line) => line.reversal_of))).toEqual(originals)
  })
})

describe('a search', () => {
  let of: OneHolding
  let all: LedgerEntry[]
  beforeAll(async () => {
    of = await oneHolding(books, 'WAP')
    for (const [contractNumber, brokerName] of [
      ['Bha/24/10234', 'Bartleet Religare'],
      ['Bha/24/999_1', 'Bartleet Religare'],
      ['LKR-10234', 'Lanka Securities'],
    ]) {
      await of.buy('2026-06-04', 10, 20, { contractNumber, brokerName })
    }
    all = await ofPortfolio(of)
  })
  test.each([
    ['bha/24', (line: LedgerEntry) => line.contract_number?.startsWith('Bha/24')],
    ['BHA/24/10234', (line: LedgerEntry) => line.contract_number === 'Bha/24/10234'],
    ['999_1', () => false],
    ['bha/24/999_', (line: LedgerEntry) => line.contract_number === 'Bha/24/999_1'],
    ['bha_24', () => false],
    ['religare', (line: LedgerEntry) => line.broker_name === 'Bartleet Religare'],
    ['LANKA SEC', (line: LedgerEntry) => line.broker_name === 'Lanka Securities'],
  ])('for %j finds the lines of the trades that note it, and their sums', async (search, belongs) => {
    const lines = all.filter((line) => belongs(line) === true)
    expect(await ofPortfolio(of, { search })).toEqual(lines)
    const summary = await ask(api, ledger.summary, { query: { portfolioId: of.portfolioId, search } })
    expect(summary).toMatchObject({ entries: lines.length, stopped: false })
  })
  test('is narrowed to a broker, by the whole name', async () => {
    const query = (broker: string, more = {}) => ({ portfolioId: of.portfolioId, broker, ...more })
    const lines = all.filter((line) => line.broker_name === 'Bartleet Religare')
    expect(lines.length).toBeGreaterThan(10)
    expect(await linesOf(query('bartleet religare'))).toEqual(lines)
    expect(await ask(api, ledger.summary, { query: query('Bartleet Religare') })).toMatchObject({
      entries: lines.length,
      stopped: false,
    })
    expect(await linesOf(query('Bartleet'))).toEqual([])
    expect(await linesOf(query('Bartleet Religare', { search: 'bha/24/1' }))).toEqual(
      lines.filter((line) => line.contract_number === 'Bha/24/10234'),
    )
  })
  test.each([
    ['contract numbers', (most: number) => searchHits(api.database, 'bha/24', most)],
    ['brokers', (most: number) => searchHits(api.database, 'religare', most)],
    ['one broker', (most: number) => brokerHits(api.database, 'Bartleet Religare', most)],
  ])('that finds too many lines of %s walks them and leaves the same ones', async (_, search) => {
    const [whole, cut] = [await search(1000), await search(4)]
    expect([whole.stopped, cut.stopped]).toEqual([false, true])
    const left = async (hits: typeof whole) => {
      const values: unknown[] = []
      const parameters = hits.among((value) => `$${values.push(value)}`)
      return api.database.query(
        `SELECT l.entry_id, l.line_no FROM journal_lines l WHERE ${parameters.join(' OR ')} ORDER BY 1, 2`,
        values,
      )
    }
    const lines = await left(whole)
    expect(lines.length).toBeGreaterThan(10)
    expect(await left(cut)).toEqual(lines)
  })
})

describe('sorted lines', () => {
  test.each(LEDGER_SORTS.flatMap((field) => [field, `-${field}`]))('by %s, page by page', async (sort) => {
    const field = sort.replace('-', '') as keyof LedgerEntry
    const usual = await linesOf({})
    const numbered = usual.map((line, index) => {
      const value = (field === 'debit' || field === 'credit') && line[field] === 0 ? null : line[field]
      return { line, place: index, value: typeof value === 'string' ? value.toLowerCase() : value }
    })
    const sign = sort.startsWith('-') ? -1 : 1
    numbered.sort((a, b) => {
      if (a.value === b.value) return field === 'date' ? sign * (b.place - a.place) : a.place - b.place
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1
      return a.value < b.value ? -sign : sign
    })
    const paged: LedgerEntry[] = []
    const limit = 37
    for (let page = 1; page <= Math.ceil(usual.length / limit) + 1; page += 1) {
      paged.push(...(await linesOf({ sort, limit, page })))
    }
    // `portfolio` is the name, as it is sorted.
    const key = (line: LedgerEntry) => [line.id, line.balance]
    expect(paged.map(key)).toEqual(numbered.map(({ line }) => key(line)))
  })
  test('have no cursor', async () => {
    const [line] = await linesOf({ limit: 1 })
    const cursor = `${line?.date}_${line?.entry_id}_${line?.line_no}`
    const answer = await api.call<Refused>(ledger.list, { query: { sort: 'debit', limit: 5, cursor } })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'cursor' }] } })
  })
})

describe('exported lines', () => {
  const HEADERS = [
    'Quantity (shares)',
    'Price (LKR)',
    'Contract Number',
    'Broker',
    'Belongs To',
    'Kind',
    'Reversal Of',
    'Recorded By',
    'Recorded At',
  ]
  test('are the same in a workbook and in CSV', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await of.buy('2026-06-01', 1000, 10.5, { contractNumber: '=1+2', brokerName: 'A, "B"' })
    await of.remove('buy', id)
    const lines = await ofPortfolio(of)
    const { portfolioId } = of
    const sheet = await sheetOf((await exported(api, { portfolioId })).bytes)
    expect(sheet.rows[0]?.slice(-9)).toEqual(HEADERS)
    expect(sheet.rows.slice(1).map((row) => row.slice(-9, -1))).toEqual(
      lines.map((line) => [
        1000,
        10.5,
        '=1+2',
        'A, "B"',
        new Date('2026-06-01T00:00:00Z'),
        { trade: 'Trade', settlement: 'Settlement of a trade', correction: 'Correction' }[line.kind],
        line.reversal_of,
        'Nimal Perera',
      ]),
    )
    const rows = (await exported(api, { portfolioId, format: 'csv' })).bytes.toString().split('\r\n')
    expect(rows).toHaveLength(lines.length + 2)
    expect(rows[0]?.endsWith(HEADERS.join(','))).toBe(true)
    const [newest] = lines
    expect(rows[1]).toContain(
      `,1000,10.5000,'=1+2,"A, ""B""",2026-06-01,Correction,${newest?.reversal_of},Nimal Perera,`,
    )
    // The moment of recording is written in Colombo time, as users there read it.
    const recorded = new Date(Date.parse(newest?.recorded_at ?? '') + 330 * 60_000).toISOString()
    expect(rows[1]?.slice(-19)).toBe(recorded.slice(0, 19).replace('T', ' '))
    expect(sheet?.rows[1]?.at(-1)).toBe(rows[1]?.slice(-19))
  })
})
