import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { valuesOf } from '@em/contract/corporate-actions/typed-form'
import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { partOf, type Start, type StartRules } from '../../../ui/form/start.ts'
import { useStart } from '../../../ui/form/useStart.ts'
import { usePortfolioChoices } from './choices.tsx'
import { kindInSentence } from './kinds.ts'

/** The fields that a new event takes from the person's last one of its kind. */
export interface FieldsTaken {
  /** Portfolios, where they are active and the person may change them. */
  readonly portfolios: readonly string[]
  readonly always: readonly string[]
  /** Dates: only of an event that was recorded today. */
  readonly ofTheDay: readonly string[]
}

/** The query of the events that the user recorded today. */
export const todaysOf = (kind: ActionKind) => ({ kind, mine: 'today', limit: 200 }) as const

function startFrom(
  values: unknown,
  taken: FieldsTaken,
  isOfToday: boolean,
  isOpen: (code: string) => boolean,
) {
  const portfolios = Object.entries(partOf(values, taken.portfolios)).map(
    ([name, code]) => [name, isOpen(String(code)) ? code : ''] as const,
  )
  const others = partOf(values, isOfToday ? [...taken.always, ...taken.ofTheDay] : taken.always)
  return { ...Object.fromEntries(portfolios), ...others } as Start
}

interface Options<Values> {
  readonly kind: ActionKind
  readonly form: UseFormReturnType<Values>
  /** A form that nothing was put into. Stable. */
  readonly empty: () => Values
  readonly taken: FieldsTaken
  readonly enabled: boolean
}

/** The start of a new event's form: the person's newest event of the kind. */
export function useEventStart<Values extends object>(options: Options<Values>) {
  const { kind, form, empty, taken, enabled } = options
  const newest = useRoute(
    corporateActions.list,
    { query: { kind, mine: 'newest' } },
    { enabled, refetchOnMount: 'always' },
  )
  // Today by the clock of the books, as what is listed under the form.
  const ofToday = useRoute(
    corporateActions.list,
    { query: todaysOf(kind) },
    { enabled, refetchOnMount: 'always' },
  )
  const id = newest.data?.[0]?.id ?? 0
  const event = useRoute(corporateActions.get, { params: { id } }, { enabled: enabled && id > 0 })
  const portfolios = usePortfolioChoices()
  const mayChange = useMayChange()
  const isOpen = useCallback(
    (code: string) => mayChange(code) && portfolios.some(({ value }) => value === code),
    [mayChange, portfolios],
  )
  const rules = useMemo<StartRules<Values>>(() => {
    const { portfolios: codes, always, ofTheDay } = taken
    return {
      groups: Object.fromEntries([...codes, ...always, ...ofTheDay].map((name) => [name, [name]])),
      empty: empty(),
    }
  }, [taken, empty])
  const isKnown =
    newest.data !== undefined &&
    !newest.isFetching &&
    !ofToday.isFetching &&
    !event.isFetching &&
    portfolios.length > 0
  const last = event.data
  const isOfToday = ofToday.data?.some((row) => row.id === id) ?? false
  const found = useMemo(() => {
    if (!isKnown) return undefined
    if (id === 0) return { start: {}, isOfLast: false }
    if (last?.id !== id) return undefined
    return { start: startFrom(valuesOf(kind, last.form), taken, isOfToday, isOpen), isOfLast: true }
  }, [isKnown, id, last, isOfToday, kind, taken, isOpen])
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const put = useCallback((how: (values: Values) => Start) => {
    const now = latest.current
    const isTyped = now.isDirty()
    for (const [name, value] of Object.entries(how(now.getValues()))) now.setFieldValue(name, value as never)
    // The user has typed nothing: closing the form loses nothing.
    if (!isTyped) now.resetDirty()
  }, [])
  const wordsOf = useCallback(() => `As in your last ${kindInSentence(kind)}`, [kind])
  const isFailed = newest.isError || event.isError
  const { started, anew } = useStart({ rules, values: form.values, put, found, isFailed, enabled, wordsOf })
  /** The form for another event; with what is kept of the one that was recorded, where there is one. */
  const begin = (recorded?: Values) => {
    const start = anew(recorded === undefined ? undefined : startFrom(recorded, taken, true, isOpen))
    const values = { ...empty(), ...start } as Values
    form.setValues(values)
    form.clearErrors()
    form.resetDirty(values)
  }
  return { started, begin }
}
