/** Documents of brokers: read, held against the books, recorded once, changed, undone. */

import { batches } from '@em/contract/batches/batches'
import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import { roles } from '@em/contract/identity/identity'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import type { DocumentLine } from '@em/core/documents/line'
import { csvOf, formatMonthly } from '@em/core/documents/monthly'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetDocumentFiles } from '../../src/features/documents/facts/forget-files.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { personWith } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books

let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  for (const portfolioId of ['GROW', 'HOLD'])
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

/** A role that imports and may not correct. */
async function importer(): Promise<string> {
  const rights = ['trades.read', 'imports.run', 'registers.read']
  await ask(api, roles.set, { params: { name: 'Importer' }, body: { rights } })
  return 'Importer'
}

const dataOf = (text: string) => Buffer.from(text, 'latin1').toString('base64')
const upload = (text: string, fileName = 'trades.txt', token?: string) =>
  api.call<{ id: number; kind: string; lines: number } & Refused>(tradeDocuments.upload, {
    body: { file: { fileName, data: dataOf(text) } } as never,
    ...(token !== undefined && { token }),
  })
async function uploaded(fills: readonly DocumentLine[], fileName?: string) {
  const { body, status } = await upload(tradeFileOf(fills), fileName)
  expect(status).toBe(201)
  return body
}
const record = (id: number, body: object = {}, query: object = {}) =>
  api.call<DocumentRecorded & Refused>(tradeDocuments.record, {
    params: { id },
    body: {
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      ...body,
    } as never,
    query: query as never,
  })
async function recorded(id: number, body: object = {}) {
  const answer = await record(id, body)
  expect([answer.status, answer.body.message]).toEqual([answer.body.batchId === null ? 200 : 201, undefined])
  return answer.body
}
const linesOf = (id: number, query: object = {}) => ask(api, tradeDocuments.lines, { params: { id }, query })
const statesOf = async (id: number) => (await linesOf(id)).map(({ state }) => state)
const trades = () => ask(api, transactions.list, { query: {} })

describe('orders', () => {
  const order = (changes: object = {}) =>
    api.call<{ id: number; number: string }>('POST /orders', {
      body: {
        portfolioId: 'GROW',
        symbol: 'JKH.N0000',
        side: 'buy',
        quantity: 1_000,
        limitPrice: 20,
        broker: 'Asia Securities (Pvt) Ltd',
        validUntil: '2026-06-30',
        ...changes,
      },
    })
  const today = { tradeDate: '2026-06-30', settlementDate: '2026-07-02' }

  test('that contracts fit are named before they are recorded, and contracts without one where the portfolio asks', async () => {
    const made = (await order()).body
    const document = await uploaded([
      fill(today),
      fill({ ...today, line: 2, contractNumber: '70002', price: 201_000n }),
      fill({ line: 3, contractNumber: '70003' }),
    ])
    const preview = async () => (await record(document.id, {}, { dryRun: '1' })).body
    expect(await preview()).toMatchObject({
      orders: [{ row: 1, id: made.id, number: made.number }],
      withoutOrder: [],
      recorded: 3,
    })
    await api.database.query(
      "UPDATE portfolios SET orders_asked_from = '2026-06-30' WHERE portfolio_id = 'GROW'",
    )
    // Beyond the limit; the third was dealt before the rule.
    const answer = await preview()
    expect(answer.withoutOrder.map(({ row, error }) => [row, error])).toEqual([
      [2, 'Growth Fund asks for an order before each trade: no open order fits this one.'],
    ])
    expect(await recorded(document.id)).toMatchObject({ recorded: 3, withoutOrder: [{ row: 2 }] })
  })

  test('are not named to a user who may not see orders', async () => {
    await order()
    const document = await uploaded([fill(today)])
    const person = await personWith(api, { roles: [await importer()] })
    const answer = await api.call<DocumentRecorded>(tradeDocuments.record, {
      params: { id: document.id },
      body: {
        portfolioId: 'GROW',
        brokerName: 'Asia Securities (Pvt) Ltd',
        settlementAccount: books.bank,
      } as never,
      query: { dryRun: '1' } as never,
      token: person.token,
    })
    expect([answer.status, answer.body.orders]).toEqual([200, []])
  })
})

describe('a trade file', () => {
  test('is read, proposed as new, recorded once, and known from then on', async () => {
    const document = await uploaded([
      fill(),
      fill({
        line: 2,
        contractNumber: '70002',
        side: 'sell',
        quantity: 400n,
        price: 220_000n,
        tradeDate: '2026-06-16',
        settlementDate: '2026-06-18',
      }),
    ])
    expect(document).toMatchObject({ kind: 'trade-file', lines: 2 })
    expect(await statesOf(document.id)).toEqual(['new', 'new'])

    const preview = await record(document.id, {}, { dryRun: '1' })
    expect(preview.body).toMatchObject({ dryRun: true, recorded: 2, skipped: 0, failed: 0, batchId: null })
    expect(await trades()).toEqual([])

    expect(await recorded(document.id)).toMatchObject({ recorded: 2, skipped: 0, failed: 0, bought: 20_000 })
    expect(await recorded(document.id)).toMatchObject({ recorded: 0, skipped: 2, failed: 0, batchId: null })
    expect(await statesOf(document.id)).toEqual(['recorded', 'recorded'])
    expect((await trades()).map((trade) => [trade.contract_number, trade.net_value])).toEqual([
      ['70002', 8_701.43],
      ['70001', 20_224],
    ])
    const again = await upload(
      tradeFileOf([
        fill(),
        fill({
          line: 2,
          contractNumber: '70002',
          side: 'sell',
          quantity: 400n,
          price: 220_000n,
          tradeDate: '2026-06-16',
          settlementDate: '2026-06-18',
        }),
      ]),
    )
    expect([again.status, again.body.id]).toEqual([200, document.id])
  })

  test('and the monthly list of the same trade record it once', async () => {
    const file = await uploaded([fill()])
    await recorded(file.id)
    const list = await upload(csvOf(formatMonthly([fill()])), 'june.csv')
    expect(list.body).toMatchObject({ kind: 'monthly', lines: 1 })
    expect(await statesOf(list.body.id)).toEqual(['recorded'])
    expect(await recorded(list.body.id)).toMatchObject({ recorded: 0, skipped: 1 })
  })

  test('of a trade that was recorded with another broker is not recorded again unless its line is named', async () => {
    await recorded((await uploaded([fill()])).id)
    const { id } = await uploaded([fill({ clientAccount: '200002LI' })], 'again.txt')
    const previewAs = async (brokerName: string, lines: number[] | null) =>
      (await record(id, { brokerName, lines }, { dryRun: '1' })).body
    const other = 'Asia Stock Brokers (Pvt) Ltd'
    expect(await previewAs(other, null)).toMatchObject({ recorded: 0, skipped: 1 })
    expect(await previewAs(other, [1])).toMatchObject({ recorded: 1, skipped: 0 })
    // Called as it was then, it is the trade that is there.
    expect(await previewAs('ASIA SECURITIES PVT LTD', [1])).toMatchObject({ recorded: 0, skipped: 1 })
  })

  test('fills of one contract make one trade, as charged', async () => {
    const document = await uploaded([
      fill({ line: 1, quantity: 333n, price: 101_000n }),
      fill({ line: 2, quantity: 333n, price: 102_000n }),
      fill({ line: 3, quantity: 334n, price: 103_000n }),
    ])
    expect(await recorded(document.id)).toMatchObject({ recorded: 1 })
    const [trade, ...others] = await trades()
    expect(others).toEqual([])
    expect(trade).toMatchObject({
      quantity: 1_000,
      price: 10.2001,
      gross_value: 10_200.1,
      net_value: 10_314.35,
    })
    const lines = await linesOf(document.id)
    expect(lines.map(({ fee_difference }) => fee_difference)).toEqual([0, 0, 0])
    expect(lines.map(({ matches }) => matches.length)).toEqual([1, 1, 1])
  })

  test('a sale of several fills keeps its gross to the cent', async () => {
    await recorded((await uploaded([fill({ quantity: 5_000n })])).id)
    const sale = (line: number, quantity: bigint, price: bigint) =>
      fill({
        line,
        quantity,
        price,
        side: 'sell',
        contractNumber: '70009',
        tradeDate: '2026-06-16',
        settlementDate: '2026-06-18',
      })
    const document = await uploaded([sale(1, 1_111n, 201_000n), sale(2, 2_222n, 203_000n)], 'sales.txt')
    await recorded(document.id)
    const [trade] = await trades()
    expect(trade).toMatchObject({ gross_value: 67_437.7 })
    expect(await statesOf(document.id)).toEqual(['recorded', 'recorded'])
  })

  test('what cannot be recorded is reported by line; the rest is recorded, and the line follows once it is mended', async () => {
    const document = await uploaded([
      fill(),
      fill({ line: 2, symbol: 'XYZ.N0000', contractNumber: '70002' }),
      fill({ line: 3, side: 'sell', quantity: 9_000n, contractNumber: '70003' }),
    ])
    const first = await recorded(document.id)
    expect(first).toMatchObject({ recorded: 1, failed: 2, skipped: 0 })
    expect(first.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'symbol'],
      [3, 'quantity'],
    ])
    await books.bought({
      quantity: 50_000,
      contractNumber: '69999',
      tradeDate: '2026-06-12',
      settlementDate: '2026-06-16',
    })
    expect(await recorded(document.id)).toMatchObject({ recorded: 1, failed: 1, skipped: 1 })
    const none = await record(document.id)
    expect([none.status, none.body.code]).toEqual([422, 'document.rows'])
  })

  test('a failed recording is kept with its terms and rows, and recording again records only that, once', async () => {
    const document = await uploaded([
      fill(),
      fill({ line: 2, contractNumber: '70002', symbol: 'NEWC.N0000' }),
      fill({ line: 3, contractNumber: '70003', symbol: 'JKH.N0000', quantity: 10n }),
    ])
    const terms = { clients: [{ clientAccount: fill().clientAccount, portfolioId: 'HOLD' }] }
    const part = await recorded(document.id, {
      ...terms,
      controlTotals: { purchases: { gross: '9.00' } },
      controlReason: 'Half of it',
    })
    expect(part).toMatchObject({ recorded: 2, failed: 1 })
    const orderOf = (id: number) => ask(api, tradeDocuments.order, { params: { id } })
    const { order } = await orderOf(part.batchId ?? 0)
    expect(order).toMatchObject({
      documentId: document.id,
      portfolioId: 'GROW',
      settlementAccount: String(books.bank),
      clients: [{ portfolioId: 'HOLD' }],
      controlTotals: { purchases: { count: null, gross: '9.00' }, sales: null },
      controlReason: 'Half of it',
      lines: [2],
      rows: { kept: true, rows: [{ row: 2, errors: [expect.stringMatching(/^symbol: /)] }] },
    })
    const { fields, rows } = order?.rows ?? { fields: [], rows: [] }
    const row = Object.fromEntries(fields.map((field, at) => [field, rows[0]?.values[at]]))
    expect(row).toMatchObject({
      side: 'buy',
      symbol: 'NEWC.N0000',
      quantity: '1000',
      grossValue: '20000.00',
      portfolioId: 'HOLD',
      contractNumber: '70002',
      tradeDate: '2026-06-15',
    })

    await api.call('POST /equities', { body: { name: 'New Company', symbol: 'NEWC.N0000' } })
    const again = { ...terms, lines: order?.lines, controlReason: 'Half of it' }
    const last = await recorded(document.id, again)
    expect(last).toMatchObject({ recorded: 1, skipped: 0, failed: 0 })
    // Where everything went through nothing is left to try.
    expect(await orderOf(last.batchId ?? 0)).toEqual({ order: null })
    expect(await recorded(document.id, again)).toMatchObject({ recorded: 0, skipped: 1 })
    expect((await trades()).map(({ contract_number: number }) => number).toSorted()).toEqual([
      '70001',
      '70002',
      '70003',
    ])
    // The failed rows as a file are an import: mended and imported separately, they are known as repeats.
    const loaded = await api.call<Refused>('POST /trade-batches', {
      body: {
        source: 'import',
        fileName: 'rows-to-mend.csv',
        fields,
        rows: rows.map(({ values }) => values),
      },
    })
    expect([loaded.status, loaded.body.code]).toEqual([409, 'batch.undecided'])
  })

  test('a recording that is refused whole is in the history with its document, to be tried again', async () => {
    const document = await uploaded([fill({ symbol: 'NEWC.N0000' })])
    expect((await record(document.id)).status).toBe(422)
    const [stored] = await ask(api, batches.list, { query: {} })
    expect(stored).toMatchObject({
      source: 'document',
      status: 'failed',
      documentId: document.id,
      failedTransactions: 1,
    })
    const { order } = await ask(api, tradeDocuments.order, { params: { id: stored?.id ?? 0 } })
    expect(order).toMatchObject({ documentId: document.id, portfolioId: 'GROW', lines: [1] })
    // The document may be removed: then nothing is left to try.
    await api.call(tradeDocuments.remove, { params: { id: document.id } })
    expect(await ask(api, tradeDocuments.order, { params: { id: stored?.id ?? 0 } })).toEqual({ order: null })
    expect((await ask(api, batches.get, { params: { id: stored?.id ?? 0 } })).documentId).toBeNull()
  })

  test('a recording that is cancelled, or breaks off, is in the history with all that was asked for', async () => {
    const document = await uploaded([fill()])
    const sent = JSON.stringify({
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
      lines: [1],
    })
    const endAs = async (set: string) => {
      const [job] = await api.database.query<{ id: number }>(
        `WITH made AS (INSERT INTO jobs (kind, owner_id, body_hash, dry_run, status) SELECT 'trade-documents.record', min(id), '\\x00', false, 'running' FROM users RETURNING id)
         INSERT INTO job_inputs (job_id, params, query, body) SELECT id, $1, '{}', convert_to($2, 'UTF8') FROM made RETURNING job_id AS id`,
        [JSON.stringify({ id: String(document.id) }), sent],
      )
      await api.database.query(`UPDATE jobs SET ended_at = now(), ${set} WHERE id = $1`, [job?.id])
      const [stored] = await ask(api, batches.list, { query: {} })
      return stored
    }
    const cancelled = await endAs("status = 'cancelled'")
    expect(cancelled).toMatchObject({ status: 'failed', documentId: document.id, fileName: 'trades.txt' })
    // The user who cancelled has seen it.
    expect(cancelled?.seenAt).not.toBeNull()
    expect(cancelled?.errors).toMatchObject([
      { row: 0, error: 'The recording was cancelled. Nothing was saved.' },
    ])
    const broken = await endAs("status = 'failed', error_status = 500, error = '{}'")
    expect(broken?.errors).toMatchObject([{ error: 'The recording broke off. Nothing was saved.' }])
    expect(broken?.seenAt).toBeNull()
    const { order } = await ask(api, tradeDocuments.order, { params: { id: broken?.id ?? 0 } })
    expect(order).toMatchObject({ portfolioId: 'GROW', settlementAccount: String(books.bank), lines: [1] })
    // The call that refuses a recording keeps the refusal itself.
    expect((await endAs("status = 'failed', error_status = 422, error = '{}'"))?.id).toBe(broken?.id)
  })

  test('the portfolio of a client account is asked for once', async () => {
    const document = await uploaded([fill()])
    const unanswered = await record(document.id, { portfolioId: null, settlementAccount: null })
    expect(unanswered.body.details?.map(({ field }) => field)).toEqual([
      'lines.1.portfolioId',
      'lines.1.settlementAccount',
    ])
    await recorded(document.id)
    const next = await uploaded([fill({ contractNumber: '70005' })], 'next.txt')
    expect((await ask(api, tradeDocuments.get, { params: { id: next.id } })).clients).toMatchObject([
      { portfolio: { code: 'GROW' }, settlementAccount: { id: books.bank } },
    ])
    expect(
      await recorded(next.id, { portfolioId: null, settlementAccount: null, brokerName: null }),
    ).toMatchObject({ recorded: 1 })
  })

  test('the portfolio of a client account is proposed: by the CDS account, else by the name; never where it is not clear', async () => {
    const account = await ask(api, cdsAccounts.routes.create, {
      body: { participant: 'ABC', account_number: '54321', category: 'LC', holder_name: 'Custodian' },
    })
    const serving = (...portfolios: string[]) =>
      ask(api, cds.setPortfolios, {
        params: { id: account.id },
        body: { portfolios: portfolios.map((portfolio) => ({ portfolio, isMain: true })) } as never,
      })
    await serving('GROW')
    const list = [
      fill({ clientAccount: 'ABC-54321-LC/00', clientName: 'HOLDING FUND' }),
      fill({ line: 2, contractNumber: '70009', clientAccount: 'XYZ-1-LC/00', clientName: 'Growth-Fund' }),
      fill({ line: 3, contractNumber: '70010', clientAccount: 'XYZ-2-LC/00', clientName: 'Growth' }),
    ]
    const { body: document } = await upload(csvOf(formatMonthly(list)), 'list.csv')
    const proposed = async () =>
      (await ask(api, tradeDocuments.get, { params: { id: document.id } })).clients.map((client) => [
        client.clientAccount,
        client.portfolio?.code,
        client.proposed?.portfolio.code,
        client.proposed?.settlementAccount?.id,
      ])
    expect(await proposed()).toEqual([
      ['ABC-54321-LC/00', undefined, 'GROW', undefined],
      ['XYZ-1-LC/00', undefined, 'GROW', undefined],
      ['XYZ-2-LC/00', undefined, undefined, undefined],
    ])
    // An account that serves two leaves it to the name.
    await serving('HOLD', 'GROW')
    expect((await proposed())[0]).toEqual(['ABC-54321-LC/00', undefined, 'HOLD', undefined])
    await recorded(document.id, { lines: [3] })
    // The money goes as that of the last purchase.
    await serving('GROW')
    expect((await proposed())[0]).toEqual(['ABC-54321-LC/00', undefined, 'GROW', books.bank])
  })

  test('a contract that goes to two portfolios must add up', async () => {
    const document = await uploaded([fill()])
    const parts = (hold: number) => [
      {
        line: 1,
        parts: [
          { portfolioId: 'GROW', quantity: 400 },
          { portfolioId: 'HOLD', quantity: hold },
        ],
      },
    ]
    expect((await record(document.id, { splits: parts(500) })).body.code).toBe('document.split')
    await recorded(document.id, { splits: parts(600) })
    expect((await trades()).map(({ quantity, net_value }) => [quantity, net_value]).toSorted()).toEqual([
      [400, 8_089.6],
      [600, 12_134.4],
    ])
    expect(await statesOf(document.id)).toEqual(['recorded'])
  })

  test('equal fills without contract and execution are recorded where a person names them', async () => {
    const bare = (line: number) => fill({ line, contractNumber: null, executionId: '' })
    const document = await uploaded([bare(1), bare(2)])
    expect(await statesOf(document.id)).toEqual(['undecided', 'undecided'])
    expect(await recorded(document.id)).toMatchObject({ recorded: 0, skipped: 2 })
    expect(await recorded(document.id, { lines: [2] })).toMatchObject({ recorded: 1 })
    expect(await statesOf(document.id)).toEqual(['undecided', 'recorded'])
  })
})

describe('fees', () => {
  test('over the step-up limit are those of the whole day (vector 8.2)', async () => {
    const of = { quantity: 1_000_000n, price: 600_000n }
    const document = await uploaded([fill(of), fill({ ...of, line: 2, contractNumber: '70002' })])
    const lines = await linesOf(document.id)
    expect(lines.map(({ schedule_fees }) => schedule_fees)).toEqual([621_250, 621_250])
    expect(lines.map(({ fee_difference }) => fee_difference)).toEqual([50_750, 50_750])
    const { proof } = await ask(api, tradeDocuments.get, { params: { id: document.id } })
    expect(proof).toMatchObject({ difference: 101_500, different: 2 })
  })

  test('of a security bought and sold on one day are relieved by a rule in force alone (vector 8.3)', async () => {
    const document = await uploaded([
      fill({ quantity: 50_000n, price: 200_000n }),
      fill({ line: 2, side: 'sell', quantity: 20_000n, price: 200_000n, contractNumber: '70002' }),
    ])
    const schedule = async () =>
      (await linesOf(document.id)).reduce((sum, line) => sum + (line.schedule_fees ?? 0), 0)
    expect(await schedule()).toBe(15_680)
    await ask(api, feeReliefs.routes.create, {
      body: { effectiveFrom: '2026-06-16', source: 'Circular 1' },
    })
    expect(await schedule()).toBe(15_680)
    const relief = { effectiveFrom: '2026-06-01', effectiveTo: '2026-06-15', source: 'Circular 2' }
    await ask(api, feeReliefs.routes.create, { body: relief })
    expect(await schedule()).toBe(12_400)
    const wrong = await api.call(feeReliefs.routes.create, {
      body: { ...relief, effectiveFrom: '2026-07-01' },
    } as never)
    expect(wrong.status).toBe(400)
  })

  test('are posted as charged, foreign brokerage with brokerage (vector 8.4)', async () => {
    const document = await uploaded([fill({ foreignBrokerage: 5_000n })])
    await recorded(document.id)
    expect((await trades())[0]).toMatchObject({ net_value: 20_274, total_fees: 274 })
  })
})

describe('the books', () => {
  test('that say otherwise differ field by field; the contract amends or cancels the trade', async () => {
    const document = await uploaded([fill()])
    await recorded(document.id)
    const amended = await uploaded([fill({ quantity: 900n, settlementDate: '2026-06-18' })], 'amended.txt')
    const [line] = await linesOf(amended.id)
    expect(line?.state).toBe('differs')
    expect(line?.differences.slice(0, 3)).toEqual([
      { field: 'settlementDate', document: '2026-06-18', books: '2026-06-17' },
      { field: 'quantity', document: 900, books: 1_000 },
      { field: 'gross', document: 18_000, books: 20_000 },
    ])
    expect(await recorded(amended.id)).toMatchObject({ recorded: 0, skipped: 1, changed: 0 })
    const { token } = await personWith(api, { roles: [await importer()] })
    const body = {
      changes: 'apply',
      portfolioId: 'GROW',
      brokerName: 'Asia Securities (Pvt) Ltd',
      settlementAccount: books.bank,
    }
    const refused = await api.call<Refused>(tradeDocuments.record, {
      params: { id: amended.id },
      body: body as never,
      token,
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'document.changes'])
    expect((await record(amended.id, { changes: 'apply' }, { dryRun: '1' })).body).toMatchObject({
      changed: 1,
    })
    expect(await recorded(amended.id, { changes: 'apply' })).toMatchObject({ changed: 1, recorded: 0 })
    expect((await trades())[0]).toMatchObject({ quantity: 900, net_value: 18_201.6, version: 2 })
    expect(await statesOf(amended.id)).toEqual(['recorded'])

    const cancelled = await uploaded(
      [fill({ quantity: 900n, settlementDate: '2026-06-18', cancelled: true })],
      'cancelled.txt',
    )
    expect(await statesOf(cancelled.id)).toEqual(['differs'])
    expect(await recorded(cancelled.id, { changes: 'apply' })).toMatchObject({ deleted: 1 })
    expect(await trades()).toEqual([])
  })

  test('that have more than the document say what is missing from it', async () => {
    const document = await uploaded([fill()])
    await recorded(document.id)
    await books.bought({ contractNumber: '70099' })
    const lines = await linesOf(document.id)
    expect(lines.map(({ id, state, contractNo }) => [id, state, contractNo])).toEqual([
      [1, 'recorded', '70001'],
      [null, 'missing', '70099'],
    ])
  })
})

describe('control totals', () => {
  test('must agree, or a reason be given', async () => {
    const document = await uploaded([fill()])
    const controlTotals = { purchases: { count: 1, gross: 20_000, fees: 224, net: 20_225 } }
    const refused = await record(document.id, { controlTotals })
    expect([refused.status, refused.body.code, refused.body.details?.[0]?.field]).toEqual([
      422,
      'document.controls',
      'controlTotals.purchases.net',
    ])
    expect(await trades()).toEqual([])
    expect(await recorded(document.id, { controlTotals, controlReason: 'Stamp duty of 1.00' })).toMatchObject(
      {
        recorded: 1,
        controls: [{ side: 'purchases', total: 'net', stated: 20_225, found: 20_224 }],
      },
    )
  })
})

describe('undoing a document', () => {
  const undo = (id: number, query: object = {}) =>
    api.call<{ trades: number } & Refused>(tradeDocuments.undo, { params: { id }, query: query as never })

  test('takes all of it back, and it can be recorded again', async () => {
    const document = await uploaded([fill(), fill({ line: 2, contractNumber: '70002' })])
    await recorded(document.id, { lines: [2] })
    await recorded(document.id)
    expect((await undo(document.id, { dryRun: '1' })).body).toMatchObject({ trades: 2, batches: 2 })
    expect((await undo(document.id)).body).toMatchObject({ trades: 2 })
    expect(await trades()).toEqual([])
    expect((await undo(document.id)).body.code).toBe('document.nothing')
    const remove = async () => {
      const { status, body } = await api.call<Refused>(tradeDocuments.remove, { params: { id: document.id } })
      return [status, body.code, body.message]
    }
    expect(await remove()).toEqual([
      409,
      'document.undone',
      'trades.txt cannot be removed: trades were recorded from it and taken back, and it stays as their source. Nothing of it is in the books. Record it again, or leave it as it is.',
    ])
    expect(await recorded(document.id)).toMatchObject({ recorded: 2 })
    expect(await remove()).toMatchObject([409, 'document.recorded', expect.stringContaining('undo it')])
  })

  test('says which amendments of its it leaves', async () => {
    const first = await uploaded([fill(), fill({ line: 2, contractNumber: '70002' })])
    await recorded(first.id)
    const second = await uploaded(
      [
        fill({ quantity: 900n }),
        fill({ line: 2, contractNumber: '70002', cancelled: true }),
        fill({ line: 3, contractNumber: '70003' }),
      ],
      'amended.txt',
    )
    expect(await recorded(second.id, { changes: 'apply' })).toMatchObject({
      recorded: 1,
      changed: 1,
      deleted: 1,
    })
    expect((await undo(second.id, { dryRun: '1' })).body).toMatchObject({
      trades: 1,
      amendmentsLeft: { corrected: 1, deleted: 1 },
    })
    expect((await undo(second.id)).body).toMatchObject({ amendmentsLeft: { corrected: 1, deleted: 1 } })
    expect(await trades()).toMatchObject([{ quantity: 900 }])
    expect((await undo(first.id)).body).toMatchObject({
      trades: 1,
      amendmentsLeft: { corrected: 0, deleted: 0 },
    })
  })

  test('is refused once a trade of it was paid, naming it', async () => {
    const document = await uploaded([fill()])
    await recorded(document.id)
    const [trade] = await trades()
    await ask(api, settlements.confirm, {
      body: { items: [{ tradeId: trade?.id }] },
    })
    const refused = await undo(document.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'document.settled'])
    expect(refused.body.message).toContain(trade?.deal_number)
  })

  test('is refused while a trade of it is matched with a statement, naming it', async () => {
    const document = await uploaded([fill()])
    await recorded(document.id)
    const [trade] = await trades()
    // The payable to the broker against his own statement: a match that confirms no payment.
    const { reconciliation: owed } = await ask(api, reconciliation.create, {
      body: { accountCode: '2100', startDate: '2026-06-01', endDate: '2026-06-16' },
    })
    const lines = [{ date: '2026-06-15', credit: 20_224 }]
    await ask(api, reconciliation.importStatement, { params: { id: owed.id }, body: { lines } })
    const { matched } = await api.ask(reconciliation.autoMatch, { params: { id: owed.id }, body: {} })
    expect(matched).toBe(1)
    expect(await api.database.query('SELECT FROM settlement_states WHERE paid <> 0')).toEqual([])
    const refused = await undo(document.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'document.settled'])
    expect(refused.body.message).toContain(trade?.deal_number)
    await ask(api, reconciliation.unmatch, { params: { id: owed.id }, body: { matchIds: 'all' } })
    expect((await undo(document.id)).body).toMatchObject({ trades: 1 })
  })

  test('waits for a payment of one of its trades that is being confirmed, and is then refused', async () => {
    const document = await uploaded([fill()])
    await recorded(document.id)
    const [trade] = await trades()
    const holder = new pg.Client(api.fresh.admin)
    await holder.connect()
    try {
      // The payment has locked its trade by the time its audit row is written.
      await holder.query('BEGIN; LOCK TABLE em.audit IN SHARE ROW EXCLUSIVE MODE')
      const paid = api.call(settlements.confirm, { body: { items: [{ tradeId: trade?.id }] } as never })
      await waitingForLock(holder)
      const undone = undo(document.id)
      await waitingForLock(holder, 2)
      await holder.query('COMMIT')
      expect((await paid).status).toBe(201)
      expect([(await undone).status, (await undone).body.code]).toEqual([409, 'document.settled'])
      expect(await trades()).toHaveLength(1)
    } finally {
      await holder.end()
    }
  })
})

test('a document stays as it was uploaded, and one that nothing came of can be removed', async () => {
  const text = tradeFileOf([fill()])
  const { body } = await upload(text)
  const file = await api.app.inject({
    url: `/api/trade-documents/${body.id}/file`,
    headers: { authorization: `Bearer ${api.token}` },
  })
  expect(file.rawPayload.toString('latin1')).toBe(text)
  await ask(api, tradeDocuments.remove, { params: { id: body.id } })
  expect((await api.call(tradeDocuments.get, { params: { id: body.id } })).status).toBe(404)
  expect((await upload(text)).status).toBe(201)
})

test('the file of an old document goes where the installation says so, unless the books rest on it', async () => {
  const stored = await uploaded([fill()])
  await recorded(stored.id)
  const old = await uploaded([fill({ contractNumber: '70080' })], 'old.txt')
  const forget = (years: number | null, today: string) => {
    const now = new Date(`${today}T12:00:00Z`)
    return forgetDocumentFiles(api.database, { ...api.clock, now: () => now }, years)
  }
  const year = new Date().getUTCFullYear()
  expect(await forget(null, `${year + 50}-01-01`)).toBe(0)
  expect(await forget(2, `${year + 1}-01-01`)).toBe(0)
  expect(await forget(2, `${year + 4}-01-01`)).toBe(1)
  const hasFile = async ({ id }: { id: number }) =>
    (await ask(api, tradeDocuments.get, { params: { id } })).fileKept
  expect([await hasFile(stored), await hasFile(old)]).toEqual([true, false])
  const file = await api.call<Refused>(tradeDocuments.file, { params: { id: old.id } })
  expect([file.status, file.body.code]).toEqual([409, 'document.file-gone'])
  expect(await statesOf(old.id)).toContain('new')
})

test('two people who record one document at once record it once', async () => {
  const document = await uploaded([fill(), fill({ line: 2, contractNumber: '70002' })])
  const both = await Promise.all([record(document.id), record(document.id)])
  expect(both.map(({ body }) => body.recorded).toSorted()).toEqual([0, 2])
  expect(await trades()).toHaveLength(2)
})

test('a user with a list of portfolios sees documents of his own and of these portfolios alone', async () => {
  const document = await uploaded([fill()])
  await recorded(document.id, { portfolioId: 'HOLD' })
  const own = await uploaded([fill({ contractNumber: '70077' })], 'own.txt')
  await recorded(own.id)
  const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const { token } = await personWith(api, { sees: [id] })
  const seen = await api.call<{ id: number }[]>(tradeDocuments.list, { query: {}, token } as never)
  expect(seen.body.map((one) => one.id)).toEqual([own.id])
  const hidden = await api.call(tradeDocuments.lines, {
    params: { id: document.id },
    query: {},
    token,
  } as never)
  expect(hidden.status).toBe(404)

  // Nothing is shown of an order that the user does not see.
  const half = await uploaded(
    [fill({ contractNumber: '70080' }), fill({ line: 2, contractNumber: '70081', symbol: 'XYZ.N0000' })],
    'half.txt',
  )
  const others = [{ clientAccount: 'ABC-9-LI/00', portfolioId: 'HOLD' }]
  const { batchId } = await recorded(half.id, { clients: others })
  const his = await api.call(tradeDocuments.order, { params: { id: batchId ?? 0 }, token } as never)
  expect(his.body).toMatchObject({ order: { portfolioId: 'GROW', clients: [], lines: [2] } })

  // The client account belongs to a portfolio out of sight: it is recorded where he says, and stays remembered as it was.
  const theirs = await uploaded([fill({ contractNumber: '70078' })], 'theirs.txt')
  await recorded(theirs.id, { portfolioId: 'HOLD' })
  const { body: sent } = await upload(tradeFileOf([fill({ contractNumber: '70079' })]), 'his.txt', token)
  const done = await api.call<DocumentRecorded>(tradeDocuments.record, {
    params: { id: sent.id },
    body: { portfolioId: 'GROW', brokerName: 'Asia Securities (Pvt) Ltd', settlementAccount: books.bank },
    token,
  } as never)
  expect([done.status, done.body.recorded]).toEqual([201, 1])
  const { clients } = await ask(api, tradeDocuments.get, { params: { id: theirs.id } })
  expect(clients[0]?.portfolio?.code).toBe('HOLD')
})

test('a document that nothing was recorded from is there for who uploaded it alone, where portfolios are a list', async () => {
  const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const { token } = await personWith(api, { sees: [id] })
  const others = await uploaded([fill({ contractNumber: '70091' })], 'others.txt')
  const { body: own } = await upload(tradeFileOf([fill({ contractNumber: '70092' })]), 'own.txt', token)
  const seenBy = async (sent: object) =>
    (await api.call<{ id: number }[]>(tradeDocuments.list, { query: {}, ...sent })).body.map((one) => one.id)
  expect(await seenBy({ token })).toEqual([own.id])
  const statusOf = async (document: number) =>
    (await api.call(tradeDocuments.lines, { params: { id: document }, query: {}, token })).status
  expect([await statusOf(own.id), await statusOf(others.id)]).toEqual([200, 404])
  // A user who may see all portfolios sees both.
  expect((await seenBy({})).toSorted((a, b) => a - b)).toEqual([others.id, own.id])
})

test('a user’s own file with trades that he may no longer see is refused in words when it is uploaded again', async () => {
  const [{ id } = { id: 0 }] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  const { token } = await personWith(api, { sees: [id] })
  const file = tradeFileOf([fill({ contractNumber: '70090' })])
  const { body: sent } = await upload(file, 'mine.txt', token)
  // Another user records it in a portfolio that he does not see.
  await recorded(sent.id, { portfolioId: 'HOLD' })
  const again = await upload(file, 'mine.txt', token)
  expect([again.status, (again.body as unknown as { code: string }).code]).toEqual([
    409,
    'document.out-of-sight',
  ])
})

test('a monthly list whose days can be read in two ways is asked about, then kept as it was said', async () => {
  const [names = [], cells = []] = formatMonthly([fill({ contractNumber: '70095' })])
  const written = cells
    .with(names.indexOf('Trade Date'), '03/02/2026')
    .with(names.indexOf('Settlement Date'), '')
  const file = { fileName: 'march.csv', data: dataOf(csvOf([names, written])) }
  const sent = (more: object) =>
    api.call<{ id: number } & Refused>(tradeDocuments.upload, { body: { file, ...more } as never })
  const asked = await sent({})
  expect([asked.status, asked.body.code]).toEqual([422, 'file.date-order'])
  expect(asked.body.message).toBe(
    'Is “03/02/2026” day first or month first? Choose how the file writes its dates.',
  )
  const stored = await sent({ dateOrder: 'mdy' })
  expect(stored.status).toBe(201)
  const lines = await ask(api, tradeDocuments.lines, { params: { id: stored.body.id }, query: {} })
  expect(lines.map(({ tradeDate }) => tradeDate)).toEqual(['2026-03-02'])
})
