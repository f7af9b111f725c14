/** The fees charged by documents against the fee tariffs, added up by broker over all of them. */
import { brokerReports, type FeeProofLine } from '@em/contract/broker-reports/broker-reports'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import type { DocumentLine } from '@em/core/documents/line'
import { csvOf, formatMonthly } from '@em/core/documents/monthly'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renewProofs } from '../../src/features/documents/match/proofs.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
const ASIA = 'Asia Securities (Pvt) Ltd'
const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30' }

let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

async function upload(text: string, fileName = 'day.txt'): Promise<number> {
  const data = Buffer.from(text, 'latin1').toString('base64')
  const { id } = await ask(api, tradeDocuments.upload, { body: { file: { fileName, data } } })
  return id
}
const record = (id: number) =>
  ask(api, tradeDocuments.record, {
    params: { id },
    body: { portfolioId: 'GROW', brokerName: ASIA, settlementAccount: books.bank },
  })
const proof = (query: object = {}) => ask(api, brokerReports.feeProof, { query: { ...JUNE, ...query } })
const lines = (query: object = {}) => ask(api, brokerReports.feeProofLines, { query: { ...JUNE, ...query } })
const cells = ({ contractNumber, state, charged, schedule, difference }: FeeProofLine) => [
  contractNumber,
  state,
  charged,
  schedule,
  difference,
]
/** 224.00 by the schedule: brokerage 128.00, CSE 16.80, CDS 2.40, clearing 2.40, SEC 14.40, levy 60.00. */
const charged = (over: Partial<DocumentLine['fees']>, of: Partial<DocumentLine> = {}) => {
  const line = fill(of)
  return { ...line, fees: { ...line.fees, ...over } }
}

describe('the fees of documents', () => {
  test('are added up by broker, fee by fee, with the lines behind them', async () => {
    await record(
      await upload(
        tradeFileOf([
          fill(),
          // 12.00 more brokerage, 0.40 less to the CDS.
          charged({ brokerage: 14_000n, cds: 200n }, { line: 2, contractNumber: '70002' }),
        ]),
      ),
    )
    await upload(
      tradeFileOf([charged({ sec: 1_500n }, { contractNumber: '80001', clientAccount: 'XYZ-9-LI/00' })]),
      'other.txt',
    )
    const { rows, total, behind } = await proof()
    expect(rows).toEqual([
      expect.objectContaining({
        broker: '',
        documents: 1,
        lines: 1,
        different: 1,
        sec: 0.6,
        difference: 0.6,
      }),
      {
        broker: ASIA,
        documents: 1,
        lines: 2,
        different: 1,
        unproved: 0,
        repeated: 0,
        charged: 459.6,
        schedule: 448,
        brokerage: 12,
        cse_fees: 0,
        cds_fees: -0.4,
        clearing_fees: 0,
        sec: 0,
        stl: 0,
        difference: 11.6,
        rounding: 0,
      },
    ])
    expect(total).toMatchObject({ documents: 2, lines: 3, different: 2, difference: 12.2, charged: 684.2 })
    expect(behind).toBe(0)
    expect((await proof({ broker: ASIA.toLowerCase() })).total.difference).toBe(11.6)
    expect((await proof({ startDate: '2026-06-16' })).rows).toEqual([])

    expect((await lines({ state: 'differs' })).map(cells)).toEqual([
      ['80001', 'differs', 224.6, 224, 0.6],
      ['70002', 'differs', 235.6, 224, 11.6],
    ])
    expect((await lines({ search: '70001' })).map(cells)).toEqual([['70001', 'agrees', 224, 224, 0]])
    const page = await api.call<FeeProofLine[]>(brokerReports.feeProofLines, {
      query: { ...JUNE, limit: 1, offset: 1 } as never,
    })
    expect(page.body.map(({ contractNumber }) => contractNumber)).toEqual(['70001'])
    expect(page.headers['x-total-count']).toBe('3')
  })

  test('of a contract in two documents count once, by the newer one, until that is removed', async () => {
    const first = await upload(tradeFileOf([charged({ brokerage: 14_000n })]))
    await record(first)
    // The client is known by now: the monthly list is of the same broker.
    const second = await upload(csvOf(formatMonthly([charged({ brokerage: 13_000n })])), 'june.csv')
    expect((await proof()).rows).toMatchObject([
      { broker: ASIA, documents: 1, lines: 1, repeated: 1, difference: 2 },
    ])
    expect((await lines()).map(({ document }) => document.fileName)).toEqual(['june.csv'])
    await ask(api, tradeDocuments.remove, { params: { id: second } })
    expect((await proof()).rows).toMatchObject([{ repeated: 0, difference: 12 }])
  })

  test('of a contract that a newer document cancels are gone', async () => {
    await record(await upload(tradeFileOf([charged({ brokerage: 14_000n })])))
    await upload(tradeFileOf([fill({ cancelled: true, executionId: 'C1' })]), 'cancelled.txt')
    const { rows } = await proof()
    expect(rows).toMatchObject([{ broker: ASIA, lines: 0, repeated: 1, difference: 0 }])
  })

  test('without a tariff are counted, and in no amount', async () => {
    const old = { tradeDate: '1990-06-15', settlementDate: '1990-06-18' }
    await upload(tradeFileOf([fill(old)]))
    const { total } = await proof({ startDate: '1990-06-01', endDate: '1990-06-30' })
    expect(total).toMatchObject({ lines: 0, unproved: 1, charged: 0, schedule: 0, difference: 0 })
    const [line] = await lines({ startDate: '1990-06-01', endDate: '1990-06-30', state: 'no-tariff' })
    expect(line).toMatchObject({ charged: 224, schedule: null, fees: null, difference: null })
  })

  test('within half a cent a fill are rounding, shown next to the difference', async () => {
    await upload(
      tradeFileOf([
        charged({ brokerage: 12_801n }, { executionId: 'E1' }),
        fill({ line: 2, executionId: 'E2' }),
      ]),
    )
    expect((await proof()).total).toMatchObject({ different: 0, difference: 0, rounding: 0.01 })
  })
})

describe('a changed tariff', () => {
  const relief = { effectiveFrom: '2026-06-01', effectiveTo: '2026-06-15', source: 'Circular 2' }
  /** Bought and sold on one day: 11,200.00 and 4,480.00 by the schedule, with relief 1,200.00 of the sale. */
  const bothSides = () =>
    tradeFileOf([
      fill({ quantity: 50_000n }),
      fill({ line: 2, side: 'sell', quantity: 20_000n, contractNumber: '70002' }),
    ])

  test('proves the documents again that it reaches, and leaves the others', async () => {
    await upload(bothSides())
    expect((await proof()).total).toMatchObject({ schedule: 15_680, difference: 0 })
    await ask(api, feeReliefs.routes.create, {
      body: { ...relief, effectiveFrom: '2026-06-16', effectiveTo: null },
    })
    expect((await proof()).behind).toBe(0)
    const made = await ask(api, feeReliefs.routes.create, { body: relief })
    // As it was until it is done.
    expect(await proof()).toMatchObject({ behind: 1, total: { schedule: 15_680, difference: 0 } })
    expect((await proof({ startDate: '2026-06-16' })).behind).toBe(0)
    expect(await renewProofs(api.database)).toBe(1)
    expect(await proof()).toMatchObject({ behind: 0, total: { schedule: 12_400, difference: 3_280 } })
    expect(await renewProofs(api.database)).toBe(0)
    await ask(api, feeReliefs.routes.remove, { params: { id: made.id } })
    expect(await renewProofs(api.database)).toBe(1)
    expect((await proof()).total.difference).toBe(0)
  })

  test('whose rates are corrected reaches them, and documents from before proofs were kept', async () => {
    await upload(bothSides())
    await api.database.query('DELETE FROM trade_document_proofs')
    await api.database.query('DELETE FROM trade_document_proved')
    expect(await proof()).toMatchObject({ behind: 1, rows: [] })
    await renewProofs(api.database)
    expect((await proof()).total.schedule).toBe(15_680)
    const tariffs = await ask(api, feeTariffs.routes.list, { query: {} })
    const tariff = tariffs.find(({ securityClass }) => securityClass === 'ordinary')
    await ask(api, feeTariffs.routes.update, {
      params: { id: tariff?.id ?? 0 },
      body: { ...tariff, brokerage: 0.63 } as never,
    })
    expect(await renewProofs(api.database)).toBe(1)
    // 0.01% of 1,400,000.00.
    expect((await proof()).total).toMatchObject({ brokerage: 140, difference: 140 })
  })
})

test('the commission summary of the same trades has the same schedule and difference', async () => {
  await ask(api, feeReliefs.routes.create, {
    body: { effectiveFrom: '2026-06-01', effectiveTo: '2026-06-15', source: 'Circular 2' },
  })
  const large = { quantity: 3_000_000n, gross: 6_000_000_000n }
  await record(
    await upload(
      tradeFileOf([
        // Together above the limit: 1,242,500.00 by the schedule, 1,344,000.00 charged.
        fill(large),
        fill({ ...large, line: 2, contractNumber: '70002' }),
        // 224.00, and 12.50 of a broker abroad; two fills of one contract, a cent of rounding.
        { ...fill({ line: 3, tradeDate: '2026-06-16', contractNumber: '70003', foreignBrokerage: 1_250n }) },
        charged(
          { brokerage: 12_801n },
          { line: 4, tradeDate: '2026-06-17', contractNumber: '70004', executionId: 'E41' },
        ),
        fill({ line: 5, tradeDate: '2026-06-17', contractNumber: '70004', executionId: 'E42' }),
        // The smaller side of a day: 60.00 with relief, 224.00 charged.
        fill({ line: 6, side: 'sell', contractNumber: '70005' }),
      ]),
    ),
  )
  const proved = (await proof()).total
  expect(proved).toMatchObject({
    charged: 1_344_896.01,
    schedule: 1_243_232,
    difference: 101_664,
    rounding: 0.01,
  })
  const { total } = await ask(api, brokerReports.commission, { query: JUNE })
  expect(total).toMatchObject({
    trades: 5,
    foreign_brokerage: 12.5,
    total: 1_344_908.51,
    schedule: proved.schedule,
    difference: proved.difference,
    rounding: proved.rounding,
  })
})

test('days out of order are refused by field', async () => {
  const answer = await api.call<{ details: { field: string }[] }>(brokerReports.feeProof, {
    query: { startDate: '2026-06-02', endDate: '2026-06-01' },
  })
  expect([answer.status, answer.body.details[0]?.field]).toEqual([400, 'endDate'])
})
