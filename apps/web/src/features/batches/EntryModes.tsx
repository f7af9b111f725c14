import { SegmentedControl } from '@mantine/core'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'

export function useManyRows(): boolean {
  return useHashQuery().get('view') === 'rows'
}

/** One trade in a form, or many in a table. */
export function EntryModes() {
  return (
    <SegmentedControl
      aria-label="How to enter"
      size="xs"
      data={[
        { value: 'one', label: 'One transaction' },
        { value: 'rows', label: 'Many rows' },
      ]}
      value={useManyRows() ? 'rows' : 'one'}
      onChange={(view) => changeHashQuery({ view: view === 'rows' ? 'rows' : null })}
    />
  )
}
