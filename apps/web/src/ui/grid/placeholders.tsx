import { Skeleton } from '@mantine/core'
import css from './Grid.module.css'

/** Rows that keep the layout while the first ones load. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={12} width={`${82 - ((row * 13 + column * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ))
}

/** The height of rows that are not drawn. */
export function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className={css.spacer} style={{ height }} aria-hidden="true">
      <td colSpan={columns} />
    </tr>
  )
}

interface UnloadedCellProps {
  /** Its address, `row:column`. */
  at: string
  first: boolean
  active: boolean
}

/** A cell of a row that is not loaded yet: the cursor may be in it. */
export function UnloadedCell({ at, first, active }: UnloadedCellProps) {
  return (
    <td
      data-cell={at}
      tabIndex={active ? 0 : -1}
      className={`${first ? css.first : ''} ${active ? css.active : ''}`}
    >
      <span className={css.unloaded}>{first && <span className="em-visually-hidden">Loading</span>}</span>
    </td>
  )
}
