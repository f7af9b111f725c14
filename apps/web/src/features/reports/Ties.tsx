import { type ReportTie, TIED } from '@em/contract/books/report-ties'
import { type Formula, type ReportTable, reportTable, sumFormula } from '@em/paper/report'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { Banner } from '../../ui/Banner.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Reports.module.css'

/** "Cost 1100", "Cost and capitalised fees 1100, 1105" */
export const tieName = ({ of, accounts }: ReportTie): string => {
  const [first = '', ...more] = of.map((key) => TIED[key])
  return `${[first, ...more.map((word) => word.toLowerCase())].join(' and ')} ${accounts.join(', ')}`.trim()
}

/** Whether nothing is left over. */
export const agrees = (ties: readonly ReportTie[]): boolean =>
  ties.every(({ difference }) => difference === 0)

/** What explains the accounts beside the report, in the order in which it is first named. */
const othersOf = (ties: readonly ReportTie[]): string[] => [
  ...new Set(ties.flatMap(({ others }) => others.map(({ label }) => label))),
]
const otherOf = ({ others }: ReportTie, label: string) =>
  others.find((one) => one.label === label)?.amount ?? null

/** Whether a report agrees with the ledger, in words. */
export function Verdict({ ok }: { ok: boolean }) {
  return (
    <span className={css.tied} data-ok={ok}>
      {ok ? <IconCircleCheck size={16} /> : <IconAlertTriangle size={16} />}
      {ok ? 'Agrees with the ledger' : 'Does not agree with the ledger'}
    </span>
  )
}

interface TiesProps {
  ties: readonly ReportTie[]
  /** What the first line shows: "Statement". */
  what: string
  /** What the ledger's line shows: "Balance of the ledger". */
  ledger: string
}

/** How the report comes to what the ledger says, account by account. */
export function Ties({ ties, what, ledger }: TiesProps) {
  return (
    <div className={css.ties}>
      <SmallTable label="Tie-out to the ledger">
        <caption>Tie-out to the ledger (LKR)</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="em-visually-hidden">Line</span>
            </th>
            {ties.map((tie) => (
              <th key={tieName(tie)} scope="col" data-right>
                {tieName(tie)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line label={what} values={ties.map((tie) => tie.report)} />
          {othersOf(ties).map((label) => (
            <Line key={label} label={label} values={ties.map((tie) => otherOf(tie, label))} />
          ))}
          <Line label={ledger} values={ties.map((tie) => tie.ledger)} />
        </tbody>
        <tfoot>
          <Line label="Difference" values={ties.map((tie) => tie.difference)} />
        </tfoot>
      </SmallTable>
      {!agrees(ties) && (
        <Banner tone="error">
          The report does not agree with the ledger. Check the Books in Administration finds what is wrong.
        </Banner>
      )}
    </div>
  )
}

function Line({ label, values }: { label: string; values: readonly (number | null)[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name here
        <td key={at} data-right>
          <Amount value={value} />
        </td>
      ))}
    </tr>
  )
}

interface TieLine {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly level: 'row' | 'subtotal' | 'total'
  readonly formulas?: Readonly<Record<number, Formula>>
}

/**
 * The same as a table of a report that calculates: sums and differences by what stands above them, the first line by `first`,
 * where it can be read off another table.
 */
export function tieTable(
  { ties, what, ledger }: TiesProps,
  first: (tie: ReportTie) => Formula | undefined,
): ReportTable {
  const others = othersOf(ties)
  const columns = ties.map((_, at) => at + 1)
  const sum = 1 + others.length
  const each = (formula: (column: number) => Formula) =>
    Object.fromEntries(columns.map((column) => [column, formula(column)]))
  const read = ties.flatMap((tie, at): [number, Formula][] => {
    const formula = first(tie)
    return formula === undefined ? [] : [[at + 1, formula]]
  })
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const lines: TieLine[] = [
    { label: what, values: ties.map((tie) => tie.report), level: 'row', formulas: Object.fromEntries(read) },
    ...others.map(
      (label): TieLine => ({ label, values: ties.map((tie) => otherOf(tie, label)), level: 'row' }),
    ),
    {
      label: `${what} and others`,
      values: ties.map((tie) => cents(tie.ledger - tie.difference)),
      level: 'subtotal',
      formulas: each((column) => sumFormula(column, 0, sum - 1)),
    },
    { label: ledger, values: ties.map((tie) => tie.ledger), level: 'row' },
    {
      label: 'Difference',
      values: ties.map((tie) => tie.difference),
      level: 'total',
      // Cents that a spreadsheet adds up in binary leave a trace of no meaning.
      formulas: each((column) => (at) => `ROUND(${at.cell(sum + 1, column)}-${at.cell(sum, column)},2)`),
    },
  ]
  return reportTable<TieLine>({
    title: 'Tie-out',
    columns: [
      { header: 'Line', value: (line) => line.label },
      ...ties.map((tie, at) => ({
        header: tieName(tie),
        unit: 'LKR',
        kind: 'money' as const,
        value: (line: TieLine) => line.values[at],
      })),
    ],
    rows: lines,
    level: ({ level }) => level,
    formulas: (line) => line.formulas,
  })
}
