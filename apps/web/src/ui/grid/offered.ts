import type { ReactNode } from 'react'
import { type Needs, useMay } from '../../lib/may.ts'
import type { RowAction } from './GridTools.tsx'

/** The column of buttons at the ends of the rows. */
export interface Tools<Row> {
  width: number
  cell: (row: Row) => ReactNode
  /** The routes that the buttons call: for whom there is none of them the column is gone. */
  calls?: readonly Needs[]
}

interface Offers<Row> {
  actions?: (row: Row) => readonly RowAction[]
  tools?: Tools<Row>
}

/** A grid's properties with those of its buttons and menus that the person may use. */
export function useOffered<Row, Props extends Offers<Row>>(props: Props): Props {
  const may = useMay()
  const { actions, tools, ...rest } = props as Offers<Row>
  const isOffered = tools?.calls === undefined || tools.calls.some((call) => may(call))
  return {
    ...rest,
    ...(actions && {
      actions: (row: Row) => actions(row).filter(({ call }) => call === undefined || may(call)),
    }),
    ...(tools && isOffered && { tools }),
  } as unknown as Props
}
