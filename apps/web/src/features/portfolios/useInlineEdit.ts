import { useState } from 'react'
import { ApiFailure, call, isHeld } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { sentenceOf } from '../../registers/master.ts'
import { naming } from '../../registers/useMaster.ts'
import {
  type AnyRecord,
  changesOf,
  checksOf,
  type FormValues,
  fieldNamed,
  type Merged,
  mergeEdits,
  valuesOf,
} from '../../registers/values.ts'
import { confirm } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { portfolioMaster } from './portfolio-master.ts'

const { register, words, titleOf } = portfolioMaster
const check = checksOf(register)

interface Fault {
  readonly sentence: string
  readonly stale: boolean
  readonly fields: Readonly<Record<string, string>>
}

/** One row at a time is edited in place; a failed save keeps the row open with what was typed. */
export function useInlineEdit() {
  const [base, setBase] = useState<AnyRecord | null>(null)
  const [values, setValues] = useState<FormValues>({})
  const [fault, setFault] = useState<Fault | null>(null)
  const [merged, setMerged] = useState<Merged | null>(null)
  const { mutateAsync, isPending } = useWrite(register.routes.update)

  const start = (portfolio: AnyRecord | null) => {
    setBase(portfolio)
    setValues(portfolio === null ? {} : valuesOf(register, portfolio))
    setFault(null)
    setMerged(null)
  }
  const set = (name: string, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setFault((now) => (now === null ? null : { ...now, fields: without(now.fields, name) }))
  }
  const save = async () => {
    if (base === null) return
    const fields = check(values)
    const [first] = Object.values(fields)
    if (first !== undefined) {
      setFault({ sentence: Object.values(fields).join(' '), stale: false, fields })
      return
    }
    try {
      const saved = (await mutateAsync({
        params: { id: base.id },
        body: changesOf(register, values, base),
      })) as AnyRecord
      notify.success(naming(words.updated, titleOf(saved)))
      start(null)
    } catch (error) {
      if (isHeld(error)) start(null)
      else setFault(faultOf(error))
    }
  }
  const reload = async () => {
    if (base === null) return
    try {
      const fresh = (await call(register.routes.get, { params: { id: base.id } })) as AnyRecord
      const now = mergeEdits(register, { base, typed: values, fresh })
      setBase(fresh)
      setValues(now.values)
      setMerged(now)
      setFault(null)
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  /** Opens another row, or none; asks before what was typed here is lost. */
  const begin = async (portfolio: AnyRecord | null) => {
    const dirty = base !== null && Object.keys(changesOf(register, values, base)).length > 1
    if (dirty && !(await confirm({ title: 'Discard your changes?', confirm: 'Discard', danger: true })))
      return
    start(portfolio)
  }
  const cancel = () => start(null)
  return { base, values, fault, merged, saving: isPending, begin, cancel, set, save, reload }
}
export type InlineEdit = ReturnType<typeof useInlineEdit>

function faultOf(error: unknown): Fault {
  const details = error instanceof ApiFailure ? error.details : []
  const named = details.map(({ field, message }) => [fieldNamed(register, field)?.name ?? field, message])
  const sentence = sentenceOf(error, words.updateFailed)
  return {
    sentence: [sentence, ...details.map(({ message }) => message).filter((one) => one !== sentence)].join(
      ' ',
    ),
    stale: error instanceof ApiFailure && error.code === 'record.stale',
    fields: Object.fromEntries(named) as Record<string, string>,
  }
}

function without(fields: Fault['fields'], name: string): Fault['fields'] {
  const { [name]: _, ...rest } = fields
  return rest
}
