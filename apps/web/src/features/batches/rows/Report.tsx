import type { BatchReport } from '@em/contract/batches/batches'
import { Button, Text } from '@mantine/core'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import type { Tick } from '../../../ui/Tick.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { EntitlementChanges } from '../../trades/preview/EntitlementChanges.tsx'
import { faultSentences } from './faults.ts'
import { LimitRows } from './LimitRows.tsx'
import { FaultLine, type GoToRow, RowLink } from './RowLinks.tsx'
import css from './Rows.module.css'
import type { Check } from './useCheck.ts'
import type { Decisions } from './useSubmission.ts'
import { Warnings } from './Warnings.tsx'

interface ReportProps {
  check: Pick<Check<BatchReport>, 'last' | 'open'>
  onGo: GoToRow
  decisions: Decisions
  onDecide: (decisions: Decisions) => void
  /** For the warnings of rows. */
  tick: Tick
}

const count = (value: number) => formatNumber(value, { decimals: 0 })
const LISTED = 200

/** The effect of the rows: sums, every row at fault and why, and repeats to decide about. */
export function Report({ check, onGo, decisions, onDecide, tick }: ReportProps) {
  const { last } = check
  if (last === null) return null
  return (
    <>
      {last.report.failed > 0 && <Faults check={check} onGo={onGo} />}
      {last.fresh && last.report.locked.length > 0 && <Locked last={last} onGo={onGo} />}
      {last.fresh && <WillWait preview={last.report} />}
      {last.fresh && <Outcome {...{ last, onGo, decisions, onDecide, tick }} />}
    </>
  )
}

function Faults({ check: { last, open }, onGo }: Pick<ReportProps, 'check' | 'onGo'>) {
  if (last === null) return null
  const { report, checked, fresh } = last
  const sentences = faultSentences(open)
  // The server lists a limited number of faults and counts all rows.
  const isCut = new Set(report.errors.map(({ row }) => row)).size < report.failed
  return (
    <Banner tone={sentences.length === 0 ? 'info' : 'error'}>
      {count(report.failed)} of {counted(report.rows, 'row')} {fresh ? 'cannot' : 'could not'} be recorded.
      {!fresh && ' Rows were changed since: check them again.'}
      <ul className={css.list}>
        {sentences.slice(0, LISTED).map((fault) => (
          <li key={fault.sentence}>
            <FaultLine fault={fault} checked={checked} onGo={onGo} />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className={css.quiet}>
          Only the first {counted(report.errors.length, 'fault')} {report.errors.length === 1 ? 'is' : 'are'}{' '}
          listed and marked; more rows have faults.
        </p>
      ) : (
        sentences.length > LISTED && (
          <p className={css.quiet}>The first {LISTED} are listed; every row with a fault is marked.</p>
        )
      )}
    </Banner>
  )
}

/** Rows that the period lock holds back; submitting asks whether they are posted on the first open day. */
function Locked({ last: { report, checked }, onGo }: Pick<OutcomeProps, 'last' | 'onGo'>) {
  const { locked } = report
  // One sentence for all rows of a lock, whatever their dates.
  const sentences = faultSentences(locked.map((row) => ({ ...row, value: null })))
  return (
    <Banner tone="warning">
      {counted(locked.length, 'row')} {locked.length === 1 ? 'is' : 'are'} dated in a locked period. When you
      submit, you are asked whether to post {locked.length === 1 ? 'it' : 'them'} on the first open day.
      <ul className={css.list}>
        {sentences.slice(0, LISTED).map((fault) => (
          <li key={fault.sentence}>
            <FaultLine fault={fault} checked={checked} onGo={onGo} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

interface OutcomeProps extends Omit<ReportProps, 'check'> {
  last: NonNullable<Check<BatchReport>['last']>
}

/** The sentence above the repeated rows: how many repeat a contract number, and how many an equal trade without one. */
function repeatsInWords(duplicates: BatchReport['duplicates']): string {
  const unnumbered = duplicates.filter(({ contractNumber }) => contractNumber === null).length
  const numbered = duplicates.length - unnumbered
  const parts = [
    ...(numbered === 0
      ? []
      : [
          `${counted(numbered, 'row')} ${numbered === 1 ? 'repeats' : 'repeat'} a contract number of the same portfolio, side and date.`,
        ]),
    ...(unnumbered === 0
      ? []
      : [
          `${counted(unnumbered, 'row')} without a contract number ${unnumbered === 1 ? 'is' : 'are'} recorded already, with the same portfolio, security, side, date, quantity and gross value.`,
        ]),
  ]
  return parts.join(' ')
}

function Outcome({ last: { report, checked }, onGo, decisions, onDecide, tick }: OutcomeProps) {
  const indexOf = (row: number) => checked.indices[row - 1] ?? row - 1
  const decideAll = (decision: 'skip' | 'keep') => {
    const all = new Map(decisions)
    for (const { row } of report.duplicates) all.set(indexOf(row), decision)
    onDecide(all)
  }
  return (
    <>
      {report.duplicates.length > 0 && (
        <Banner tone={report.undecided > 0 ? 'warning' : 'info'}>
          {repeatsInWords(report.duplicates)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => decideAll('skip')}>
            Skip all
          </Button>{' '}
          <Button size="compact-sm" variant="default" onClick={() => decideAll('keep')}>
            Keep all
          </Button>
          <ul className={css.list}>
            {report.duplicates
              .slice(0, LISTED)
              .map(({ row, contractNumber, dealNumber, earlierRow, decision }) => (
                <li key={row}>
                  <RowLink row={row} field="contractNumber" checked={checked} onGo={onGo} word />:{' '}
                  {contractNumber !== null && `${contractNumber} is `}
                  {dealNumber === null
                    ? `in row ${indexOf(earlierRow ?? 0) + 1}`
                    : `recorded as ${dealNumber}`}{' '}
                  {(['skip', 'keep'] as const).map((one) => (
                    <Button
                      key={one}
                      size="compact-xs"
                      ml={4}
                      variant={decision === one ? 'filled' : 'default'}
                      onClick={() => onDecide(new Map(decisions).set(indexOf(row), one))}
                      aria-label={`${one === 'skip' ? 'Skip' : 'Keep'} row ${indexOf(row) + 1}`}
                    >
                      {one === 'skip' ? 'Skip' : 'Keep'}
                    </Button>
                  ))}
                </li>
              ))}
          </ul>
        </Banner>
      )}
      {report.ok && report.reordered && (
        <Banner tone="info">
          The rows are not listed in the order of dealing. They are recorded oldest day first, and by trade
          time where every trade of the security and day has one.
        </Banner>
      )}
      <Warnings warnings={report.warnings} {...{ checked, onGo }} tick={report.ok ? tick : null} />
      {report.ok && <LimitRows {...{ report, checked, onGo }} />}
      {report.ok && <EntitlementChanges changes={report} />}
      {report.ok && report.entitlementsUntold && (
        <Banner tone="info">
          Many rows are dated before corporate actions. Their entitlements change when the rows are recorded.
        </Banner>
      )}
      {report.ok && (
        <Banner tone="success">
          <Text size="sm" fw={600}>
            {counted(report.rows - report.skipped, 'row')} can be recorded
            {report.skipped > 0 && `, ${count(report.skipped)} skipped`}.
          </Text>
          <div className={css.facts}>
            {report.buys > 0 && (
              <span>
                {counted(report.buys, 'buy')}: LKR <Amount value={report.bought} />
              </span>
            )}
            {report.sells > 0 && (
              <span>
                {counted(report.sells, 'sell')}: LKR <Amount value={report.sold} />
              </span>
            )}
            <span>
              Fees: LKR <Amount value={report.fees} />
            </span>
            {report.sells > 0 && (
              <span>
                Capital gain: LKR <Amount value={report.gain} signed />
              </span>
            )}
            {report.affectedSales > 0 && (
              <span>
                {counted(report.affectedSales, 'sale')} recorded earlier{' '}
                {report.affectedSales === 1 ? 'gets' : 'get'} another cost
              </span>
            )}
          </div>
        </Banner>
      )}
    </>
  )
}
