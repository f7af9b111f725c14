import type { NamedColumn } from '@em/paper/report'
import { UnstyledButton } from '@mantine/core'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import type { StatementRow } from './rows.ts'
import css from './Statements.module.css'
import { type BankRow, bankColumns, figureColumns, type Shown } from './shown.ts'

interface StatementTableProps {
  shown: Shown
  /** Opens an account with its entries. */
  onAccount: (row: StatementRow) => void
}

/** The lines of a statement as an annual report sets them: words at the left, amounts at the right. */
export function StatementTable({ shown, onAccount }: StatementTableProps) {
  const columns = figureColumns(shown)
  return (
    <table className={columns.length === 1 ? `${css.table} ${css.single}` : css.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="em-visually-hidden">Line</span>
          </th>
          <Heads columns={columns} />
        </tr>
      </thead>
      <tbody>
        {shown.rows.map((row) =>
          row.level === 'heading' ? (
            <tr key={row.key} className={css.heading} data-indent={row.indent}>
              <th scope="rowgroup" colSpan={1 + columns.length}>
                {row.label}
              </th>
            </tr>
          ) : (
            <tr key={row.key} className={css[row.level]} data-indent={row.indent}>
              <th scope="row">
                <Label row={row} onAccount={onAccount} />
              </th>
              <Cells row={row} columns={columns} />
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

/** The receipts and payments of each bank account, side by side. */
export function BankTable({ banks }: { banks: readonly BankRow[] }) {
  const [name, ...columns] = bankColumns(banks)
  return (
    <table className={`${css.table} ${css.wide}`}>
      <thead>
        <tr>
          <th scope="col">{name?.header}</th>
          <Heads columns={columns} />
        </tr>
      </thead>
      <tbody>
        {banks.map((bank) => (
          <tr key={bank.key} className={css[bank.level]}>
            <th scope="row">{bank.name}</th>
            <Cells row={bank} columns={columns} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Heads = ({ columns }: { columns: readonly NamedColumn<never>[] }) =>
  columns.map(({ id, header, unit }) => (
    <th key={id} scope="col" className={css.right}>
      {header} <span className={css.unit}>{unit}</span>
    </th>
  ))

function Cells<Row>({ row, columns }: { row: Row; columns: readonly NamedColumn<Row>[] }) {
  return columns.map(({ id, header, kind, value }) => {
    const figure = value(row) as number | string | null | undefined
    return (
      <td key={id} className={header === 'Change' ? `${css.right} ${css.change}` : css.right}>
        {kind === 'percent' ? <Percent value={figure ?? null} /> : <Amount value={figure} />}
      </td>
    )
  })
}
