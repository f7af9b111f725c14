import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { Button } from '@mantine/core'
import { Amount } from '../../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Status } from '../../../ui/Status.tsx'
import textCss from '../../../ui/Text.module.css'
import { plural } from '../record/lines.ts'
import recordCss from '../record/Record.module.css'
import { NET_DIFFERENCE, type ProofRow, proofRows, standingOf, WHY_NET_DIFFERS } from './proof.ts'
import css from './SignOff.module.css'

interface FiguresProps {
  one: ReconciliationRecord
  onBalance?: () => void
}

/** Of how many open lines a sum takes the deposits or the payments. */
const among = (what: string, lines: number, one: string) =>
  lines === 0 ? `No ${one}` : `${what} among ${plural(lines, one)}`

/** The unexplained difference, then the figures of a reconciliation as specified. */
export function Figures({ one, onBalance }: FiguresProps) {
  const { differences: d, counts } = one
  return (
    <div className={css.figures}>
      <Result one={one} />
      <Stats>
        <StatCard
          label="GL Balance"
          value={<Amount value={one.glBalance} />}
          note={
            <>
              Opened with <Amount value={one.glOpening} />
            </>
          }
        />
        <StatCard
          label="Statement Balance"
          value={<Amount value={one.externalBalance} />}
          note={
            onBalance !== undefined && one.externalBalance === null && one.status === 'pending' ? (
              <Button size="compact-xs" variant="default" onClick={onBalance}>
                Enter balance
              </Button>
            ) : (
              <>
                Opened with <Amount value={one.externalOpening} />
              </>
            )
          }
        />
        <StatCard
          label="Unrecorded Deposits"
          value={<Amount value={d.unrecordedDeposits} />}
          note={among('Deposits', counts.unmatchedExternal, 'open statement line')}
        />
        <StatCard
          label="Outstanding Cheques"
          value={<Amount value={d.outstandingCheques} />}
          note={among('Payments', counts.unmatchedGl, 'open ledger line')}
        />
        <StatCard
          label="Bank Charges"
          value={<Amount value={d.bankCharges} />}
          note="Statement lines that mention a fee or charge"
        />
        <StatCard label="Other Discrepancies" value={<Amount value={d.otherDiscrepancies} />} />
      </Stats>
      <p className={recordCss.quiet}>
        Net difference <Amount value={d.netDifference} unit="LKR" />: {NET_DIFFERENCE}. {WHY_NET_DIFFERS}
      </p>
    </div>
  )
}

/** The unexplained difference with its verdict, and both balances led to the same amount. */
function Result({ one }: Pick<FiguresProps, 'one'>) {
  const { adjustedGl, adjustedExternal, unexplained } = one.proof
  const standing = standingOf(one)
  return (
    <div className={css.result} data-tone={standing.tone} role="status">
      <span className={css.leading}>
        <span>Unexplained difference</span>
        <strong>
          <Amount value={unexplained} unit="LKR" />
        </strong>
      </span>
      <span>
        <Status tone={standing.tone}>{standing.word}</Status> {standing.text}{' '}
        {adjustedExternal !== null && (
          <span className={recordCss.quiet}>
            Adjusted ledger <Amount value={adjustedGl} />, adjusted statement{' '}
            <Amount value={adjustedExternal} />
          </span>
        )}
      </span>
    </div>
  )
}

/** The reconciliation statement that is signed: both balances led to the same amount by their open items. */
export function Proof({ one }: { one: ReconciliationRecord }) {
  const { ledger, statement, rest } = proofRows(one)
  const table = (label: string, rows: readonly ProofRow[]) => (
    <SmallTable label={label}>
      <thead>
        <tr>
          <th>{label}</th>
          <th data-right>LKR</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td data-wrap>{row.strong ? <strong>{row.label}</strong> : row.label}</td>
            <td data-right>
              {row.strong ? (
                <strong>
                  <Amount value={row.value} />
                </strong>
              ) : (
                <Amount value={row.value} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
  const standing = standingOf(one)
  return (
    <div>
      <div className={css.proof}>
        {table('Ledger', ledger)}
        {table('Statement', statement)}
        {table('Difference', [
          {
            label: 'Adjusted ledger less adjusted statement',
            value:
              one.proof.adjustedExternal === null
                ? null
                : round(one.proof.adjustedGl - one.proof.adjustedExternal),
            strong: false,
          },
          ...rest,
        ])}
      </div>
      <p className={textCss.lead}>
        <Status tone={standing.tone}>{standing.word}</Status> {standing.text}
      </p>
    </div>
  )
}
const round = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
