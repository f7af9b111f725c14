import type { EntryWarning } from '@em/core/journal/entry-warnings'
import { dayInWords } from '@em/core/values/date-texts'

/** The sentence of a journal entry's warning, on the form before saving and in the answer. */
export function warningText(warning: EntryWarning): string {
  return warning.code === 'no-settlement-account'
    ? `A line on account ${warning.account} names no bank account, so no bank reconciliation includes it.`
    : `The date is before the opening date of ${warning.portfolio}, ${dayInWords(warning.openingDate)}. Opening balances should include it.`
}
