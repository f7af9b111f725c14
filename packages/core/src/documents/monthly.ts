/** A broker's list of a month: a table of 27 columns, found by their names in any order. */

import type { Fees } from '../fee-tariffs/charge.ts'
import { type DayOrder, timeAfterDate, timeFromText } from '../sheets/days.ts'
import type { DecimalMark } from '../sheets/decimal-mark.ts'
import { sideFromText } from '../sheets/sides.ts'
import type { Cents } from '../values/decimal.ts'
import { formatDecimal, grossOf, MONEY_SCALE } from '../values/money.ts'
import {
  centsOf,
  clientAccountOf,
  contractNumberOf,
  dayFirst,
  dayOf,
  fieldText,
  hasControls,
  isMoney,
  priceOf,
  priceText,
  sharesOf,
  symbolOf,
  type Written,
} from './field-texts.ts'
import {
  chargesOf,
  DOCUMENT_LINES_MAX,
  type DocumentLine,
  type DocumentRead,
  type DocumentSide,
  Findings,
  NO_HEADER,
  netOf,
  SAID,
  statedNet,
} from './line.ts'

/** The columns in the order of the layout; the first six distinguish it from other tables. */
export const MONTHLY_COLUMNS = {
  clientAccount: 'Client A/C No',
  clientName: 'Client Name',
  contractNumber: 'Contract Number',
  tradeDate: 'Trade Date',
  side: 'Buy/Sell Type',
  symbol: 'Stock Code',
  quantity: 'No of Shares',
  price: 'Price',
  gross: 'Value',
  transCost: 'Trans. Cost',
  net: 'Settlement Amount',
  settlementDate: 'Settlement Date',
  orderId: 'Order No',
  traderId: 'Trader ID',
  foreignBrokerage: 'Foreign Brokerage',
  staffMember: 'Staff Member',
  groupStaffMember: 'Group Staff Member',
  relatedParty: 'Related Party',
  relationship: 'Relationship',
  brokerage: 'Broker Fees',
  sec: 'SEC Fees',
  cse: 'Exchange Fees',
  cds: 'CDS Fees',
  stl: 'GOV Fees',
  clearing: 'Clearing Fees',
  orderSource: 'Order Source',
  mobileNumber: 'Mobile Number',
} as const
type LayoutColumn = keyof typeof MONTHLY_COLUMNS
/** With what some brokers add to it. */
export const MONTHLY_FIELDS = { ...MONTHLY_COLUMNS, tradeTime: 'Trade Time' } as const
export type MonthlyColumn = keyof typeof MONTHLY_FIELDS

const COLUMNS = Object.entries(MONTHLY_COLUMNS) as [LayoutColumn, string][]
const DISTINCTIVE = 6
const DISTINCTIVE_MIN = 3
const REQUIRED = ['tradeDate', 'side', 'symbol', 'quantity', 'price'] as const
/** The government's fee is the share transaction levy. */
const FEE_COLUMNS = ['brokerage', 'cse', 'cds', 'clearing', 'sec', 'stl'] as const
const REST_COLUMNS = [
  'transCost',
  'traderId',
  'staffMember',
  'groupStaffMember',
  'relatedParty',
  'relationship',
  'orderSource',
  'mobileNumber',
] as const satisfies readonly MonthlyColumn[]

/** How the days and numbers of a list are written. */
export interface MonthlyWriting {
  readonly dateOrder: DayOrder
  readonly decimalMark: DecimalMark
}

/** A row with its line in the file, from 1. */
export interface MonthlyRow {
  readonly line: number
  /** A number of a workbook has its decimals behind a point, whatever the list's texts have. */
  readonly cells: readonly (string | number)[]
}

/** The row that names the columns. */
export interface MonthlyHeading {
  readonly line: number
  /** The field of each column of the table; null: none of these. */
  readonly columns: readonly (MonthlyColumn | null)[]
}
/** That of the layout. */
const LAYOUT: MonthlyHeading = { line: 1, columns: COLUMNS.map(([column]) => column) }

/** Whether a row that names these columns names those of a monthly list: three or more of the first six. */
export const isMonthlyHeading = (columns: ReadonlySet<MonthlyColumn>): boolean =>
  COLUMNS.slice(0, DISTINCTIVE).filter(([column]) => columns.has(column)).length >= DISTINCTIVE_MIN

/**
 * In: the rows of the sheet, texts as they are shown, days as 2026-01-05 where the sheet has real ones. Never throws: what
 * cannot be read is a finding with its line and column.
 * @param heading the row that names the columns; the layout's own in the first line.
 * @param written how its days and numbers are written (`monthlyReading` of monthly-questions).
 */
export function parseMonthly(
  rows: readonly MonthlyRow[],
  heading: MonthlyHeading = LAYOUT,
  written: MonthlyWriting = { dateOrder: 'dmy', decimalMark: '.' },
): DocumentRead {
  const findings = new Findings()
  if (namesAreClear(heading, findings)) {
    const columnIndexes = new Map(
      heading.columns.flatMap((column, at) => (column === null ? [] : [[column, at] as const])),
    )
    for (const row of rows) {
      if (findings.lines.length >= DOCUMENT_LINES_MAX) {
        findings.drop(row.line, null, 'The file has more than 100,000 lines. The others are not read.', '')
        break
      }
      if (row.line < heading.line) findings.skip(row.line, 'above the table')
      else if (row.line === heading.line) findings.skip(row.line, 'header')
      else if (row.cells.every((cell) => cellText(cell) === '')) findings.skip(row.line, 'blank')
      else new RowReader(row, columnIndexes, findings, written).read()
    }
  }
  return {
    kind: 'monthly',
    header: NO_HEADER,
    ...findings.found(),
    statedTotals: null,
    text: null,
  }
}

/** If a name occurs twice or is missing, no line can be trusted. */
function namesAreClear({ line, columns }: MonthlyHeading, findings: Findings): boolean {
  for (const [column, name] of Object.entries(MONTHLY_FIELDS) as [MonthlyColumn, string][]) {
    const columnNumbers = columns.flatMap((one, at) => (one === column ? [at + 1] : []))
    if (columnNumbers.length > 1) {
      const where = columnNumbers.join(' and ')
      findings.drop(line, name, `The column “${name}” is here more than once (${where}).`, name)
    }
  }
  for (const column of REQUIRED) {
    const name = MONTHLY_COLUMNS[column]
    if (!columns.includes(column)) findings.drop(line, name, `There is no column “${name}”.`, '')
  }
  return findings.problemCount === 0
}

/** The text of a cell without blanks around it. */
const cellText = (cell: string | number | undefined): string => String(cell ?? '').trim()

const TOTAL = /^(?:grand |sub ?-?)?total/i
const CANCELS = /cancel|cxl|reversal/i

/** Of “Sell Cancelled” and “Cancellation of Buy” the word that says the side. */
const sideOf = (text: string): DocumentSide | null => {
  const plain = text.replace(/^(?:cancel(?:l?ed|l?ation)?|cxl|reversal)(?: of)?[\s-]+/i, '')
  return sideFromText(/^[a-z]*/i.exec(plain)?.[0] ?? '') ?? null
}

class RowReader {
  readonly #row: MonthlyRow
  readonly #columnIndexes: ReadonlyMap<MonthlyColumn, number>
  readonly #findings: Findings
  readonly #writing: MonthlyWriting
  #cancelled = false

  constructor(
    row: MonthlyRow,
    columnIndexes: ReadonlyMap<MonthlyColumn, number>,
    findings: Findings,
    written: MonthlyWriting,
  ) {
    this.#writing = written
    this.#row = row
    this.#columnIndexes = columnIndexes
    this.#findings = findings
  }

  read(): void {
    const { line, cells } = this.#row
    const essentials = REQUIRED.map((column) => this.#at(column))
    if (essentials.every((text) => text === '') || (this.#at('symbol') === '' && cells.some(isTotal))) {
      return this.#findings.skip(line, cells.some(isTotal) ? 'total' : 'no trade')
    }
    if (cells.some((cell) => hasControls(String(cell).replace(/[\r\n\t]/g, ' ')))) {
      return this.#findings.drop(line, null, SAID.controls, '')
    }
    const before = this.#findings.problemCount
    const tradeDate = dayOf(this.#at('tradeDate'), this.#writing.dateOrder)
    if (tradeDate === null)
      this.#drop('tradeDate', this.#at('tradeDate') === '' ? SAID.noDate : SAID.wrongDate)
    const side = sideOf(this.#at('side'))
    if (side === null) this.#drop('side', SAID.noSide)
    const symbol = symbolOf(this.#at('symbol'))
    if (symbol === null) this.#drop('symbol', this.#at('symbol') === '' ? SAID.noSymbol : SAID.wrongSymbol)
    const shares = sharesOf(this.#at('quantity'), this.#written('quantity'))
    if (shares === undefined || shares === 0n) this.#drop('quantity', SAID.wrongQuantity)
    const price = priceOf(this.#at('price'), this.#written('price'))
    if (price === undefined || price <= 0n) this.#drop('price', SAID.wrongPrice)
    if (
      tradeDate === null ||
      side === null ||
      symbol === null ||
      shares === undefined ||
      price === undefined ||
      this.#findings.problemCount > before
    ) {
      return
    }
    this.#cancelled = shares < 0n || CANCELS.test(this.#at('side'))
    const quantity = shares < 0n ? -shares : shares
    const gross = this.#grossOf(quantity, price)
    if (!isMoney(gross)) return this.#drop('quantity', SAID.tooLarge)
    const fees = Object.fromEntries(FEE_COLUMNS.map((fee) => [fee, this.#cents(fee)])) as unknown as Fees
    const charged = { side, gross, fees, foreignBrokerage: this.#cents('foreignBrokerage') }
    const settlementDate = dayOf(this.#at('settlementDate'), this.#writing.dateOrder)
    if (settlementDate === null && this.#at('settlementDate') !== '')
      this.#note('settlementDate', SAID.wrongDay)
    const rest: Record<string, string> = {}
    for (const column of REST_COLUMNS) {
      const text = fieldText(this.#at(column))
      if (text !== null) rest[column] = text
    }
    this.#findings.lines.push({
      line,
      tradeDate,
      tradeTime: this.#time(),
      executionId: null,
      symbol,
      isin: null,
      companyName: null,
      quantity,
      price,
      ...charged,
      net: this.#netOf(netOf(charged)),
      contractNumber: contractNumberOf(this.#at('contractNumber')),
      clientAccount: clientAccountOf(this.#at('clientAccount')),
      clientName: fieldText(this.#at('clientName')),
      settlementDate,
      orderId: fieldText(this.#at('orderId')),
      cancelled: this.#cancelled,
      rest,
    })
  }

  #at(column: MonthlyColumn): string {
    return cellText(this.#cell(column))
  }
  #cell(column: MonthlyColumn): string | number | undefined {
    const index = this.#columnIndexes.get(column)
    return index === undefined ? undefined : this.#row.cells[index]
  }
  /** How the figure of a column is written. */
  #written(column: MonthlyColumn): Written {
    const mark = typeof this.#cell(column) === 'number' ? '.' : this.#writing.decimalMark
    return { mark, sheet: true }
  }
  /** From a column of its own, else from the cell of the day. */
  #time(): string | null {
    const own = this.#at('tradeTime')
    const time = own === '' ? timeAfterDate(this.#at('tradeDate')) : timeFromText(own)
    if (time === undefined && own !== '') this.#note('tradeTime', 'This is not a time; it is left blank.')
    return time ?? null
  }
  #drop(column: MonthlyColumn, message: string): void {
    this.#findings.drop(this.#row.line, MONTHLY_FIELDS[column], message, this.#at(column))
  }
  #note(column: MonthlyColumn, message: string): void {
    this.#findings.note(this.#row.line, MONTHLY_FIELDS[column], message, this.#at(column))
  }

  /** The value stated; shares times price where none is, or none that could be. */
  #grossOf(quantity: bigint, price: bigint): Cents {
    const computed = grossOf(quantity, price)
    const text = this.#at('gross')
    if (text === '') return computed
    const stated = centsOf(text, this.#written('gross'))
    if (stated !== undefined && stated !== 0n) return stated < 0n ? -stated : stated
    this.#note('gross', 'This is not the value of the shares; shares times price is taken.')
    return computed
  }

  #netOf(computed: Cents): Cents {
    const text = this.#at('net')
    if (text === '') return computed
    const stated = centsOf(text, this.#written('net'))
    if (stated === undefined) this.#note('net', 'This is not an amount; value and charges are taken.')
    return stated === undefined ? computed : statedNet(stated, computed)
  }

  /** A fee or the foreign brokerage; blank and a dash are zero. */
  #cents(column: MonthlyColumn): Cents {
    const text = this.#at(column)
    if (text === '' || /^[-–—]+$/.test(text)) return 0n
    const read = centsOf(text, this.#written(column))
    if (read === undefined) this.#note(column, SAID.wrongAmount)
    if (read === undefined || read >= 0n) return read ?? 0n
    if (this.#cancelled) return -read
    this.#note(column, SAID.negative)
    return 0n
  }
}

const isTotal = (cell: string | number) => TOTAL.test(cellText(cell))

/** The rows of a list that `parseMonthly` reads as the same, the names of the columns first. */
export function formatMonthly(lines: readonly DocumentLine[]): string[][] {
  return [COLUMNS.map(([, name]) => name), ...lines.map(rowOf)]
}

function rowOf(line: DocumentLine): string[] {
  const money = (cents: Cents) => formatDecimal(cents, MONEY_SCALE, { grouping: true })
  const values: Readonly<Record<LayoutColumn, string>> = {
    clientAccount: line.clientAccount ?? '',
    clientName: line.clientName ?? '',
    contractNumber: line.contractNumber ?? '',
    tradeDate: dayFirst(line.tradeDate),
    side: `${line.side === 'buy' ? 'Buy' : 'Sell'}${line.cancelled ? ' Cancelled' : ''}`,
    symbol: line.symbol,
    quantity: formatDecimal(line.quantity, 0, { grouping: true }),
    price: priceText(line.price, true),
    gross: money(line.gross),
    transCost: line.rest['transCost'] ?? money(chargesOf(line)),
    net: money(line.net),
    settlementDate: line.settlementDate === null ? '' : dayFirst(line.settlementDate),
    orderId: line.orderId ?? '',
    traderId: line.rest['traderId'] ?? '',
    foreignBrokerage: money(line.foreignBrokerage),
    staffMember: line.rest['staffMember'] ?? '',
    groupStaffMember: line.rest['groupStaffMember'] ?? '',
    relatedParty: line.rest['relatedParty'] ?? '',
    relationship: line.rest['relationship'] ?? '',
    brokerage: money(line.fees.brokerage),
    sec: money(line.fees.sec),
    cse: money(line.fees.cse),
    cds: money(line.fees.cds),
    stl: money(line.fees.stl),
    clearing: money(line.fees.clearing),
    orderSource: line.rest['orderSource'] ?? '',
    mobileNumber: line.rest['mobileNumber'] ?? '',
  }
  return COLUMNS.map(([column]) => values[column])
}

/** Rows as comma-separated text, each cell in quotation marks where it needs them. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
