import {
  type AccountingPreview,
  type AccountingTarget,
  accountingExports,
} from '@em/contract/accounting-exports/accounting-exports'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '../../lib/api.ts'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useLongWork } from '../../lib/useLongWork.ts'
import { usePreview } from '../../lib/usePreview.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Running } from '../../ui/Running.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import css from './AccountingExports.module.css'

interface MakeBatchModalProps {
  targets: readonly AccountingTarget[]
  onClose: () => void
  onMade: (id: number) => void
}

/** Makes a batch: shows first what would be in it, and what stops it. */
export function MakeBatchModal({ targets, onClose, onMade }: MakeBatchModalProps) {
  const [target, setTarget] = useState(String(targets[0]?.id ?? ''))
  const [to, setTo] = useState(today())
  const [problem, setProblem] = useState<string | null>(null)
  const work = useLongWork(accountingExports.create, 'accounting-exports', {
    onFound: (made) => 'id' in made && onMade(made.id),
    onFoundFailed: (error) => setProblem(problemOf(error, FAILED)),
  })
  const body = { target: Number(target), to }
  const sent = isDate(to) && target !== '' ? JSON.stringify(body) : ''
  const { preview, refusal } = usePreview(
    sent,
    (signal) => call(accountingExports.create, { body, query: { dryRun: '1' }, signal }),
    work.busy,
  )
  const batchPreview = preview !== null && 'dryRun' in preview ? preview : null
  const make = async () => {
    setProblem(null)
    try {
      const made = await work.run({ body })
      if (!('id' in made)) return
      notify.success(`${made.number} was made: ${counted(made.entries, 'entry', 'entries')}.`)
      onMade(made.id)
    } catch (error) {
      setProblem(problemOf(error, FAILED))
    }
  }
  return (
    <Modal opened onClose={onClose} title="Make batch" size="lg">
      <Stack gap="md">
        <div className={css.filters}>
          <SelectField
            label="Outside ledger"
            required
            clearable={false}
            value={target}
            onChange={setTarget}
            options={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <DateField label="Last day" required max={today()} value={to} onChange={setTo} />
        </div>
        {refusal !== null && (
          <Banner tone="warning">
            {problemOf(refusal, 'The batch could not be looked at. Please try again.')}
          </Banner>
        )}
        {batchPreview !== null && <BatchPreview preview={batchPreview} to={to} />}
        {work.busy && <Running job={work.job} words={(said) => said ?? 'Making the batch'} />}
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        <WillWait preview={preview} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={batchPreview === null || batchPreview.unmapped.length > 0}
            loading={work.busy}
            onClick={() => void make()}
          >
            Make Batch
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

const FAILED = 'The batch was not made. Please try again.'

function BatchPreview({ preview, to }: { preview: AccountingPreview; to: string }) {
  if (preview.unmapped.length > 0) {
    return (
      <>
        <Banner tone="error">
          These accounts have no outside account. Complete the mapping of the outside ledger, then make the
          batch.
        </Banner>
        <SmallTable label="Accounts without a mapping" tall>
          <thead>
            <tr>
              <th>Account</th>
              <th data-optional>Portfolio</th>
              <th>From</th>
              <DebitCreditHead />
            </tr>
          </thead>
          <tbody>
            {preview.unmapped.map((one) => (
              <tr key={`${one.account_code} ${one.portfolio ?? ''}`}>
                <td data-wrap>
                  {one.account_code} {one.account_name}
                </td>
                <td data-optional>{one.portfolio}</td>
                <td>{formatDate(one.from)}</td>
                <DebitCredit debit={one.debit} credit={one.credit} />
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </>
    )
  }
  return (
    <>
      <p className={css.quiet}>
        {preview.number} to {formatDate(to)}: {counted(preview.entries, 'entry', 'entries')} in{' '}
        {counted(preview.vouchers, 'voucher')}, {counted(preview.lines, 'line')}.
      </p>
      <SmallTable label="Sums by outside account" tall>
        <thead>
          <tr>
            <th>Outside Account</th>
            <DebitCreditHead />
          </tr>
        </thead>
        <tbody>
          {preview.sums.map(({ outside, debit, credit }) => (
            <tr key={outside}>
              <td data-wrap>{outside}</td>
              <DebitCredit debit={debit} credit={credit} />
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}
