import type { SessionRecord } from '@em/contract/identity'
import { formatMoment } from '../../lib/dates.ts'

/** Where a session comes from and when it was last used. */
export function sessionInWords(one: SessionRecord): string {
  const parts = [
    one.address === null ? null : `from ${one.address}`,
    `last used ${formatMoment(one.lastUsedAt)}`,
    one.kept ? 'kept signed in' : null,
  ]
  const text = parts.filter((part) => part !== null).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
