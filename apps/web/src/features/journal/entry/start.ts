/** The start of a new journal entry: the user's newest entry, whichever way and wherever it was recorded. */
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { partOf, type Start, type StartRules } from '../../../ui/form/start.ts'
import { type EntryValues, newEntry, valuesOf } from './entry-values.ts'

const PORTFOLIOS = ['lines.0.portfolioId', 'lines.1.portfolioId']
const BANKS = ['lines.0.settlementAccount', 'lines.1.settlementAccount']
const GROUPS = Object.fromEntries(
  ['date', 'status', 'mode', ...PORTFOLIOS, ...BANKS].map((path) => [path, [path]]),
)
export const entryRules = (today: string): StartRules<EntryValues> => ({
  groups: GROUPS,
  empty: newEntry(today),
})

interface Of {
  readonly isOfToday: boolean
  readonly isOpen: (portfolio: string) => boolean
  /** The first day that takes entries of these portfolios; '' where nothing is locked. */
  readonly firstOpenDay: (portfolios: readonly string[]) => string
}

export const portfoliosOf = ({ lines }: Pick<EntryValues, 'lines'>) =>
  lines.map(({ portfolioId }) => portfolioId)

/**
 * What is kept of the values of an entry: its date within the day, and that it is a draft. A portfolio that is not open is left out; in
 * place of a day that was locked since comes the first open one.
 */
export function startFrom(values: EntryValues, { isOfToday, isOpen, firstOpenDay }: Of): Start {
  const first = firstOpenDay(portfoliosOf(values))
  const portfolios = Object.entries(partOf(values, PORTFOLIOS)).filter(([, code]) =>
    isOpen(String(code ?? '')),
  )
  return {
    mode: values.mode,
    ...Object.fromEntries(portfolios),
    ...partOf(values, BANKS),
    ...(isOfToday && { date: values.date < first ? first : values.date }),
    ...(values.status === 'Draft' && { status: 'Draft' }),
  }
}

export const startOf = (entry: JournalEntry, today: string, of: Of): Start =>
  startFrom(valuesOf(entry, 'edit', today), of)
