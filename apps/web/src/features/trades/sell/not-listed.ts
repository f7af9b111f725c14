import type { NotListed } from '@em/contract/holdings/holdings'
import { formatDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'

/** Why less can be sold than is held: "250 of them not before 12 Mar 2026 (Bonus 1 for 4 JKH.N0000)"; '' where all can. */
export function notListedHint(waiting: readonly NotListed[]): string {
  return waiting
    .map(({ quantity, event, from }) => {
      const shares = formatNumber(quantity, { decimals: 0 })
      const when = from === null ? 'once its allotment date is entered' : `from ${formatDate(from)}`
      return `${shares} of ${event} can be sold ${when}`
    })
    .join('; ')
}
