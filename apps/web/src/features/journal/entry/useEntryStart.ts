import { journal } from '@em/contract/journal/journal'
import { periods } from '@em/contract/periods/periods'
import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import type { Start } from '../../../ui/form/start.ts'
import { useStart } from '../../../ui/form/useStart.ts'
import { type EntryValues, newEntry } from './entry-values.ts'
import { entryRules, portfoliosOf, startFrom, startOf } from './start.ts'
import type { Choices } from './useChoices.ts'

/** The query of the entries that the user recorded today. */
export const TODAYS = { mine: 'today', limit: 200 } as const

const OF_LAST_ENTRY = 'As in your last entry'
const FIRST_OPEN = 'First open day: the days before it are locked'

/** The start of a new entry's form: the person's newest entry. */
export function useEntryStart(form: UseFormReturnType<EntryValues>, choices: Choices, enabled: boolean) {
  const newest = useRoute(journal.list, { query: { mine: 'newest' } }, { enabled, refetchOnMount: 'always' })
  // Today by the clock of the books, as what is listed under the form.
  const ofToday = useRoute(journal.list, { query: TODAYS }, { enabled, refetchOnMount: 'always' })
  const id = newest.data?.data[0]?.id ?? 0
  const entry = useRoute(journal.get, { params: { id } }, { enabled: enabled && id > 0 })
  const rules = useMemo(() => entryRules(today()), [])
  const { portfolios, loading } = choices
  const isOpen = useCallback(
    (code: string) => code !== '' && portfolios.some(({ value }) => value === code),
    [portfolios],
  )
  const entities = useRoute(periods.list, {}, { enabled, refetchOnMount: 'always' })
  const { data: books } = entities
  const firstOpenDay = useCallback(
    (codes: readonly string[]) =>
      (books ?? [])
        .filter((one) => one.portfolios.some(({ portfolioId }) => codes.includes(portfolioId)))
        .reduce(
          (latest, { first_open_day }) => ((first_open_day ?? '') > latest ? `${first_open_day}` : latest),
          '',
        ),
    [books],
  )
  const isKnown =
    newest.data !== undefined &&
    !newest.isFetching &&
    !ofToday.isFetching &&
    !entry.isFetching &&
    !entities.isFetching &&
    !loading
  const last = entry.data?.data
  const isOfToday = ofToday.data?.data.some((row) => row.id === id) ?? false
  const found = useMemo(() => {
    if (!isKnown) return undefined
    if (id === 0) return { start: {}, isOfLast: false }
    return last?.id === id
      ? { start: startOf(last, today(), { isOfToday, isOpen, firstOpenDay }), isOfLast: true }
      : undefined
    // oxlint-disable-next-line react/exhaustive-deps -- the choices are made anew with each render; the answer goes in once
  }, [isKnown, id, last, isOfToday, portfolios.length])
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  /** Puts in values that the user has not typed: closing the form loses nothing. */
  const put = useCallback((how: (values: EntryValues) => Start) => {
    const now = latest.current
    const isTyped = now.isDirty()
    for (const [path, value] of Object.entries(how(now.getValues()))) now.setFieldValue(path, value as never)
    if (!isTyped) now.resetDirty()
  }, [])
  const isFirstOpen = form.values.date === firstOpenDay(portfoliosOf(form.values))
  const wordsOf = useCallback(
    (group: string) => (group === 'date' && isFirstOpen ? FIRST_OPEN : OF_LAST_ENTRY),
    [isFirstOpen],
  )
  const isFailed = newest.isError || entry.isError
  const { started, anew } = useStart({ rules, values: form.values, put, found, isFailed, enabled, wordsOf })
  /** The form for another entry, with what is kept of the one that was recorded. */
  const begin = (recorded: EntryValues) => {
    const start = anew(startFrom(recorded, { isOfToday: true, isOpen, firstOpenDay }))
    form.setValues(newEntry(today()))
    form.clearErrors()
    for (const [path, value] of Object.entries(start)) form.setFieldValue(path, value as never)
    form.resetDirty()
  }
  return { started, begin }
}
