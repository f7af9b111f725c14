import type { RecurringEntry } from '@em/contract/journal/journal'

export const UNITS = [
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
  { value: 'year', label: 'Years' },
]
const ADVERBS = { week: 'Weekly', month: 'Monthly', quarter: 'Quarterly', year: 'Yearly' } as const

/** "Monthly", "Every 2 weeks". */
export function rhythm({ unit, every }: Pick<RecurringEntry, 'unit' | 'every'>): string {
  return every === 1 ? ADVERBS[unit] : `Every ${every} ${unit}s`
}
