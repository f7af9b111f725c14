/**
 * Documents as brokers send them, without anybody's data: a book of fills with its fees, written as trade file, as trade
 * confirmations and as monthly list. The same seed gives the same files.
 */

import { chargeFees, NO_FEES } from '../fee-tariffs/charge.ts'
import { DEFAULT_TARIFFS, type Tariff } from '../fee-tariffs/tariff.ts'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { addMarketDays, marketCalendar, settlementDateFor } from '../holidays/market-calendar.ts'
import { isinCheckDigit } from '../securities/symbol.ts'
import type { PlainDate } from '../values/dates.ts'
import { grossOf, percentOf } from '../values/money.ts'
import { formatConfirmation } from './confirmation.ts'
import { dropCopyOf } from './drop-copy-sample.ts'
import { type DocumentHeader, type DocumentLine, type DocumentSide, NO_HEADER, netOf } from './line.ts'
import { csvOf, formatMonthly } from './monthly.ts'
import { formatTradeLine } from './trade-file.ts'

/** Defects that the files may have: the first two in all of them, the others in the trade file. */
export const SAMPLE_DEFECTS = [
  'repeated',
  'cancelled',
  'short-line',
  'wrong-date',
  'wrong-quantity',
  'broken-off',
] as const
export type SampleDefect = (typeof SAMPLE_DEFECTS)[number]

export interface SampleOptions {
  readonly seed?: number
  /** Fills of the book. */
  readonly lines?: number
  readonly clients?: number
  readonly tradeDate?: PlainDate
  /** Market days over which the fills are spread; a month has 20. */
  readonly days?: number
  readonly defects?: readonly SampleDefect[]
}

export interface SampleDocuments {
  /** The fills as the trade file has them, with everything that any of the files says. */
  readonly lines: readonly DocumentLine[]
  readonly tradeFile: string
  /** The text of one confirmation for each client and day. */
  readonly confirmations: readonly (readonly string[])[]
  readonly monthly: string
  /** The fills as FIX messages. */
  readonly dropCopy: string
}

const COMPANIES: readonly (readonly [code: string, name: string, issuer: string, price: bigint])[] = [
  ['JKH', 'JOHN KEELLS HOLDINGS PLC', '0092', 200_000n],
  ['COMB', 'COMMERCIAL BANK OF CEYLON PLC', '0053', 1_450_000n],
  ['SAMP', 'SAMPATH BANK PLC', '9901', 1_200_000n],
  ['HNB', 'HATTON NATIONAL BANK PLC', '9902', 3_100_000n],
  ['DIAL', 'DIALOG AXIATA PLC', '9903', 126_000n],
  ['LOLC', 'L O L C HOLDINGS PLC', '9904', 5_500_000n],
  ['HAYL', 'HAYLEYS PLC', '9905', 1_350_000n],
  ['CTC', 'CEYLON TOBACCO COMPANY PLC', '9906', 14_000_000n],
  ['LION', 'LION BREWERY (CEYLON) PLC', '9907', 12_500_000n],
  ['EXPO', 'EXPOLANKA HOLDINGS PLC', '9908', 1_650_000n],
]
const NAMES = ['N. PERERA', 'S. FERNANDO', 'A. SILVA', 'K. JAYASINGHE', 'R. MENDIS', 'T. RAJAPAKSE']
const BROKER: DocumentHeader = {
  ...NO_HEADER,
  brokerName: 'SAMPLE STOCK BROKERS (PVT) LTD',
  address: 'No. 10, Sample Street, Colombo 01',
  tel: '011 2000000',
  fax: '011 2000001',
  email: 'confirmations@broker.example',
}
const TARIFF = DEFAULT_TARIFFS.find(({ securityClass }) => securityClass === 'ordinary') as Tariff
/** 0.1 % of a foreign client's trades goes to the broker abroad. */
const FOREIGN_RATE = 1_000n
const CALENDAR = marketCalendar(CSE_HOLIDAYS)

/** Numbers from 0 to below a bound, the same for the same seed. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

export function sampleDocuments(options: SampleOptions = {}): SampleDocuments {
  const { defects = [] } = options
  const fills = withOddFills(sampleFills(options), defects)
  return {
    lines: fills,
    tradeFile: withDefects(tradeFileOf(fills), defects),
    confirmations: [
      ...Map.groupBy(fills, ({ clientAccount, tradeDate }) => `${clientAccount} ${tradeDate}`).values(),
    ].map((lines) => formatConfirmation(headerOf(lines), lines)),
    monthly: csvOf(formatMonthly(fills)),
    dropCopy: dropCopyOf(fills),
  }
}

/** The fills of a book: a contract for each client, security, side and day, with the fees of the schedule on each fill. */
export function sampleFills(options: SampleOptions = {}): DocumentLine[] {
  const { seed = 1, lines = 20, clients = 3, tradeDate = '2026-01-05', days = 1 } = options
  const next = chance(seed)
  const contracts = new Map<string, number>()
  return Array.from({ length: lines }, (_, at): DocumentLine => {
    const client = next(clients)
    const [code, name, issuer, base] = COMPANIES[next(COMPANIES.length)] ?? (COMPANIES[0] as never)
    const side: DocumentSide = next(3) === 0 ? 'sell' : 'buy'
    const day = addMarketDays(CALENDAR, tradeDate, next(days))
    const key = `${client} ${code} ${side} ${day}`
    const contract = contracts.get(key) ?? 70_001 + contracts.size
    contracts.set(key, contract)
    const isForeign = client % 3 === 2
    const quantity = BigInt(1 + next(50) * 20 + next(20))
    const price = base + BigInt(next(20) - 10) * 1_000n
    const gross = grossOf(quantity, price)
    const { fees } = chargeFees(TARIFF, gross)
    const foreignBrokerage = isForeign ? percentOf(gross, FOREIGN_RATE) : 0n
    const isin = `LK${issuer}N0000`
    const [buying, selling] = side === 'buy' ? ['SSB', 'XYZ'] : ['XYZ', 'SSB']
    const number = 10_001 + client
    const category = isForeign ? 'FI' : 'LI'
    return {
      line: at + 1,
      tradeDate: day,
      tradeTime: `${two(9 + next(5))}:${two(30 + next(30))}:${two(next(60))}`,
      side,
      executionId: `EX${String(seed % 10_000).padStart(4, '0')}${String(at + 1).padStart(10, '0')}`,
      symbol: `${code}.N0000`,
      isin: `${isin}${isinCheckDigit(isin)}`,
      companyName: name,
      quantity,
      price,
      gross,
      fees,
      foreignBrokerage,
      net: netOf({ side, gross, fees, foreignBrokerage }),
      contractNumber: String(contract),
      clientAccount: `SSB-${number}-${category}/00`,
      clientName: NAMES[client % NAMES.length] ?? null,
      settlementDate: settlementDateFor(CALENDAR, day),
      orderId: `ORD${String(contract).padStart(9, '0')}`,
      cancelled: false,
      rest: {
        lotType: 'R',
        buyingBroker: buying ?? '',
        sellingBroker: selling ?? '',
        clientPrefix: String(number),
        clientSuffix: category,
        jointAcNo: '00',
        participantId: 'SSB',
        foreignFlag: isForeign ? '1' : '0',
        status: '1',
        orderSource: 'ATS',
        [side === 'buy' ? 'buyingContractNo' : 'sellingContractNo']: String(contract),
      },
    }
  })
}

const two = (number: number) => String(number).padStart(2, '0')

/** The first fill of each client and day heads its confirmation. */
function headerOf([first]: readonly DocumentLine[]): DocumentHeader {
  const { clientAccount = null, clientName = null, tradeDate = null, settlementDate = null } = first ?? {}
  return { ...BROKER, clientAccount, clientName, attention: clientName, tradeDate, settlementDate }
}

/** A trade file of fills: the names of the columns, the lines, and how many there are. */
export function tradeFileOf(fills: readonly DocumentLine[]): string {
  const head = ['DAILY TRADES', 'COLUMN NAME : TRADE DATE, TRADE TIME, BUY/SELL, EXECUTION ID ...', '']
  const lines = [...head, ...fills.map(formatTradeLine), `NUMBER OF EXECUTIONS : ${fills.length}`]
  return `${lines.join('\r\n')}\r\n`
}

function withOddFills(fills: readonly DocumentLine[], defects: readonly SampleDefect[]): DocumentLine[] {
  const [first] = fills
  const last = fills.at(-1)
  const odd = [
    ...(defects.includes('repeated') && first !== undefined ? [first] : []),
    ...(defects.includes('cancelled') && last !== undefined ? [{ ...last, cancelled: true }] : []),
  ]
  return [...fills, ...odd].map((fill, at) => ({ ...fill, line: at + 1 }))
}

/** Each defect as a further line, copied from the first fill; the file breaks off within the last one. */
function withDefects(tradeFile: string, defects: readonly SampleDefect[]): string {
  const lines = tradeFile.trimEnd().split('\r\n')
  const fill = lines.find((line) => /^\d{4}\//.test(line)) ?? ''
  const put = (offset: number, text: string) =>
    fill.slice(0, offset) + text + fill.slice(offset + text.length)
  const further: Partial<Record<SampleDefect, string>> = {
    'short-line': fill.slice(0, 99),
    'wrong-date': put(0, '2026/02/30'),
    'wrong-quantity': put(47, '       1O00'),
    'broken-off': fill.slice(0, 225),
  }
  const odd = SAMPLE_DEFECTS.flatMap((defect) =>
    defects.includes(defect) && further[defect] !== undefined ? [further[defect]] : [],
  )
  return `${[...lines, ...odd].join('\r\n')}${defects.includes('broken-off') ? '' : '\r\n'}`
}

/** The one trade of the worked example: 1,000 shares at 20.00, bought on 2026-01-05, contract 70001, 20,224.00 in all. */
export function exampleFill(): DocumentLine {
  const [gross, fees] = [2_000_000n, { ...NO_FEES, ...chargeFees(TARIFF, 2_000_000n).fees }]
  return {
    line: 1,
    tradeDate: '2026-01-05',
    tradeTime: '10:15:00',
    side: 'buy',
    executionId: 'EX0000000000001',
    symbol: 'JKH.N0000',
    isin: 'LK0092N00003',
    companyName: 'JOHN KEELLS HOLDINGS PLC',
    quantity: 1_000n,
    price: 200_000n,
    gross,
    fees,
    foreignBrokerage: 0n,
    net: netOf({ side: 'buy', gross, fees, foreignBrokerage: 0n }),
    contractNumber: '70001',
    clientAccount: 'SSB-10001-LI/00',
    clientName: 'N. PERERA',
    settlementDate: '2026-01-07',
    orderId: 'ORD000070001',
    cancelled: false,
    rest: {},
  }
}
