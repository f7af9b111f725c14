import { ENTRY_KINDS, type LedgerEntry, type ledgerSummary } from '@em/contract/ledger/ledger'
import { describedTable, paperColumns } from '@em/paper/described'
import { LEDGER_COLUMNS } from '@em/paper/general-ledger'
import type { Report } from '@em/paper/report'
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
const count = (value: number) => value.toLocaleString('en-LK')

/** Shares and price, contract number and broker of the trade, in one cell: paper has no room for four. */
function tradeText({ quantity, price, contract_number: contract, broker_name: broker }: LedgerEntry): string {
  const figures =
    quantity == null || price == null
      ? null
      : `${formatNumber(quantity, { decimals: 0 })} at ${formatNumber(price, { decimals: 4 })}`
  return [figures, contract, broker].filter((part) => part != null).join(', ')
}

function kindText({ kind, date, belongs_to: day, reversal_of: reversed }: LedgerEntry): string {
  const parts = [ENTRY_KINDS[kind] ?? kind]
  if (reversed != null) parts.push(`reversal of ${reversed}`)
  if (day !== date) parts.push(`belongs to ${formatDate(day)}`)
  return parts.join(', ')
}

const recordedText = ({ recorded_by: by, recorded_at: at }: LedgerEntry) => `${by}, ${formatMoment(at)}`

/** The ledger as a report: filters, lines, totals over all that the filters leave. */
export function ledgerReport({ lines, summary, filters }: Found, by: string): Report {
  const all = !summary.stopped && lines.length >= summary.entries
  const whole = `${summary.stopped ? 'more than ' : ''}${count(summary.entries)}`
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
      describedTable<LedgerEntry>({
        columns: paperColumns(LEDGER_COLUMNS, {
          date: 'Date',
          account: { header: 'Account', value: (line) => `${line.account_code} ${line.account_name}` },
          description: 'Description',
          reference: 'Reference',
          // Its code, as in the journal's report: a name takes a line more.
          portfolio: { header: 'Portfolio', value: (line) => line.portfolioId },
          type: 'Type',
          status: 'Status',
          trade: { header: 'Trade', value: tradeText },
          kind: { header: 'Kind', value: kindText },
          recorded: { header: 'Recorded', value: recordedText },
          debit: 'Debit',
          credit: 'Credit',
          balance: { header: 'Balance', paper: (value) => balanceText(String(value)) },
        }),
        parts: [{ rows: lines }],
        total: {
          text: `Total of ${whole} ${summary.entries === 1 && !summary.stopped ? 'entry' : 'entries'}${all ? '' : ', also of those not printed'}`,
          values: {
            debit: summary.debits,
            credit: summary.credits,
            ...(summary.net !== null && { balance: summary.net }),
          },
        },
        words: 'account',
      }),
    ],
  }
}
