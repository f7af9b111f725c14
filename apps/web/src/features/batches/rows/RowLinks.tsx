import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { formatNumber } from '../../../lib/numerals.ts'
import type { Checked } from './checked.ts'
import type { FaultSentence } from './faults.ts'

/** Goes to a row of the table, by its index there, and to the cell of a field in it. */
export type GoToRow = (index: number, field: string) => void

interface RowLinkProps {
  /** As it was sent, counted from 1. */
  row: number
  field: string
  checked: Checked
  onGo: GoToRow
  /** "Row " before the number. */
  word?: boolean
}

/** The number of a row in the table, leading there; plain where the row is gone. */
export function RowLink({ row, field, checked, onGo, word = false }: RowLinkProps) {
  const index = checked.indices[row - 1]
  const name = `${word ? 'Row ' : ''}${(index ?? row - 1) + 1}`
  if (index == null) return name
  return (
    <Anchor
      inherit
      component="button"
      type="button"
      aria-label={`Go to row ${index + 1}`}
      onClick={() => onGo(index, field)}
    >
      {name}
    </Anchor>
  )
}

/** "Rows 2, 5 and 7: Symbol is required." with each row leading to its cell. */
export function FaultLine({
  fault,
  checked,
  onGo,
}: {
  fault: FaultSentence
  checked: Checked
  onGo: GoToRow
}) {
  const { rows, more, field, sentence } = fault
  if (rows[0] === 0) return sentence
  const link = (row: number, word = false) => <RowLink {...{ row, field, checked, onGo, word }} />
  if (rows.length === 1 && more === 0) {
    return (
      <>
        {link(rows[0] ?? 1, true)}: {sentence}
      </>
    )
  }
  const last = rows.length - 1
  return (
    <>
      Rows{' '}
      {rows.map((row, at) => (
        <Fragment key={row}>
          {at > 0 && (at === last && more === 0 ? ' and ' : ', ')}
          {link(row)}
        </Fragment>
      ))}
      {more > 0 && ` and ${formatNumber(more, { decimals: 0 })} more`}: {sentence}
    </>
  )
}
