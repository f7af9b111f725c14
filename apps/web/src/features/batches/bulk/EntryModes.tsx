import { SegmentedControl } from '@mantine/core'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'

/** Whether the address asks for the table of many trades, rather than the form of one. */
export function useRowsView(): boolean {
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
      value={useRowsView() ? 'rows' : 'one'}
      onChange={(view) => changeHashQuery({ view: view === 'rows' ? 'rows' : null })}
    />
  )
}
