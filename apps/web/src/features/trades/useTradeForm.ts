import { useForm } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { AnyForm } from '../../ui/form/FormContext.tsx'
import { useDraft } from '../../ui/useDraft.tsx'
import {
  type ChangeTrade,
  datesProposed,
  differsFrom,
  pickerClosed,
  type TradeValues,
} from './trade-values.ts'
import type { LiveFigures } from './useFigures.ts'
import { type Filling, useFilling } from './useFilling.ts'
import { type Proposals, useProposals } from './useProposals.ts'

/** What the sections that both forms share need of a form. */
export interface TradeForm {
  form: AnyForm
  values: TradeValues
  change: ChangeTrade
  filling: Filling
  live: LiveFigures
  proposals: Proposals
}

interface Kept<V> {
  values: V
  filling: Filling
}

interface Options<V> {
  side: 'buy' | 'sell'
  empty: V
  validate: (values: V) => Record<string, string>
}

/**
 * State and wiring of a trade's form. It lives in the screen, above form and list, so that a look at the submitted
 * transactions loses nothing.
 */
export function useTradeForm<V extends TradeValues>({ side, empty, validate }: Options<V>) {
  const form = useForm<V>({ initialValues: empty, validate: validate as never })
  // The form's own functions are new with every render; what hangs on `change` must not run again for that.
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const change = useCallback((how: (values: V) => V) => {
    const { getValues, setFieldValue } = latest.current
    const before = getValues()
    // Field by field: setting all values at once would clear the errors of fields that stay as they are.
    for (const [name, value] of Object.entries(how(before))) {
      if (before[name as keyof V] !== value) setFieldValue(name as never, value as never)
    }
  }, [])
  const onDates = useCallback(
    (dates: { tradeDate: string; settlementDate: string }) =>
      change((values) => datesProposed(values, dates.tradeDate, dates.settlementDate)),
    [change],
  )
  const { filling, start, markSent, resume } = useFilling(side, onDates)
  const proposals = useProposals(form.values, change, filling.key)
  const kept = useMemo<Kept<V>>(() => ({ values: form.values, filling }), [form.values, filling])
  const draft = useDraft(side, kept, differsFrom(empty, form.values))

  const reset = () => {
    draft.clear()
    form.setValues(empty)
    form.clearErrors()
    start()
  }
  const restore = (found: Kept<V>) => {
    form.setValues({ ...empty, ...pickerClosed(found.values) })
    resume(found.filling)
  }
  return { form, values: form.values, change, filling, start, markSent, proposals, draft, reset, restore }
}
