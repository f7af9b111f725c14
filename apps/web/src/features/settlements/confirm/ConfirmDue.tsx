import { EVIDENCE, type Evidence, settlements } from '@em/contract/settlements/settlements'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { counted } from '../../../lib/numerals.ts'
import { keyOf } from '../../../lib/query.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Running } from '../../../ui/Running.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import { WillWait } from '../../../ui/WillWait.tsx'
import { EVIDENCE_WORDS } from '../list/columns.tsx'
import type { SettlementFilters } from '../list/filters.ts'
import css from './Confirm.module.css'

interface ConfirmDueProps {
  opened: boolean
  /** Portfolio, broker and account of the list hold here too. */
  filters: SettlementFilters
  /** These in words; '' where none is set. */
  scope: string
  onClose: () => void
}

const EVIDENCE_HELP: Readonly<Record<Evidence, string>> = {
  none: 'No reference and no bank line is recorded with the confirmation.',
  reference: 'One reference for all, such as the number of the bank’s batch.',
  'bank line':
    'Only settlements with an unmatched bank line of the same amount within three days; both are matched.',
}

/** Confirms everything that is due up to a day as it was booked. */
export function ConfirmDue(props: ConfirmDueProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Confirm all due">
      {props.opened && <Confirming {...props} />}
    </Modal>
  )
}

function Confirming({ filters, scope, onClose }: ConfirmDueProps) {
  const [upTo, setUpTo] = useState(today())
  const [evidence, setEvidence] = useState<Evidence>('none')
  const [reference, setReference] = useState('')
  const [busy, setBusy] = useState<{ done: number; all: number } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = useLongWork(settlements.confirmDue, 'settlements.confirm-due', {
    onFound: ({ count }) => notify.done(`${counted(count, 'settlement')} confirmed.`),
    onFoundFailed: setFailure,
  })
  const dated = isDate(upTo) && upTo <= today()
  const asked = {
    upTo,
    evidence,
    reference: evidence === 'reference' && reference.trim() !== '' ? reference.trim() : null,
    portfolioId: filters.portfolio === '' ? 'all' : filters.portfolio,
    ...(filters.broker === '' ? {} : { broker: filters.broker }),
    ...(filters.account === '' ? {} : { account: filters.account }),
  }
  // The reference is left out of the preview: it changes no figure.
  const shown = {
    ...asked,
    reference: null,
    evidence: evidence === 'reference' ? ('none' as const) : evidence,
  }
  const missing = evidence === 'reference' && asked.reference === null
  const preview = useQuery({
    queryKey: [...keyOf(settlements.confirmDue, shown), 'preview'],
    queryFn: ({ signal }) => call(settlements.confirmDue, { query: { dryRun: '1' }, body: shown, signal }),
    enabled: dated && busy === null && !confirm.finding,
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
    retry: false,
  })
  const found = preview.data
  const all = (found?.count ?? 0) + (found?.remaining ?? 0)
  const save = useOnce(async (body: typeof asked) => {
    setFailure(null)
    let done = 0
    let remaining = all
    setBusy({ done, all })
    try {
      // One call confirms a limited number of trades: it is repeated until none is left.
      while (remaining > 0) {
        const answer = await confirm.run({ body })
        done += answer.count
        remaining = answer.count === 0 ? 0 : answer.remaining
        setBusy({ done, all: Math.max(all, done) })
      }
      notify.done(
        `${counted(done, 'settlement')} ${
          evidence === 'bank line' ? 'confirmed by bank lines and matched.' : 'confirmed as booked.'
        }`,
      )
      onClose()
    } catch (error) {
      setFailure(error)
      if (done > 0)
        notify.done(
          `${counted(done, 'settlement')} ${done === 1 ? 'was' : 'were'} confirmed before the error.`,
        )
    } finally {
      setBusy(null)
    }
  })
  const problem = failure ?? preview.error
  const atWork = busy !== null || confirm.finding
  return (
    <Stack gap="md">
      <p className={textCss.lead}>
        {evidence === 'bank line'
          ? 'Confirms settlements due up to this date whose bank line is imported, on the bank’s day and with its reference'
          : 'Confirms every settlement due up to this date in full, on its due date'}
        {scope === '' ? '' : ` (${scope})`}.{' '}
        {evidence === 'bank line' ? '' : 'Only differences from corrections are posted. '}
        Failed settlements are not included.
      </p>
      <DateField
        label="Due up to"
        required
        max={today()}
        value={upTo}
        disabled={busy !== null}
        onChange={setUpTo}
        {...(isDate(upTo) && upTo > today() ? { error: 'Must not be after today.' } : {})}
      />
      <div>
        <div className={css.label}>Evidence</div>
        <SegmentedControl
          fullWidth
          aria-label="Evidence"
          data={EVIDENCE.map((value) => ({ value, label: EVIDENCE_WORDS[value] }))}
          value={evidence}
          disabled={busy !== null}
          onChange={(value) => {
            setFailure(null)
            setEvidence(value as Evidence)
          }}
        />
        <p className={css.help}>{EVIDENCE_HELP[evidence]}</p>
      </div>
      {evidence === 'reference' && (
        <TextField
          label="Bank reference"
          required
          maxLength={100}
          value={reference}
          disabled={busy !== null}
          onChange={setReference}
        />
      )}
      {problem != null && (
        <Banner tone="error">
          {sentenceOf(problem, 'The settlements could not be confirmed. Please try again.')}
        </Banner>
      )}
      <WillWait preview={found} />
      {dated && preview.isPending && !confirm.finding && <Skeletons rows={1} />}
      {found !== undefined && busy === null && (
        <p className={textCss.lead}>
          {all === 0 ? (
            evidence === 'bank line' && found.withoutLine > 0 ? (
              `${counted(found.withoutLine, 'settlement')} ${found.withoutLine === 1 ? 'is' : 'are'} due, and no unmatched bank line has the same amount within three days. Import the bank statement in Account Reconciliation.`
            ) : (
              'Nothing is due up to that date.'
            )
          ) : (
            <>
              <strong>{counted(all, 'settlement')}</strong>
              {found.remaining > 0
                ? `; the first ${found.count.toLocaleString('en-LK')} of them: to pay `
                : ': to pay '}
              <Amount value={found.pay.amount} unit="LKR" />, to receive{' '}
              <Amount value={found.receive.amount} unit="LKR" />.
              {found.withoutLine > 0 &&
                ` ${counted(found.withoutLine, 'other settlement')} due ${found.withoutLine === 1 ? 'has no bank line and stays' : 'have no bank line and stay'} open.`}
            </>
          )}
        </p>
      )}
      {found !== undefined && busy === null && found.withoutEntry > 0 && (
        <Banner tone="warning">
          {found.withoutEntry === 1
            ? '1 settlement due is the remainder of a trade that was corrected after it was paid'
            : `${counted(found.withoutEntry, 'settlement')} due are remainders of trades that were corrected after they were paid`}
          . The ledger has no entry for a remainder until it is confirmed, so no bank line is found for it.
          Confirm it in the list with the date and reference of its bank line; the match is then proposed in
          Account Reconciliation.
        </Banner>
      )}
      {atWork && (
        <Running
          job={confirm.job}
          words={(said) =>
            busy === null || busy.done === 0
              ? `${said ?? 'Confirming'}.`
              : `${busy.done.toLocaleString('en-LK')} of ${busy.all.toLocaleString('en-LK')} confirmed.`
          }
          onCancel={confirm.cancel}
        />
      )}
      <DialogActions>
        <Button variant="default" disabled={atWork} onClick={onClose}>
          Cancel
        </Button>
        <Button loading={atWork} disabled={!dated || all === 0 || missing} onClick={() => void save(asked)}>
          Confirm All Due
        </Button>
      </DialogActions>
    </Stack>
  )
}
