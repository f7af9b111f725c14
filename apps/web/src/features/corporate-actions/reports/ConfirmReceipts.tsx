import type { ActionReceivable } from '@em/contract/corporate-actions/action-reports'
import { corporateActions, type ReceiptsPreview } from '@em/contract/corporate-actions/corporate-actions'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call, messageOf } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../../ui/form/FormShell.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { PostingLines } from '../../../ui/PostingLines.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import { WillWait } from '../../../ui/WillWait.tsx'
import { useAccountChoices } from '../form/choices.tsx'

const FAILED = 'The receipts could not be confirmed. Please try again.'

/** The day that a receipt is dated with where nothing else is typed: the day it was due, once that has come. */
const dueDay = ({ due }: ActionReceivable) => (due !== null && due <= today() ? due : today())

interface ConfirmReceiptsProps {
  readonly rows: readonly ActionReceivable[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Confirms the money of several receivables, each as a whole: all of them or none. */
export function ConfirmReceipts({ rows, onClose, onDone }: ConfirmReceiptsProps) {
  const accounts = useAccountChoices()
  const form = useForm<Record<string, string>>({
    initialValues: { date: '', settlementAccount: '', reference: '' },
    validate: { date: (typed) => (typed === '' || isDate(typed) ? null : 'Received on must be a date.') },
  })
  const { date = '', settlementAccount = '', reference = '' } = form.values
  const bodyOf = () => ({
    receipts: rows.map((row) => ({
      action: row.action,
      portfolioId: row.portfolioId,
      date: date === '' ? dueDay(row) : date,
    })),
    settlementAccount: settlementAccount === '' ? null : Number(settlementAccount),
    reference,
  })
  const confirm = useWrite(corporateActions.receiveMany)
  const send = useOnce(confirm.mutateAsync)
  const isSound = date === '' || isDate(date)
  const sent = isSound ? JSON.stringify(bodyOf()) : ''
  const { preview, refusal } = usePreview(
    sent,
    async (signal) =>
      (await call(corporateActions.receiveMany, {
        query: { dryRun: '1' },
        body: JSON.parse(sent),
        signal,
      })) as ReceiptsPreview,
    confirm.isPending || confirm.isSuccess,
  )
  const submit = async () => {
    const { receipts, amount } = await send({ query: {}, body: bodyOf() })
    notify.success(
      `${counted(receipts.length, 'receipt')} of LKR ${formatNumber(amount, { decimals: 2 })} confirmed.`,
    )
    onDone()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Confirm ${counted(rows.length, 'receipt')}`}
      size="80rem"
      dirty={form.isDirty()}
    >
      <FormShell form={form} sticky={false} failed={FAILED} onSubmit={submit}>
        <Stack gap="md">
          <p className={textCss.lead}>
            Each is confirmed as a whole, on the day it was due unless another day is typed. If one of them is
            refused, none is recorded.
          </p>
          <FormSection columns={3}>
            <DateField name="date" label="Received on" placeholder="Each on its due day" max={today()} />
            <SelectField
              name="settlementAccount"
              label="Settlement Account"
              placeholder="As booked"
              searchable
              options={accounts}
            />
            <TextField name="reference" label="Bank reference" maxLength={60} />
          </FormSection>
          {refusal !== null && <Banner tone="error">{messageOf(refusal, FAILED)}</Banner>}
          <SmallTable label="Receipts to be confirmed" tall>
            <thead>
              <tr>
                <th>Event</th>
                <th>Portfolio</th>
                <th>Received on</th>
                <th data-right>Amount (LKR)</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={`${row.action}/${row.portfolioId}`}>
                  <td data-wrap>{row.title}</td>
                  <td>{row.portfolioName}</td>
                  <td>
                    <DateText value={date === '' ? dueDay(row) : date} />
                  </td>
                  <td data-right>
                    <Amount value={preview?.receipts[at]?.amount ?? row.outstanding} />
                  </td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
          {refusal === null && preview === null && <Skeletons rows={3} />}
          <WillWait preview={preview} />
          {preview !== null && preview.postings.length > 0 && (
            <SmallTable label="Ledger lines to be posted" tall>
              <PostingLines lines={preview.postings} />
            </SmallTable>
          )}
          {preview !== null && preview.postings.length === 0 && (
            <p className={textCss.lead}>The ledger already shows this: nothing is posted.</p>
          )}
          <DialogActions>
            <CancelButton disabled={confirm.isPending} />
            <Button type="submit" loading={confirm.isPending} disabled={preview === null}>
              Confirm {counted(rows.length, 'receipt')}
            </Button>
          </DialogActions>
        </Stack>
      </FormShell>
    </Modal>
  )
}
