import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { Button, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { today } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { MoneyField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import textCss from '../../../ui/Text.module.css'
import { TypedModal } from '../../../ui/TypedModal.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { WillWait } from '../../../ui/WillWait.tsx'
import css from './Confirm.module.css'
import { ConfirmRows } from './ConfirmRows.tsx'
import { asBooked, faultsOf, itemOf, leavesRest, restOf, type Typed } from './confirming.ts'
import { Postings } from './Postings.tsx'
import { mayStillSave, Refused } from './Refused.tsx'
import { useActPreview } from './useActPreview.ts'

const FAILED = 'The settlements could not be confirmed. Please try again.'

interface ConfirmDialogProps {
  /** The settlements to confirm; null keeps the dialog shut. */
  rows: readonly SettlementRow[] | null
  onClose: () => void
  onDone: () => void
}

/** Confirms what was paid: one instruction in a form, many in a table; as booked unless something else is typed. */
export function ConfirmDialog({ rows, onClose, onDone }: ConfirmDialogProps) {
  const shown = useLast(rows) ?? []
  const title =
    shown.length === 1 ? `Confirm ${shown[0]?.deal_number}` : `Confirm ${shown.length} settlements`
  return (
    <TypedModal
      opened={rows !== null}
      onClose={onClose}
      title={title}
      size={shown.length === 1 ? 'lg' : '80rem'}
    >
      {(dialog) =>
        rows !== null && (
          <Confirming
            key={rows.map((row) => `${row.trade_id}/${row.outstanding}`).join()}
            rows={rows}
            onDone={onDone}
            {...dialog}
          />
        )
      }
    </TypedModal>
  )
}

interface ConfirmingProps extends ConfirmDialogProps {
  rows: readonly SettlementRow[]
  onTyped: () => void
}

function Confirming({ rows, onClose, onDone, onTyped }: ConfirmingProps) {
  const [typed, setTyped] = useState<readonly Typed[]>(() => rows.map(asBooked))
  const confirm = useWrite(settlements.confirm)
  const send = useOnce(confirm.mutateAsync)
  const [failure, setFailure] = useState<unknown>(null)
  const change = (index: number, changes: Partial<Typed>) => {
    setFailure(null)
    onTyped()
    setTyped((now) => now.map((one, at) => (at === index ? { ...one, ...changes } : one)))
  }
  const changeAll = (changes: Partial<Typed>) => {
    setFailure(null)
    onTyped()
    setTyped((now) => now.map((one) => ({ ...one, ...changes })))
  }
  const faults = useMemo(
    () => rows.map((row, index) => faultsOf(row, typed[index] ?? asBooked(row))),
    [rows, typed],
  )
  const sound = faults.every((one) => Object.keys(one).length === 0)
  const items = rows.map((row, index) => itemOf(row, typed[index] ?? asBooked(row)))
  const { preview, refusal } = useActPreview(settlements.confirm, sound ? items : null, {
    saving: confirm.isPending || confirm.isSuccess,
  })
  const save = async () => {
    try {
      const { results } = await send({ body: { items } })
      const parts = results.filter((one) => one.kind === 'part').length
      const [first] = results
      notify.success(
        results.length === 1
          ? `${first?.deal_number} ${parts === 1 ? 'settled in part' : 'settled'}.`
          : `${results.length} settlements confirmed${parts === 0 ? '' : `, ${parts} of them in part`}.`,
      )
      onDone()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const [row] = rows
  const [one] = typed
  return (
    <Stack gap="md">
      {rows.length === 1 && row !== undefined && one !== undefined ? (
        <ConfirmOne
          row={row}
          typed={one}
          faults={faults[0] ?? {}}
          onChange={(changes) => change(0, changes)}
        />
      ) : (
        <ConfirmRows rows={rows} typed={typed} faults={faults} onChange={change} onChangeAll={changeAll} />
      )}
      <Refused error={failure ?? refusal} rows={rows} failed={FAILED} />
      <WillWait preview={preview} />
      {sound && refusal === null && <Postings preview={preview} />}
      <DialogActions>
        <Button variant="default" disabled={confirm.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={confirm.isPending}
          disabled={!sound || !mayStillSave(refusal)}
          onClick={() => void save()}
        >
          {rows.length === 1 ? 'Confirm' : `Confirm ${rows.length}`}
        </Button>
      </DialogActions>
    </Stack>
  )
}

interface ConfirmOneProps {
  row: SettlementRow
  typed: Typed
  faults: Partial<Record<keyof Typed, string>>
  onChange: (changes: Partial<Typed>) => void
}

function ConfirmOne({ row, typed, faults, onChange }: ConfirmOneProps) {
  const fault = (name: keyof Typed) => (faults[name] === undefined ? {} : { error: faults[name] })
  const rest = leavesRest(row, typed) ? restOf(row, typed) : null
  return (
    <>
      <p className={textCss.lead}>
        {row.direction === 'pay' ? 'To pay' : 'To receive'}{' '}
        <strong>
          <Amount value={row.outstanding} unit="LKR" />
        </strong>{' '}
        {row.direction === 'pay' ? 'to' : 'from'} {row.broker_name ?? 'the broker'} for {row.symbol},{' '}
        {row.due_date === null ? (
          'failed'
        ) : (
          <>
            due <DateText value={row.due_date} />
          </>
        )}
        .
      </p>
      <div className={css.fields}>
        <DateField
          label="Date paid"
          required
          min={row.trade_date}
          max={today()}
          value={typed.date}
          onChange={(date) => onChange({ date })}
          {...fault('date')}
        />
        <MoneyField
          label="Amount paid"
          required
          value={typed.amount}
          onChange={(amount) => onChange({ amount })}
          {...fault('amount')}
        />
        <TextField
          label="Bank reference"
          value={typed.reference}
          maxLength={100}
          onChange={(reference) => onChange({ reference })}
        />
        {rest !== null && (
          <DateField
            label="Rest expected on"
            min={today()}
            value={typed.nextDate}
            onChange={(nextDate) => onChange({ nextDate })}
            help={`${formatNumber(rest, { decimals: 2 })} stays outstanding. Left blank: the due date if still to come, else the next market day.`}
            {...fault('nextDate')}
          />
        )}
      </div>
    </>
  )
}
