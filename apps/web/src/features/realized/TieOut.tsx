import type { TieOut as Tied } from '@em/contract/books/realized-schedule'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { Amount } from '../../ui/Numbers.tsx'
import css from './Realized.module.css'
import { accountsText, movementText } from './schedule.ts'

/** What the rows come to, what else moved on the accounts, and what is left over. */
export function TieOut({ tied }: { tied: Tied }) {
  const ok = tied.difference === 0
  return (
    <div className={css.tieOuts}>
      <table className={css.tieOut}>
        <caption>Tie-out to the ledger (LKR)</caption>
        <tbody>
          <Line
            label={tied.treatment === 'FVOCI' ? 'Schedule, to retained earnings' : 'Schedule, gain'}
            amount={tied.schedule}
          />
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
        <tfoot>
          <tr>
            <td colSpan={2} className={css.verdict}>
              <p className={css.tied} data-ok={ok}>
                {ok ? <IconCircleCheck size={16} /> : <IconAlertTriangle size={16} />}
                {ok
                  ? `Agrees with the ledger: account ${accountsText(tied)}`
                  : `Does not agree with the ledger. Check the Books finds what is wrong.`}
              </p>
            </td>
          </tr>
        </tfoot>
      </table>
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
