import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { startOf as emptyOf, isRequired, termFieldsOf } from '@em/contract/corporate-actions/typed-form'
import { useCallback, useMemo } from 'react'
import type { EnterOrder } from '../../../ui/form/enter.ts'
import type { ActionFormState } from './FormFields.tsx'
import { type FieldsTaken, useEventStart } from './useEventStart.ts'

const TAKEN: FieldsTaken = {
  portfolios: ['portfolio'],
  always: ['settlementAccount'],
  ofTheDay: ['announcementDate'],
}

/** The start of a new event's form, and how Enter goes through it. */
export function useActionStart(kind: ActionKind, form: ActionFormState, enabled: boolean) {
  const { started, begin } = useEventStart({
    kind,
    form,
    empty: useCallback(() => emptyOf(kind), [kind]),
    taken: TAKEN,
    enabled,
  })
  const { remembered, isOfLast } = started
  const enterOrder = useMemo<EnterOrder>(() => {
    const needed = termFieldsOf(kind).filter(
      (field) => isRequired(field, {}) && field.start === undefined && remembered[field.name] === undefined,
    )
    return { first: ['securityCode', ...needed.map(({ name }) => name)], onlyEmpty: isOfLast }
  }, [kind, remembered, isOfLast])
  return { started, begin, enterOrder }
}
