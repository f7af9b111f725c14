import type { LedgerEntry, ledgerSummary } from '@em/contract/books/ledger'
import type { z } from 'zod'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { sideOf } from '../../ui/Balance.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { filterFacts, type LedgerFilters } from './filters.ts'

export interface Report {
  readonly lines: readonly LedgerEntry[]
  readonly summary: z.output<typeof ledgerSummary>
  readonly filters: LedgerFilters
}

const money = (value: number | null) => (value === null ? '–' : formatNumber(value, { decimals: 2 }))
const side = (value: number) => (value === 0 ? '' : money(value))
export const balanceText = (value: number) => `${money(Math.abs(value))} ${sideOf(value)}`.trim()

/** The ledger on paper: filters, lines, totals over all that the filters leave. */
export function LedgerReport({ report, by, onDone }: { report: Report; by: string; onDone: () => void }) {
  const { lines, summary, filters } = report
  const count = (value: number) => value.toLocaleString('en-LK')
  const all = !summary.stopped && lines.length >= summary.entries
  const whole = `${summary.stopped ? 'more than ' : ''}${count(summary.entries)}`
  return (
    <PrintSheet
      title="General Ledger"
      by={by}
      onDone={onDone}
      facts={[
        ...filterFacts(filters),
        {
          label: 'Entries',
          value: all ? count(summary.entries) : `the newest ${count(lines.length)} of ${whole}`,
        },
        { label: 'Amounts', value: 'LKR' },
      ]}
    >
      <table>
        <thead>
          <tr>
            <th>Date</th>
            <th>Account</th>
            <th>Description</th>
            <th>Reference</th>
            <th>Portfolio</th>
            <th>Type</th>
            <th>Status</th>
            <th data-right>Debit</th>
            <th data-right>Credit</th>
            <th data-right>Balance</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td data-nowrap>{formatDate(line.date)}</td>
              <td>
                {line.account_code} {line.account_name}
              </td>
              <td>{line.description}</td>
              <td data-nowrap>{line.reference}</td>
              <td>{line.portfolio}</td>
              <td>{line.transaction_type}</td>
              <td>{line.status}</td>
              <td data-right>{side(line.debit)}</td>
              <td data-right>{side(line.credit)}</td>
              <td data-right>{balanceText(line.balance)}</td>
            </tr>
          ))}
          <tr data-total>
            <td colSpan={7}>
              Total of {whole} entries{all ? '' : ', also of those not printed'}
            </td>
            <td data-right>{money(summary.debits)}</td>
            <td data-right>{money(summary.credits)}</td>
            <td data-right>{summary.net === null ? '–' : balanceText(summary.net)}</td>
          </tr>
        </tbody>
      </table>
    </PrintSheet>
  )
}
