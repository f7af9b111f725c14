import type { SessionRecord } from '@em/contract/identity/identity'
import { formatMoment } from '../../../lib/dates.ts'

/** Where a session comes from, when it was last used and since when it is there. */
export function sessionInWords(one: SessionRecord): string {
  const parts = [
    one.address === null ? null : `from ${one.address}`,
    `last used ${formatMoment(one.lastUsedAt)}`,
    `signed in ${formatMoment(one.created_at)}`,
    one.kept ? 'kept signed in' : null,
  ]
  const text = parts.filter((part) => part !== null).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
