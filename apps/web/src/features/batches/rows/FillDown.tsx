import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import type { RowsTableHandle } from './RowsTable.tsx'

/** Copies the last cell that was in use into the blank and wrong cells below it. */
export function FillDown({
  table,
  disabled,
}: {
  table: RefObject<RowsTableHandle | null>
  disabled: boolean
}) {
  return (
    <Button
      variant="default"
      size="xs"
      disabled={disabled}
      title="Copies the cell into the blank and wrong cells below it (Ctrl+D)"
      onClick={() => table.current?.fillDown()}
    >
      Fill Down
    </Button>
  )
}
