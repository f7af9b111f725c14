import { Status } from '../ui/Status.tsx'

/** Active is highlighted; every other status is quiet. */
export function StatusBadge({ status }: { status: string }) {
  return <Status tone={status === 'Active' ? 'good' : 'quiet'}>{status}</Status>
}
