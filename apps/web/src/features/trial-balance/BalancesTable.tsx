import type { TrialBalance } from '@em/contract/trial-balance/trial-balance'
import { Button } from '@mantine/core'
import { Balance } from '../../ui/Balance.tsx'
import { Amount, Percent } from '../../ui/Numbers.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import type { View } from './filters.ts'
import { type BalanceColumn, type BalanceRow, balancesOf } from './report.ts'
import css from './TrialBalance.module.css'

interface BalancesTableProps {
  data: TrialBalance
  view: View
  onDetails: (code: string) => void
}

/** A phone has room for one amount next to the account: the closing balance. */
const closingFirst = (columns: readonly BalanceColumn[]) =>
  columns.toSorted((a, b) => Number(b.id === 'closing') - Number(a.id === 'closing'))

/** The balances with the columns and rows of the report: accounts lead to their entries. */
export function BalancesTable({ data, view, onDetails }: BalancesTableProps) {
  const { columns, rows } = balancesOf(data, view)
  const isNarrow = useNarrow()
  const words = columns.filter(({ kind }) => kind === undefined)
  const figures = columns.filter(({ kind }) => kind !== undefined)
  const isDetailed = view === 'detailed'
  const shown = isNarrow && isDetailed ? closingFirst(figures) : figures
  const begins = rows.flatMap(({ level }, index) => (level === 'heading' ? [index] : []))
  const bodies = begins.length === 0 ? [0] : begins
  const line = (row: BalanceRow, index: number) => (
    <Line key={index} row={row} words={words.length} figures={shown} {...(isDetailed && { onDetails })} />
  )
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {words.map(({ id, header }) => (
            <th key={id} scope="col">
              {header}
            </th>
          ))}
          {shown.map(({ id, header, unit }) => (
            <th key={id} scope="col" className={css.right} data-right>
              {header} <span className={css.unit}>{unit}</span>
            </th>
          ))}
          {isDetailed && (
            <th scope="col">
              <span className="em-visually-hidden">Details</span>
            </th>
          )}
        </tr>
      </thead>
      {bodies.map((from, at) => (
        <tbody key={from}>{rows.slice(from, bodies[at + 1] ?? -1).map(line)}</tbody>
      ))}
      <tfoot>{rows.slice(-1).map(line)}</tfoot>
    </table>
  )
}

interface LineProps {
  row: BalanceRow
  /** How many columns of words there are. */
  words: number
  figures: readonly BalanceColumn[]
  onDetails?: (code: string) => void
}

function Line({ row, words, figures, onDetails }: LineProps) {
  const { level, code, name, indent } = row
  if (level === 'heading')
    return (
      <tr className={css.type}>
        <th scope="rowgroup" colSpan={words + figures.length + 1}>
          {code}
        </th>
      </tr>
    )
  const cells = figures.map((column) => <Figure key={column.id} row={row} column={column} />)
  if (level !== 'row')
    return (
      <tr className={css[level]} data-total>
        <td colSpan={words}>{code}</td>
        {cells}
        {onDetails !== undefined && <td />}
      </tr>
    )
  const isBank = indent === 2
  return (
    <tr className={isBank ? css.bank : undefined}>
      <td className={words > 1 && !isBank ? 'em-number' : undefined}>{code}</td>
      {words > 1 && <td>{name}</td>}
      {cells}
      {isBank ? (
        <td />
      ) : (
        onDetails !== undefined && (
          <td className={css.action}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`View Details of ${code} ${name}`}
              onClick={() => onDetails(code)}
            >
              View Details
            </Button>
          </td>
        )
      )}
    </tr>
  )
}

/** An amount, a balance with its side, or a change in percent. */
function Figure({ row, column }: { row: BalanceRow; column: BalanceColumn }) {
  const value = column.value(row) as number | string | null
  const isPercent = column.kind === 'percent'
  return (
    <td className={isPercent ? `${css.right} ${css.change}` : css.right} data-right>
      {isPercent ? (
        <Percent value={value} />
      ) : column.paper === undefined ? (
        <Amount value={value} />
      ) : (
        <Balance value={value} />
      )}
    </td>
  )
}
