import type { TrialBalance } from '@em/contract/books/trial-balance'
import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { Balance } from '../../ui/Balance.tsx'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { bankText, groupsOf, sumsOf, typeHeading, typeTotal } from './rows.ts'
import css from './TrialBalance.module.css'

interface DetailedProps {
  data: TrialBalance
  onDetails: (code: string) => void
}

/**
 * Every account with opening balance, movement and closing balance (and the bank accounts behind it); beside a second
 * date, where one was asked for, in place of the movement. Subtotals by type and the grand total.
 */
export function DetailedTable({ data, onDetails }: DetailedProps) {
  const groups = groupsOf(data)
  const all = sumsOf(groups.flatMap((group) => group.accounts))
  const { compareDate } = data.period
  const moved = compareDate === null
  const dated = moved && data.period.startDate !== null
  const wide = moved ? 6 + (dated ? 1 : 0) : 7
  const columns = { dated, moved, narrow: useNarrow() }
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Account Code</th>
          <th scope="col">Account</th>
          <Figures
            of={columns}
            opening={<Head text="Opening" />}
            debit={<Head text="Debit" />}
            credit={<Head text="Credit" />}
            closing={<Head text={moved ? 'Closing' : formatDate(data.period.endDate)} />}
          />
          <ComparedHeads date={compareDate} />
          <th scope="col">
            <span className="em-visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.type}>
          <tr className={css.type}>
            <th scope="rowgroup" colSpan={wide}>
              {typeHeading(group.type)}
            </th>
          </tr>
          {group.accounts.map((account) => (
            <Fragment key={account.account_code}>
              <tr>
                <td className="em-number">{account.account_code}</td>
                <td>{account.account_name}</td>
                <Figures
                  of={columns}
                  opening={<Side value={account.opening_balance} />}
                  debit={<Money value={account.period_debit} />}
                  credit={<Money value={account.period_credit} />}
                  closing={<Side value={account.net_balance} />}
                />
                <Compared
                  date={compareDate}
                  before={account.compare_balance}
                  change={account.change}
                  percent={account.change_percent}
                />
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
              </tr>
              {account.bank_accounts.map((bank) => (
                <tr key={bank.settlement_account_id ?? 0} className={css.bank}>
                  <td />
                  <td>{bankText(bank)}</td>
                  <Figures
                    of={columns}
                    opening={<Side value={bank.opening_balance} />}
                    debit={<Money value={bank.period_debit} />}
                    credit={<Money value={bank.period_credit} />}
                    closing={<Side value={bank.net_balance} />}
                  />
                  <Compared
                    date={compareDate}
                    before={bank.compare_balance}
                    change={bank.change}
                    percent={bank.change_percent}
                  />
                  <td />
                </tr>
              ))}
            </Fragment>
          ))}
          <tr className={css.subtotal} data-total>
            <td colSpan={2}>{typeTotal(group.type)}</td>
            <Figures
              of={columns}
              opening={<Side value={group.opening} />}
              debit={<Money value={group.debit} />}
              credit={<Money value={group.credit} />}
              closing={<Side value={group.closing} />}
            />
            <Compared
              date={compareDate}
              before={group.before}
              change={group.change}
              percent={group.changePercent}
            />
            <td />
          </tr>
        </tbody>
      ))}
      <tfoot>
        <tr className={css.total} data-total>
          <td colSpan={2}>Total of {counted(data.totals.account_count, 'account')}</td>
          <Figures
            of={columns}
            opening={<Side value={all.opening} />}
            debit={<Money value={all.debit} />}
            credit={<Money value={all.credit} />}
            closing={<Side value={all.closing} />}
          />
          <Compared date={compareDate} before={all.before} change={all.change} percent={null} />
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

interface FiguresProps {
  of: { dated: boolean; moved: boolean; narrow: boolean }
  opening: ReactNode
  debit: ReactNode
  credit: ReactNode
  closing: ReactNode
}

/** The cells of opening, movement and closing. A phone has room for one beside the account: the closing balance. */
function Figures({ of: { dated, moved, narrow }, opening, debit, credit, closing }: FiguresProps) {
  return (
    <>
      {narrow && closing}
      {dated && opening}
      {moved && debit}
      {moved && credit}
      {!narrow && closing}
    </>
  )
}

/** Closing balances by type of account: the debit ones, the credit ones, and the net. */
export function SummaryTable({ data }: { data: TrialBalance }) {
  const { summary, totals } = data
  const { compareDate } = data.period
  const all = sumsOf(Object.values(data.accountsByType).flat())
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Account Type</th>
          <Head text="Total Debit" />
          <Head text="Total Credit" />
          <Head text="Net Balance" />
          <ComparedHeads date={compareDate} />
        </tr>
      </thead>
      <tbody>
        {summary.map((type) => (
          <tr key={type.account_type}>
            <td>{typeHeading(type.account_type)}</td>
            <Money value={type.total_debit} />
            <Money value={type.total_credit} />
            <Side value={type.net_balance} />
            <Compared
              date={compareDate}
              before={type.compare_net}
              change={type.change}
              percent={type.change_percent}
            />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={css.total} data-total>
          <td>Total</td>
          <Money value={totals.total_debits} />
          <Money value={totals.total_credits} />
          <Side value={all.closing} />
          <Compared date={compareDate} before={all.before} change={all.change} percent={null} />
        </tr>
      </tfoot>
    </table>
  )
}

/** The headers of a second date: its balance, the change in rupees and in percent. */
function ComparedHeads({ date }: { date: string | null }) {
  if (date === null) return null
  return (
    <>
      <Head text={formatDate(date)} />
      <Head text="Change" />
      <Head text="Change" unit="%" />
    </>
  )
}

interface ComparedProps {
  /** Null: nothing to compare with. */
  date: string | null
  before: number | string | null
  change: number | string | null
  percent: number | null
}

function Compared({ date, before, change, percent }: ComparedProps): ReactNode {
  if (date === null) return null
  return (
    <>
      <Side value={before} />
      <Side value={change} />
      <td className={`${css.right} ${css.change}`} data-right>
        <Percent value={percent} />
      </td>
    </>
  )
}

function Head({ text, unit = 'LKR' }: { text: string; unit?: string }) {
  return (
    <th scope="col" className={css.right} data-right>
      {text} <span className={css.unit}>{unit}</span>
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

function Side({ value }: { value: number | string | null }) {
  return (
    <td className={css.right} data-right>
      <Balance value={value} />
    </td>
  )
}
