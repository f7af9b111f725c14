/** Writes vouchers as the cells of a file by its layout. Texts are guarded against formulas; amounts, dates and numbers never are. */
import { formatDecimal, MONEY_SCALE } from '../values/decimal.ts'
import { inertText } from '../values/inert-text.ts'
import {
  type DateForm,
  EXPORT_FIELDS,
  type ExportField,
  type ExportFormat,
  type ExportLayout,
} from './layout.ts'
import type { Voucher, VoucherLine } from './vouchers.ts'

/** Terms that all lines of a file share. */
export interface FileTerms {
  readonly layout: ExportLayout
  readonly batch: string
  /** The prefix of its journal numbers. */
  readonly journals: string
  readonly taxRate: string
}

export const headingsOf = ({ columns }: ExportLayout): string[] =>
  columns.map(({ heading }) => inertText(heading))

interface Numbered {
  readonly code: string
  readonly sequence: number
}
export const batchNumber = ({ code, sequence }: Numbered): string =>
  `EXP-${code}-${String(sequence).padStart(6, '0')}`

/** QuickBooks cuts off the number of a journal there, and two journals would have the same one. */
export const QUICKBOOKS_NUMBER_MAX = 21
/** So that five digits of the batch and six of the voucher fit as well. */
export const QUICKBOOKS_CODE_MAX = 8
/** The prefix of a batch's journal numbers; short for QuickBooks. */
export const journalsOf = (format: ExportFormat, numbered: Numbered): string =>
  format === 'quickbooks' ? `${numbered.code}-${numbered.sequence}` : batchNumber(numbered)

/** How a voucher is called outside, so that a second load is noticed there. */
export const journalNumber = (journals: string, voucher: number): string => `${journals}/${voucher}`

/** The rows of a voucher, cell by cell. */
export function rowsOf(voucher: Voucher, { layout, batch, journals, taxRate }: FileTerms): string[][] {
  const journal = journalNumber(journals, voucher.number)
  const common = {
    batch,
    journal,
    narration: `${journal} ${voucher.reference ?? voucher.text}`,
    voucher: String(voucher.number),
    date: dateText(voucher.date, layout.dateForm),
    reference: voucher.reference ?? '',
    taxRate,
    fixed: '',
    empty: '',
  }
  return voucher.lines.map((line, index) => {
    const values: Readonly<Record<ExportField, string>> = {
      ...common,
      ...amountsOf(line, layout),
      line: String(index + 1),
      account: line.account,
      ourAccount: line.ourAccount,
      ourAccountName: line.ourAccountName,
      description: line.description ?? voucher.text,
      portfolio: line.portfolio ?? '',
      costCentre: line.costCentre ?? '',
      costCentreName: line.costCentre === null ? '' : 'Cost Centre',
      entry: line.entry === null ? '' : String(line.entry),
      entryLine: line.entryLine === null ? '' : String(line.entryLine),
    }
    return layout.columns.map(({ field, text }) => {
      const value = field === 'fixed' ? (text ?? '') : values[field]
      return EXPORT_FIELDS[field].kind === 'text' ? inertText(value) : value
    })
  })
}

function amountsOf({ debit, credit }: VoucherLine, { decimalMark, otherSide }: ExportLayout) {
  const text = (cents: bigint) => formatDecimal(cents, MONEY_SCALE).replace('.', decimalMark)
  const side = (cents: bigint) => (cents === 0n && otherSide === 'blank' ? '' : text(cents))
  return {
    debit: side(debit),
    credit: side(credit),
    amount: text(debit - credit),
    creditAmount: text(credit - debit),
  }
}

export function dateText(date: string, form: DateForm): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return form.replace('YYYY', year).replace('MM', month).replace('DD', day)
}

/**
 * Splits vouchers into files of at most so many lines without splitting a voucher. A voucher with more lines
 * has a file of its own.
 * @param most null: one file.
 */
export function inFiles<V extends { readonly lines: number }>(
  vouchers: readonly V[],
  most: number | null,
): V[][] {
  const files: V[][] = []
  let room = 0
  for (const voucher of vouchers) {
    if (files.length === 0 || (most !== null && voucher.lines > room)) {
      files.push([])
      room = most ?? 0
    }
    files.at(-1)?.push(voucher)
    room -= voucher.lines
  }
  return files
}
