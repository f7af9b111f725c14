import type { Ladder } from '@em/contract/settlements/settlements'
import { SegmentedControl } from '@mantine/core'
import { changeHashQuery } from '../../../lib/hash.ts'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { changeOfStatus, STATUS_NAMES, STATUSES, type Status } from './filters.ts'

/** Which state is listed; on a phone the seven of them are a list to choose from. */
export function StatusChoice({ status, ladder }: { status: Status; ladder: Ladder | undefined }) {
  const narrow = useNarrow()
  const choices = STATUSES.map((value) => ({ value, label: labelOf(value, ladder) }))
  const choose = (value: string) => changeHashQuery(changeOfStatus(value as Status))
  if (narrow) {
    return <SelectField label="Status" clearable={false} options={choices} value={status} onChange={choose} />
  }
  return <SegmentedControl aria-label="Status" size="sm" data={choices} value={status} onChange={choose} />
}

/** A status with its number of settlements, as far as the ladder has it. */
function labelOf(status: Status, ladder: Ladder | undefined): string {
  const steps = (ladder?.steps ?? []).filter(({ step }) =>
    status === 'pending' ? step !== 'failed' && step !== 'overdue' : step === status,
  )
  const number = steps.reduce((sum, step) => sum + step.count, 0)
  return number === 0 ? STATUS_NAMES[status] : `${STATUS_NAMES[status]} (${number.toLocaleString('en-LK')})`
}
