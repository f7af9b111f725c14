import { hasDated } from '@em/contract/kit/register'
import { useForm } from '@mantine/form'
import { createElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { call, isHeld } from '../lib/api.ts'
import { today } from '../lib/dates.ts'
import { useWrite } from '../lib/query.ts'
import { notify } from '../ui/notify.tsx'
import { type Draft, DraftOffer, useDraft } from '../ui/useDraft.tsx'
import { inSentence, type Master, saying, sentenceOf } from './master.ts'
import { naming } from './useMaster.ts'
import {
  type AnyRecord,
  type AnyRegister,
  changesOf,
  checksOf,
  draftOf,
  EFFECTIVE_FROM,
  type FormValues,
  lacksRequired,
  type Merged,
  mergeEdits,
  startValues,
  valuesOf,
} from './values.ts'

function useValues(register: AnyRegister, start: () => FormValues) {
  const [initialValues] = useState(start)
  return useForm<FormValues>({ initialValues, validate: checksOf(register) })
}
export type EntryForm = ReturnType<typeof useValues>

/** The title above the faults: the screen's sentence where required fields are empty. */
export function faultsTitle({ register, words }: Master, form: EntryForm): string {
  return lacksRequired(register, form.values, Object.keys(form.errors))
    ? words.incomplete
    : 'Please check these fields:'
}

/** The offer of what an earlier visit left unsaved, while nothing else has been typed. */
function offerOf<Values>(
  draft: Draft<Values>,
  { form, what, restore }: { form: EntryForm; what: string; restore: (values: Values) => void },
): ReactNode {
  if (draft.found === null || form.isDirty()) return null
  return createElement(DraftOffer<Values>, { draft, what, onRestore: restore })
}

/**
 * A form for a new record, which begins with `start` and is sent with what `sent` adds. Kept by the screen, so that what was typed survives opening the list; and in the
 * browser, so that it is offered again (`offer`) when the screen was left or the page reloaded.
 */
export function useNewEntry(
  master: Master,
  { start = {}, sent }: { start?: FormValues; sent?: (values: FormValues) => Record<string, unknown> } = {},
) {
  const { register, words, check, saveSentence, titleOf } = master
  const form = useValues(register, () => ({ ...startValues(register, today()), ...start }))
  const { mutateAsync } = useWrite(register.routes.create)
  const draft = useDraft(`new.${register.word}`, form.values, form.isDirty())
  const what = `new ${inSentence(register.singular)}`
  const offer = offerOf(draft, { form, what, restore: form.setValues })
  const reset = () => {
    draft.clear()
    form.setValues(startValues(register, today()))
    form.clearErrors()
    form.resetDirty(startValues(register, today()))
  }
  /** Checks, saves, says so and empties the form. @throws ApiFailure with the sentence to show. */
  const save = async (values: FormValues): Promise<AnyRecord> => {
    try {
      await check?.(values, null)
      const saved = (await mutateAsync({
        body: { ...draftOf(register, values), ...sent?.(values) },
      })) as AnyRecord
      notify.success(naming(words.saved, titleOf(saved)))
      reset()
      return saved
    } catch (error) {
      if (isHeld(error)) {
        reset()
        throw error
      }
      const sentence = sentenceOf(error, words.saveFailed)
      throw saying(error, saveSentence === undefined ? sentence : saveSentence(sentence))
    }
  }
  return { form, save, reset, offer, forget: draft.clear, title: faultsTitle(master, form) }
}

/**
 * A form for a change of `record`. `reload` loads the present record and lays the changes made here over it; `merged`
 * then says what was kept. Unsaved values are offered again with the record, laid over the present ones.
 */
export function useEdit(master: Master, record: AnyRecord) {
  const { register, words, check, titleOf } = master
  const dated = hasDated(register.fields) ? { [EFFECTIVE_FROM]: today() } : {}
  const form = useValues(register, () => ({ ...valuesOf(register, record), ...dated }))
  const [base, setBase] = useState(record)
  const [merged, setMerged] = useState<Merged | null>(null)
  const { mutateAsync } = useWrite(register.routes.update)
  const typed = useMemo(() => ({ base, typed: form.values }), [base, form.values])
  const draft = useDraft(`edit.${register.word}.${record.id}`, typed, form.isDirty())
  const lay = (edit: { base: AnyRecord; typed: FormValues }, fresh: AnyRecord) => {
    const now = mergeEdits(register, { ...edit, fresh })
    form.setValues(now.values)
    setMerged(now)
  }
  const what = `change of ${titleOf(record)}`
  const offer = offerOf(draft, { form, what, restore: (found) => lay(found, base) })
  /** @throws ApiFailure with the sentence to show. */
  const save = async (values: FormValues): Promise<AnyRecord> => {
    try {
      await check?.(values, base)
      const body = changesOf(register, values, base)
      const saved = (await mutateAsync({ params: { id: base.id }, body })) as AnyRecord
      notify.success(naming(words.updated, titleOf(saved)))
      return saved
    } catch (error) {
      if (isHeld(error)) draft.clear()
      throw saying(error, sentenceOf(error, words.updateFailed))
    }
  }
  const reload = async (): Promise<void> => {
    try {
      const fresh = (await call(register.routes.get, { params: { id: base.id } })) as AnyRecord
      form.setInitialValues({ ...valuesOf(register, fresh), ...dated })
      lay({ base, typed: form.values }, fresh)
      form.clearErrors()
      setBase(fresh)
    } catch (error) {
      notify.error(sentenceOf(error, words.updateFailed))
    }
  }
  return { form, base, save, reload, merged, offer, forget: draft.clear, title: faultsTitle(master, form) }
}

/**
 * In a dialog: reports whether something would be lost, and forgets what was discarded. A user who leaves the tab
 * instead finds it again.
 */
export function useDraftOfDialog(
  { form, forget }: { form: { isDirty(): boolean }; forget: () => void },
  closed: boolean,
  onDirty: (dirty: boolean) => void,
): void {
  const dirty = form.isDirty()
  useEffect(() => {
    if (closed && dirty) forget()
  }, [closed, dirty, forget])
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
}
