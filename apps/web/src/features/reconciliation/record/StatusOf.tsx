import type { ReconciliationSummary } from '@em/contract/reconciliation/reconciliation-records'
import { Status } from '../../../ui/Status.tsx'

export const STATUS_WORDS = { pending: 'Pending', reconciled: 'Reconciled' } as const
type Standing = Pick<ReconciliationSummary, 'status' | 'changedSince'>

/** Signed off, and lines of its days were recorded since, after which no later one was signed off. */
const isChanged = ({ changedSince }: Standing) => changedSince !== null && changedSince.open > 0

/** The status in words; a reconciliation that changed since it was signed off says that instead. */
export const statusWord = (one: Standing) =>
  isChanged(one) ? 'Changed since sign-off' : STATUS_WORDS[one.status]

/** The status with its colour. */
export function StatusOf({ one }: { one: Standing }) {
  const good = one.status === 'reconciled' && !isChanged(one)
  return <Status tone={good ? 'good' : 'warn'}>{statusWord(one)}</Status>
}
