/// <reference types="node" />
/** The reader of documents reads our confirmation on paper back, to the cent. */
import type { ConfirmedTrade, TradeConfirmation } from '@em/contract/broker-reports/broker-reports'
import { contractNumberOf } from '@em/core/documents/field-texts'
import { installedFont } from '@em/paper/installed-fonts'
import { makePdf } from '@em/paper/pdf-make'
import { printable } from '@em/paper/printable'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmationReport, sectionsOf } from './confirmation-report.ts'

/** The server's reader, as it runs in its own process: no part of the page. */
const READER = new URL(
  '../../../../../server/src/features/documents/files/document-reader.ts',
  import.meta.url,
)
interface Read {
  readonly kind: string
  readonly header: TradeConfirmation['header']
  readonly rows: readonly string[]
  readonly problemCount: number
  /** As JSON. */
  readonly statedTotals: string | null
}
const { read } = (await import(/* @vite-ignore */ READER.pathname)) as {
  read(bytes: Buffer, asked: { fileName: string; password: null; anyPdf: boolean }): Promise<Read>
}

const trade = (changes: Partial<ConfirmedTrade> = {}): ConfirmedTrade => ({
  tradeId: 1,
  dealNumber: 'BUY-20260615-000001',
  side: 'buy',
  contractNumber: '2900114',
  symbol: 'JKH.N0000',
  isin: 'LK0092N00003',
  companyName: 'John Keells Holdings PLC',
  quantity: 1_234_567,
  price: 20.1,
  gross: 24_814_796.7,
  brokerage: 158_814.7,
  cse_fees: 20_844.43,
  cds_fees: 2_977.78,
  clearing_fees: 2_977.79,
  sec: 17_866.65,
  stl: 74_444.39,
  net: 25_092_722.44,
  settlementDate: '2026-06-17',
  ...changes,
})
const header: TradeConfirmation['header'] = {
  brokerName: 'Asia Securities (Pvt) Ltd',
  address: null,
  tel: '011 772 2000',
  fax: null,
  email: 'desk@example.lk',
  clientAccount: 'ABC-12345-LC/00',
  clientName: 'A Fund of a Name That Is Longer Than a Line Beside Others Would Ever Be (Private) Limited',
  attention: null,
  tradeDate: '2026-06-15',
  settlementDate: '2026-06-17',
}
/** Two pages: a section goes on over the break. */
const trades = [
  ...Array.from({ length: 40 }, (_, at) => trade({ tradeId: at, contractNumber: String(2_900_114 + at) })),
  trade({ contractNumber: null, quantity: 7, gross: 140.7, net: 418_066.44 }),
  trade({
    side: 'sell',
    symbol: 'COMB.X0000',
    isin: null,
    companyName: 'Commercial Bank of Ceylon PLC (Non Voting)',
    contractNumber: '77',
    quantity: 1_000,
    price: 1_234.5678,
    gross: 1_234_567.8,
    net: 956_642.06,
  }),
]

const linesOf = async (confirmation: TradeConfirmation) => {
  const report = printable(confirmationReport(confirmation, 'Nimal Perera'))
  const pdf = await makePdf(report, '2026-06-16T04:30:00Z', installedFont)
  return read(Buffer.from(pdf), { fileName: 'ours.pdf', password: null, anyPdf: false })
}
const cents = (amount: number) => Math.round(amount * 100)

test('a security without an ISIN has its symbol alone in the heading', () => {
  expect(sectionsOf(trades, 'sell').map(({ title }) => title)).toEqual([
    'Sale of Commercial Bank of Ceylon PLC (Non Voting) ( COMB.X0000 )',
  ])
  expect(sectionsOf(trades, 'buy')[0]?.title).toMatch(/ \/ LK0092N00003 \)$/)
})

test('the PDF of our confirmation reads back as the trades that it was made of', async () => {
  const found = await linesOf({ header, trades })
  expect(found).toMatchObject({ kind: 'confirmation', problemCount: 0, header })
  const said = trades.map((one) =>
    [
      '2026-06-15',
      one.side,
      one.symbol,
      one.isin ?? '',
      one.companyName,
      one.quantity,
      Math.round(one.price * 10_000),
      cents(one.gross),
      ...[one.brokerage, one.cse_fees, one.cds_fees, one.clearing_fees, one.sec, one.stl].map(cents),
      cents(one.net),
      one.contractNumber ?? '',
      'ABC-12345-LC/00',
      header.clientName,
      '2026-06-17',
    ].join('|'),
  )
  const read = found.rows.map((row) => {
    const [, date, , side, , symbol, isin, name, quantity, price, gross, ...rest] = row.split('\u007f')
    const [fees, net, contract, account, client, settles] = [
      rest.slice(0, 6),
      rest[7],
      rest[8],
      rest[9],
      rest[10],
      rest[11],
    ]
    return [
      date,
      side,
      symbol,
      isin,
      name,
      quantity,
      price,
      gross,
      ...fees,
      net,
      contract,
      account,
      client,
      settles,
    ].join('|')
  })
  expect(read).toEqual(said)
  const net = trades.reduce((sum, one) => sum + (one.side === 'buy' ? -cents(one.net) : cents(one.net)), 0)
  expect(JSON.parse(found.statedTotals ?? '{}')).toMatchObject({ net: String(net) })
})

/** Eight documents are written and read: this takes seconds, and ten times as long while other tests run. */
const BUSY = { timeout: 240_000 }
test('a contract number of several words reads back whole', BUSY, async () => {
  const words = fc.string({ unit: fc.constantFrom(...'ABCMWi019-/.,()'), minLength: 1, maxLength: 14 })
  const figures = fc.constantFrom('20.00', '1,000', '0.01', '15/06/2026')
  const number = fc
    .array(fc.oneof(words, figures), { minLength: 1, maxLength: 9 })
    .map((parts) => contractNumberOf(parts.join(' ')))
    .filter((one) => one !== null)
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 30, maxLength: 30 }), async (numbers) => {
      const made = numbers.map((contractNumber, at) => trade({ tradeId: at, contractNumber }))
      const found = await linesOf({ header, trades: made })
      expect(found.problemCount).toBe(0)
      expect(found.rows.map((row) => row.split('\u007f')[19])).toEqual(numbers)
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('trades without a broker name none', async () => {
  const found = await linesOf({
    header: { ...header, brokerName: null, tel: null, email: null },
    trades: [trade()],
  })
  expect(found).toMatchObject({ problemCount: 0, header: { brokerName: null } })
  expect(found.rows).toHaveLength(1)
})
