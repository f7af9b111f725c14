/** The ledger as a workbook, sheet row by sheet row: neither the lines nor the file ever stand in memory as a whole. */
import { Readable } from 'node:stream'
import type { LedgerEntry } from '@em/contract/books/ledger'
import { writeXlsxStream } from 'hucre/xlsx'
import { breather } from '../../platform/breather.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { runningBalances } from './ledger.balances.ts'
import { type LedgerFilter, ledgerTotals, lineConditions } from './ledger.filter.ts'
import { pageOf, toEntry } from './ledger.queries.ts'

/** Rows of a sheet: Excel takes 1,048,576 with the header. */
const LINES_MAX = 1_000_000
const PAGE = 5_000

type Cell = string | number | Date | null
interface Column {
  readonly header: string
  readonly width: number
  readonly style?: { readonly numFmt: string }
  readonly value: (line: LedgerEntry) => Cell
}

const MONEY = { numFmt: '#,##0.00' }
const DAY = { numFmt: 'yyyy-mm-dd' }
const side = (amount: number) => (amount === 0 ? null : amount)
const COLUMNS: readonly Column[] = [
  { header: 'Date', width: 12, style: DAY, value: (line) => new Date(`${line.date}T00:00:00Z`) },
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
]

/**
 * The lines that a filter leaves, newest first with their running balances, as the stream of an .xlsx file.
 * @throws Refusal `ledger.too-many` where a sheet does not hold them.
 */
export async function ledgerWorkbook(db: Queryable, filter: LedgerFilter, today: string): Promise<Readable> {
  const conditions = await lineConditions(db, filter, today)
  const { entries, stopped } = await ledgerTotals(db, filter, today, conditions)
  if (stopped) throw new Refusal('ledger.search-too-wide')
  if (entries > LINES_MAX) {
    const words = (count: number) => count.toLocaleString('en-LK')
    throw new Refusal('ledger.too-many', { count: words(entries), limit: words(LINES_MAX) })
  }
  async function* rows(): AsyncGenerator<Cell[]> {
    let cursor: string | undefined
    // The writer of the file asks for row after row at once: others would wait for a whole page of them.
    const breathe = breather()
    for (;;) {
      const page = (await pageOf(db, conditions, { cursor }, PAGE, entries)).slice(0, PAGE)
      const balances = await runningBalances(db, page, filter.portfolioId)
      for (const [place, row] of page.entries()) {
        const line = toEntry(row, balances[place] ?? 0n)
        yield COLUMNS.map((column) => column.value(line))
        await breathe()
      }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      cursor = `${last.entry_date}_${last.entry_id}_${last.line_no}`
    }
  }
  const options: Parameters<typeof writeXlsxStream>[1] = {
    name: 'General Ledger',
    columns: COLUMNS.map(({ header, width, style }) => ({ header, width, ...(style && { style }) })),
    freezePane: { rows: 1 },
  }
  return Readable.fromWeb(writeXlsxStream(rows(), options) as Parameters<typeof Readable.fromWeb>[0])
}
