import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type {
  ExternalTransaction,
  ReconciliationRecord,
} from '@em/contract/reconciliation/reconciliation-records'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/dates.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead } from '../../../ui/DebitCredit.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import textCss from '../../../ui/Text.module.css'
import { WillWait } from '../../../ui/WillWait.tsx'
import { isFee } from '../record/lines.ts'
import { useChange } from '../record/useReconciliation.ts'
import { BANK_CHARGES, EntryFields, type EntryTyped, entryBody } from './EntryFields.tsx'

const FAILED = 'The entry could not be posted. Please try again.'

interface EntryDialogProps {
  one: ReconciliationRecord
  line: ExternalTransaction
  onClose: () => void
  onDone: () => void
}

/** Posts what a statement line shows to be missing in the books, and matches the two. */
export function EntryDialog({ one, line, onClose, onDone }: EntryDialogProps) {
  const fee = isFee(line)
  const [typed, setTyped] = useState<EntryTyped>({
    accountCode: fee ? BANK_CHARGES : '',
    description: line.description ?? '',
    reference: line.reference ?? '',
    date: line.date < one.startDate ? '' : line.date,
    portfolioId: '',
    settlementAccount: '',
  })
  const [touched, setTouched] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useChange(reconciliation.createEntry)
  const params = { id: one.id, lineId: line.id }
  const body = entryBody(typed)
  const ready = typed.accountCode !== ''
  const { preview, refusal } = usePreview(
    ready ? JSON.stringify(body) : '',
    (signal) => call(reconciliation.createEntry, { params, query: { dryRun: '1' }, body, signal }),
    busy,
  )
  const post = async () => {
    try {
      const { entryId } = await run({ params, body })
      notify.success(`Journal entry ${entryId} posted and matched.`)
      onDone()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const shown = failure ?? refusal
  return (
    <Modal opened onClose={onClose} title="Create missing entry" size="lg" dirty={touched}>
      <Stack gap="md">
        <p className={textCss.lead}>
          On the statement of <DateText value={line.date} />: {line.description ?? 'no description'},{' '}
          <strong>
            <Amount value={line.debit || line.credit} unit="LKR" /> {line.debit > 0 ? 'in' : 'out'}
          </strong>
          . {fee && 'The description mentions a fee or charge, so Bank Charges is proposed.'}
        </p>
        <EntryFields
          typed={typed}
          onChange={(changes) => {
            setFailure(null)
            setTouched(true)
            setTyped((now) => ({ ...now, ...changes }))
          }}
          defaults={{
            description: line.description ?? `Statement line ${line.id}`,
            date:
              line.date < one.startDate
                ? 'the first day that this reconciliation covers'
                : formatDate(line.date),
            ...(line.reference === null ? {} : { reference: line.reference }),
          }}
          fixed={{ portfolio: one.portfolioId !== null, settlementAccount: one.settlementAccount !== null }}
        />
        {shown !== null && <Banner tone="error">{sentenceOf(shown, FAILED)}</Banner>}
        <WillWait preview={preview} />
        {shown === null && preview !== null && (
          <SmallTable label="What will be posted">
            <thead>
              <tr>
                <th>Account</th>
                <DebitCreditHead />
              </tr>
            </thead>
            <tbody>
              {preview.lines.map((posted) => (
                <tr key={posted.account_code + String(posted.debit)}>
                  <td data-wrap>
                    {posted.account_code} {posted.account_name}
                  </td>
                  <DebitCredit debit={posted.debit} credit={posted.credit} />
                </tr>
              ))}
            </tbody>
          </SmallTable>
        )}
        <DialogActions>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={!ready || shown !== null} onClick={() => void post()}>
            Post and Match
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
