import { useForm } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { AnyForm } from '../../../ui/form/FormContext.tsx'
import type { Started } from '../../../ui/form/useStart.ts'
import { useDraft } from '../../../ui/useDraft.tsx'
import {
  type ChangeTrade,
  datesProposed,
  differsFrom,
  pickerClosed,
  type TradeValues,
} from './trade-values.ts'
import { type Filling, useFilling } from './useFilling.ts'
import { type Proposals, useProposals } from './useProposals.ts'
import { useTradeStart } from './useStart.ts'

/** The form as the fields of a trade need it, for either side, single or bulk. */
export interface TradeForm {
  form: AnyForm
  values: TradeValues
  change: ChangeTrade
  filling: Filling
  proposals: Proposals
  started: Started
}

interface DraftValues<V> {
  values: V
  filling: Filling
}

interface Options<V> {
  side: 'buy' | 'sell'
  empty: V
  validate: (values: V) => Record<string, string>
  /** The form of a bulk entry keeps a draft of its own, and its deal numbers say that they are of a batch. */
  bulk?: boolean
}

/**
 * State and wiring of a trade's form. It lives in the screen, above form and list, so that opening the submitted
 * transactions loses nothing.
 */
export function useTradeForm<V extends TradeValues>({ side, empty, validate, bulk = false }: Options<V>) {
  const form = useForm<V>({ initialValues: empty, validate: validate as never })
  // `change` stays the same function, since effects depend on it; the form's own are new with every render.
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
  const { started, start: startValues, anew, noteDate } = useTradeStart(form.values, change)
  const onDates = useCallback(
    (dates: { tradeDate: string; settlementDate: string }) => {
      noteDate(dates.tradeDate)
      change((values) => datesProposed(values, dates.tradeDate, dates.settlementDate))
    },
    [change, noteDate],
  )
  const { filling: proposed, start, markSent, resume } = useFilling(side, onDates)
  const filling = useMemo<Filling>(
    () =>
      bulk && proposed.dealNumber !== ''
        ? { ...proposed, dealNumber: `BULK-${proposed.dealNumber}` }
        : proposed,
    [bulk, proposed],
  )
  const proposals = useProposals(form.values, change, filling.key)
  const draftValues = useMemo<DraftValues<V>>(
    () => ({ values: form.values, filling: proposed }),
    [form.values, proposed],
  )
  const filled = differsFrom({ ...empty, ...startValues }, form.values)
  const draft = useDraft(bulk ? `bulk-${side}` : side, draftValues, filled)

  /** An empty form, with what the newest trade has: after a save that is what was recorded. */
  const reset = (recorded?: V) => {
    draft.clear()
    form.setValues({ ...empty, ...anew(recorded) })
    form.clearErrors()
    start()
  }
  const restore = (found: DraftValues<V>) => {
    form.setValues({ ...empty, ...pickerClosed(found.values) })
    resume(found.filling)
  }
  return {
    form,
    values: form.values,
    change,
    filling,
    start,
    markSent,
    proposals,
    started,
    draft,
    /** Whether something was typed that a reset or an offered draft would replace. */
    filled,
    reset,
    restore,
  }
}
