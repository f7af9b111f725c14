import type { ReactNode } from 'react'
import { Amount, DateText, Percent, Price, Quantity } from '../Numbers.tsx'
import { type CellValue, type Column, decimalsOf } from './columns.ts'

/** A value as its column shows it. */
export function renderValue(
  column: Pick<Column<never>, 'kind' | 'decimals' | 'signed' | 'grouping'>,
  value: CellValue,
): ReactNode {
  const figure = value as number | string | null | undefined
  const signed = column.signed ?? false
  switch (column.kind) {
    case 'money':
    case 'number':
      return (
        <Amount
          value={figure}
          decimals={decimalsOf(column)}
          signed={signed}
          {...(column.grouping === undefined ? {} : { grouping: column.grouping })}
        />
      )
    case 'price':
      return column.decimals === undefined ? (
        <Price value={figure} />
      ) : (
        <Amount value={figure} decimals={column.decimals} signed={signed} />
      )
    case 'quantity':
      return <Quantity value={figure} signed={signed} />
    case 'percent':
      return <Percent value={figure} decimals={decimalsOf(column)} signed={signed} />
    case 'date':
      return <DateText value={figure as string} />
    case 'moment':
      return <DateText value={figure as string} time />
    case 'boolean':
      return value === true ? 'Yes' : value === false ? 'No' : <Amount value={null} />
    default:
      return value === null || value === undefined || value === '' ? <Amount value={null} /> : String(value)
  }
}
