/**
 * How a file for an outside ledger is laid out: its columns by name, in order, with their headings; its signs, dates and decimals. Xero,
 * QuickBooks Online and the firm's own CSV are layouts, and one writer (file.ts) writes them all.
 */

export const EXPORT_FORMATS = ['xero', 'quickbooks', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** One voucher for each entry, each day, or each calendar month. */
export const EXPORT_DETAILS = ['line', 'day', 'month'] as const
export type ExportDetail = (typeof EXPORT_DETAILS)[number]

type FieldKind = 'text' | 'date' | 'amount' | 'number'

/** The fields that a column can hold. Amounts: `amount` has debits above zero, `creditAmount` credits. */
export const EXPORT_FIELDS = {
  batch: { kind: 'text', label: 'Batch number' },
  journal: { kind: 'text', label: 'Journal number (batch/voucher)' },
  narration: { kind: 'text', label: 'Journal number with the reference' },
  voucher: { kind: 'number', label: 'Voucher' },
  line: { kind: 'number', label: 'Line of the voucher' },
  date: { kind: 'date', label: 'Date' },
  account: { kind: 'text', label: 'Outside account' },
  ourAccount: { kind: 'text', label: 'Our account code' },
  ourAccountName: { kind: 'text', label: 'Our account name' },
  debit: { kind: 'amount', label: 'Debit' },
  credit: { kind: 'amount', label: 'Credit' },
  amount: { kind: 'amount', label: 'Amount, debits above zero' },
  creditAmount: { kind: 'amount', label: 'Amount, credits above zero' },
  description: { kind: 'text', label: 'Description' },
  reference: { kind: 'text', label: 'Reference' },
  portfolio: { kind: 'text', label: 'Portfolio' },
  costCentre: { kind: 'text', label: 'Cost centre' },
  costCentreName: { kind: 'text', label: 'The words "Cost Centre", where there is one' },
  taxRate: { kind: 'text', label: 'Tax rate' },
  entry: { kind: 'number', label: 'Our entry' },
  entryLine: { kind: 'number', label: 'Line of our entry' },
  fixed: { kind: 'text', label: 'A fixed text' },
  empty: { kind: 'text', label: 'An empty column' },
} as const satisfies Readonly<Record<string, { readonly kind: FieldKind; readonly label: string }>>
export type ExportField = keyof typeof EXPORT_FIELDS
export const EXPORT_FIELD_NAMES = Object.keys(EXPORT_FIELDS) as [ExportField, ...ExportField[]]

export const DATE_FORMS = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'YYYYMMDD',
] as const
export type DateForm = (typeof DATE_FORMS)[number]
export const DECIMAL_MARKS = ['.', ','] as const
export const SEPARATORS = [',', ';', 'tab'] as const
/** The text in the debit column of a credit line, and in the credit column of a debit line. */
export const OTHER_SIDES = ['blank', 'zero'] as const

export interface LayoutColumn {
  readonly field: ExportField
  readonly heading: string
  /** The text of a column of fixed text, the same in every line. */
  readonly text?: string | null | undefined
}
export interface ExportLayout {
  readonly columns: readonly LayoutColumn[]
  readonly dateForm: DateForm
  readonly decimalMark: (typeof DECIMAL_MARKS)[number]
  readonly separator: (typeof SEPARATORS)[number]
  readonly otherSide: (typeof OTHER_SIDES)[number]
}

const columns = (...named: (readonly [ExportField, string])[]): LayoutColumn[] =>
  named.map(([field, heading]) => ({ field, heading }))

/** The manual journals that Xero imports: lines of one narration and date are a journal. */
const XERO: ExportLayout = {
  columns: columns(
    ['narration', 'Narration'],
    ['date', 'Date'],
    ['description', 'Description'],
    ['account', 'AccountCode'],
    ['taxRate', 'TaxRate'],
    ['amount', 'Amount'],
    ['costCentreName', 'TrackingName1'],
    ['costCentre', 'TrackingOption1'],
    ['empty', 'TrackingName2'],
    ['empty', 'TrackingOption2'],
  ),
  dateForm: 'DD/MM/YYYY',
  decimalMark: '.',
  separator: ',',
  otherSide: 'blank',
}

/** The journal entries that QuickBooks Online imports; accounts are named "Parent:Sub". */
const QUICKBOOKS: ExportLayout = {
  columns: columns(
    ['journal', 'Journal No'],
    ['date', 'Journal Date'],
    ['account', 'Account Name'],
    ['description', 'Description'],
    ['debit', 'Debits'],
    ['credit', 'Credits'],
    ['empty', 'Name'],
    ['costCentre', 'Class'],
    ['portfolio', 'Location'],
  ),
  dateForm: 'DD/MM/YYYY',
  decimalMark: '.',
  separator: ',',
  otherSide: 'blank',
}

/** The initial layout of a CSV with the firm's own columns. */
export const OWN_LAYOUT: ExportLayout = {
  columns: columns(
    ['batch', 'Batch'],
    ['voucher', 'Voucher'],
    ['line', 'Line'],
    ['date', 'Date'],
    ['account', 'Account'],
    ['ourAccountName', 'Account Name'],
    ['debit', 'Debit'],
    ['credit', 'Credit'],
    ['description', 'Text'],
    ['reference', 'Reference'],
    ['portfolio', 'Portfolio'],
    ['costCentre', 'Cost Centre'],
    ['entry', 'Entry'],
    ['entryLine', 'Entry Line'],
  ),
  dateForm: 'YYYY-MM-DD',
  decimalMark: '.',
  separator: ',',
  otherSide: 'zero',
}

/** The layout of a target: that of its format, or its own. */
export const layoutOf = (format: ExportFormat, own: ExportLayout | null): ExportLayout =>
  format === 'xero' ? XERO : format === 'quickbooks' ? QUICKBOOKS : (own ?? OWN_LAYOUT)

/** Lines that a file takes at most, without its header; null: any number. */
export const linesOfFile = (format: ExportFormat): number | null => (format === 'xero' ? 300 : null)

/** Whether the lines of a target say a tax rate. */
export const hasTaxRate = (format: ExportFormat, own: ExportLayout | null): boolean =>
  layoutOf(format, own).columns.some(({ field }) => field === 'taxRate')

/** The text in the column of the tax rate if the target names no rate. */
export const NO_TAX = 'Tax Exempt'

/** The faults of the firm's own layout, in sentences; none for a good one. */
export function faultsOfLayout({ columns: listed, decimalMark, separator }: ExportLayout): string[] {
  const has = (...fields: ExportField[]) =>
    fields.every((field) => listed.some((column) => column.field === field))
  const faults: string[] = []
  if (!has('date')) faults.push('The columns must have the date.')
  if (!has('account')) faults.push('The columns must have the outside account.')
  if (!has('debit', 'credit') && !has('amount') && !has('creditAmount'))
    faults.push('The columns must have debit and credit, or one amount.')
  for (const { field, heading, text } of listed)
    if (field === 'fixed' && !text?.trim()) faults.push(`The column ${heading} must have its fixed text.`)
  const headings = listed.map(({ heading }) => heading.toLowerCase())
  if (new Set(headings).size < headings.length) faults.push('Two columns have the same heading.')
  if (decimalMark === ',' && separator === ',')
    faults.push('A comma cannot be the decimal mark and separate the columns.')
  return faults
}
