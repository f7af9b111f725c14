/** The ledger as a workbook or as CSV, line by line: neither the lines nor the file ever stand in memory as a whole. */
import { Readable } from 'node:stream'
import { ENTRY_KINDS, type LedgerEntry } from '@em/contract/books/ledger'
import { decimalOf, formatDecimal } from '@em/core/values/decimal'
import { inertText } from '@em/core/values/inert-text'
import { writeCsv } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { momentInColombo } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runningBalances } from './ledger.balances.ts'
import { type LedgerFilter, ledgerTotals, lineConditions } from './ledger.filter.ts'
import { pageOf, toEntry } from './ledger.queries.ts'

/** Rows of a sheet: Excel takes 1,048,576 with the header. */
const LINES_MAX = 1_000_000
const PAGE = 5_000

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

/**
 * The lines that a filter leaves, newest first with their running balances, as the stream of an .xlsx or .csv file.
 * @throws Refusal `ledger.too-many` where a sheet does not hold them, `ledger.search-too-wide` where a search text or a
 *   broker stands in too many lines.
 */
export async function ledgerFile(
  db: Queryable,
  filter: LedgerFilter,
  today: string,
  format: 'xlsx' | 'csv',
): Promise<Readable> {
  const conditions = await lineConditions(db, filter, today)
  const { entries, stopped } = await ledgerTotals(db, filter, today, conditions)
  if (stopped) throw new Refusal('ledger.search-too-wide')
  if (entries > LINES_MAX) {
    const words = (count: number) => count.toLocaleString('en-LK')
    throw new Refusal('ledger.too-many', { count: words(entries), limit: words(LINES_MAX) })
  }
  async function* lines(): AsyncGenerator<LedgerEntry> {
    let cursor: string | undefined
    // The writer of the file asks for row after row at once: others would wait for a whole page of them.
    const mayPause = regularPauses()
    for (;;) {
      const page = (await pageOf(db, conditions, { cursor }, PAGE, entries)).slice(0, PAGE)
      const balances = await runningBalances(db, page, filter.portfolioId)
      for (const [place, row] of page.entries()) {
        yield toEntry(row, balances[place] ?? 0n)
        await mayPause()
      }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      cursor = `${last.entry_date}_${last.entry_id}_${last.line_no}`
    }
  }
  return format === 'csv' ? Readable.from(csvOf(lines())) : workbookOf(lines())
}

function workbookOf(lines: AsyncIterable<LedgerEntry>): Readable {
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
  return Readable.fromWeb(writeXlsxStream(rows(), options) as Parameters<typeof Readable.fromWeb>[0])
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
