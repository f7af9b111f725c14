/** Tables of named lines with an amount each, and how a report is tied to the ledger. */
import {
  type Formula,
  type ReportColumn,
  type ReportTable,
  type RowLevel,
  reportTable,
  sumFormula,
} from './report.ts'

export interface AmountLine {
  readonly label: string
  /** In the order of the columns. */
  readonly amounts: readonly (number | null)[]
  readonly level?: RowLevel
  /** The formulas of amounts in a workbook, by the index of the column, counted from 1. */
  readonly formulas?: Readonly<Record<number, Formula>> | undefined
}

interface Amounts {
  readonly title: string
  /** Over the names of the lines. */
  readonly first?: string
  /** Over the amounts; one of rupees where it is left out. */
  readonly columns?: readonly Omit<ReportColumn<never>, 'kind' | 'value'>[]
  readonly lines: readonly AmountLine[]
}

export const amountsTable = ({
  title,
  first = 'Line',
  columns = [{ header: 'Amount', unit: 'LKR' }],
  lines,
}: Amounts): ReportTable =>
  reportTable<AmountLine>({
    title,
    columns: [
      { header: first, value: ({ label }) => label },
      ...columns.map((column, index) => ({
        ...column,
        kind: 'money' as const,
        value: ({ amounts }: AmountLine) => amounts[index],
      })),
    ],
    rows: lines,
    level: ({ level = 'row' }) => level,
    formulas: ({ formulas }) => formulas,
  })

const cents = (amount: number) => Math.round(amount * 100) / 100

/** The amount of a report compared with the ledger, on one account or on several. */
export interface Tie {
  readonly report: number
  readonly others: readonly { readonly label: string; readonly amount: number }[]
  readonly ledger: number
  readonly difference: number
}

interface TieOut {
  readonly title: string
  readonly ties: readonly Tie[]
  /**
   * The labels of the first line and of the line of the ledger; `what` begins the name of the sum:
   * "Schedule".
   */
  readonly words: { readonly report: string; readonly ledger: string; readonly what: string }
  readonly columns?: Amounts['columns']
  /** Where the first line can be read off another table. */
  readonly readOff?: (index: number) => Formula | undefined
  /** Whether a workbook calculates sums and differences; true if left out. */
  readonly calculates?: boolean
}

/**
 * The amounts that explain the accounts in addition to the report, in the order in which it is first named.
 */
export const othersOf = (ties: readonly Pick<Tie, 'others'>[]): string[] => [
  ...new Set(ties.flatMap(({ others }) => others.map(({ label }) => label))),
]
export const otherOf = ({ others }: Pick<Tie, 'others'>, label: string): number | null =>
  others.find((one) => one.label === label)?.amount ?? null

/** The tie-out as a table: the report and what else is known come to the ledger, or leave a difference. */
export function tieTable({ title, ties, words, columns, readOff, calculates = true }: TieOut): ReportTable {
  const others = othersOf(ties)
  const sum = 1 + others.length
  const each = (formula: (column: number) => Formula | undefined) =>
    Object.fromEntries(
      ties.flatMap((_, index): [number, Formula][] => {
        const made = calculates ? formula(index + 1) : undefined
        return made === undefined ? [] : [[index + 1, made]]
      }),
    )
  return amountsTable({
    title,
    ...(columns && { columns }),
    lines: [
      {
        label: words.report,
        amounts: ties.map(({ report }) => report),
        formulas: each((column) => readOff?.(column - 1)),
      },
      ...others.map((label) => ({ label, amounts: ties.map((tie) => otherOf(tie, label)) })),
      {
        label: `${words.what} and others`,
        amounts: ties.map(({ ledger, difference }) => cents(ledger - difference)),
        level: 'subtotal',
        formulas: each((column) => sumFormula(column, 0, sum - 1)),
      },
      { label: words.ledger, amounts: ties.map(({ ledger }) => ledger) },
      {
        label: 'Difference',
        amounts: ties.map(({ difference }) => difference),
        level: 'total',
        // Cents that a spreadsheet adds up in binary leave a trace of no meaning.
        formulas: each((column) => (at) => `ROUND(${at.cell(sum + 1, column)}-${at.cell(sum, column)},2)`),
      },
    ],
  })
}
