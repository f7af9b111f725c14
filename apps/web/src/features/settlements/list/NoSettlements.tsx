import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery } from '../../../lib/hash.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { NO_FILTERS, type Status } from './filters.ts'
import type { Asked } from './useSettlements.ts'

const EMPTY: Readonly<Record<Status, string>> = {
  pending: 'Nothing is due today or later',
  part: 'Nothing was settled in part',
  overdue: 'Nothing is overdue',
  failed: 'Nothing failed',
  settled: 'Nothing was confirmed yet',
  assumed: 'Nothing is assumed to be settled',
  all: 'No settlements yet',
}

/** Why a list is empty, and the way on. */
export function NoSettlements({ asked: { status, filters } }: { asked: Asked }) {
  if (filtersSet(filters) > 0) {
    return (
      <NothingFound
        title="No settlements match the filters"
        onClear={() => changeHashQuery({ ...NO_FILTERS })}
      />
    )
  }
  return (
    <EmptyState
      title={EMPTY[status]}
      {...(status === 'pending' || status === 'all'
        ? { action: <TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton> }
        : {})}
    >
      Every recorded trade is listed here until it is confirmed as paid or assumed settled.
    </EmptyState>
  )
}
