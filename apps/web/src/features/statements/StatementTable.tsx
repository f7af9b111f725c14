import { CASH_LINES } from '@em/contract/books/statements'
import { UnstyledButton } from '@mantine/core'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import type { StatementRow } from './rows.ts'
import css from './Statements.module.css'
import { type BankRow, bankLines, type Shown } from './shown.ts'

interface StatementTableProps {
  shown: Shown
  /** Opens an account with its entries. */
  onAccount: (row: StatementRow) => void
}

/** The lines of a statement as an annual report sets them: words at the left, amounts at the right. */
export function StatementTable({ shown, onAccount }: StatementTableProps) {
  const [now, before] = shown.heads
  const columns = before === undefined ? 2 : 5
  return (
    <table className={before === undefined ? `${css.table} ${css.single}` : css.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="em-visually-hidden">Line</span>
          </th>
          <Head text={now} unit="LKR" />
          {before !== undefined && (
            <>
              <Head text={before} unit="LKR" />
              <Head text="Change" unit="LKR" />
              <Head text="Change" unit="%" />
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.rows.map((row) =>
          row.level === 'heading' ? (
            <tr key={row.key} className={css.heading} data-indent={row.indent}>
              <th scope="rowgroup" colSpan={columns}>
                {row.label}
              </th>
            </tr>
          ) : (
            <tr key={row.key} className={css[row.level]} data-indent={row.indent}>
              <th scope="row">
                <Label row={row} onAccount={onAccount} />
              </th>
              <Cell value={row.figures?.balance} />
              {before !== undefined && (
                <>
                  <Cell value={row.figures?.compare_balance} />
                  <Cell value={row.figures?.change} change />
                  <td className={`${css.right} ${css.change}`}>
                    <Percent value={row.figures?.change_percent ?? null} />
                  </td>
                </>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function Label({ row, onAccount }: { row: StatementRow; onAccount: (row: StatementRow) => void }) {
  const { code, label } = row
  if (code === undefined) return label
  return (
    <UnstyledButton
      className={css.account}
      aria-label={`${label} ${code}, View Details`}
      onClick={() => onAccount(row)}
    >
      {label} <span className={css.code}>{code}</span>
    </UnstyledButton>
  )
}

/** What each bank account received and paid, side by side. */
export function BankTable({ banks }: { banks: readonly BankRow[] }) {
  const keys = bankLines(banks)
  return (
    <table className={`${css.table} ${css.wide}`}>
      <thead>
        <tr>
          <th scope="col">Bank account</th>
          <Head text="Opening" unit="LKR" />
          {keys.map((key) => (
            <Head key={key} text={CASH_LINES[key]} unit="LKR" />
          ))}
          <Head text="Closing" unit="LKR" />
        </tr>
      </thead>
      <tbody>
        {banks.map((bank) => (
          <tr key={bank.key} className={css[bank.level]}>
            <th scope="row">{bank.name}</th>
            <Cell value={bank.opening} />
            {keys.map((key) => (
              <Cell key={key} value={bank.lines[key] ?? 0} />
            ))}
            <Cell value={bank.closing} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ text, unit }: { text: string; unit: string }) {
  return (
    <th scope="col" className={css.right}>
      {text} <span className={css.unit}>{unit}</span>
    </th>
  )
}

function Cell({ value, change = false }: { value: number | string | null | undefined; change?: boolean }) {
  return (
    <td className={change ? `${css.right} ${css.change}` : css.right}>
      <Amount value={value} />
    </td>
  )
}
