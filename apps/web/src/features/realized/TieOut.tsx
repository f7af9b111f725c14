import type { TieOut as Tied } from '@em/contract/realized/realized-schedule'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { Banner } from '../../ui/Banner.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import css from './Realized.module.css'
import { accountsText, movementText, type SchedulePart, scheduleText } from './schedule.ts'

/** The totals of the rows and whether the ledger agrees: shown first in each part. */
export function ScheduleCards({ part: { totals, tied, treatment } }: { part: SchedulePart }) {
  return (
    <Stats>
      <StatCard
        label="Gain (LKR)"
        value={<Amount value={totals.gain} signed />}
        note={`${totals.rows.toLocaleString('en-LK')} ${totals.rows === 1 ? 'row' : 'rows'}, proceeds less cost`}
      />
      <StatCard
        label="After Fees (LKR)"
        value={<Amount value={totals.afterFees} signed />}
        note="Less fees and buy charges"
      />
      {treatment === 'FVOCI' && (
        <StatCard
          label="To Retained Earnings (LKR)"
          value={<Amount value={totals.posted} signed />}
          note="Gain less buy charges"
        />
      )}
      <StatCard
        label={`Movement of ${accountsText(tied)} (LKR)`}
        value={<Amount value={tied.movement} signed />}
        note="Of the ledger, without closings"
      />
      <StatCard
        label="Difference (LKR)"
        value={<Amount value={tied.difference} />}
        note={<Verdict tied={tied} />}
      />
    </Stats>
  )
}

function Verdict({ tied }: { tied: Tied }) {
  const ok = tied.difference === 0
  return (
    <span className={css.tied} data-ok={ok}>
      {ok ? <IconCircleCheck size={16} /> : <IconAlertTriangle size={16} />}
      {ok ? 'Agrees with the ledger' : 'Does not agree with the ledger'}
    </span>
  )
}

/** The sum of the rows, other movements on the accounts, and the difference; `isNamed` where several are shown. */
export function TieOut({ tied, isNamed = false }: { tied: Tied; isNamed?: boolean }) {
  return (
    <div className={css.tieOuts}>
      <table className={css.tieOut}>
        <caption>Tie-out to the ledger{isNamed && `, ${tied.treatment}`} (LKR)</caption>
        <tbody>
          <Line label={scheduleText(tied)} amount={tied.schedule} />
          {tied.others.map(({ label, amount }) => (
            <Line key={label} label={label} amount={amount} />
          ))}
          <Line
            label="Schedule and others"
            amount={Math.round((tied.movement - tied.difference) * 100) / 100}
            total
          />
          <Line label={movementText(tied)} amount={tied.movement} />
          <Line label="Difference" amount={tied.difference} total />
        </tbody>
      </table>
      {tied.difference !== 0 && (
        <Banner tone="error">
          The schedule does not agree with the ledger. Check the Books in Administration finds what is wrong.
        </Banner>
      )}
    </div>
  )
}

function Line({ label, amount, total = false }: { label: string; amount: number; total?: boolean }) {
  return (
    <tr {...(total ? { 'data-total': true } : {})}>
      <th scope="row">{label}</th>
      <td>
        <Amount value={amount} />
      </td>
    </tr>
  )
}
