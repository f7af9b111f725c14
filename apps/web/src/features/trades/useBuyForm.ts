import { useForm } from '@mantine/form'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { hrefOf } from '../../app/places.ts'
import { notify } from '../../ui/notify.tsx'
import { useDraft } from '../../ui/useDraft.tsx'
import { checkBuy, requestOf, summaryTitleOf } from './buy-request.ts'
import { type BuyValues, datesProposed, EMPTY_BUY, pickerClosed, worthKeeping } from './buy-values.ts'
import { useAuthorization } from './useAuthorization.ts'
import { useFigures } from './useFigures.ts'
import { type Filling, useFilling } from './useFilling.ts'
import { useProposals } from './useProposals.ts'

interface Kept {
  values: BuyValues
  filling: Filling
}

/**
 * The buy form's state and wiring. It lives in the screen, above form and list, so that a look at the submitted
 * transactions loses nothing.
 */
export function useBuyForm() {
  const form = useForm<BuyValues>({ initialValues: EMPTY_BUY, validate: checkBuy })
  // The form's own functions are new with every render; what hangs on `change` must not run again for that.
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const change = useCallback((how: (values: BuyValues) => BuyValues) => {
    const { getValues, setFieldValue } = latest.current
    const before = getValues()
    // Field by field: setting all values at once would clear the errors of fields that stay as they are.
    for (const [name, value] of Object.entries(how(before))) {
      if (before[name as keyof BuyValues] !== value) setFieldValue(name, value)
    }
  }, [])
  const onDates = useCallback(
    (dates: { tradeDate: string; settlementDate: string }) =>
      change((values) => datesProposed(values, dates.tradeDate, dates.settlementDate)),
    [change],
  )
  const { filling, start, markSent, resume } = useFilling(onDates)
  const live = useFigures(form.values)
  const proposals = useProposals(form.values, change, filling.key)
  const kept = useMemo<Kept>(() => ({ values: form.values, filling }), [form.values, filling])
  const draft = useDraft('buy', kept, worthKeeping(form.values))
  // A key spent on other content: what is saved next is another trade.
  const authorization = useAuthorization({ filling, onSending: markSent, onKeySpent: start })

  const reset = () => {
    draft.clear()
    form.setValues(EMPTY_BUY)
    form.clearErrors()
    start()
  }
  /** Saves by way of the review; answers whether a trade was recorded. */
  const save = async (values: BuyValues): Promise<boolean> => {
    const request = requestOf(values, filling.dealNumber)
    const recorded = await authorization.ask(request, live.figures)
    if (recorded === null) return false
    reset()
    const { deal_number: deal, warnings = [] } = recorded
    notify.success('Buy Transaction submitted successfully!', {
      label: deal,
      href: hrefOf('Trade Capture', 'Buy', { view: 'transactions', deal }),
    })
    for (const warning of warnings) notify.info(`${deal}: ${warning}`)
    return true
  }
  const restore = (kept: Kept) => {
    form.setValues({ ...EMPTY_BUY, ...pickerClosed(kept.values) })
    resume(kept.filling)
  }
  return {
    form,
    values: form.values,
    change,
    filling,
    live,
    proposals,
    draft,
    authorization,
    save,
    reset,
    restore,
    summaryTitle: summaryTitleOf(form.values, form.errors),
  }
}
export type BuyForm = ReturnType<typeof useBuyForm>
