/** Ledger lines as a workbook or as CSV: neither the lines nor the file ever stand in memory as a whole. */
import { ENTRY_KINDS, type LedgerEntry } from '@em/contract/books/ledger'
import type { ExportFormat } from '@em/contract/exports'
import { decimalOf, formatDecimal } from '@em/core/values/decimal'
import { inertText } from '@em/core/values/inert-text'
import { writeCsv } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { momentInColombo } from '../../platform/clock.ts'

type Cell = string | number | Date | null
/** How a sheet shows a value, and with how many decimals a CSV writes it. */
interface Style {
  readonly numFmt: string
  readonly decimals?: number
}
interface Column {
  readonly header: string
  readonly width: number
  readonly style?: Style
  /** Money in rupees, dates as YYYY-MM-DD. */
  readonly value: (line: LedgerEntry) => string | number | null
}

const MONEY: Style = { numFmt: '#,##0.00', decimals: 2 }
const PRICE: Style = { numFmt: '#,##0.0000', decimals: 4 }
const SHARES: Style = { numFmt: '#,##0', decimals: 0 }
const DAY: Style = { numFmt: 'yyyy-mm-dd' }
const side = (amount: number) => (amount === 0 ? null : amount)
const COLUMNS: readonly Column[] = [
  { header: 'Date', width: 12, style: DAY, value: (line) => line.date },
  { header: 'Status', width: 10, value: (line) => line.status },
  { header: 'Account', width: 12, value: (line) => line.account_code },
  { header: 'Account Name', width: 30, value: (line) => line.account_name },
  { header: 'Transaction Type', width: 20, value: (line) => line.transaction_type },
  { header: 'Debit (LKR)', width: 18, style: MONEY, value: (line) => side(line.debit) },
  { header: 'Credit (LKR)', width: 18, style: MONEY, value: (line) => side(line.credit) },
  { header: 'Balance (LKR)', width: 18, style: MONEY, value: (line) => line.balance },
  { header: 'Reference', width: 26, value: (line) => line.reference },
  { header: 'Portfolio', width: 26, value: (line) => line.portfolio },
  { header: 'Description', width: 40, value: (line) => line.description },
  { header: 'Symbol', width: 14, value: (line) => line.symbol },
  { header: 'Entry', width: 12, value: (line) => line.entry_id },
  { header: 'Settlement Account', width: 26, value: (line) => line.transaction_account_name },
  { header: 'Account Number', width: 18, value: (line) => line.account_number },
  { header: 'Bank', width: 24, value: (line) => line.bank_name },
  { header: 'Payment Method', width: 16, value: (line) => line.payment_method },
  { header: 'Quantity (shares)', width: 16, style: SHARES, value: (line) => line.quantity },
  { header: 'Price (LKR)', width: 14, style: PRICE, value: (line) => line.price },
  { header: 'Contract Number', width: 18, value: (line) => line.contract_number },
  { header: 'Broker', width: 24, value: (line) => line.broker_name },
  { header: 'Belongs To', width: 12, style: DAY, value: (line) => line.belongs_to },
  { header: 'Kind', width: 16, value: (line) => ENTRY_KINDS[line.kind] ?? line.kind },
  { header: 'Reversal Of', width: 12, value: (line) => line.reversal_of },
  { header: 'Recorded By', width: 22, value: (line) => line.recorded_by },
  { header: 'Recorded At', width: 20, value: (line) => momentInColombo(new Date(line.recorded_at)) },
]

/** The file of some lines, piece by piece, as it is asked for. */
export const fileOf = (
  lines: AsyncIterable<LedgerEntry>,
  format: ExportFormat,
): AsyncIterable<Uint8Array | string> => (format === 'csv' ? csvOf(lines) : workbookOf(lines))

function workbookOf(lines: AsyncIterable<LedgerEntry>): AsyncIterable<Uint8Array> {
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const line of lines) {
      yield COLUMNS.map(({ value, style }) => {
        const cell = value(line)
        return style === DAY && cell !== null ? new Date(`${cell}T00:00:00Z`) : cell
      })
    }
  }
  const options: Parameters<typeof writeXlsxStream>[1] = {
    name: 'General Ledger',
    columns: COLUMNS.map(({ header, width, style }) => ({
      header,
      width,
      ...(style && { style: { numFmt: style.numFmt } }),
    })),
    freezePane: { rows: 1 },
  }
  return writeXlsxStream(rows(), options)
}

/** Lines of text that go out together. */
const CSV_LINES = 500

async function* csvOf(lines: AsyncIterable<LedgerEntry>): AsyncGenerator<string> {
  let rows: string[][] = [COLUMNS.map(({ header }) => header)]
  const text = () => `${writeCsv(rows, { lineSeparator: '\r\n' })}\r\n`
  for await (const line of lines) {
    rows.push(COLUMNS.map((column) => csvCell(column, line)))
    if (rows.length < CSV_LINES) continue
    yield text()
    rows = []
  }
  if (rows.length > 0) yield text()
}

function csvCell({ value, style }: Column, line: LedgerEntry): string {
  const cell = value(line)
  if (cell === null) return ''
  if (typeof cell === 'string') return inertText(cell)
  const { decimals } = style ?? {}
  return decimals === undefined ? String(cell) : formatDecimal(decimalOf(String(cell), decimals), decimals)
}
