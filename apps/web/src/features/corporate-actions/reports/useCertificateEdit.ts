import { actionReports, type TaxCertificate } from '@em/contract/corporate-actions/action-reports'
import { useState } from 'react'
import { isDate, readDate, today } from '../../../lib/dates.ts'
import { useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { confirm, DISCARD } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.tsx'
import { keyOf } from './certificates.ts'

const FAILED = 'The certificate could not be saved. Please try again.'

export interface TypedCertificate {
  readonly number: string
  readonly receivedOn: string
}
const NOTHING: TypedCertificate = { number: '', receivedOn: '' }

/** One certificate at a time is edited in its row; a failed save keeps it open with what was typed. */
export function useCertificateEdit() {
  const [base, setBase] = useState<TaxCertificate | null>(null)
  const [typed, setTyped] = useState<TypedCertificate>(NOTHING)
  const [fault, setFault] = useState<string | null>(null)
  const write = useWrite(actionReports.saveCertificate)
  const send = useOnce(write.mutateAsync)
  const before = (row: TaxCertificate): TypedCertificate => ({
    number: row.number ?? '',
    receivedOn: row.received_on ?? today(),
  })
  const start = (row: TaxCertificate | null) => {
    setBase(row)
    setTyped(row === null ? NOTHING : before(row))
    setFault(null)
  }
  const set = (changes: Partial<TypedCertificate>) => {
    setTyped((now) => ({ ...now, ...changes }))
    setFault(null)
  }
  /** Opens another row, or none; asks before what was typed here is lost. */
  const begin = async (row: TaxCertificate | null) => {
    const isDirty = base !== null && JSON.stringify(typed) !== JSON.stringify(before(base))
    if (isDirty && !(await confirm(DISCARD))) return
    start(row)
  }
  const save = async () => {
    if (base === null) return
    const number = typed.number.trim()
    const receivedOn = readDate(typed.receivedOn) ?? typed.receivedOn.trim()
    if (number !== '' && !isDate(receivedOn)) {
      setFault('Enter the date on which the certificate came, as 2026-01-31 or 31/01/2026.')
      return
    }
    if (number !== '' && receivedOn > today()) {
      setFault('The certificate cannot have come after today.')
      return
    }
    try {
      await send({
        params: { id: base.action },
        body: { portfolioId: base.portfolioId, number, receivedOn: number === '' ? null : receivedOn },
      })
      notify.success(
        number === ''
          ? `The certificate of ${base.payer} is missing again.`
          : `Certificate ${number} of ${base.payer} saved.`,
      )
      start(null)
    } catch (error) {
      setFault(sentenceOf(error, FAILED))
    }
  }
  const isOf = (row: TaxCertificate) => base !== null && keyOf(base) === keyOf(row)
  return { typed, fault, saving: write.isPending, isOf, begin, cancel: () => start(null), set, save }
}
export type CertificateEdit = ReturnType<typeof useCertificateEdit>
