import { type JournalRow, journal, recurring } from '@em/contract/journal/journal'
import type { May } from '../../lib/may.ts'

export type EntryActionId = 'edit' | 'copy' | 'repeat' | 'reverse' | 'cancel'
interface EntryAction {
  readonly id: EntryActionId
  readonly label: string
  readonly danger: boolean
}
type EntryStanding = Pick<JournalRow, 'status' | 'kind' | 'reversal_of' | 'reversed_by'>

/** The actions that a user may take on an entry: posting, and taking back a posting, need the right to post. */
export function offeredActions(entry: EntryStanding, may: May): EntryAction[] {
  return entryActionsOf(entry).filter(({ id }) => {
    switch (id) {
      case 'copy':
        return may(journal.create)
      case 'repeat':
        return may(recurring.create)
      case 'reverse':
        return may(journal.reverse)
      default:
        // A posted entry is changed by a reversal and another posting.
        return entry.status === 'Draft' || entry.status === 'Cancelled'
          ? may(journal.change)
          : may(journal.change, journal.reverse)
    }
  })
}

/**
 * What can be done with an entry. What the system posted changes through its source; a reversal, and what was taken
 * back, stay as they are and can be copied.
 */
export function entryActionsOf({ status, kind, reversal_of, reversed_by }: EntryStanding): EntryAction[] {
  const offer = (id: EntryActionId, label: string, danger = false): EntryAction => ({ id, label, danger })
  const byPerson = kind === 'manual'
  const inLedger = status === 'Posted' || status === 'Pending' || reversed_by !== null
  const isCurrent = byPerson && reversal_of === null && reversed_by === null
  return [
    ...(isCurrent ? [offer('edit', 'Edit')] : []),
    ...(byPerson ? [offer('copy', 'Copy'), offer('repeat', 'Repeat')] : []),
    ...(isCurrent && inLedger ? [offer('reverse', 'Reverse', true)] : []),
    ...(status === 'Draft' ? [offer('cancel', 'Cancel draft', true)] : []),
  ]
}
