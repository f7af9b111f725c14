import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import {
  type ActionValues,
  startOf as emptyOf,
  isRequired,
  termFieldsOf,
  valuesOf,
} from '@em/contract/corporate-actions/typed-form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useRoute } from '../../../lib/query.ts'
import type { EnterOrder } from '../../../ui/form/enter.ts'
import { partOf, type Start, type StartRules } from '../../../ui/form/start.ts'
import { useStart } from '../../../ui/form/useStart.ts'
import { usePortfolioChoices } from './choices.tsx'
import type { ActionFormState } from './FormFields.tsx'
import { kindInSentence } from './kinds.ts'

/** The fields that an event takes from the last one of its kind; its announcement within the same day. */
const REMEMBERED_FIELDS = ['portfolio', 'settlementAccount']
const OF_THE_DAY = ['announcementDate']
const GROUPS = Object.fromEntries([...REMEMBERED_FIELDS, ...OF_THE_DAY].map((name) => [name, [name]]))

/** The query of the events that the user recorded today. */
export const todaysOf = (kind: ActionKind) => ({ kind, mine: 'today', limit: 200 }) as const

function startFrom(values: ActionValues, isOfToday: boolean, isOpen: (portfolio: string) => boolean): Start {
  const start = partOf(values, isOfToday ? [...REMEMBERED_FIELDS, ...OF_THE_DAY] : REMEMBERED_FIELDS)
  return isOpen(String(values['portfolio'])) ? start : { ...start, portfolio: '' }
}

/** The start of a new event's form: the person's newest event of the kind. */
export function useActionStart(kind: ActionKind, form: ActionFormState, enabled: boolean) {
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
  const isOpen = useCallback((code: string) => portfolios.some(({ value }) => value === code), [portfolios])
  const rules = useMemo<StartRules<ActionValues>>(() => ({ groups: GROUPS, empty: emptyOf(kind) }), [kind])
  const isKnown =
    newest.data !== undefined && !newest.isFetching && !ofToday.isPending && portfolios.length > 0
  const last = event.data
  const isOfToday = ofToday.data?.some((row) => row.id === id) ?? false
  const found = useMemo(() => {
    if (!isKnown) return undefined
    if (id === 0) return { start: {}, isOfLast: false }
    if (last?.id !== id) return undefined
    return { start: startFrom(valuesOf(kind, last.form), isOfToday, isOpen), isOfLast: true }
  }, [isKnown, id, last, isOfToday, kind, isOpen])
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const put = useCallback((how: (values: ActionValues) => Start) => {
    const now = latest.current
    const isTyped = now.isDirty()
    for (const [name, value] of Object.entries(how(now.getValues()))) now.setFieldValue(name, value as string)
    // The user has typed nothing: closing the form loses nothing.
    if (!isTyped) now.resetDirty()
  }, [])
  const wordsOf = useCallback(() => `As in your last ${kindInSentence(kind)}`, [kind])
  const isFailed = newest.isError || event.isError
  const { started, anew } = useStart({ rules, values: form.values, put, found, isFailed, enabled, wordsOf })
  /** The form for another event, with what is kept of the one that was recorded. */
  const begin = (recorded: ActionValues) => {
    const start = anew(startFrom(recorded, true, isOpen)) as ActionValues
    form.setValues({ ...emptyOf(kind), ...start })
    form.clearErrors()
    form.resetDirty({ ...emptyOf(kind), ...start })
  }
  const { remembered, isOfLast } = started
  const enterOrder = useMemo<EnterOrder>(() => {
    const needed = termFieldsOf(kind).filter(
      (field) => isRequired(field, {}) && field.start === undefined && remembered[field.name] === undefined,
    )
    return { first: ['securityCode', ...needed.map(({ name }) => name)], onlyEmpty: isOfLast }
  }, [kind, remembered, isOfLast])
  return { started, begin, enterOrder }
}
