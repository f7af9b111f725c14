import { Checkbox } from '@mantine/core'
import { formatNumber } from '../../../lib/numerals.ts'

interface OnlyWrongProps {
  check: {
    readonly wrong: readonly number[]
    readonly only: boolean
    readonly setOnly: (only: boolean) => void
  }
}

/** Leaves the rows at fault in the table; absent while none is known. */
export function OnlyWrong({ check: { wrong, only, setOnly } }: OnlyWrongProps) {
  if (wrong.length === 0) return null
  return (
    <Checkbox
      size="xs"
      label={`Only wrong rows (${formatNumber(wrong.length, { decimals: 0 })})`}
      checked={only}
      onChange={(event) => setOnly(event.currentTarget.checked)}
    />
  )
}
