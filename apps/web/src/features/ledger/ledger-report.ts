import { ENTRY_KINDS, type LedgerEntry, type ledgerSummary } from '@em/contract/books/ledger'
import { type Report, type ReportColumn, type RowLevel, reportTable } from '@em/paper/report'
import type { z } from 'zod'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { balanceText } from '../../ui/Balance.tsx'
import { filterFacts, type LedgerFilters } from './filters.ts'

interface Found {
  readonly lines: readonly LedgerEntry[]
  readonly summary: z.output<typeof ledgerSummary>
  readonly filters: LedgerFilters
}
interface Line extends Partial<LedgerEntry> {
  readonly level: RowLevel
  readonly account: string
  readonly left: number | null
  readonly right: number | null
}

const count = (value: number) => value.toLocaleString('en-LK')
const side = (value: number) => (value === 0 ? null : value)

/** Shares and price, contract number and broker of the trade, in one cell: paper has no room for four. */
function tradeText({ quantity, price, contract_number: contract, broker_name: broker }: Line): string {
  const figures =
    quantity == null || price == null
      ? null
      : `${formatNumber(quantity, { decimals: 0 })} at ${formatNumber(price, { decimals: 4 })}`
  return [figures, contract, broker].filter((part) => part != null).join(', ')
}

function kindText({ kind, date, belongs_to: day, reversal_of: reversed }: Line): string {
  if (kind === undefined) return ''
  const parts = [ENTRY_KINDS[kind] ?? kind]
  if (reversed != null) parts.push(`reversal of ${reversed}`)
  if (day !== undefined && day !== date) parts.push(`belongs to ${formatDate(day)}`)
  return parts.join(', ')
}

function recordedText({ recorded_by: by, recorded_at: at }: Line): string {
  return at === undefined ? '' : `${by}, ${formatMoment(at)}`
}

/** The ledger as a report: filters, lines, totals over all that the filters leave. */
export function ledgerReport({ lines, summary, filters }: Found, by: string): Report {
  const all = !summary.stopped && lines.length >= summary.entries
  const whole = `${summary.stopped ? 'more than ' : ''}${count(summary.entries)}`
  const money = (header: string, value: (line: Line) => number | null | undefined): ReportColumn<Line> => ({
    header,
    kind: 'money',
    value,
  })
  const total: Line = {
    level: 'total',
    account: `Total of ${whole} ${summary.entries === 1 && !summary.stopped ? 'entry' : 'entries'}${all ? '' : ', also of those not printed'}`,
    left: summary.debits,
    right: summary.credits,
    ...(summary.net === null ? {} : { balance: summary.net }),
  }
  return {
    title: 'General Ledger',
    by,
    facts: [
      ...filterFacts(filters),
      {
        label: 'Entries',
        value: all ? count(summary.entries) : `the newest ${count(lines.length)} of ${whole}`,
      },
      { label: 'Amounts', value: 'LKR' },
    ],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Date', kind: 'date', value: (line) => line.date },
          { header: 'Account', value: (line) => line.account },
          { header: 'Description', value: (line) => line.description },
          { header: 'Reference', value: (line) => line.reference },
          // Its code, as in the journal's report: a name takes a line more.
          { header: 'Portfolio', value: (line) => line.portfolioId },
          { header: 'Type', value: (line) => line.transaction_type },
          { header: 'Status', value: (line) => line.status },
          { header: 'Trade', value: tradeText },
          { header: 'Kind', value: kindText },
          { header: 'Recorded', value: recordedText },
          money('Debit', (line) => line.left),
          money('Credit', (line) => line.right),
          { ...money('Balance', (line) => line.balance), paper: (value) => balanceText(String(value)) },
        ],
        rows: [
          ...lines.map(
            (line): Line => ({
              ...line,
              level: 'row',
              account: `${line.account_code} ${line.account_name}`,
              left: side(line.debit),
              right: side(line.credit),
            }),
          ),
          total,
        ],
        level: (line) => line.level,
      }),
    ],
  }
}
