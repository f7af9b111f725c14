import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { transactions } from '@em/contract/trades/transactions'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure, call } from '../../../lib/api.ts'
import { refusalOf, saying, sentenceOf } from '../../../registers/master.ts'
import { notify } from '../../../ui/notify.tsx'
import { previewChange, useCorrections } from './corrections.ts'
import { changedFields, checkEdit, type EditValues, formField, mergeTyped, valuesOf } from './edit-values.ts'
import type { Trade } from './trade.ts'

export const FAILED = 'Failed to save the transaction. Please try again.'

/** The correction of one trade: its form, the preview once asked for, the way back, the save. */
export function useEdit(start: Trade) {
  const [trade, setTrade] = useState(start)
  const [base, setBase] = useState(() => valuesOf(start))
  const [retained, setRetained] = useState<readonly string[] | null>(null)
  const [preview, setPreview] = useState<TradeDryRun | null>(null)
  const corrections = useCorrections()
  const form = useForm<EditValues>({
    initialValues: base,
    validate: (values) => checkEdit(trade, values),
  })
  /** From the form to the preview. @throws ApiFailure with the sentence to show and the fields at fault. */
  const ask = async (values: EditValues): Promise<void> => {
    if (changedFields(base, values).length === 0) throw refusalOf('Nothing was changed yet.')
    try {
      setPreview(await previewChange(trade, values))
    } catch (error) {
      throw shownInForm(error)
    }
  }
  /** @throws ApiFailure; figures that have changed since are shown anew first. */
  const save = async (reason: string): Promise<void> => {
    if (preview === null) return
    try {
      await corrections.change(trade, form.getValues(), { reason, preview })
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'preview.stale') {
        setPreview(await previewChange(trade, form.getValues()))
      }
      throw shownInForm(error)
    }
  }
  /** Loads the present values, and lays the typed ones over them. */
  const reload = async (): Promise<void> => {
    try {
      const fresh = await call(transactions.one, { params: { id: trade.trade.id } })
      if (fresh.is_deleted) throw refusalOf('This transaction was deleted in the meantime.')
      const now = valuesOf(fresh)
      const merged = mergeTyped(base, form.getValues(), now)
      setTrade(fresh)
      setBase(now)
      form.setValues(merged.values)
      form.clearErrors()
      setRetained(merged.retained)
      setPreview(null)
    } catch (error) {
      notify.error(sentenceOf(error, 'Failed to load the transaction'))
    }
  }
  return {
    trade,
    form,
    retained,
    preview,
    dirty: changedFields(base, form.values).length > 0,
    ask,
    save,
    reload,
    back: () => setPreview(null),
  }
}
export type Edit = ReturnType<typeof useEdit>

function shownInForm(error: unknown): ApiFailure {
  const failure = saying(error, sentenceOf(error, FAILED))
  const details = failure.details.map((detail) => ({ ...detail, field: formField(detail.field) }))
  return new ApiFailure(failure.status, failure.code, failure.message, details, true)
}
