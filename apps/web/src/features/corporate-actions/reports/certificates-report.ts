import type { TaxCertificate, TaxCertificates } from '@em/contract/books/action-reports'
import { type Report, type ReportTable, type RowLevel, reportTable, sumFormula } from '@em/paper/report'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type CertificateFilters, factsOfFilters, partsOf, STATE_WORDS, stateOf } from './certificates.ts'

interface Line extends Partial<TaxCertificate> {
  readonly level: RowLevel
  readonly text?: string
}

const GROSS = 5
const TAX = 7

function rowsTable(title: string, rows: readonly TaxCertificate[]): ReportTable {
  const lines: Line[] = rows.map((row) => ({ ...row, level: 'row' }))
  if (rows.length > 0) {
    lines.push({
      level: 'total',
      text: 'Total',
      gross: Number(sumOf(rows.map((row) => row.gross))),
      tax: Number(sumOf(rows.map((row) => row.tax))),
    })
  }
  return reportTable<Line>({
    title,
    columns: [
      { header: 'Payer', value: (line) => line.text ?? line.payer },
      { header: 'Symbol', value: (line) => line.securityCode },
      { header: 'Portfolio', value: (line) => line.portfolioName },
      { header: 'Date', kind: 'date', value: (line) => line.date },
      {
        header: 'Certificate',
        value: (line) => (line.number === undefined ? null : STATE_WORDS[stateOf({ number: line.number })]),
      },
      { header: 'Gross', kind: 'money', value: (line) => line.gross },
      { header: 'Rate', kind: 'percent', value: (line) => line.rate },
      { header: 'Tax', kind: 'money', value: (line) => line.tax },
      { header: 'Number', value: (line) => line.number },
      { header: 'Received on', kind: 'date', value: (line) => line.received_on },
    ],
    rows: lines,
    level: (line) => line.level,
    formulas: (line, place) =>
      line.level === 'total'
        ? { [GROSS]: sumFormula(GROSS, 0, place - 1), [TAX]: sumFormula(TAX, 0, place - 1) }
        : undefined,
    empty: 'No certificates.',
  })
}

/** The list of certificates with its tie to account 6200, and the tax outside the books below it. */
export function certificatesReport(data: TaxCertificates, filters: CertificateFilters, by: string): Report {
  const { posted, memo } = partsOf(data.rows, filters.state)
  const tie = [
    { level: 'row', text: 'Tax of the certificates', amount: data.tax },
    { level: 'row', text: 'Movement of account 6200 Withholding Tax', amount: data.ledger },
    ...(data.provisional === 0
      ? []
      : [
          {
            level: 'row',
            text: 'Of it provisional tax at ex dates, paid on other days',
            amount: data.provisional,
          } as const,
        ]),
    { level: 'total', text: 'Difference', amount: data.difference },
  ] as const
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
      reportTable({
        title: 'Tie to the ledger',
        columns: [
          { header: 'All certificates of these days and portfolios', value: (line) => line.text },
          { header: 'Amount', kind: 'money', value: (line) => line.amount },
        ],
        rows: tie,
        level: (line) => line.level,
      }),
      ...(memo.length > 0 ? [rowsTable('Memo: tax of scrip dividends without income', memo)] : []),
    ],
    notes: ['Memo tax was withheld by the company and stands in no account.'],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}
