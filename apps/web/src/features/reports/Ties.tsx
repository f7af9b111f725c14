import { type ReportTie, TIED } from '@em/contract/reports/report-ties'
import { otherOf, othersOf, tieTable } from '@em/paper/amounts'
import type { Formula, ReportTable } from '@em/paper/report'
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
  /** The label of the first line: "Statement". */
  what: string
  /** The label of the ledger's line: "Balance of the ledger". */
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

/** The same as a table of a report that calculates, the first line by `readOff`, where it can be read off another table. */
export const tiesTable = (
  { ties, what, ledger }: TiesProps,
  readOff: (tie: ReportTie) => Formula | undefined,
): ReportTable =>
  tieTable({
    title: 'Tie-out',
    ties,
    words: { report: what, ledger, what },
    columns: ties.map((tie) => ({ header: tieName(tie), unit: 'LKR' })),
    readOff: (index) => {
      const tie = ties[index]
      return tie === undefined ? undefined : readOff(tie)
    },
  })
