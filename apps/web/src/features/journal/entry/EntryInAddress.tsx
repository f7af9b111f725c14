import type { JournalEntry } from '@em/contract/journal/journal-entry'
import type { ReactNode } from 'react'
import { idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { EntryModal } from './EntryModal.tsx'

/** The journal entry that the address names as `entry`; `tools` are its buttons. */
export function EntryInAddress({ tools }: { tools?: (entry: JournalEntry) => ReactNode }) {
  return (
    <EntryModal
      id={idIn(useHashQuery(), 'entry')}
      onClose={() => changeHashQuery({ entry: '' })}
      onOther={(other) => changeHashQuery({ entry: String(other) })}
      {...(tools === undefined ? {} : { tools })}
    />
  )
}
