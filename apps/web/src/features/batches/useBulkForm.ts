import { useForm } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useDraft } from '../../ui/useDraft.tsx'
import { datesProposed, differsFrom, pickerClosed, type TradeValues } from '../trades/trade-values.ts'
import { type Filling, useFilling } from '../trades/useFilling.ts'
import { useProposals } from '../trades/useProposals.ts'

interface Options<V> {
  side: 'buy' | 'sell'
  empty: V
  validate: (values: V) => Record<string, string>
}

/** State of a bulk form: as the single forms', with a draft and deal numbers of its own. */
export function useBulkForm<V extends TradeValues>({ side, empty, validate }: Options<V>) {
  const form = useForm<V>({ initialValues: empty, validate: validate as never })
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const change = useCallback((how: (values: V) => V) => {
    const { getValues, setFieldValue } = latest.current
    const before = getValues()
    for (const [name, value] of Object.entries(how(before))) {
      if (before[name as keyof V] !== value) setFieldValue(name as never, value as never)
    }
  }, [])
  const onDates = useCallback(
    (dates: { tradeDate: string; settlementDate: string }) =>
      change((values) => datesProposed(values, dates.tradeDate, dates.settlementDate)),
    [change],
  )
  const { filling: single, start, markSent, resume } = useFilling(side, onDates)
  const filling = useMemo<Filling>(
    () => ({ ...single, dealNumber: single.dealNumber === '' ? '' : `BULK-${single.dealNumber}` }),
    [single],
  )
  const proposals = useProposals(form.values, change, filling.key)
  const kept = useMemo(() => ({ values: form.values, filling: single }), [form.values, single])
  const filled = differsFrom(empty, form.values)
  const draft = useDraft(`bulk-${side}`, kept, filled)
  const reset = () => {
    draft.clear()
    form.setValues(empty)
    form.clearErrors()
    start()
  }
  const restore = (found: { values: V; filling: Filling }) => {
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
    draft,
    filled,
    reset,
    restore,
  }
}
