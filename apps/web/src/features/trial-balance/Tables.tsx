import type { TrialBalance } from '@em/contract/books/trial-balance'
import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { Balance } from '../../ui/Balance.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { groupsOf, sumsOf } from './rows.ts'
import css from './TrialBalance.module.css'

interface DetailedProps {
  data: TrialBalance
  /** Left out on paper. */
  onDetails?: (code: string) => void
}

/** Every account with opening balance, movement and closing balance, subtotals by type and the grand total. */
export function DetailedTable({ data, onDetails }: DetailedProps) {
  const groups = groupsOf(data)
  const all = sumsOf(groups.flatMap((group) => group.accounts))
  const dated = data.period.startDate !== null
  const wide = dated ? 6 : 5
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Account Code</th>
          <th scope="col">Account</th>
          {dated && <Head text="Opening" />}
          <Head text="Debit" />
          <Head text="Credit" />
          <Head text="Closing" />
          {onDetails !== undefined && (
            <th scope="col">
              <span className="em-visually-hidden">Details</span>
            </th>
          )}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.type}>
          <tr className={css.type}>
            <th scope="rowgroup" colSpan={wide + (onDetails === undefined ? 0 : 1)}>
              {group.type}
            </th>
          </tr>
          {group.accounts.map((account) => (
            <tr key={account.account_code}>
              <td className="em-number">{account.account_code}</td>
              <td>{account.account_name}</td>
              {dated && <Side value={account.opening_balance} />}
              <Money value={account.period_debit} />
              <Money value={account.period_credit} />
              <Side value={account.net_balance} />
              {onDetails !== undefined && (
                <td className={css.action}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`View Details of ${account.account_code} ${account.account_name}`}
                    onClick={() => onDetails(account.account_code)}
                  >
                    View Details
                  </Button>
                </td>
              )}
            </tr>
          ))}
          <tr className={css.subtotal} data-total>
            <td colSpan={2}>Total {group.type}</td>
            {dated && <Side value={group.opening} />}
            <Money value={group.debit} />
            <Money value={group.credit} />
            <Side value={group.closing} />
            {onDetails !== undefined && <td />}
          </tr>
        </tbody>
      ))}
      <tfoot>
        <tr className={css.total} data-total>
          <td colSpan={2}>Total of {data.totals.account_count} accounts</td>
          {dated && <Side value={all.opening} />}
          <Money value={all.debit} />
          <Money value={all.credit} />
          <Side value={all.closing} />
          {onDetails !== undefined && <td />}
        </tr>
      </tfoot>
    </table>
  )
}

/** Closing balances by type of account: the debit ones, the credit ones, and the net. */
export function SummaryTable({ data }: { data: TrialBalance }) {
  const { summary, totals } = data
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Account Type</th>
          <Head text="Total Debit" />
          <Head text="Total Credit" />
          <Head text="Net Balance" />
        </tr>
      </thead>
      <tbody>
        {summary.map((type) => (
          <Fragment key={type.account_type}>
            <tr>
              <td>{type.account_type}</td>
              <Money value={type.total_debit} />
              <Money value={type.total_credit} />
              <Side value={type.net_balance} />
            </tr>
          </Fragment>
        ))}
      </tbody>
      <tfoot>
        <tr className={css.total} data-total>
          <td>Total</td>
          <Money value={totals.total_debits} />
          <Money value={totals.total_credits} />
          <Side value={sumsOf(Object.values(data.accountsByType).flat()).closing} />
        </tr>
      </tfoot>
    </table>
  )
}

function Head({ text }: { text: string }) {
  return (
    <th scope="col" className={css.right} data-right>
      {text} <span className={css.unit}>LKR</span>
    </th>
  )
}

function Money({ value }: { value: number | string }) {
  return (
    <td className={css.right} data-right>
      <Amount value={value} />
    </td>
  )
}

function Side({ value }: { value: number | string }) {
  return (
    <td className={css.right} data-right>
      <Balance value={value} />
    </td>
  )
}
