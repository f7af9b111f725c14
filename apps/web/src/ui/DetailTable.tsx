import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './DetailTable.module.css'
import { SmallTable } from './SmallTable.tsx'

export interface DetailColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  right?: boolean
  /** Left out on a phone. */
  optional?: boolean
}

interface DetailTableProps<Row> {
  label: string
  columns: readonly DetailColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number
  /** The cells under the columns: '' for an empty one. */
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
      <SmallTable label={label} tall>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" {...marksOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.header} {...marksOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {columns.map((column, index) => (
              <td key={column.header} {...marksOf(column)}>
                {foot[index]}
              </td>
            ))}
          </tr>
        </tfoot>
      </SmallTable>
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

function marksOf({ right, optional }: { right?: boolean; optional?: boolean }) {
  return {
    ...(right === true ? { 'data-right': true } : {}),
    ...(optional === true ? { 'data-optional': true } : {}),
  }
}
