import type { TaxCertificate, TaxCertificates } from '@em/contract/corporate-actions/action-reports'
import { amountsTable } from '@em/paper/amounts'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report, ReportTable } from '@em/paper/report'
import { securityColumn } from '../../../links/symbol-column.tsx'
import { moneyColumns } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { Status } from '../../../ui/Status.tsx'
import { type CertificateFilters, factsOfFilters, partsOf, STATE_WORDS, stateOf } from './certificates.ts'

const money = moneyColumns({ total: 'sum' })

/** The columns of certificates, of the screen and of the report. */
export const certificateColumns: readonly Column<TaxCertificate>[] = [
  { id: 'payer', header: 'Payer', value: (row) => row.payer, width: 190, phone: true, wrap: true },
  securityColumn(),
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 140, phone: false },
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 112, phone: false },
  money('gross', 'Gross', (row) => row.gross, { width: 130, phone: false }),
  {
    id: 'rate',
    header: 'Rate',
    unit: '%',
    kind: 'percent',
    value: (row) => row.rate,
    width: 78,
    phone: false,
  },
  money('tax', 'Tax', (row) => row.tax, { width: 120, phone: true }),
  {
    id: 'number',
    header: 'Certificate',
    value: (row) => row.number ?? STATE_WORDS.missing,
    cell: (row) => row.number ?? <Status tone="warn">{STATE_WORDS.missing}</Status>,
    width: 160,
    least: 140,
    phone: true,
  },
  {
    id: 'received',
    header: 'Received On',
    kind: 'date',
    value: (row) => row.received_on,
    width: 124,
    phone: false,
  },
]

const rowsTable = (title: string, rows: readonly TaxCertificate[]): ReportTable =>
  describedTable<TaxCertificate>({
    title,
    columns: paperColumns<TaxCertificate>(certificateColumns, {
      payer: 'Payer',
      symbol: 'Symbol',
      portfolio: 'Portfolio',
      date: 'Date',
      state: { header: 'Certificate', value: (row) => STATE_WORDS[stateOf(row)] },
      gross: 'Gross',
      rate: 'Rate',
      tax: 'Tax',
      number: { header: 'Number', value: (row) => row.number },
      received: 'Received on',
    }),
    parts: [{ rows }],
    total: { text: 'Total' },
    calculates: true,
    empty: 'No certificates.',
  })

/** The list of certificates with its tie to account 6200, and the tax outside the books below it. */
export function certificatesReport(data: TaxCertificates, filters: CertificateFilters, by: string): Report {
  const { posted, memo } = partsOf(data.rows, filters.state)
  const provisional = {
    label: 'Of it provisional tax at ex dates, paid on other days',
    amounts: [data.provisional],
  }
  return {
    title: 'Tax Certificates',
    fileName: 'Tax certificates',
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      ...factsOfFilters(filters),
      {
        label: 'Account 6200',
        value: data.difference === 0 ? 'Agrees with the ledger' : 'Does not agree with the ledger',
      },
    ],
    tables: [
      rowsTable('Tax withheld', posted),
      amountsTable({
        title: 'Tie to the ledger',
        first: 'All certificates of these days and portfolios',
        columns: [{ header: 'Amount' }],
        lines: [
          { label: 'Tax of the certificates', amounts: [data.tax] },
          { label: 'Movement of account 6200 Withholding Tax', amounts: [data.ledger] },
          ...(data.provisional === 0 ? [] : [provisional]),
          { label: 'Difference', amounts: [data.difference], level: 'total' },
        ],
      }),
      ...(memo.length > 0 ? [rowsTable('Memo: tax of scrip dividends without income', memo)] : []),
    ],
    notes: ['Memo tax was withheld by the company and stands in no account.'],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
