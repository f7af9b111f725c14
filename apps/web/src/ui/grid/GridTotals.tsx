import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/numerals.ts'
import { renderValue } from './cells.tsx'
import { type Column, isNumeric, sumOf } from './columns.ts'
import css from './Grid.module.css'

interface TotalsProps<Row extends RowData> {
  /** The rows that are loaded and found; undefined while loading. */
  rows: readonly Row[] | undefined
  all: readonly Row[]
  visible: readonly Column<Row>[]
  columnCount: number
  totals?: Record<string, ReactNode>
  totalsLabel?: string
  inTotals?: (row: Row) => boolean
  more?: { has: boolean }
}

/** The row of sums under a table. */
export function GridTotals<Row extends RowData>(props: TotalsProps<Row>) {
  const { visible, totals, more, rows, inTotals } = props
  const all = inTotals === undefined ? props.all : props.all.filter(inTotals)
  // Totals of columns that are not shown would leave an empty bar.
  const has = visible.some((column) => column.id in (totals ?? {}) || column.total !== undefined)
  if (!has || rows === undefined || props.all.length === 0) return null
  const label =
    props.totalsLabel ??
    (more?.has === true ? `Total of the ${grouped(all.length)} loaded` : `Total of ${grouped(all.length)}`)
  // A column of ticks has no room for a word.
  const labelled = visible.find(({ untitled }) => untitled !== true)?.id
  return (
    <tfoot>
      <tr>
        {visible.map((column, index) => (
          <td
            key={column.id}
            className={`${index === 0 ? css.first : ''} ${isNumeric(column) ? css.right : ''}`}
          >
            {column.id === labelled && !(column.id in (totals ?? {}))
              ? label
              : (totals?.[column.id] ?? totalOf(column, all))}
          </td>
        ))}
        {props.columnCount > visible.length && <td className={css.actions} />}
      </tr>
    </tfoot>
  )
}

function totalOf<Row>(column: Column<Row>, rows: readonly Row[]): ReactNode {
  if (column.total === undefined) return null
  if (column.total !== 'sum') return column.total(rows)
  return renderValue(column, sumOf(rows.map((row) => column.value(row))))
}

export function grouped(count: number): string {
  return formatNumber(count, { decimals: 0 })
}
