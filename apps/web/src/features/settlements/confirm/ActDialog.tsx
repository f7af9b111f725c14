import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import textCss from '../../../ui/Text.module.css'
import { TypedModal } from '../../../ui/TypedModal.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { WillWait } from '../../../ui/WillWait.tsx'
import type { ActWord } from '../list/settlement-actions.ts'
import { Postings } from './Postings.tsx'
import { mayStillSave, Refused } from './Refused.tsx'
import { useActPreview } from './useActPreview.ts'

export interface Acting {
  readonly word: ActWord
  readonly rows: readonly SettlementRow[]
}

const WORDS: Readonly<
  Record<
    ActWord,
    { title: string; lead: string; button: string; done: string; failed: string; date?: string }
  >
> = {
  fail: {
    title: 'Settlement failed',
    lead: 'The expected payment is reversed; the amount stays payable or receivable until a new date is set.',
    button: 'Mark as Failed',
    done: 'marked as failed',
    failed: 'The settlement could not be marked as failed. Please try again.',
    date: 'Failed on',
  },
  reschedule: {
    title: 'Reschedule',
    lead: 'The outstanding amount is expected on the new date. The trade keeps its settlement date.',
    button: 'Reschedule',
    done: 'rescheduled',
    failed: 'The settlement could not be rescheduled. Please try again.',
    date: 'New date',
  },
  reopen: {
    title: 'Reopen',
    lead: 'The confirmations are reversed by linked entries, and the settlement is again as booked with the trade.',
    button: 'Reopen',
    done: 'reopened',
    failed: 'The settlement could not be reopened. Please try again.',
  },
}
const NAMED = 6

/** Fails, reschedules or reopens instructions, after showing what the ledger will do. */
export function ActDialog({
  acting,
  onClose,
  onDone,
}: {
  acting: Acting | null
  onClose: () => void
  onDone: () => void
}) {
  const shown = useLast(acting)
  return (
    <TypedModal
      opened={acting !== null}
      onClose={onClose}
      title={shown === null ? '' : WORDS[shown.word].title}
      size="lg"
    >
      {(dialog) =>
        acting !== null && (
          <Act
            key={`${acting.word} ${acting.rows.map((row) => row.trade_id).join()}`}
            acting={acting}
            onDone={onDone}
            {...dialog}
          />
        )
      }
    </TypedModal>
  )
}

function Act({
  acting: { word, rows },
  onClose,
  onDone,
  onTyped,
}: {
  acting: Acting
  onClose: () => void
  onDone: () => void
  onTyped: () => void
}) {
  const words = WORDS[word]
  const [date, setDate] = useState('')
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const route = settlements[word]
  const write = useWrite(route as typeof settlements.reschedule)
  const send = useOnce(write.mutateAsync)
  const dated = word === 'reschedule' ? isDate(date) : date === '' || isDate(date)
  const acts = rows.map((row) => ({
    tradeId: row.trade_id,
    ...(word !== 'reopen' && date !== '' ? { date } : {}),
    ...(word === 'reopen' ? {} : { outstanding: row.outstanding }),
  }))
  // The note is left out of the preview: it changes nothing in the ledger.
  const [matches, setMatches] = useState<'unmatch' | 'keep' | null>(null)
  const choice = matches === null ? {} : { matches }
  const { preview, refusal } = useActPreview(route, dated ? acts : null, {
    ...choice,
    saving: write.isPending || write.isSuccess,
  })
  const asks = matches !== null || (refusal instanceof ApiFailure && refusal.code === 'settlement.matched')
  if (asks && matches === null) setMatches('unmatch')
  const save = async () => {
    try {
      const why = note.trim() === '' ? null : note.trim()
      const items = acts.map((one) => ({ date: '', outstanding: null, ...one, note: why }))
      const { results } = await send({ body: { items, ...choice } })
      notify.success(
        results.length === 1
          ? `${results[0]?.deal_number} ${words.done}.`
          : `${results.length} settlements ${words.done}.`,
      )
      onDone()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const more = rows.length - NAMED
  return (
    <Stack gap="md">
      <p className={textCss.lead}>
        {rows
          .slice(0, NAMED)
          .map((row) => row.deal_number)
          .join(', ')}
        {more > 0 ? ` and ${more} more` : ''}. {words.lead}
      </p>
      {words.date !== undefined && (
        <DateField
          label={words.date}
          required={word === 'reschedule'}
          value={date}
          onChange={(typed) => {
            setDate(typed)
            setFailure(null)
            onTyped()
          }}
          {...(word === 'fail'
            ? { max: today(), help: 'Leave blank for the due date, at most today.' }
            : { min: today() })}
        />
      )}
      <TextArea
        label="Note"
        help="Saved in the audit history"
        value={note}
        onChange={(typed) => {
          setNote(typed)
          onTyped()
        }}
      />
      {asks && (
        <div>
          <p className={textCss.lead}>
            {rows.length === 1 ? 'Its payment is' : 'Some of the payments are'} matched with a bank line in
            Account Reconciliation. Unmatch, or keep the match?
          </p>
          <SegmentedControl
            fullWidth
            aria-label="Treatment of the match"
            data={[
              { value: 'unmatch', label: 'Unmatch' },
              { value: 'keep', label: 'Keep the match' },
            ]}
            value={matches ?? 'unmatch'}
            onChange={(value) => {
              setFailure(null)
              setMatches(value as 'unmatch' | 'keep')
              onTyped()
            }}
          />
        </div>
      )}
      <Refused error={failure ?? refusal} rows={rows} failed={words.failed} />
      <WillWait preview={preview} />
      {dated && refusal === null && <Postings preview={preview} />}
      <DialogActions>
        <Button variant="default" disabled={write.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={write.isPending}
          disabled={!dated || !mayStillSave(refusal)}
          onClick={() => void save()}
          {...(word === 'reschedule' ? {} : { color: 'red' })}
        >
          {words.button}
        </Button>
      </DialogActions>
    </Stack>
  )
}
