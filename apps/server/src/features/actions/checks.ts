/** Refuses what a form says beyond its shape: dates out of order, figures that do not belong together. */
import { dateFault } from '@em/contract/corporate-actions/dates'
import { type ActionForm, kindOf } from '@em/contract/corporate-actions/kinds'
import { Refusal, refuseField } from '../../platform/refusal.ts'

/** @throws Refusal naming the field for what does not belong together. */
export function refuseForm(form: ActionForm): void {
  const fault = dateFault(form) ?? kindOf(form).fault?.(form) ?? null
  if (fault === null) return
  const { code, field, facts = {}, message } = fault
  throw message === undefined
    ? refuseField(code, field, facts)
    : new Refusal(code, facts, [{ field, message }])
}
