/** Reports as files of jobs, and the holdings of all portfolios: their contents, their readers, and their bounds. */

import type { ExportFile } from '@em/contract/exports/exports'
import { holdings, type PortfolioHolding } from '@em/contract/holdings/holdings'
import { type JobLine, jobs } from '@em/contract/jobs/jobs'
import { prices } from '@em/contract/prices/prices'
import { reportFiles } from '@em/contract/reports/report-files'
import { beforeAll, expect, test } from 'vitest'
import { holdingsOfAll } from '../../../src/features/holdings/of-all.queries.ts'
import { makeReportFile } from '../../../src/features/reports/files/make-file.ts'
import { type Api, startApi } from '../../support/api.ts'
import { type Refused, startBooks } from '../../support/books.ts'
import { download, sheetOf } from '../../support/exports.ts'
import { personWith } from '../../support/identity.ts'
import { linesOfPdf } from '../../support/pdfs.ts'
import { recordPrices } from '../../support/prices.ts'

const TODAY = '2026-06-16'
const SAMPATH = { companyName: 'Sampath Bank PLC', symbol: 'SAMP.N0000' }
let api: Api
let growth: number
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15', edition: 'premium' })
  const books = await startBooks(api)
  await books.bought()
  await books.bought({ ...SAMPATH, portfolioId: 'HOLD', contractNumber: 'C-2', quantity: 50_000, price: 80 })
  api.clock.set(TODAY)
  await books.bought({
    portfolioId: 'HOLD',
    contractNumber: 'C-3',
    quantity: 1_000,
    price: 12,
    tradeDate: TODAY,
    settlementDate: '2026-06-18',
  })
  await recordPrices(api, '2026-06-15', { 'JKH.N0000': 11 })
  const [row] = await api.database.query<{ id: number }>(
    "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
  )
  growth = row?.id ?? 0
})

type Body = Record<string, unknown>
async function made(
  route: typeof reportFiles.tradeBlotter | typeof reportFiles.dailyHoldings,
  body: Body,
  token = api.token,
) {
  const answer = await api.call<ExportFile & Refused>(route, { body, token })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { bytes } = await download(api, answer.body.id, token)
  return { file: answer.body, bytes }
}
const rowsOf = async (bytes: Buffer) => (await sheetOf(bytes)).rows.map((row) => [...row])

test('the blotter has the trades of its days in the order of recording, and the totals of each side', async () => {
  const { file, bytes } = await made(reportFiles.tradeBlotter, { from: '2026-06-15', to: TODAY })
  expect(file).toMatchObject({ file_name: 'Trade Blotter 2026-06-15 to 2026-06-16.xlsx', rows: 3 })
  const rows = await rowsOf(bytes)
  expect(rows[0]?.slice(1, 4)).toEqual(['Deal', 'Trade Date', 'Type'])
  expect(rows.slice(1, 4).map((row) => [row[3], row[4], row[6], row[8], row[12]])).toEqual([
    ['Buy', 'JKH.N0000', 100_000, 1_000_000, 'C-1'],
    ['Buy', 'SAMP.N0000', 50_000, 4_000_000, 'C-2'],
    ['Buy', 'JKH.N0000', 1_000, 12_000, 'C-3'],
  ])
  // 1.12 % of 5,012,000.00.
  expect(rows.slice(4).map((row) => [row[1], row[8], row[9], row[10]])).toEqual([
    ['Bought, 3', 5_012_000, 56_134.4, 5_068_134.4],
    ['Sold, 0', 0, 0, 0],
  ])
  const { body } = await api.call<JobLine[]>(jobs.list)
  expect(body.find((job) => job.file?.id === file.id)).toMatchObject({ kind: 'report-files.trade-blotter' })
})

test('as CSV it has trades alone, of one day and one portfolio', async () => {
  const body = { from: TODAY, to: TODAY, portfolioId: 'hold', format: 'csv' }
  const { file, bytes } = await made(reportFiles.tradeBlotter, body)
  expect(file.file_name).toBe('Trade Blotter HOLD 2026-06-16.csv')
  const lines = bytes.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/,2026-06-16,Buy,JKH\.N0000,.*,1000,12\.0000,12000\.00,134\.40,12134\.40,/)
  const preview = await api.call(reportFiles.tradeBlotter, { body, query: { dryRun: '1' } })
  expect(preview).toMatchObject({ status: 200, body: { dryRun: true, rows: 1 } })
})

test('the holdings have the totals of each portfolio and of all, with weights of the whole', async () => {
  const { file, bytes } = await made(reportFiles.dailyHoldings, { asOf: TODAY })
  expect(file).toMatchObject({ file_name: 'Daily Holdings 2026-06-16.xlsx', rows: 3 })
  const rows = await rowsOf(bytes)
  const cells = rows.slice(1).map((row) => [row[0], row[1], row[5], row[7], row[8], row[9], row[10]])
  // 100,000 x 11 and 1,000 x 11 of 5,111,000.00; Sampath has no price and is valued at cost.
  expect(cells).toEqual([
    ['Growth Fund', 'JKH.N0000', 1_000_000, '2026-06-15', 1_100_000, 100_000, 21.52],
    ['Growth Fund', 'Portfolio Totals', 1_000_000, null, 1_100_000, 100_000, 21.52],
    ['Holding Fund', 'JKH.N0000', 12_000, '2026-06-15', 11_000, -1_000, 0.22],
    ['Holding Fund', 'SAMP.N0000', 4_000_000, 'No price: at cost', 4_000_000, 0, 78.26],
    ['Holding Fund', 'Portfolio Totals', 4_012_000, null, 4_011_000, -1_000, 78.48],
    ['All portfolios', 'Totals', 5_012_000, null, 5_111_000, 99_000, 100],
  ])
  const one = await made(reportFiles.dailyHoldings, {
    asOf: '2026-06-15',
    portfolioId: 'GROW',
    format: 'csv',
  })
  expect(one.file.file_name).toBe('Daily Holdings GROW 2026-06-15.csv')
  expect(one.bytes.toString().split('\r\n').slice(1)).toEqual([
    'Growth Fund,JKH.N0000,John Keells Holdings PLC,100000,10.0000,1000000.00,11.0000,2026-06-15,1100000.00,100000.00,100.00',
    '',
  ])
})

test('holdings that a person chose to value at cost for now are named as such, in a file and on paper', async () => {
  const choice = { symbols: ['SAMP.N0000'] }
  expect(await api.call(prices.keepAtCost, { body: choice })).toMatchObject({ status: 201 })
  const { bytes } = await made(reportFiles.dailyHoldings, { asOf: TODAY })
  expect((await rowsOf(bytes)).map((row) => row[7])).toContain('No price: at cost for now')
  const paper = await made(reportFiles.dailyHoldings, { asOf: TODAY, format: 'pdf' })
  const { first_name: first, last_name: last } = api.user
  expect((await linesOfPdf(paper.bytes)).join(' ')).toContain(
    `At cost for now, no market price: SAMP.N0000, as ${first} ${last} chose on `,
  )
})

test('who may not read prices is not told who chose cost', async () => {
  await api.call(prices.keepAtCost, { body: { symbols: ['SAMP.N0000'] } })
  await api.database.query(
    "INSERT INTO roles (name, rights) VALUES ('Holdings alone', ARRAY['holdings.read'])",
  )
  const { token } = await personWith(api, { roles: ['Holdings alone'] })
  const { bytes } = await made(reportFiles.dailyHoldings, { asOf: TODAY }, token)
  expect((await rowsOf(bytes)).map((row) => row[7])).toContain('No price: at cost')
  const paper = await made(reportFiles.dailyHoldings, { asOf: TODAY, format: 'pdf' }, token)
  expect((await linesOfPdf(paper.bytes)).join(' ')).not.toContain('At cost for now')
})

test('as PDFs they are what the screen prints: whose, when, by whom, figures as people read them, totals', async () => {
  const blotter = await made(reportFiles.tradeBlotter, { from: '2026-06-15', to: TODAY, format: 'pdf' })
  expect(blotter.file).toMatchObject({
    file_name: 'Trade Blotter 2026-06-15 to 2026-06-16.pdf',
    media_type: 'application/pdf',
    rows: 3,
  })
  const { first_name: first, last_name: last } = api.user
  const trades = await linesOfPdf(blotter.bytes)
  expect(trades.slice(0, 3)).toEqual([
    'Trade Blotter',
    '15 Jun 2026 to 16 Jun 2026',
    `Equity Manager, printed 16 Jun 2026 12:00 by ${first} ${last}`,
  ])
  expect(trades[3]).toBe('Portfolio | All portfolios | Trades | 3 | Amounts | LKR')
  expect(trades.filter((line) => /^(Bought|Sold)/.test(line))).toEqual([
    'Bought, 3 | 5,012,000.00 | 56,134.40 | 5,068,134.40',
    'Sold, 0 | 0.00 | 0.00 | 0.00',
  ])
  expect(trades.at(-1)).toBe('Trade Blotter, 15 Jun 2026 to 16 Jun 2026 | Page 1 of 1')

  const held = await made(reportFiles.dailyHoldings, { asOf: TODAY, format: 'pdf' })
  const holdingsOnPaper = await linesOfPdf(held.bytes)
  expect(holdingsOnPaper).toContain('Daily Holdings Report')
  expect(holdingsOnPaper).toContain('Holding Fund | 4,012,000.00 | 4,011,000.00 | \u22121,000.00 | 78.48')
  expect(holdingsOnPaper).toContain('Totals | 5,012,000.00 | 5,111,000.00 | +99,000.00 | 100.00')
  const { token } = await personWith(api, { sees: [growth] })
  const one = await made(
    reportFiles.dailyHoldings,
    { asOf: TODAY, portfolioId: 'GROW', format: 'pdf' },
    token,
  )
  expect((await linesOfPdf(one.bytes))[1]).toBe('Growth Fund (GROW)')
  const own = await made(reportFiles.dailyHoldings, { asOf: TODAY, format: 'pdf' }, token)
  expect((await linesOfPdf(own.bytes))[1]).toBe('Your portfolios')
})

test('a user who sees one portfolio gets that one, and no other by name', async () => {
  const { token } = await personWith(api, { sees: [growth] })
  const { bytes } = await made(reportFiles.dailyHoldings, { asOf: TODAY }, token)
  expect((await rowsOf(bytes)).slice(1).map((row) => row[0])).toEqual(['Growth Fund', 'Growth Fund'])
  const other = await api.call<Refused>(reportFiles.dailyHoldings, { body: { portfolioId: 'HOLD' }, token })
  expect(other).toMatchObject({ status: 404, body: { message: 'Portfolio HOLD was not found.' } })
  const all = await api.ask(holdings.valuedOfAll, { query: { asOf: TODAY }, token })
  expect(all.map(({ portfolioId }) => portfolioId)).toEqual(['GROW'])
})

test('days the wrong way round are refused by name', async () => {
  const body = { from: TODAY, to: '2026-06-15' }
  const { status, body: refused } = await api.call<Refused>(reportFiles.tradeBlotter, { body })
  expect(status).toBe(400)
  expect(refused.details).toEqual([{ field: 'to', message: 'Must not be before the first day.' }])
})

test('a sheet takes a million lines, a PDF ten thousand, and both say what to do with more', async () => {
  const file = {
    title: 'Trade Blotter',
    period: '',
    portfolio: null,
    needs: 'trades.read' as const,
    table: { columns: [], rows: (async function* () {})() },
    paper: () => Promise.reject(new Error('is not asked for')),
    asked: {},
  }
  const maker = { user: {} as never, dryRun: false, job: null }
  const making = (of: { format: 'xlsx' | 'pdf'; count: number }) =>
    api.database.transaction(
      (tx) => makeReportFile({ tx, db: tx, now: api.clock.now() }, { ...file, ...of }, maker),
      'test',
    )
  await expect(making({ format: 'xlsx', count: 1_000_001 })).rejects.toThrow(
    'The report has 1,000,001 lines; a sheet takes 1,000,000. Please choose one portfolio, or fewer days.',
  )
  await expect(making({ format: 'pdf', count: 10_001 })).rejects.toThrow(
    'The report has 10,001 lines; a PDF takes 10,000. Please choose one portfolio, or fewer days.',
  )
})

test('the holdings of all portfolios come by portfolio and company, and are bounded', async () => {
  const all: PortfolioHolding[] = await api.ask(holdings.valuedOfAll, { query: { asOf: TODAY } })
  expect(all.map((one) => [one.portfolioId, one.symbol, one.grossSales])).toEqual([
    ['GROW', 'JKH.N0000', 1_100_000],
    ['HOLD', 'JKH.N0000', 11_000],
    ['HOLD', 'SAMP.N0000', 4_000_000],
  ])
  expect(await api.ask(holdings.valuedOfAll, { query: { asOf: '2026-06-14' } })).toEqual([])
  await expect(holdingsOfAll(api.database, TODAY, 2)).rejects.toMatchObject({ code: 'holdings.too-many' })
})
