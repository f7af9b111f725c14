/** Writes vouchers as the cells of a file by its layout. Texts are guarded against formulas; amounts, dates and numbers never are. */
import { formatDecimal, MONEY_SCALE } from '../values/decimal.ts'
import { inertText } from '../values/inert-text.ts'
import { type DateForm, EXPORT_FIELDS, type ExportField, type ExportLayout } from './layout.ts'
import type { Voucher, VoucherLine } from './vouchers.ts'

/** What the lines of a file have in common. */
export interface FileTerms {
  readonly layout: ExportLayout
  readonly batch: string
  readonly taxRate: string
}

export const headingsOf = ({ columns }: ExportLayout): string[] =>
  columns.map(({ heading }) => inertText(heading))

/** How a batch and its vouchers are called outside, so that a second load is noticed there. */
export const journalNumber = (batch: string, voucher: number): string => `${batch}/${voucher}`

/** The rows of a voucher, cell by cell. */
export function rowsOf(voucher: Voucher, { layout, batch, taxRate }: FileTerms): string[][] {
  const journal = journalNumber(batch, voucher.number)
  const common = {
    batch,
    journal,
    narration: `${journal} ${voucher.reference ?? voucher.text}`,
    voucher: String(voucher.number),
    date: dateText(voucher.date, layout.dateForm),
    reference: voucher.reference ?? '',
    taxRate,
    empty: '',
  }
  return voucher.lines.map((line, place) => {
    const values: Readonly<Record<ExportField, string>> = {
      ...common,
      ...amountsOf(line, layout),
      line: String(place + 1),
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
    return layout.columns.map(({ field }) =>
      EXPORT_FIELDS[field].kind === 'text' ? inertText(values[field]) : values[field],
    )
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
 * Puts vouchers into files of at most so many lines, each voucher whole. One that is longer by itself has a file of its own.
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
