/** Batches for an outside ledger: what is in them, what stops them, and what becomes of them. */
import {
  type AccountingBatchWithTie,
  type AccountingPreview,
  type AccountingTarget,
  accountingExports,
  accountingTargets,
  type OutsideTie,
} from '@em/contract/accounting-exports/accounting-exports'
import { journal } from '@em/contract/journal/journal'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { approver, decide, requestOf, rule, waits } from '../support/approvals.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith, refused } from '../support/identity.ts'
import { fileOf, makeBatch, makeTarget, mapChart } from '../support/outside-ledgers.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-01-05' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const at = (day: string, time = '10:15:00') => api.clock.set(new Date(`${day}T${time}+05:30`).toISOString())

/** Vector X1: 1,000 at 20.00 on 5 January 2026. */
async function bought(changes: object = {}) {
  at('2026-01-05')
  return books.bought({
    quantity: 1_000,
    price: 20,
    tradeDate: '2026-01-05',
    settlementDate: '2026-01-07',
    ...changes,
  })
}
async function xero(changes: object = {}): Promise<AccountingTarget> {
  const target = await makeTarget(api, changes)
  await mapChart(api, target)
  return target
}
const paidIn = (date: string, amount: number, portfolioId = 'GROW') =>
  ask(api, journal.create, {
    body: {
      date,
      description: 'Capital',
      status: 'Posted',
      lines: [
        { account_code: '1010', debit: amount, portfolioId },
        { account_code: '3000', credit: amount, portfolioId },
      ],
    },
  })
const withTie = (id: number): Promise<AccountingBatchWithTie> =>
  ask(api, accountingExports.get, { params: { id } })
const act = (what: 'acknowledge' | 'refuse' | 'replace', id: number, body: object = {}) =>
  api.call<Refused>(accountingExports[what], { params: { id }, body } as never)

describe('vector X1', () => {
  test('the buy is voucher 1 and its settlement voucher 2; the correction comes with the next batch', async () => {
    const trade = await bought()
    const target = await xero()
    at('2026-01-07')
    const first = await makeBatch(api, target, '2026-01-07')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ number: 'EXP-XERO-000001', entries: 2, vouchers: 2, lines: 10 })
    const file = await fileOf(api, first.body)
    expect(file.headers['content-disposition']).toContain('EXP-XERO-000001.csv')
    const line = (voucher: number, date: string, text: string, account: string, amount: string) =>
      `EXP-XERO-000001/${voucher} BUY-20260105-101500,${date},${text},${account},Tax Exempt,${amount},,,,`
    const cells = file.lines.map((one) => one.split(','))
    expect(file.lines[0]).toBe(
      'Narration,Date,Description,AccountCode,TaxRate,Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    )
    expect(file.lines[1]).toBe(line(1, '05/01/2026', cells[1]?.[2] ?? '', '1100', '20000.00'))
    expect(cells.slice(1).map((one) => [one[0]?.split(' ')[0], one[3], one[5]])).toEqual([
      ['EXP-XERO-000001/1', '1100', '20000.00'],
      ['EXP-XERO-000001/1', '6010', '128.00'],
      ['EXP-XERO-000001/1', '6020', '16.80'],
      ['EXP-XERO-000001/1', '6030', '2.40'],
      ['EXP-XERO-000001/1', '6040', '2.40'],
      ['EXP-XERO-000001/1', '6050', '14.40'],
      ['EXP-XERO-000001/1', '6060', '60.00'],
      ['EXP-XERO-000001/1', '2100', '-20224.00'],
      ['EXP-XERO-000001/2', '2100', '20224.00'],
      ['EXP-XERO-000001/2', '1010', '-20224.00'],
    ])

    at('2026-01-09')
    const corrected = await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      body: {
        ...books.usual,
        quantity: 900,
        price: 20,
        tradeDate: '2026-01-05',
        settlementDate: '2026-01-07',
      },
    })
    expect(corrected.status).toBe(200)
    const second = await makeBatch(api, target, '2026-01-09')
    expect(second.body).toMatchObject({ number: 'EXP-XERO-000002' })
    const next = (await fileOf(api, second.body)).lines.slice(1).map((one) => one.split(','))
    // The reversals take back what batch 1 has, the new entries are those of 900 shares: nothing else.
    const sums = new Map<string, number>()
    for (const one of next)
      sums.set(one[3] ?? '', (sums.get(one[3] ?? '') ?? 0) + Math.round(Number(one[5]) * 100))
    expect(Object.fromEntries(sums)).toEqual({
      1010: 202240,
      1100: -200000,
      2100: 0,
      6010: -1280,
      6020: -168,
      6030: -24,
      6040: -24,
      6050: -144,
      6060: -600,
    })
    expect((await fileOf(api, first.body)).bytes).toEqual(file.bytes)
    expect((await withTie(second.body.id)).difference).toBe(0)
  })
})

describe('the contents of a batch', () => {
  test('entries after its last day wait for a later one; a late entry comes with the next', async () => {
    await bought()
    const target = await xero()
    at('2026-01-06')
    const first = await makeBatch(api, target, '2026-01-06')
    expect(first.body).toMatchObject({ entries: 1 })
    expect(refused((await makeBatch(api, target, '2026-01-06')) as never)).toEqual([
      422,
      'accounting.nothing',
    ])
    await paidIn('2026-01-02', 500)
    at('2026-01-07')
    const second = await makeBatch(api, target, '2026-01-07')
    expect(second.body).toMatchObject({ entries: 2, number: 'EXP-XERO-000002' })
    const { rows } = { rows: await ask(api, accountingExports.entries, { params: { id: second.body.id } }) }
    expect(rows.map(({ voucher, date }) => [voucher, date])).toEqual([
      [1, '2026-01-02'],
      [2, '2026-01-07'],
    ])
    expect((await withTie(second.body.id)).difference).toBe(0)
  })

  test('entries dated before the first day are opening balances; those recorded later go to the first day', async () => {
    at('2026-01-05')
    await paidIn('2025-12-30', 1000)
    await bought()
    const target = await xero()
    const first = await makeBatch(api, target, '2026-01-05')
    expect(first.body).toMatchObject({ entries: 1 })
    const tie = await withTie(first.body.id)
    expect(tie.tie.find(({ account_code }) => account_code === '3000')).toMatchObject({
      before: -1000,
      debit: 0,
      balance: -1000,
      difference: 0,
    })
    await paidIn('2025-12-31', 70)
    const second = await makeBatch(api, target, '2026-01-05')
    const [, line = ''] = (await fileOf(api, second.body)).lines
    expect(line).toContain(',01/01/2026,Capital (dated 2025-12-31),1010,Tax Exempt,70.00,')
    expect((await withTie(second.body.id)).difference).toBe(0)
  })

  test.each(['day', 'month'] as const)(
    'summed by %s: debits and credits of an account apart',
    async (detail) => {
      await bought()
      await bought({ contractNumber: 'C-2', quantity: 500 })
      const target = await xero({ detail, format: 'csv' })
      at('2026-01-07')
      const made = await makeBatch(api, target, '2026-01-07')
      expect(made.body).toMatchObject({ entries: 4, vouchers: detail === 'day' ? 2 : 1 })
      const lines = (await fileOf(api, made.body)).lines.map((one) => one.split(','))
      const of = (account: string) =>
        lines.filter((one) => one[4] === account).map((one) => [one[3], one[6], one[7]])
      const last = detail === 'day' ? '2026-01-05' : '2026-01-07'
      expect(of('1100')).toEqual([[last, '30000.00', '0.00']])
      expect(of('2100').toSorted()).toEqual([
        [last, '0.00', '30336.00'],
        ['2026-01-07', '30336.00', '0.00'],
      ])
      const entries = await ask(api, accountingExports.entries, { params: { id: made.body.id } })
      expect(entries.map(({ voucher }) => voucher)).toEqual(detail === 'day' ? [1, 1, 2, 2] : [1, 1, 1, 1])
    },
  )

  test('texts are guarded against formulas, amounts are not', async () => {
    at('2026-01-05')
    await ask(api, journal.create, {
      body: {
        date: '2026-01-05',
        description: '=HYPERLINK("http://x")',
        reference: '@SUM(A1)',
        status: 'Posted',
        lines: [
          { account_code: '1010', debit: 5, portfolioId: 'GROW' },
          { account_code: '3000', credit: 5, portfolioId: 'GROW' },
        ],
      },
    })
    const own = {
      columns: [
        { field: 'date', heading: '=Date' },
        { field: 'account', heading: 'Ledger' },
        { field: 'creditAmount', heading: 'Amount' },
        { field: 'description', heading: 'Text' },
        { field: 'reference', heading: 'Ref' },
      ],
      dateForm: 'YYYYMMDD',
      decimalMark: ',',
      separator: ';',
      otherSide: 'blank',
    }
    const target = await xero({ name: 'Tally', format: 'csv', layout: own })
    const made = await makeBatch(api, target, '2026-01-05')
    expect(made.body.number).toBe('EXP-TALLY-000001')
    expect((await fileOf(api, made.body)).lines).toEqual([
      "'=Date;Ledger;Amount;Text;Ref",
      `20260105;1010;-5,00;"'=HYPERLINK(""http://x"")";'@SUM(A1)`,
      `20260105;3000;5,00;"'=HYPERLINK(""http://x"")";'@SUM(A1)`,
    ])
  })

  test('over 300 lines for Xero: a zip of files, each of whole journals', async () => {
    at('2026-01-05')
    for (let some = 0; some < 160; some += 1) await paidIn('2026-01-05', some + 1)
    const made = await makeBatch(api, await xero(), '2026-01-05')
    expect(made.body).toMatchObject({ lines: 320, fileName: 'EXP-XERO-000001.zip' })
    const { bytes } = await fileOf(api, made.body)
    const names = [...bytes.toString('latin1').matchAll(/EXP-XERO-000001-\d\.csv/g)].map(([name]) => name)
    expect([...new Set(names)]).toEqual(['EXP-XERO-000001-1.csv', 'EXP-XERO-000001-2.csv'])
  })
})

describe('the mapping', () => {
  test('accounts without one stop the batch with a list, and nothing is numbered', async () => {
    await bought()
    const target = await makeTarget(api)
    const stopped = await makeBatch(api, target, '2026-01-05')
    expect(refused(stopped as never)).toEqual([422, 'export.unmapped'])
    expect(stopped.body.details?.map(({ field }) => field)).toEqual([
      '1100',
      '2100',
      '6010',
      '6020',
      '6030',
      '6040',
      '6050',
      '6060',
    ])
    const preview = await api.call<AccountingPreview>(accountingExports.create, {
      body: { target: target.id, to: '2026-01-05' },
      query: { dryRun: '1' },
    } as never)
    expect(preview.body).toMatchObject({ dryRun: true, number: 'EXP-XERO-000001', entries: 1 })
    expect(preview.body.unmapped[0]).toMatchObject({ account_code: '1100', debit: 20000, from: '2026-01-05' })
    await mapChart(api, target)
    expect((await makeBatch(api, target, '2026-01-05')).body.number).toBe('EXP-XERO-000001')
  })

  test('the row of a portfolio goes before the general one, each from its day on', async () => {
    at('2026-01-05')
    await paidIn('2026-01-02', 1)
    await paidIn('2026-01-04', 2)
    const target = await makeTarget(api)
    await mapChart(api, target, [
      {
        account_code: '1010',
        outside: '610',
        portfolioId: 'GROW',
        costCentre: 'West',
        effectiveFrom: '2026-01-03',
      },
    ])
    const made = await makeBatch(api, target, '2026-01-05')
    const lines = (await fileOf(api, made.body)).lines.slice(1).map((one) => one.split(',').slice(3))
    expect(lines.filter(([account]) => account !== '3000')).toEqual([
      ['1010', 'Tax Exempt', '1.00', '', '', '', ''],
      ['610', 'Tax Exempt', '2.00', 'Cost Centre', 'West', '', ''],
    ])
  })

  test('a stale version, a row twice and an unknown account are refused; versions say who changed what', async () => {
    const target = await xero()
    const write = (rows: object[], version: number) =>
      api.call<Refused>(accountingTargets.changeMapping, {
        params: { id: target.id },
        body: { rows, version },
      } as never)
    expect(refused((await write([], 1)) as never)).toEqual([409, 'record.stale'])
    const row = { account_code: '1010', outside: 'Bank' }
    expect(refused((await write([row, row], 2)) as never)).toEqual([422, 'accounting.row-twice'])
    expect(refused((await write([{ ...row, account_code: '9x' }], 2)) as never)).toEqual([
      404,
      'record.missing',
    ])
    expect((await write([row], 2)).status).toBe(200)
    const versions = await api.call<{ changes: { after: unknown }[] }[]>(
      `GET /accounting-targets/${target.id}/mapping/versions`,
    )
    expect(versions.body[0]?.changes[0]?.after).toEqual(['1010 to Bank'])
    const targets = await api.call<{ action: string }[]>(`GET /accounting-targets/${target.id}/versions`)
    expect(targets.body.map(({ action }) => action)).toEqual(['Created'])
  })
})

describe('the states of a batch', () => {
  test('refused, replaced once; its entries are in the next number, its own stays with the reason', async () => {
    await bought()
    const target = await xero()
    const { id } = (await makeBatch(api, target, '2026-01-05')).body
    expect(refused((await act('replace', id)) as never)).toEqual([409, 'accounting.state'])
    expect((await act('refuse', id, { reason: 'Account 1100 is archived' })).body).toMatchObject({
      state: 'refused',
      reason: 'Account 1100 is archived',
    })
    expect(refused((await act('refuse', id, { reason: 'Once more' })) as never)).toEqual([
      409,
      'accounting.state',
    ])
    expect((await act('replace', id)).body).toMatchObject({ state: 'replaced' })
    expect(refused((await act('replace', id)) as never)).toEqual([409, 'accounting.state'])
    expect(refused((await act('acknowledge', id, { reference: 'X' })) as never)).toEqual([
      409,
      'accounting.state',
    ])
    const next = await makeBatch(api, target, '2026-01-05')
    expect(next.body).toMatchObject({ number: 'EXP-XERO-000002', entries: 1 })
    expect((await withTie(next.body.id)).difference).toBe(0)
  })

  test('acknowledged with the number outside, also after it was sent again; never replaced', async () => {
    await bought()
    const target = await xero()
    const { id } = (await makeBatch(api, target, '2026-01-05')).body
    await act('refuse', id, { reason: 'Wrong tax rate' })
    expect((await act('acknowledge', id, { reference: 'JNL-7' })).body).toMatchObject({
      state: 'acknowledged',
      reference: 'JNL-7',
    })
    expect(refused((await act('replace', id)) as never)).toEqual([409, 'accounting.state'])
    expect((await withTie(id)).steps.map(({ what }) => what)).toEqual(['made', 'refused', 'acknowledged'])
  })

  test('an outside trial balance is compared account by account', async () => {
    await bought()
    const target = await xero()
    const { id } = (await makeBatch(api, target, '2026-01-05')).body
    const tie = (text: string) =>
      api.call<OutsideTie & Refused>(accountingExports.tie, {
        params: { id },
        body: { fileName: 'tb.csv', data: Buffer.from(text).toString('base64') },
      } as never)
    const ours = ['1100,20000.00,', '6010,128.00,', '6020,16.80,', '6030,2.40,', '6040,2.40,', '6050,14.40,']
    const agreed = await tie(
      ['Account Code,Debit,Credit', ...ours, '6060,60.00,', '2100,,"20,224.00"', 'Total,20224,20224'].join(
        '\n',
      ),
    )
    expect(agreed.body).toMatchObject({ difference: 0, to: '2026-01-05' })
    const apart = await tie(['Account Code,Debit,Credit', ...ours, '2100,,20200.00', '999,1.00,'].join('\n'))
    expect(apart.body.lines.filter(({ difference }) => difference !== 0)).toEqual([
      { account: '2100', ours: -20224, outside: -20200, difference: -24 },
      { account: '6060', ours: 60, outside: null, difference: 60 },
      { account: '999', ours: null, outside: 1, difference: -1 },
    ])
    for (const bad of ['garbage', 'Account,Debit,Credit\n1100,abc,', '\u0000\u0001']) {
      const answer = await tie(bad)
      expect([bad, Math.floor(answer.status / 100)]).toEqual([bad, 4])
    }
  })
})

describe('days and people', () => {
  test('a day after today, before the first day, or before the last batch is refused', async () => {
    await bought()
    const target = await xero({ startDate: '2026-01-03' })
    at('2026-01-07')
    expect(refused((await makeBatch(api, target, '2026-01-08')) as never)).toEqual([422, 'accounting.future'])
    expect(refused((await makeBatch(api, target, '2026-01-02')) as never)).toEqual([
      422,
      'accounting.before-start',
    ])
    await makeBatch(api, target, '2026-01-07')
    expect(refused((await makeBatch(api, target, '2026-01-06')) as never)).toEqual([422, 'accounting.before'])
    const moved = await api.call<Refused>(accountingTargets.change, {
      params: { id: target.id },
      body: { startDate: '2026-01-04', version: 1 },
    } as never)
    expect(refused(moved as never)).toEqual([409, 'accounting.started'])
  })

  test('an outside ledger is there for who sees every portfolio of it', async () => {
    await bought()
    const one = await xero()
    const both = await xero({ name: 'Both', portfolios: ['GROW', 'HOLD'] })
    const fund = await makeTarget(api, { name: 'Entity', portfolios: undefined, entity: 'Test Fund' })
    expect(fund.portfolios).toEqual(['GROW', 'HOLD'])
    const { body: all } = await api.call<{ id: number; portfolioId: string }[]>('GET /portfolios')
    const grow = all.find(({ portfolioId }) => portfolioId === 'GROW')?.id ?? 0
    const { token } = await personWith(api, { sees: [grow] })
    const seen = await api.call<AccountingTarget[]>(accountingTargets.list, { token } as never)
    expect(seen.body.map(({ name }) => name)).toEqual(['Xero'])
    expect(refused((await makeBatch(api, both, '2026-01-05', token)) as never)).toEqual([
      404,
      'record.missing',
    ])
    expect((await makeBatch(api, one, '2026-01-05', token)).status).toBe(201)
    const outside = await api.call<Refused>(accountingTargets.create, {
      token,
      body: { name: 'Mine', format: 'csv', detail: 'line', entity: 'Test Fund', startDate: '2026-01-01' },
    } as never)
    expect(refused(outside as never)).toEqual([404, 'record.missing'])
  })
})

test('a batch that waits for approval is approved with its file, not with another', async () => {
  await bought()
  const target = await xero()
  const second = await approver(api)
  await rule(api, ['accounting-exports.create'])
  const { approvalId: id } = waits(await makeBatch(api, target, '2026-01-05'))
  const { body: asked } = await requestOf(api, id, second.token)
  expect(asked.submitted.facts.file).toMatchObject({
    name: 'EXP-XERO-000001.csv',
    entries: 1,
    lines: 8,
    amount: '20224.00',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(asked.amount).toBe(20_224)
  await paidIn('2026-01-05', 500)
  await decide(api, 'approve', id, { seen: asked.submitted.hash }, second.token)
  const { body: returned } = await requestOf(api, id, second.token)
  expect(returned.state).toBe('returned')
  expect(returned.steps.at(-1)?.reason).toContain(
    'The file: 8 lines of 1 entries, 20,224.00, now 10 lines of 2 entries, 20,724.00.',
  )
  // Nothing was kept, and the number is free for the batch that is asked for again.
  expect((await api.call<unknown[]>(accountingExports.list, { query: { target: target.id } })).body).toEqual(
    [],
  )
})
