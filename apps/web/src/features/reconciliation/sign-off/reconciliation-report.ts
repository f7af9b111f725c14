import type {
  ChangedLine,
  ExternalTransaction,
  GlTransaction,
  MatchedTransaction,
} from '@em/contract/reconciliation/reconciliation-records'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { formatDate, formatMoment } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { bankOf, MATCH_NAMES, netOf, periodOf, plural, REFERENCE_NAMES, sumOfLines } from '../record/lines.ts'
import type { OneReconciliation } from '../record/useReconciliation.ts'
import { NET_DIFFERENCE, proofRows, standingOf, UNEXPLAINED, WHY_NET_DIFFERS } from './proof.ts'

interface Lines {
  readonly ledger: readonly GlTransaction[]
  readonly external: readonly ExternalTransaction[]
  readonly matches: readonly MatchedTransaction[]
  readonly changes: readonly ChangedLine[]
  readonly cut: boolean
}

/** The signed report: the proof, the differences, the open and the matched lines. `by` is the user who asks for it. */
export function reconciliationReport(one: OneReconciliation, lines: Lines, by: string): Report {
  const bank = bankOf(one)
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }])
  return {
    title: 'Account Reconciliation',
    subtitle: [`${one.accountCode} ${one.accountName}${bank === null ? '' : `, ${bank}`}`, periodOf(one)],
    by,
    facts: [
      ...fact('Days', `${formatDate(one.startDate)} to ${formatDate(one.endDate)}`),
      ...fact('Ledger until', formatDate(one.coveredUntil)),
      ...fact('Portfolio', one.portfolio ?? 'All portfolios'),
      ...fact(
        'Reference',
        [REFERENCE_NAMES[one.referenceType], one.referenceNumber].filter(Boolean).join(' '),
      ),
      ...fact(
        'Status',
        one.status === 'reconciled' && one.reconciledAt !== null
          ? `Reconciled by ${one.reconciledBy ?? ''}, ${formatMoment(one.reconciledAt)}`
          : 'Pending',
      ),
      ...fact(
        'Unexplained difference',
        one.proof.unexplained === null ? null : formatNumber(one.proof.unexplained, { decimals: 2 }),
      ),
      ...fact('Result', `${standingOf(one).word}. ${standingOf(one).text}`),
      ...fact('Explanation', one.explanation),
      ...fact('Notes', one.notes),
      { label: 'Amounts', value: 'LKR; a debit is money in, a credit money out' },
    ],
    tables: [
      proofTable(one),
      differencesTable(one),
      ledgerTable(lines.ledger),
      externalTable(lines.external),
      matchedTable(lines.matches),
      ...(lines.changes.length === 0 ? [] : [changedTable(lines.changes)]),
    ],
    notes: [
      `Unexplained difference: ${UNEXPLAINED}. ${WHY_NET_DIFFERS.replace('this figure', 'the net difference')}`,
      ...(lines.cut
        ? [
            'The lists show only the first lines; the Excel file has more. The proof and the differences cover all lines.',
          ]
        : []),
    ],
    signatures: ['Prepared by', 'Reviewed by', 'Approved by'],
    fileName: `Account Reconciliation ${one.accountCode} ${one.endDate}`,
  }
}

interface Sum {
  readonly level: RowLevel
  readonly label: string
  readonly value: number | null
}

function proofTable(one: OneReconciliation) {
  const { ledger, statement, rest } = proofRows(one)
  const rows: Sum[] = [...ledger, ...statement, ...rest].map((row) => ({
    level: row.strong ? 'subtotal' : 'row',
    label: row.label,
    value: row.value,
  }))
  return reportTable<Sum>({
    title: 'Reconciliation statement',
    columns: [
      { header: 'Balance and open items', value: (row) => row.label },
      { header: 'LKR', kind: 'money', value: (row) => row.value },
    ],
    rows,
    level: (row) => row.level,
  })
}

function differencesTable({ differences: d }: OneReconciliation) {
  return reportTable<Sum>({
    title: 'Differences',
    columns: [
      { header: 'Difference', value: (row) => row.label },
      { header: 'LKR', kind: 'money', value: (row) => row.value },
    ],
    rows: [
      { level: 'row', label: 'Unrecorded deposits', value: d.unrecordedDeposits },
      { level: 'row', label: 'Outstanding cheques', value: d.outstandingCheques },
      { level: 'row', label: 'Bank charges', value: d.bankCharges },
      { level: 'row', label: 'Other discrepancies', value: d.otherDiscrepancies },
      { level: 'total', label: `Net difference (${NET_DIFFERENCE})`, value: d.netDifference },
    ],
    level: (row) => row.level,
  })
}

interface Listed {
  readonly level: RowLevel
  readonly date: string | null
  readonly description: string | null
  readonly reference: string | null
  readonly carried: boolean
  readonly debit: number | string | null
  readonly credit: number | string | null
}

function listed(title: string, lines: readonly (GlTransaction | ExternalTransaction)[], empty: string) {
  const rows: Listed[] = lines.map((line) => ({
    level: 'row',
    date: line.date,
    description: line.description,
    reference: line.reference,
    carried: line.carried,
    debit: line.debit === 0 ? null : line.debit,
    credit: line.credit === 0 ? null : line.credit,
  }))
  const total: Listed = {
    level: 'total',
    date: null,
    description: `Net of the ${plural(lines.length, 'line')} listed: ${formatNumber(sumOfLines(lines), { decimals: 2 })}`,
    reference: null,
    carried: false,
    debit: sumOfLines(lines.map((line) => ({ debit: line.debit, credit: 0 }))),
    credit: sumOfLines(lines.map((line) => ({ debit: line.credit, credit: 0 }))),
  }
  return reportTable<Listed>({
    title,
    columns: [
      { header: 'Date', kind: 'date', value: (row) => row.date },
      { header: 'Description', value: (row) => row.description },
      { header: 'Reference', value: (row) => row.reference },
      { header: 'Carried', value: (row) => (row.carried ? 'Yes' : null) },
      { header: 'Debit', kind: 'money', value: (row) => row.debit },
      { header: 'Credit', kind: 'money', value: (row) => row.credit },
    ],
    rows: rows.length === 0 ? [] : [...rows, total],
    level: (row) => row.level,
    empty,
  })
}

const ledgerTable = (lines: readonly GlTransaction[]) =>
  listed('Unmatched ledger lines', lines, 'Every ledger line is matched.')
const externalTable = (lines: readonly ExternalTransaction[]) =>
  listed('Unmatched statement lines', lines, 'Every statement line is matched.')

function changedTable(lines: readonly ChangedLine[]) {
  return reportTable<ChangedLine>({
    title: 'Entries dated in this period and recorded after the sign-off',
    columns: [
      { header: 'Date', kind: 'date', value: (line) => line.date },
      { header: 'Entry', value: (line) => String(line.entry_id) },
      {
        header: 'Description',
        value: (line) =>
          line.outside ? `${line.description ?? ''} (no portfolio)`.trim() : line.description,
      },
      { header: 'Recorded', value: (line) => `${formatMoment(line.recordedAt)}, ${line.recordedBy}` },
      { header: 'Debit', kind: 'money', value: (line) => (line.debit === 0 ? null : line.debit) },
      { header: 'Credit', kind: 'money', value: (line) => (line.credit === 0 ? null : line.credit) },
    ],
    rows: lines,
  })
}

interface MatchedLine {
  readonly match: MatchedTransaction
  readonly first: boolean
  readonly ledger: GlTransaction | undefined
  readonly external: ExternalTransaction | undefined
}

function matchedTable(matches: readonly MatchedTransaction[]) {
  const rows = matches.flatMap((match): MatchedLine[] =>
    Array.from(
      { length: Math.max(match.glTransactions.length, match.externalTransactions.length) },
      (_, index) => ({
        match,
        first: index === 0,
        ledger: match.glTransactions[index],
        external: match.externalTransactions[index],
      }),
    ),
  )
  const amount = (line: GlTransaction | ExternalTransaction | undefined) =>
    line === undefined ? null : netOf(line)
  return reportTable<MatchedLine>({
    title: 'Matched',
    columns: [
      { header: 'Type', value: ({ first, match }) => (first ? MATCH_NAMES[match.matchType] : null) },
      { header: 'Ledger date', kind: 'date', value: ({ ledger }) => ledger?.date },
      { header: 'Ledger line', value: ({ ledger }) => ledger?.description },
      { header: 'Ledger', kind: 'money', value: ({ ledger }) => amount(ledger) },
      { header: 'Statement date', kind: 'date', value: ({ external }) => external?.date },
      { header: 'Statement line', value: ({ external }) => external?.description },
      { header: 'Statement', kind: 'money', value: ({ external }) => amount(external) },
      { header: 'Why', value: ({ first, match }) => (first ? match.explanation : null) },
    ],
    rows,
    empty: 'Nothing is matched.',
  })
}
