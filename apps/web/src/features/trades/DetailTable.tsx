import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './trades.module.css'

export interface DetailColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  right?: boolean
}

interface DetailTableProps<Row> {
  label: string
  columns: readonly DetailColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number
  /** What stands under the columns: '' for nothing. */
  foot: readonly ReactNode[]
}

/** Rows shown at first, and more each time they are asked for. */
const STEP = 100

/** A table inside a dialog, with what it totals. Long ones are shown in steps. */
export function DetailTable<Row>({ label, columns, rows, rowKey, foot }: DetailTableProps<Row>) {
  const [shown, setShown] = useState(STEP)
  const rest = rows.length - shown
  return (
    <div>
      <div className={`${css.tableFrame} ${css.scroll}`} tabIndex={0} role="region" aria-label={label}>
        <table className={css.table}>
          <thead>
            <tr>
              {columns.map(({ header, right }) => (
                <th key={header} scope="col" className={right === true ? css.right : undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ header, cell, right }) => (
                  <td key={header} className={right === true ? css.right : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {columns.map(({ header, right }, index) => (
                <td key={header} className={right === true ? css.right : undefined}>
                  {foot[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {rest > 0 && (
        <div className={css.more}>
          <Button variant="default" size="xs" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(rest, STEP)} more of {rows.length}
          </Button>
        </div>
      )}
    </div>
  )
}
