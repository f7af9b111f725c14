/** Our trade confirmations: which trades of a day, under which header; sent back to us, its lines are recorded ones. */
import type { TradeConfirmation } from '@em/contract/broker-reports/broker-reports'
import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { corrections } from '@em/contract/trades/corrections'
import { formatConfirmation } from '@em/core/documents/confirmation'
import type { DocumentLine } from '@em/core/documents/line'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { confirmationPdf } from '../support/confirmation-pdf.ts'

let api: Api
let books: Books
const BROKER = 'Asia Securities (Pvt) Ltd'

beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await books.bought({ contractNumber: '100' })
  await books.bought({ contractNumber: '101', quantity: 33, price: 10.3 })
  await books.bought({ contractNumber: '200', brokerName: 'NDB Securities (Pvt) Ltd' })
  await books.bought({ contractNumber: '300', portfolioId: 'HOLD' })
  await books.bought({ contractNumber: '50', tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
  const gone = await books.bought({ contractNumber: '102', quantity: 5 })
  await ask(api, corrections.removeBuy, { params: { id: gone.id }, query: { reason: 'Cancelled' } })
})

const confirmed = (query: object) => ask(api, brokerReports.confirmations, { query })

test('the last day with trades, one confirmation for each broker, without deleted trades and other portfolios', async () => {
  const { date, confirmations, hasMore } = await confirmed({ portfolioId: 'GROW' })
  expect({ date, hasMore }).toEqual({ date: '2026-06-15', hasMore: false })
  expect(
    confirmations.map(({ header, trades }) => [
      header.brokerName,
      trades.map(({ contractNumber }) => contractNumber),
    ]),
  ).toEqual([
    [BROKER, ['100', '101']],
    ['NDB Securities (Pvt) Ltd', ['200']],
  ])
  expect(confirmations[0]?.header).toMatchObject({
    clientAccount: 'GROW',
    clientName: 'Test Fund',
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
  })
  expect(confirmations[0]?.trades[0]).toMatchObject({ gross: 1_000_000, brokerage: 6_400, net: 1_011_200 })
  expect((await confirmed({ portfolioId: 'GROW', date: '2026-06-10' })).confirmations).toHaveLength(1)
  expect((await confirmed({ portfolioId: 'GROW', date: '2026-06-11' })).confirmations).toEqual([])
})

const lineOf = (trade: TradeConfirmation['trades'][number], tradeDate: string): DocumentLine => {
  const cents = (amount: number) => BigInt(Math.round(amount * 100))
  return {
    ...trade,
    line: 1,
    tradeDate,
    tradeTime: null,
    executionId: null,
    quantity: BigInt(trade.quantity),
    price: BigInt(Math.round(trade.price * 10_000)),
    gross: cents(trade.gross),
    fees: {
      brokerage: cents(trade.brokerage),
      cse: cents(trade.cse_fees),
      cds: cents(trade.cds_fees),
      clearing: cents(trade.clearing_fees),
      sec: cents(trade.sec),
      stl: cents(trade.stl),
    },
    foreignBrokerage: 0n,
    net: cents(trade.net),
    clientAccount: null,
    clientName: null,
    orderId: null,
    cancelled: false,
    rest: {},
  }
}

test('sent back to us as a PDF, every line is recorded already, once the account is given its portfolio', async () => {
  const { confirmations } = await confirmed({ portfolioId: 'GROW' })
  const [first] = confirmations
  if (first === undefined) throw new Error('nothing is confirmed')
  const lines = first.trades.map((trade) => lineOf(trade, '2026-06-15'))
  const pdf = Buffer.from(confirmationPdf([formatConfirmation(first.header, lines)])).toString('base64')
  const { id } = await ask(api, tradeDocuments.upload, {
    body: { file: { fileName: 'ours.pdf', data: pdf } },
  })
  const body = { portfolioId: 'GROW', brokerName: BROKER, settlementAccount: books.bank }
  const done = await api.call(tradeDocuments.record, { params: { id }, query: { dryRun: '1' }, body })
  expect(done.body).toMatchObject({ recorded: 0, skipped: 2, changed: 0, failed: 0 })
  const states = (await ask(api, tradeDocuments.lines, { params: { id }, query: {} })).filter(
    (line) => line.id !== null,
  )
  expect(states.map(({ state }) => state)).toEqual(['recorded', 'recorded'])
})
