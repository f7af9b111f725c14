/** Outside books: their opening balances, their first open day, and the portfolios that belong to them. */
import {
  type AccountingBatchWithTie,
  type AccountingTarget,
  accountingExports,
  accountingTargets,
  type OutsideTie,
} from '@em/contract/accounting-exports/accounting-exports'
import { journal } from '@em/contract/journal/journal'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { refused } from '../support/identity.ts'
import { fileOf, makeBatch, makeTarget, mapChart } from '../support/outside-ledgers.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-03-31'
let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Side {
  readonly account_code: string
  readonly debit?: number
  readonly credit?: number
  readonly portfolioId: string
}
const post = (date: string, lines: readonly Side[], description = 'Capital') =>
  ask(api, journal.create, { body: { date, description, status: 'Posted', lines } })
const capital = (amount: number, portfolioId = 'GROW'): Side[] => [
  { account_code: '1010', debit: amount, portfolioId },
  { account_code: '3000', credit: amount, portfolioId },
]
const paidIn = (date: string, amount: number, portfolioId = 'GROW') =>
  post(date, capital(amount, portfolioId))

async function ledger(changes: object = {}): Promise<AccountingTarget> {
  const target = await makeTarget(api, { format: 'csv', name: 'Books', ...changes })
  const { version } = await mapChart(api, target)
  return { ...target, mappingVersion: version }
}
const change = (id: number, body: object) =>
  api.call<AccountingTarget & Refused>(accountingTargets.change, { params: { id }, body } as never)
const map = ({ id, mappingVersion: version }: AccountingTarget, rows: object[]) =>
  api.call<Refused>(accountingTargets.changeMapping, { params: { id }, body: { rows, version } } as never)
const withTie = (id: number): Promise<AccountingBatchWithTie> =>
  ask(api, accountingExports.get, { params: { id } })

/** Date, account, debit, credit and text of the lines of a batch, from the columns that a CSV has at first. */
async function linesOf(batch: { id: number; sha256: string }) {
  const { lines } = await fileOf(api, batch)
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    return [cells[3], cells[4], cells[6], cells[7], cells[8]]
  })
}

describe('opening balances', () => {
  test('are of the day on which the ledger was added: what is recorded before its first batch is exported', async () => {
    await paidIn('2025-12-30', 1000)
    const target = await ledger()
    await paidIn('2025-12-31', 70)
    const first = await makeBatch(api, target, '2026-01-31')
    expect(await linesOf(first.body)).toEqual([
      ['2026-01-01', '1010', '70.00', '0.00', 'Capital (dated 2025-12-31)'],
      ['2026-01-01', '3000', '0.00', '70.00', 'Capital (dated 2025-12-31)'],
    ])
    const { tie, difference } = await withTie(first.body.id)
    expect(difference).toBe(0)
    expect(tie.find(({ account_code }) => account_code === '1010')).toMatchObject({
      before: 1000,
      debit: 70,
      balance: 1070,
    })
  })

  test('are taken anew where the first day changes, which it can until there is a batch', async () => {
    await paidIn('2025-12-30', 1000)
    await paidIn('2026-01-10', 5)
    const target = await ledger()
    await paidIn('2025-12-31', 70)
    expect((await change(target.id, { startDate: '2026-02-01', version: 1 })).status).toBe(200)
    await paidIn('2026-02-02', 8)
    const first = await makeBatch(api, target, '2026-02-28')
    expect((await linesOf(first.body)).map(([, account, debit]) => [account, debit])).toEqual([
      ['1010', '8.00'],
      ['3000', '0.00'],
    ])
    expect(await withTie(first.body.id)).toMatchObject({ difference: 0 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('are shown under the outside account that the current mapping has for the first day', async () => {
    await paidIn('2025-12-30', 1000)
    const target = await ledger()
    await paidIn('2026-01-10', 5)
    const { id } = (await makeBatch(api, target, '2026-01-31')).body
    const tieOf = (text: string) =>
      api.call<OutsideTie>(accountingExports.tie, {
        params: { id },
        body: { fileName: 'tb.csv', data: Buffer.from(text).toString('base64') },
      } as never)
    // In the outside ledger the opening balance of the bank is on another account than the batches used: the mapping shows it for the days before their first entry.
    const rows = [
      { account_code: '1010', outside: 'Old Bank' },
      { account_code: '1010', outside: '1010', effectiveFrom: '2026-01-05' },
      { account_code: '3000', outside: '3000' },
    ]
    expect((await map(target, rows)).status).toBe(200)
    const tie = await tieOf('Account Code,Debit,Credit\nOld Bank,1000,\n1010,5,\n3000,,1005\n')
    expect(tie.body).toMatchObject({ difference: 0 })
  })
})

describe('the first open day', () => {
  test('has what is dated before it, with its own date in the text, in the account that is mapped on it', async () => {
    const target = await ledger()
    await paidIn('2026-01-10', 5)
    await makeBatch(api, target, '2026-01-31')
    const rows = [
      { account_code: '1010', outside: '1010' },
      { account_code: '1010', outside: '1011', effectiveFrom: '2026-02-01' },
      { account_code: '3000', outside: '3000' },
    ]
    expect((await map(target, rows)).status).toBe(200)
    expect((await change(target.id, { openFrom: '2026-02-01', version: 1 })).body).toMatchObject({
      openFrom: '2026-02-01',
    })
    await paidIn('2026-01-20', 7)
    await paidIn('2026-02-03', 9)
    const closed = await makeBatch(api, target, '2026-01-31')
    expect(refused(closed as never)).toEqual([422, 'accounting.closed'])
    const second = await makeBatch(api, target, '2026-02-28')
    expect(await linesOf(second.body)).toEqual([
      ['2026-02-01', '1011', '7.00', '0.00', 'Capital (dated 2026-01-20)'],
      ['2026-02-01', '3000', '0.00', '7.00', 'Capital (dated 2026-01-20)'],
      ['2026-02-03', '1011', '9.00', '0.00', 'Capital'],
      ['2026-02-03', '3000', '0.00', '9.00', 'Capital'],
    ])
    expect(await withTie(second.body.id)).toMatchObject({ difference: 0 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('of summed vouchers: how many entries of which days are moved is in the text', async () => {
    const target = await ledger({ detail: 'month', openFrom: '2026-02-01' })
    await paidIn('2026-01-10', 5)
    await paidIn('2026-01-20', 7)
    await paidIn('2026-02-03', 9)
    const { body } = await makeBatch(api, target, '2026-02-28')
    const text = 'Entries of 2026-02 (2 dated 2026-01-10 to 2026-01-20)'
    expect(await linesOf(body)).toEqual([
      ['2026-02-28', '1010', '21.00', '0.00', text],
      ['2026-02-28', '3000', '0.00', '21.00', text],
    ])
  })

  test('is not before the first day, and null makes it the first day again', async () => {
    const target = await ledger()
    expect(refused((await change(target.id, { openFrom: '2025-12-31', version: 1 })) as never)).toEqual([
      422,
      'accounting.open-from',
    ])
    expect((await change(target.id, { openFrom: '2026-01-15', version: 1 })).status).toBe(200)
    const later = await change(target.id, { startDate: '2026-02-01', version: 2 })
    expect(refused(later as never)).toEqual([422, 'accounting.open-from'])
    expect((await change(target.id, { openFrom: null, version: 2 })).body).toMatchObject({ openFrom: null })
  })
})

describe('portfolios', () => {
  const moveTo = async (entity: string) => {
    const { body: all } =
      await api.call<{ id: number; portfolioId: string; version: number }[]>('GET /portfolios')
    const hold = all.find(({ portfolioId }) => portfolioId === 'HOLD')
    await ask(api, portfolios.routes.update, {
      params: { id: hold?.id },
      body: { entity, version: hold?.version },
    })
  }

  test('one that joins later has its lines exported, although the other lines of the entry were exported before', async () => {
    await moveTo('Other Fund')
    const target = await ledger({ portfolios: undefined, entity: 'Test Fund' })
    await post('2026-01-10', [...capital(100), ...capital(40, 'HOLD')])
    const first = await makeBatch(api, target, '2026-01-31')
    expect(first.body).toMatchObject({ entries: 1, lines: 2 })
    await moveTo('Test Fund')
    const second = await makeBatch(api, target, '2026-01-31')
    expect(second.body).toMatchObject({ entries: 1, lines: 2, amount: 40 })
    expect((await withTie(second.body.id)).difference).toBe(0)
    // And where it is given up, the next batch has that half alone again.
    await ask(api, accountingExports.refuse, { params: { id: second.body.id }, body: { reason: 'Refused' } })
    await ask(api, accountingExports.replace, { params: { id: second.body.id } })
    const third = await makeBatch(api, target, '2026-01-31')
    expect(third.body).toMatchObject({ entries: 1, lines: 2, amount: 40 })
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('an entry over two of them is one entry of the batch', async () => {
    const target = await ledger({ portfolios: ['GROW', 'HOLD'] })
    await post('2026-01-10', [...capital(100), ...capital(40, 'HOLD')])
    const { body } = await makeBatch(api, target, '2026-01-31')
    expect(body).toMatchObject({ entries: 1, vouchers: 1, lines: 4 })
    expect(await ask(api, accountingExports.entries, { params: { id: body.id } })).toHaveLength(1)
  })

  test('a row of the mapping for one that does not belong to the ledger is refused', async () => {
    const target = await ledger()
    const row = { account_code: '1010', outside: '610' }
    const answer = await map(target, [row, { ...row, portfolioId: 'HOLD' }])
    expect(refused(answer as never)).toEqual([422, 'accounting.not-its-portfolio'])
    expect(answer.body.details?.[0]?.field).toBe('rows.1.portfolioId')
    expect((await map(target, [row, { ...row, portfolioId: 'GROW' }])).status).toBe(200)
  })
})

describe('formats', () => {
  test('QuickBooks has journal numbers of at most 21 characters, and a code that leaves room for them', async () => {
    const long = await api.call<Refused>(accountingTargets.create, {
      body: {
        name: 'QB',
        code: 'QUICKBOOK',
        format: 'quickbooks',
        detail: 'line',
        portfolios: ['GROW'],
        startDate: '2026-01-01',
      },
    } as never)
    expect(long.status).toBe(400)
    expect(long.body.details?.[0]?.field).toBe('code')
    const target = await ledger({ name: 'QuickBooks of the Fund', format: 'quickbooks' })
    expect(target.code).toBe('QUICKBOO')
    await paidIn('2026-01-10', 5)
    await paidIn('2026-01-11', 6)
    const { body } = await makeBatch(api, target, '2026-01-31')
    expect(body.number).toBe('EXP-QUICKBOO-000001')
    const { lines } = await fileOf(api, body)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      'QUICKBOO-1/1',
      'QUICKBOO-1/1',
      'QUICKBOO-1/2',
      'QUICKBOO-1/2',
    ])
  })

  test('a number that QuickBooks would cut off is refused, also of a ledger that was added before', async () => {
    await paidIn('2026-01-10', 5)
    const [row] = await api.database.query<{ id: number }>(
      `INSERT INTO accounting_targets (code, name, format, detail, portfolios, start_date)
       SELECT 'QUICKBOOKS-OF-A-FUND', 'QB', 'quickbooks', 'line', ARRAY[id], '2026-01-01' FROM portfolios WHERE portfolio_id = 'GROW' RETURNING id`,
    )
    const { id = 0 } = row ?? {}
    await mapChart(api, { id, mappingVersion: 1 } as AccountingTarget)
    expect(refused((await makeBatch(api, { id }, '2026-01-31')) as never)).toEqual([
      422,
      'accounting.long-number',
    ])
  })

  test('only Xero, and a CSV with a column of the tax rate, has a tax rate', async () => {
    const create = (body: object) =>
      api.call<Refused>(accountingTargets.create, {
        body: { detail: 'line', portfolios: ['GROW'], startDate: '2026-01-01', taxRate: 'No VAT', ...body },
      } as never)
    expect(refused((await create({ name: 'QB', format: 'quickbooks' })) as never)).toEqual([
      422,
      'accounting.tax-rate',
    ])
    expect(refused((await create({ name: 'Own', format: 'csv' })) as never)).toEqual([
      422,
      'accounting.tax-rate',
    ])
    const columns = ['date', 'account', 'amount', 'taxRate'].map((field) => ({ field, heading: field }))
    const layout = {
      columns,
      dateForm: 'YYYY-MM-DD',
      decimalMark: '.',
      separator: ',',
      otherSide: 'zero',
    }
    const made = await create({ name: 'Own', format: 'csv', layout })
    expect(made.status).toBe(201)
    const { id } = made.body as unknown as { id: number }
    const without = { ...layout, columns: columns.slice(0, 3) }
    expect(refused((await change(id, { layout: without, version: 1 })) as never)).toEqual([
      422,
      'accounting.tax-rate',
    ])
    expect((await change(id, { layout: without, taxRate: null, version: 1 })).status).toBe(200)
  })

  test('a CSV of own columns has a column of a fixed text, which must be given', async () => {
    const layout = (text: string | null) => ({
      columns: [
        { field: 'fixed', heading: 'Voucher Type', text },
        { field: 'date', heading: 'Date' },
        { field: 'account', heading: 'Ledger' },
        { field: 'amount', heading: 'Amount' },
      ],
      dateForm: 'YYYY-MM-DD',
      decimalMark: '.',
      separator: ',',
      otherSide: 'zero',
    })
    const body = {
      name: 'Tally',
      format: 'csv',
      detail: 'line',
      portfolios: ['GROW'],
      startDate: '2026-01-01',
    }
    const missing = await api.call<Refused>(accountingTargets.create, {
      body: { ...body, layout: layout(null) },
    } as never)
    expect(missing.status).toBe(400)
    const target = await ledger({ ...body, layout: layout('=Journal') })
    await paidIn('2026-01-10', 5)
    const { lines } = await fileOf(api, (await makeBatch(api, target, '2026-01-31')).body)
    expect(lines).toEqual([
      'Voucher Type,Date,Ledger,Amount',
      "'=Journal,2026-01-10,1010,5.00",
      "'=Journal,2026-01-10,3000,-5.00",
    ])
  })
})
