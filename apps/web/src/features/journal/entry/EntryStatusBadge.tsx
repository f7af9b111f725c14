import type { JournalRow } from '@em/contract/journal/journal'
import { Status } from '../../../ui/Status.tsx'

type StatusName = JournalRow['status']
const TONES: Record<StatusName, 'good' | 'warn' | 'bad' | 'quiet'> = {
  Posted: 'good',
  Pending: 'quiet',
  Draft: 'warn',
  Cancelled: 'bad',
}

/** Posted in the colour of success, Draft as a warning, Cancelled as an error. */
export function EntryStatusBadge({ status }: { status: StatusName }) {
  return <Status tone={TONES[status]}>{status}</Status>
}
