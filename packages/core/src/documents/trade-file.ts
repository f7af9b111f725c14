/**
 * The trade file of the exchange's trading system: one fill in a line of 307 characters, each field at its position. Lines of 100
 * characters and more are read as far as they go.
 */

import { type CdsNumber, cdsNumber, readCdsNumber } from '../cds/account-number.ts'
import type { Fees } from '../fee-tariffs/charge.ts'
import type { FeeComponent } from '../fee-tariffs/tariff.ts'
import { timeFromText } from '../sheets/days.ts'
import type { Cents } from '../values/decimal.ts'
import { formatDecimal, grossOf, MONEY_SCALE } from '../values/money.ts'
import {
  centsOf,
  contractNumberOf,
  dayOf,
  hasControls,
  isMoney,
  priceOf,
  priceText,
  sharesOf,
  symbolOf,
  yearFirst,
} from './field-texts.ts'
import {
  DOCUMENT_LINES_MAX,
  type DocumentLine,
  type DocumentRead,
  type DocumentSide,
  Findings,
  NO_HEADER,
  netOf,
  SAID,
} from './line.ts'

/** Positions of the fields, from 0, the last one included; numbers end at their last position, texts begin at their first. */
export const TRADE_FILE_FIELDS = {
  tradeDate: { name: 'trade_date', from: 0, to: 9, kind: 'text' },
  tradeTime: { name: 'trade_time', from: 11, to: 18, kind: 'text' },
  buySell: { name: 'buy_sell', from: 20, to: 20, kind: 'text' },
  executionId: { name: 'execution_id', from: 22, to: 37, kind: 'text' },
  companyId: { name: 'company_id', from: 38, to: 41, kind: 'text' },
  mainType: { name: 'main_type', from: 42, to: 42, kind: 'text' },
  subType: { name: 'sub_type', from: 43, to: 46, kind: 'text' },
  quantity: { name: 'quantity', from: 47, to: 57, kind: 'number' },
  price: { name: 'price', from: 58, to: 67, kind: 'number' },
  lotType: { name: 'lot_type', from: 69, to: 69, kind: 'text' },
  buyingBroker: { name: 'broker_id_buy', from: 72, to: 74, kind: 'text' },
  sellingBroker: { name: 'broker_id_sell', from: 76, to: 78, kind: 'text' },
  buyingContractNo: { name: 'buying_contract_no', from: 80, to: 87, kind: 'number' },
  sellingContractNo: { name: 'selling_contract_no', from: 89, to: 96, kind: 'number' },
  clientPrefix: { name: 'client_prefix', from: 98, to: 107, kind: 'number' },
  clientSuffix: { name: 'client_suffix', from: 108, to: 109, kind: 'text' },
  jointAcNo: { name: 'joint_ac_no', from: 110, to: 111, kind: 'number' },
  participantId: { name: 'participant_id', from: 113, to: 115, kind: 'text' },
  foreignFlag: { name: 'foreign_flag', from: 117, to: 117, kind: 'number' },
  brokerage: { name: 'brokerage', from: 119, to: 130, kind: 'number' },
  cdsFees: { name: 'cds_fees', from: 131, to: 142, kind: 'number' },
  cseFees: { name: 'cse_fees', from: 143, to: 154, kind: 'number' },
  clearingFees: { name: 'clearing_fees', from: 155, to: 166, kind: 'number' },
  secCess: { name: 'sec_cess', from: 167, to: 178, kind: 'number' },
  foreignBrokerage: { name: 'brokerage_foreign', from: 179, to: 190, kind: 'number' },
  orderId: { name: 'order_id', from: 192, to: 211, kind: 'text' },
  status: { name: 'status', from: 213, to: 214, kind: 'number' },
  governmentCess: { name: 'government_cess', from: 216, to: 227, kind: 'number' },
  tradeReportId: { name: 'trade_report_id', from: 228, to: 277, kind: 'text' },
  orderSource: { name: 'order_source', from: 279, to: 289, kind: 'text' },
  consolidationNo: { name: 'consolidation_no', from: 291, to: 295, kind: 'number' },
  settlementDate: { name: 'date_settlement', from: 297, to: 306, kind: 'text' },
} as const satisfies Record<string, Field>

interface Field {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly kind: 'text' | 'number'
}
export type TradeFileField = keyof typeof TRADE_FILE_FIELDS

export const TRADE_LINE_LENGTH = 307
/** Shorter lines hold no trade. */
export const TRADE_LINE_MIN = 100
/** Longer ones are lines of another file. */
const TRADE_LINE_MAX = 1_000

const FIELDS = Object.entries(TRADE_FILE_FIELDS) as [TradeFileField, Field][]
/** Which field holds which fee; the government cess is the share transaction levy. */
const FEE_FIELDS: Readonly<Record<FeeComponent, TradeFileField>> = {
  brokerage: 'brokerage',
  cse: 'cseFees',
  cds: 'cdsFees',
  clearing: 'clearingFees',
  sec: 'secCess',
  stl: 'governmentCess',
}
/** Fields that a line has no position of its own for. */
const REST_FIELDS = [
  'lotType',
  'buyingBroker',
  'sellingBroker',
  'buyingContractNo',
  'sellingContractNo',
  'clientPrefix',
  'clientSuffix',
  'jointAcNo',
  'participantId',
  'foreignFlag',
  'status',
  'tradeReportId',
  'orderSource',
  'consolidationNo',
] as const satisfies readonly TradeFileField[]

const HEADER_WORDS = /COLUMN NAME|EXECUTIONS|COUNT/i
const STATED_COUNT = /(?:EXECUTIONS|COUNT)[^0-9]{0,40}(\d{1,9})\s*$/i
const BEGINS_AS_TRADE = /^\d{4}\/\d{2}\/\d{2}.{10}[BS]/
const RULED = /^[-=_*.\s]+$/

/** Whether a line has the date and the side of a trade at their positions. */
const isTradeLine = (text: string) => text.length >= TRADE_LINE_MIN && BEGINS_AS_TRADE.test(text)

/** Lines that are read to recognise the kind of a file. */
const LINES_SAMPLED = 1_000

/** Whether a text is a trade file: a line of it is a trade, or names the columns. */
export function isTradeFile(text: string): boolean {
  let sampled = 0
  for (const { text: line } of linesOf(text)) {
    if (isTradeLine(line) || /COLUMN NAME/i.test(line)) return true
    sampled += 1
    if (sampled >= LINES_SAMPLED) return false
  }
  return false
}

/** The lines of a text, numbered from 1, without their ends; a form feed before a line is the printer's. */
export function* linesOf(text: string): Generator<{ line: number; text: string }> {
  let from = 0
  for (let line = 1; from <= text.length; line += 1) {
    const next = text.indexOf('\n', from)
    const end = next === -1 ? text.length : next
    const last = text[end - 1] === '\r' && end > from ? end - 1 : end
    yield { line, text: text.slice(text[from] === '\f' ? from + 1 : from, last) }
    from = end + 1
  }
}

/** Never throws: what cannot be read is reported by line and field. */
export function parseTradeFile(text: string): DocumentRead {
  const findings = new Findings()
  let count: number | null = null
  for (const { line, text: written } of linesOf(text)) {
    if (line > DOCUMENT_LINES_MAX) {
      findings.drop(
        line,
        null,
        'The file has more than 100,000 lines. These and those below are not read.',
        '',
      )
      break
    }
    if (written.trim() === '') findings.skip(line, 'blank')
    else if (RULED.test(written)) findings.skip(line, 'ruled line')
    else if (!BEGINS_AS_TRADE.test(written) && HEADER_WORDS.test(written.slice(0, TRADE_LINE_MAX))) {
      findings.skip(line, 'header')
      count ??= statedCount(written)
    } else if (written.length < TRADE_LINE_MIN) findings.skip(line, 'shorter than 100 characters')
    else readLine(line, written, findings)
  }
  return {
    kind: 'trade-file',
    header: NO_HEADER,
    ...findings.found(),
    statedTotals: count === null ? null : { count, purchases: null, sales: null, net: null },
    text: null,
  }
}

const statedCount = (text: string) => {
  const found = STATED_COUNT.exec(text.slice(0, TRADE_LINE_MAX).replaceAll(',', ''))
  return found === null ? null : Number(found[1])
}

const SIDES: Readonly<Record<string, DocumentSide>> = { B: 'buy', S: 'sell' }

function readLine(line: number, text: string, findings: Findings): void {
  const length = text.trimEnd().length
  if (length > TRADE_LINE_MAX) {
    return findings.drop(line, null, `The line has ${length} characters; a trade has 307.`, text)
  }
  if (hasControls(text) || text.includes('\t')) return findings.drop(line, null, SAID.controls, text)
  const at = (field: TradeFileField) => {
    const { from, to } = TRADE_FILE_FIELDS[field]
    return text.slice(from, to + 1).trim()
  }
  const cut = FIELDS.find(
    ([name, { from, to, kind }]) =>
      from < length && length <= to && (kind === 'number' || name === 'settlementDate'),
  )?.[0]
  const before = findings.problemCount
  const drop = (field: TradeFileField, message: string, value = at(field)) =>
    findings.drop(line, TRADE_FILE_FIELDS[field].name, message, value)
  const tradeDate = dayOf(at('tradeDate'))
  if (tradeDate === null) drop('tradeDate', at('tradeDate') === '' ? SAID.noDate : SAID.wrongDate)
  const side = SIDES[at('buySell').toUpperCase()]
  if (side === undefined) drop('buySell', SAID.noSide)
  const written = `${at('companyId')}.${at('mainType')}${at('subType')}`
  const symbol = symbolOf(written)
  if (symbol === null) {
    drop('companyId', at('companyId') === '' ? SAID.noSymbol : SAID.wrongSymbol, written)
  }
  const shares = sharesOf(at('quantity'))
  if (shares === undefined || shares === 0n) drop('quantity', SAID.wrongQuantity)
  const price = priceOf(at('price'))
  if (price === undefined || price <= 0n) drop('price', SAID.wrongPrice)
  if (
    tradeDate === null ||
    side === undefined ||
    symbol === null ||
    shares === undefined ||
    price === undefined ||
    findings.problemCount > before
  ) {
    return
  }
  // The exchange takes a fill back by one of less than no shares.
  const cancelled = shares < 0n
  const quantity = cancelled ? -shares : shares
  const gross = grossOf(quantity, price)
  if (!isMoney(gross)) return drop('quantity', SAID.tooLarge)
  const note = (field: TradeFileField, message: string) =>
    findings.note(line, TRADE_FILE_FIELDS[field].name, message, at(field))
  const cents = (field: TradeFileField): Cents => {
    if (field === cut || at(field) === '') return 0n
    const read = centsOf(at(field))
    if (read === undefined) note(field, SAID.wrongAmount)
    if (read === undefined || read >= 0n) return read ?? 0n
    if (cancelled) return -read
    note(field, SAID.negative)
    return 0n
  }
  if (cut !== undefined) {
    note(cut, `The line breaks off after ${length} of 307 characters, within this field; it is left blank.`)
  }
  const fees = Object.fromEntries(
    Object.entries(FEE_FIELDS).map(([component, field]) => [component, cents(field)]),
  ) as unknown as Fees
  const foreignBrokerage = cents('foreignBrokerage')
  const textAt = (field: TradeFileField) => (field === cut ? '' : at(field))
  const time = timeFromText(textAt('tradeTime')) ?? null
  if (time === null && textAt('tradeTime') !== '') note('tradeTime', 'This is not a time; it is left blank.')
  const settlementDate = dayOf(textAt('settlementDate'))
  if (settlementDate === null && textAt('settlementDate') !== '') note('settlementDate', SAID.wrongDay)
  const rest: Record<string, string> = {}
  for (const field of REST_FIELDS) if (textAt(field) !== '') rest[field] = textAt(field).toWellFormed()
  findings.lines.push({
    line,
    tradeDate,
    tradeTime: time,
    side,
    executionId: orNull(textAt('executionId')),
    symbol,
    isin: null,
    companyName: null,
    quantity,
    price,
    gross,
    fees,
    foreignBrokerage,
    net: netOf({ side, gross, fees, foreignBrokerage }),
    contractNumber: contractNumberOf(textAt(side === 'buy' ? 'buyingContractNo' : 'sellingContractNo')),
    clientAccount: accountOf(rest),
    clientName: null,
    settlementDate,
    orderId: orNull(textAt('orderId')),
    cancelled,
    rest,
  })
}

const orNull = (text: string) => (text === '' ? null : text.toWellFormed())

/** ABC-12345-LI/00 of the parts; without a participant 12345-LI/00. */
function accountOf(rest: Readonly<Record<string, string>>): string | null {
  const [prefix = '', suffix = ''] = [rest['clientPrefix'], rest['clientSuffix']]
  if (!/^\d+$/.test(prefix) || !/^[A-Z]{2}$/.test(suffix)) return orNull(prefix + suffix)
  const joint = (rest['jointAcNo'] ?? '').padStart(2, '0')
  const number: CdsNumber = {
    participant: rest['participantId'] ?? '',
    number: prefix.replace(/^0+(?=\d)/, ''),
    category: suffix,
    joint,
  }
  return cdsNumber(number).replace(/^-/, '')
}

const BARE = /^(\d{1,10})-([A-Z]{2})\/(\d{2})$/

/** The parts of an account as in a line of the file. */
function accountFields(account: string | null): Partial<Record<TradeFileField, string>> {
  if (account === null) return {}
  const number = readCdsNumber(account)
  const [, bareNumber, bareCategory, bareJoint] = BARE.exec(account) ?? []
  const [clientPrefix, clientSuffix, joint] = [
    number?.number ?? bareNumber,
    number?.category ?? bareCategory,
    number?.joint ?? bareJoint,
  ]
  if (clientPrefix === undefined || clientSuffix === undefined || joint === undefined) return {}
  return { clientPrefix, clientSuffix, jointAcNo: joint, participantId: number?.participant ?? '' }
}

/**
 * A line of 307 characters that `parseTradeFile` reads as the same. Gross and net follow from the others.
 * @throws RangeError where a field does not fit into its width.
 */
export function formatTradeLine(line: DocumentLine): string {
  const [company = '', type = ''] = line.symbol.split('.')
  const money = (cents: Cents) => formatDecimal(cents, MONEY_SCALE)
  const own = line.side === 'buy' ? 'buyingContractNo' : 'sellingContractNo'
  const values: Partial<Record<TradeFileField, string>> = {
    ...line.rest,
    ...accountFields(line.clientAccount),
    tradeDate: yearFirst(line.tradeDate),
    tradeTime: line.tradeTime ?? '',
    buySell: line.side === 'buy' ? 'B' : 'S',
    executionId: line.executionId ?? '',
    companyId: company,
    mainType: type.slice(0, 1),
    subType: type.slice(1),
    quantity: String(line.cancelled ? -line.quantity : line.quantity),
    price: priceText(line.price),
    [own]: line.contractNumber ?? line.rest[own] ?? '',
    ...Object.fromEntries(
      Object.entries(FEE_FIELDS).map(([component, field]) => [
        field,
        money(line.fees[component as FeeComponent]),
      ]),
    ),
    foreignBrokerage: money(line.foreignBrokerage),
    orderId: line.orderId ?? '',
    settlementDate: line.settlementDate === null ? '' : yearFirst(line.settlementDate),
  }
  let text = ''
  for (const [field, { name, from, to, kind }] of FIELDS) {
    const value = values[field] ?? ''
    const width = to - from + 1
    if (value.length > width) throw new RangeError(`${name} has ${width} characters: ${value}`)
    text = text.padEnd(from) + (kind === 'number' ? value.padStart(width) : value.padEnd(width))
  }
  return text
}
