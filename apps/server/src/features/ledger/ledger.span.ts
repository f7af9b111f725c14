/** A span of days as whole months, whose balances are kept, and the months at its edges, of which days are kept. */
import { addDays, addMonths, monthStart } from '@em/core/values/dates'
import type { LedgerFilter } from './ledger.filter-fields.ts'

/** The filter over the months that it takes whole, and the first days of the months that it cuts. */
export function spanOf(
  filter: LedgerFilter,
  today: string,
): { readonly whole: LedgerFilter; readonly edges: readonly string[] } {
  const from = later(filter.from ?? null, filter.status === 'Pending' ? addDays(today, 1) : null)
  const to = earlier(filter.to ?? null, filter.status === 'Posted' ? today : null)
  const edges = [...new Set([from, to].flatMap((day) => (day === null ? [] : [monthStart(day)])))]
  const whole = {
    ...filter,
    from: from && addMonths(monthStart(from), 1),
    to: to && addMonths(monthStart(to), -1),
    status: undefined,
  }
  return { whole, edges }
}
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** The filter within one month, given by its first day. */
export function within(filter: LedgerFilter, month: string): LedgerFilter {
  const last = addDays(addMonths(month, 1), -1)
  return { ...filter, from: later(filter.from ?? null, month), to: earlier(filter.to ?? null, last) }
}
